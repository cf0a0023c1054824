"""Two people on one device: nobody sees the other's cards, not even in the page's source."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import Mouse, cards, server_state, take_turn

pytestmark = pytest.mark.browser


def start_shared(page: Page) -> None:
    page.get_by_test_id("new-match").click()
    page.get_by_test_id("opponent-two").click()
    page.get_by_test_id("start-match").click()
    page.get_by_test_id("handover").wait_for()


def test_the_handover_hides_both_hands(page: Page) -> None:
    """Between turns no hand is on the page; each person sees their own cards only after saying who they are."""
    start_shared(page)
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    for _ in range(6):
        assert page.get_by_test_id("hand-card").count() == 0
        page.get_by_test_id("handover-ready").click()
        page.get_by_test_id("table").wait_for()
        view = server_state(page)["view"]
        assert sorted(cards(page, "hand-card")) == sorted(view["hands"][view["turn"]]["cards"])
        take_turn(Mouse(page))
        page.get_by_test_id("handover").wait_for()
    expect(page.get_by_test_id("handover-ready")).to_be_visible()


def test_reloading_at_the_handover_still_hides(phone: Page) -> None:
    """Loading the page again between turns shows the hand-over, not a hand."""
    start_shared(phone)
    phone.get_by_test_id("handover-ready").click()
    phone.get_by_test_id("table").wait_for()
    take_turn(Mouse(phone))
    phone.get_by_test_id("handover").wait_for()

    phone.reload()

    phone.get_by_test_id("handover").wait_for()
    assert phone.get_by_test_id("hand-card").count() == 0
