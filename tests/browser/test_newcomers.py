"""Nobody is left out: browsers that store nothing, keys alone, ears alone, newcomers who look for the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Server, Watched, open_page
from tests.browser.hands import Keyboard, Mouse, ply, take_turn
from tests.browser.test_access import violations, wide
from tests.browser.test_attacks import MY_TURN, log, start

pytestmark = pytest.mark.browser


@pytest.fixture
def forbidden(browser: Browser, server: Server) -> Iterator[Page]:
    """A page that may not store anything."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="fr-FR", reduced_motion="reduce")
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    watched = Watched(page, server.url)
    page.goto(server.url)
    yield page
    context.close()
    assert watched.troubles == []


def test_a_browser_that_stores_nothing_can_play(forbidden: Page) -> None:
    """Without local storage the page speaks the browser's language, keeps its settings while it is open, and plays."""
    expect(forbidden.locator("html")).to_have_attribute("lang", "fr")
    forbidden.get_by_test_id("settings-toggle").click()
    forbidden.locator("input[value=off]").check()
    forbidden.locator("input[value=dark]").check()
    expect(forbidden.locator("html")).to_have_attribute("data-theme", "dark")
    forbidden.keyboard.press("Escape")
    start(forbidden)
    take_turn(Mouse(forbidden))
    forbidden.locator(MY_TURN).wait_for()


def test_every_step_of_the_keyboard_is_seen(desktop: Page) -> None:
    """Tab goes from the menu over market and hand to the herd; whatever has the focus shows it with an outline."""
    start(desktop)
    desktop.locator("body").press("Tab")
    seen: list[str] = []
    for _ in range(40):
        name, outlined = desktop.evaluate(
            """() => { const e = document.activeElement, s = getComputedStyle(e);
               return [e.dataset.testid ?? e.className, s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2] }"""
        )
        if desktop.evaluate("document.activeElement === document.body"):
            break
        assert outlined, name
        seen.append(name)
        desktop.keyboard.press("Tab")
    order = ["settings-toggle", "market-card", "hand-card"]
    places = [seen.index(name) for name in order]
    assert places == sorted(places)
    assert seen.count("market-card") == 5


def test_each_move_of_the_other_is_said_once(phone: Page) -> None:
    """The live region says every move of the other seat, and none twice."""
    start(phone)
    phone.evaluate(
        """() => { window.said = []; const region = document.querySelector('[data-testid=last-move]').closest('[aria-live]');
           new MutationObserver(() => window.said.push(region.textContent.trim()))
             .observe(region, {childList: true, characterData: true, subtree: true}) }"""
    )
    first = ply(phone)
    for _ in range(4):
        take_turn(Mouse(phone))
        phone.locator(MY_TURN).wait_for()
    phone.wait_for_timeout(100)
    said: list[str] = phone.evaluate("window.said")
    others = [
        text for text, before in zip(said, ["", *said], strict=False) if text != before and text.startswith("Novice")
    ]
    made = [entry for entry in log(phone) if entry["seat"] == "b"]
    assert len(others) == sum(entry["ply"] > first for entry in made)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rules_can_be_read_at_home_and_at_the_table(browser: Browser, server: Server, scheme: str) -> None:
    """The sheet of rules opens with keys and mouse, in four languages, has the table's numbers and no violation."""
    for page in open_page(browser, server, "phone", color_scheme=scheme, reduced_motion="reduce"):
        for language in ("en", "fr", "es", "hu"):
            page.get_by_test_id("lang-select").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            Keyboard(page).press(page.get_by_test_id("rules-open"))
            sheet = page.get_by_role("dialog")
            sheet.wait_for()
            assert wide(page) <= 0
            assert sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") <= 0
            assert not re.search(r"[{}]|rules\.", sheet.inner_text())
            assert {"7", "12", "3", "5"} <= set(re.findall(r"\d+", sheet.inner_text()))
            if language in ("en", "hu"):
                assert violations(page) == []
            page.keyboard.press("Escape")
            expect(page.get_by_test_id("rules-open")).to_be_focused()
        start(page)
        page.get_by_test_id("settings-toggle").click()
        page.get_by_test_id("rules-open").click()
        expect(page.get_by_test_id("rules")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
