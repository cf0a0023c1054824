"""Statistics of many matches, as the server would tell them: at twice the text size, and what stands under the curve."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import Server, open_page
from tests.browser.looks import cut_texts
from tests.browser.test_access import wide

pytestmark = pytest.mark.browser
NAMES = ("Meera", "W" * 40, "Ágnes Wolfeschlegelsteinhausenbergerdorff", "مرحبا", "")


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    yield from open_page(browser, server, "phone", reduced_motion="reduce")


def match(number: int, *, won: bool) -> dict[str, Any]:
    """A match against a person, of one round."""
    of = {"a": 74, "b": 69}
    played = {"seal": "a" if won else "b", "ending": "sold_out", "decided_by": "rupees", "totals": of, "turns": of}
    best = {"a": {"cards": "DDD", "rupees": 19}, "b": None}
    return {
        "id": f"m{number}", "seats": {seat: {"name": NAMES[number % 5], "player": None} for seat in "ab"},
        "seals": {"a": 1, "b": 0}, "seals_to_win": 1, "round": 1, "phase": "match_over", "winner": "a" if won else "b",
        "updated": 1e9 + number, "online": True, "rated": False, "mine": ["a"], "turn": None, "yours": False,
        "left": None, "ruleset": "standard", "ended": "seals", "rounds": [{**played, "best": best}],
    }  # fmt: skip


def test_many_matches_at_twice_the_text_size(page: Page, server: Server) -> None:
    """
    Of 100 matches 15 are lost and 5 won before the last 80: there the balance begins at -10, falls to -11 and rises by
    79. One more was played by two on one device.
    """
    results = [number >= 15 for number in range(20)] + [number != 0 for number in range(80)]
    told = [match(number, won=won) for number, won in enumerate(results)]
    told.append({**match(100, won=True), "mine": ["a", "b"]})

    def answer(route: Route) -> None:
        skip = int(route.request.url.split("skip=")[1])
        more = skip + 15 if skip + 15 < len(told) else None
        route.fulfill(json={"matches": told[::-1][skip : skip + 15], "next": more})

    page.route("**/api/sums?skip=*", answer)
    page.goto(f"{server.url}#/stats")
    caption = page.get_by_test_id("climb").locator("figcaption")
    expect(caption).to_have_text(re.compile(r"^The last 80 matches\. A step .* Now \+68, highest \+68, lowest -11\.$"))
    note = page.get_by_test_id("stats-left-out").locator("xpath=..")
    expect(note).to_contain_text("from a review. Added up")
    for language in ("en", "fr", "es", "hu"):
        page.evaluate("code => localStorage.setItem('saudagar.lang', code)", language)
        page.reload()
        page.get_by_test_id("stats").wait_for()
        for size, zoom in ((320, "100%"), (320, "200%"), (360, "200%"), (768, "200%")):
            page.set_viewport_size({"width": size, "height": 640})
            page.evaluate("zoom => { document.documentElement.style.fontSize = zoom }", zoom)
            assert (wide(page), cut_texts(page)) == (0, []), (language, size, zoom)
            home = page.locator("header a").bounding_box()
            assert home
            assert home["x"] + home["width"] <= size
