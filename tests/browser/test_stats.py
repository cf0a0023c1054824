"""Statistics: two matches played through the page, one on the server and one on this device, and what the page makes of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Server, open_page
from tests.browser.hands import Mouse, play_match, server_state
from tests.browser.looks import cut_texts
from tests.browser.test_access import violations, wide
from tests.browser.test_attacks import start
from tests.browser.test_offline import READY, begin

pytestmark = pytest.mark.browser
SCREENS = {"phone": (360, 640), "narrow": (320, 568), "tablet": (768, 1024), "desktop": (1440, 900)}


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    yield from open_page(browser, server, "phone", reduced_motion="reduce")


def told(page: Page, name: str) -> str:
    return page.get_by_test_id(f"stats-{name}").inner_text().replace("\n", " ").strip()


def test_two_matches_are_added_up(page: Page, server: Server) -> None:
    """What the page tells is what the server's State tells of the round, and the match given up on this device counts."""
    page.goto(f"{server.url}#/stats")
    expect(page.get_by_role("heading", level=2)).to_have_text("Nothing to add up yet")
    assert violations(page) == []
    page.get_by_role("link", name="Home").click()
    start(page)
    play_match(Mouse(page))
    state = server_state(page)
    (only,) = state["rounds"]
    own, other = (only["scores"][seat]["total"] for seat in "ab")
    won = int(state["match"]["winner"] == "a")
    page.get_by_test_id("stats-open").click()
    assert told(page, "matches") == f"{won} of 1 {won * 100}%"
    assert told(page, "average") == f"{own} the other side: {other}"
    assert told(page, "highest") == f"{own} rupees"
    sold = [message["params"]["tokens"] for entry in state["log"] for message in entry["messages"]
            if message["key"] == "event.sold" and message["params"]["seat"] == "a"]  # fmt: skip
    assert int(told(page, "sale").split()[-2]) >= max(map(sum, sold))

    page.get_by_role("link", name="Home").click()
    begin(page, "opponent-champion-1:apprentice", seals=2)
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    page.get_by_test_id("match-over").wait_for()
    page.goto(server.url)
    page.get_by_test_id(READY).wait_for()
    page.get_by_test_id("stats-open").click()
    assert told(page, "matches") == f"{won} of 2 {won * 50}%"
    assert told(page, "rounds").startswith(f"{int(only['seal'] == 'a')} of 1 ")
    assert (told(page, "gave_up"), told(page, "was_given")) == ("1", "0")
    assert int(told(page, "sold_out")) + int(told(page, "stock_empty")) == 1
    assert page.get_by_test_id("climb").get_attribute("data-now") == str((1 if won else -1) - 1)
    assert page.get_by_test_id("stats-opponents").locator("tbody tr").count() == 2
    choices = page.get_by_test_id("stats-against")
    choices.select_option(label="Apprentice (1)")
    assert told(page, "matches") == "0 of 1 0%"
    assert told(page, "average") == "–"
    choices.select_option(index=0)
    fits(page)

    server.stop(kill=True)
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("Only the matches of this device")
    assert told(page, "matches") == "0 of 1 0%"


def fits(page: Page) -> None:
    """In four languages, on four screens, light and dark, nothing is cut off, nothing too wide, and axe is content."""
    for language in ("en", "fr", "es", "hu"):
        page.evaluate("code => localStorage.setItem('saudagar.lang', code)", language)
        page.reload()
        page.get_by_test_id("stats").wait_for()
        for size in SCREENS.values():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert wide(page) <= 0, (language, size)
            assert cut_texts(page) == [], (language, size)
        page.emulate_media(color_scheme="dark" if language in ("fr", "hu") else "light")
        assert violations(page) == [], language
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("localStorage.setItem('saudagar.lang', 'en')")
    page.reload()
    page.get_by_test_id("stats").wait_for()
