"""Two pairs of hands that play through the page alone: one clicks, one types."""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

HAND_KEYS = "qwertyu"


class Hands(Protocol):
    """Chooses cards and presses buttons in one way only."""

    page: Page

    def market(self, slot: int) -> None: ...
    def hand(self, place: int) -> None: ...
    def act(self) -> None: ...
    def press(self, button: Locator) -> None: ...


class Mouse:
    """Clicks only."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def market(self, slot: int) -> None:
        self.page.get_by_test_id("market-card").nth(slot).click()

    def hand(self, place: int) -> None:
        # Cards overlap on a phone: their left edge is always free.
        self.page.get_by_test_id("hand-card").nth(place).click(position={"x": 14, "y": 40})

    def act(self) -> None:
        self.page.get_by_test_id("action-button").click()

    def press(self, button: Locator) -> None:
        button.click()


class Keyboard:
    """Keys only; buttons are reached with Tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def market(self, slot: int) -> None:
        self.page.keyboard.press(str(slot + 1))

    def hand(self, place: int) -> None:
        self.page.keyboard.press(HAND_KEYS[place])

    def act(self) -> None:
        self.page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        expect(button).to_be_visible()
        for _ in range(80):
            if button.evaluate(
                "element => element === document.activeElement || element.contains(document.activeElement)"
            ):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {button}")


def cards(page: Page, kind: str) -> list[str]:
    """Return the letters of the cards of a kind ("market-card", "hand-card") as they lie there."""
    letters: list[str] = page.get_by_test_id(kind).evaluate_all("cards => cards.map(card => card.dataset.card)")
    return letters


def server_state(page: Page) -> dict[str, Any]:
    """Return what the server tells this browser of its newest match."""
    told: dict[str, Any] = page.evaluate(
        """async () => {
            const list = await (await fetch('/api/matches')).json();
            return await (await fetch(`/api/matches/${list.matches[0].id}`)).json();
        }"""
    )
    return told


def ply(page: Page) -> int:
    """Return the ply that the table shows."""
    return int(page.locator("[data-ply]").first.get_attribute("data-ply") or -1)


def take_turn(hands: Hands) -> None:
    """Do something sensible: sell three of a kind, take a good that fits, take camels, sell what there is."""
    page = hands.page
    market, hand = cards(page, "market-card"), cards(page, "hand-card")
    count = Counter(hand)
    best = max(count, key=lambda card: (count[card], -"DGSCPL".index(card)), default="")
    goods = [slot for slot, card in enumerate(market) if card != "K"]
    if count[best] >= 3 or (len(hand) == 7 and "K" not in market):
        for place, card in enumerate(hand):
            if card == best:
                hands.hand(place)
    elif len(hand) < 7 and goods:
        hands.market(max(goods, key=lambda slot: (count[market[slot]], -"DGSCPL".index(market[slot]))))
    else:
        hands.market(market.index("K"))
    before = ply(page)
    expect(page.get_by_test_id("action-button")).to_be_enabled()
    hands.act()
    page.wait_for_function(
        "before => !document.querySelector('[data-ply]') || +document.querySelector('[data-ply]').dataset.ply > before",
        arg=before,
    )


def play_match(hands: Hands, turns: int = 400) -> int:
    """Play until the match is over; returns the number of rounds."""
    page, rounds = hands.page, 1
    waiting = page.locator(
        "[data-testid=match-over], [data-testid=round-over], [data-testid=whose-turn].mine, [data-testid=handover]"
    )
    for _ in range(turns):
        waiting.first.wait_for()
        if page.get_by_test_id("match-over").is_visible():
            return rounds
        if page.get_by_test_id("round-over").is_visible():
            hands.press(page.get_by_test_id("next-round"))
            page.get_by_test_id("round-over").wait_for(state="detached")
            rounds += 1
        elif page.get_by_test_id("handover").is_visible():
            hands.press(page.get_by_test_id("handover-ready"))
            page.get_by_test_id("handover").wait_for(state="detached")
        else:
            take_turn(hands)
    raise AssertionError("the match does not end")
