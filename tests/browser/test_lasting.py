"""Nothing is lost: reloading, changing the language, a killed server, two tabs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Server
from tests.browser.hands import Mouse, cards, ply, server_state, take_turn

pytestmark = pytest.mark.browser


def start(page: Page) -> None:
    page.get_by_test_id("home-play").click()
    page.locator("[data-testid=whose-turn].mine").wait_for()


def test_a_killed_server_comes_back_with_the_match(phone: Page, server: Server) -> None:
    """The server is killed and started again between moves: the page goes on with the same cards, without reloading."""
    start(phone)
    for _ in range(3):
        take_turn(Mouse(phone))
        phone.locator("[data-testid=whose-turn].mine").wait_for()
        held, lying, at = cards(phone, "hand-card"), cards(phone, "market-card"), ply(phone)

        server.stop(kill=True)
        server.start()

        state = server_state(phone)
        assert state["ply"] == at
        assert sorted(state["view"]["hands"]["a"]["cards"]) == sorted(held)
        assert sorted(state["view"]["market"]) == sorted(lying)


def test_a_move_made_while_the_server_is_away_arrives_once(desktop: Page, server: Server) -> None:
    """A move sent to a dead server is sent again when it is back, and happens exactly once."""
    start(desktop)
    at = ply(desktop)
    lying = cards(desktop, "market-card")
    slot = next(place for place, card in enumerate(lying) if card != "K" or "K" in lying)
    desktop.get_by_test_id("market-card").nth(slot).click()
    server.stop(kill=True)

    desktop.get_by_test_id("action-button").click()
    desktop.wait_for_timeout(300)
    server.start()

    desktop.wait_for_function(
        "at => +document.querySelector('[data-ply]').dataset.ply >= at + 2", arg=at, timeout=20_000
    )
    desktop.locator("[data-testid=whose-turn].mine").wait_for()
    log = server_state(desktop)["log"]
    assert [entry["ply"] for entry in log] == list(range(1, len(log) + 1))
    assert sum(entry["ply"] == at + 1 and entry["seat"] == "a" for entry in log) == 1


def test_reload_and_home_lead_back_to_the_match(phone: Page) -> None:
    """A reload shows the same table; the home page offers to continue."""
    start(phone)
    take_turn(Mouse(phone))
    phone.locator("[data-testid=whose-turn].mine").wait_for()
    at, held = ply(phone), cards(phone, "hand-card")

    phone.reload()

    phone.locator("[data-testid=whose-turn].mine").wait_for()
    assert (ply(phone), sorted(cards(phone, "hand-card"))) == (at, sorted(held))
    address = phone.url
    phone.goto(address.partition("#")[0])
    phone.locator(f"a[href='#{address.partition('#')[2]}']").first.click()
    phone.get_by_test_id("table").wait_for()
    assert ply(phone) == at


def test_the_language_changes_without_losing_the_table(desktop: Page) -> None:
    """Changing the language in the middle of a match changes the words only."""
    start(desktop)
    at, held = ply(desktop), cards(desktop, "hand-card")
    desktop.get_by_test_id("settings-toggle").click()
    desktop.get_by_test_id("lang-select").select_option("hu")
    desktop.keyboard.press("Escape")

    expect(desktop.locator("html")).to_have_attribute("lang", "hu")
    assert (ply(desktop), cards(desktop, "hand-card")) == (at, held)


def test_two_tabs_of_one_match_follow_each_other(desktop: Page) -> None:
    """A move made in one tab shows in the other, with the same cards in hand."""
    start(desktop)
    other = desktop.context.new_page()
    other.goto(desktop.url)
    other.locator("[data-testid=whose-turn].mine").wait_for()

    take_turn(Mouse(desktop))
    desktop.locator("[data-testid=whose-turn].mine").wait_for()

    other.wait_for_function("at => +document.querySelector('[data-ply]').dataset.ply === at", arg=ply(desktop))
    other.locator("[data-testid=whose-turn].mine").wait_for()
    assert sorted(cards(other, "hand-card")) == sorted(cards(desktop, "hand-card"))
    other.close()
