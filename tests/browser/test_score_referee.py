"""The referee: a position, a wish, a round that is followed move by move, advice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.scoring import Keeper, Opener

pytestmark = pytest.mark.browser

LINE = "CKKKK ?32 C|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a"


def test_a_round_is_followed_and_advised(opened: Opener) -> None:
    """Set-up, a take and what was laid, an exchange that is refused and why, what is known of the other, the best move."""
    page = opened()
    keeper = Keeper(page)
    keeper.tap("tab-referee")
    for card in "CCPLK":
        keeper.tap(f"own-{card}")
    keeper.tap("their-camels-more")
    for card in "DG":
        keeper.tap(f"start-{card}")
    keeper.tap("begin")
    keeper.tap("take-D")
    keeper.tap("act")
    keeper.tap("laid-S")
    keeper.tap("laid-done")
    expect(page.get_by_test_id("market-now")).to_have_text("GSKKK")
    keeper.tap("take-G")
    keeper.tap("act")
    keeper.tap("laid-C")
    keeper.tap("laid-done")
    expect(page.get_by_test_id("verdict")).to_contain_text("gold")
    keeper.tap("take-S")
    keeper.tap("give-P")
    keeper.tap("act")
    expect(page.get_by_test_id("refusal")).to_contain_text("at least 2 cards")
    keeper.tap("think")
    expect(page.get_by_test_id("best")).to_contain_text("%", timeout=30_000)


def test_a_position_is_judged_also_without_the_server(opened: Opener) -> None:
    page = opened()
    keeper = Keeper(page)
    keeper.tap("tab-referee")
    page.get_by_test_id("way-look").click()
    page.get_by_test_id("line").fill(LINE)
    page.locator("details summary").first.click()
    keeper.tap("take-D")
    for lost in (False, True):
        if lost:
            page.route("**/api/referee", lambda route: route.abort())
        keeper.tap("judge")
        expect(page.get_by_test_id("answer")).to_contain_text("not in the market")
    page.get_by_test_id("line").fill("nonsense")
    keeper.tap("judge")
    expect(page.get_by_test_id("refusal")).to_be_visible()
