"""The pages look as they are meant to: against pictures that are kept; letters are drawn with the fonts that are shipped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.likeness import KEPT, PARTS, TABLES, Studio, handed_out

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def studio(browser: Browser) -> Iterator[Studio]:
    """The gallery, and an eye for pictures."""
    with handed_out() as address:
        opened = Studio(browser, address)
        yield opened
        opened.context.close()


def test_every_part_looks_as_it_is_meant_to(studio: Studio) -> None:
    """The gallery in four languages, light and dark. Where it differs: build/likenesses has both, with rings around it."""
    names = {"parts-{}-{}".format(*look): look for look in PARTS}
    found = {name: studio.differences(name, studio.parts(*look)) for name, look in names.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_the_table_looks_as_it_is_meant_to_on_five_screens(studio: Studio) -> None:
    """A position with a choice made, from a small phone to a desktop; English in light, Hungarian in dark."""
    names = {"table-{}x{}-{}-{}".format(*table): table for table in TABLES}
    found = {name: studio.differences(name, studio.table(*table)) for name, table in names.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_small_difference_is_seen(studio: Studio) -> None:
    """One word changed, one icon gone, one line more: each is noticed. All pictures that are kept are small and in use."""
    changes = (
        "document.querySelector('.button.primary').textContent = 'Plug'",
        "document.querySelector('.icon svg').style.visibility = 'hidden'",
        "document.querySelector('[data-testid=gallery]').append('more')",
    )
    for change in changes:
        studio.stands = ("", "")
        studio.parts("en", "light")
        studio.page.evaluate(change)
        assert studio.differences("parts-en-light", studio.page.screenshot(full_page=True)), change
    studio.stands = ("", "")
    names = ["parts-{}-{}".format(*look) for look in PARTS] + ["table-{}x{}-{}-{}".format(*table) for table in TABLES]
    assert sorted(file.stem for file in KEPT.glob("*")) == sorted(names)
    assert sum(file.stat().st_size for file in KEPT.glob("*")) < 2_000_000


def test_all_letters_come_with_the_pages(studio: Studio) -> None:
    """No text of the gallery, in any language, is drawn with a font of the machine: it looks the same everywhere."""
    strange = set[tuple[str, str]]()
    for language in ("en", "fr", "es", "hu"):
        studio.parts(language, "light")
        ask = studio.context.new_cdp_session(studio.page)
        ask.send("DOM.enable")
        ask.send("CSS.enable")
        root = ask.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        # A list that opens is drawn by the system.
        told = "main :not(select, option, svg, g, path, use, style, script)"
        for node in ask.send("DOM.querySelectorAll", {"nodeId": root, "selector": told})["nodeIds"]:
            for font in ask.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
                if not font["isCustomFont"]:
                    strange.add((language, font["familyName"]))
        ask.detach()
    assert strange == set()
