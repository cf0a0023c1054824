"""Taking a move back by consent, between two browsers: asked on one, agreed to or declined on the other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Server
from tests.browser.friends import MINE, people, sit_down
from tests.browser.hands import Mouse, cards, ply, server_state, take_turn
from tests.browser.looks import SIZES
from tests.browser.test_access import violations
from tests.browser.test_states import at_rest

pytestmark = pytest.mark.browser


def exchange(page: Page) -> bool:
    """Exchange two goods of the market for two of the hand, where that is allowed."""
    legal: list[str] = server_state(page)["view"]["legal"]
    found = next((each for each in legal if re.fullmatch(r"\+[^K-]{2}-[^K-]{2}", each)), None)
    if not found:
        return False
    hands, take, give = Mouse(page), found[1:3], found[4:]
    for kind, choose, letters in (("market-card", hands.market, take), ("hand-card", hands.hand, give)):
        lying: list[str | None] = list(cards(page, kind))
        for letter in letters:
            place = lying.index(letter)
            lying[place] = None
            choose(place)
    before = ply(page)
    hands.act()
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before", arg=before)
    return True


def exchanged(anna: Page, bo: Page) -> tuple[Page, Page, dict[str, Any]]:
    """Play until somebody has exchanged; returns who did, the other, and what the first one saw before."""
    for _ in range(20):
        for page, other in ((anna, bo), (bo, anna)):
            page.locator(MINE).wait_for()
            before = server_state(page)
            if exchange(page):
                other.locator(MINE).wait_for()
                return page, other, before
            take_turn(Mouse(page))
    raise AssertionError("nobody could exchange")


def test_a_move_is_taken_back_when_both_want_it(browser: Browser, server: Server) -> None:
    """Asked, declined, not asked again; asked of another move, agreed: the table lies as before, both deals stay proved."""
    with people(browser, server, "phone", "desktop", reduced_motion="reduce") as (anna, bo):
        sit_down(anna, bo, "seals-2")
        mover, other, _ = exchanged(anna, bo)
        mover.get_by_test_id("takeback").click()
        expect(mover.get_by_test_id("advice")).to_contain_text("is asked whether")
        wish = other.get_by_test_id("takeback-wish")
        expect(wish).to_contain_text("asks to take the last move back")
        assert wish.locator("xpath=ancestor::*[@role='status']").count() == 1
        other.get_by_test_id("takeback-decline").click()
        expect(mover.get_by_test_id("advice")).to_contain_text("wants your move to stay")
        expect(mover.get_by_test_id("takeback")).to_have_count(0)
        expect(wish).to_have_count(0)
        take_turn(Mouse(other))
        mover.locator(MINE).wait_for()
        expect(mover.get_by_test_id("advice")).to_have_count(0)

        mover, other, before = exchanged(mover, other)
        mover.evaluate("localStorage.setItem('saudagar.face', 'text')")  # the table as text asks too
        mover.reload()
        mover.get_by_test_id("text-table").wait_for()
        mover.get_by_test_id("takeback").click()
        expect(mover.locator("[aria-live]").first).to_contain_text("is asked whether")
        expect(mover.get_by_test_id("takeback")).to_have_count(0)
        mover.evaluate("localStorage.setItem('saudagar.face', 'pictures')")
        mover.reload()
        wish = other.get_by_test_id("takeback-wish")
        wish.wait_for()
        assert violations(other) == violations(mover) == []
        for language in ("en", "fr", "es", "hu"):
            other.evaluate("code => localStorage.setItem('saudagar.lang', code)", language)
            other.reload()
            wish.wait_for()
            for size in SIZES:
                assert at_rest(other, size) == (0, 0, []), (language, size)
                expect(other.get_by_test_id("takeback-agree")).to_be_in_viewport(ratio=1)
                wish.locator("p").click(trial=True)  # nothing of the table lies over it
                if size != "smallest on its side":  # whoever moves has answered too: the market is in reach
                    for card in other.get_by_test_id("market-card").all():
                        card.click(trial=True)
        other.evaluate("localStorage.setItem('saudagar.lang', 'en')")
        other.reload()
        other.get_by_test_id("takeback-agree").press("Enter")
        mover.locator(MINE).wait_for()
        expect(wish).to_have_count(0)
        expect(other.locator("h1")).to_be_focused()  # the button is gone, the keyboard is still at the table
        expect(mover.get_by_test_id("last-move")).to_have_text("You took your last move back, as was agreed.")
        expect(other.get_by_test_id("last-move")).to_contain_text("took the last move back, as was agreed.")
        after = server_state(mover)
        assert after["view"] == before["view"]
        assert sorted(cards(mover, "market-card")) == sorted(before["view"]["market"])
        assert sorted(cards(mover, "hand-card")) == sorted(before["view"]["hands"][after["audience"]]["cards"])
        expect(mover.get_by_test_id("takeback")).to_have_count(0)
        take_turn(Mouse(mover))
        other.locator(MINE).wait_for()
        for page in (anna, bo):
            page.get_by_test_id("online-panel").click()
            expect(page.get_by_test_id("proof-live")).to_have_attribute("data-count", re.compile(r"[1-9]\d*"))
            expect(page.get_by_test_id("proof-alarm")).to_have_count(0)
            page.keyboard.press("Escape")
