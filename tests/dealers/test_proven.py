"""The proven dealer: a table is dealt from dealings, one a round."""

from __future__ import annotations

import pytest
from tests.dealers.proven import NAMES, dealt

from saudagar.dealers import Dealing, ProvenDealer, Terms, shuffle
from saudagar.dealers.jd1 import DealingRefused
from saudagar.errors import ImpossibleChance
from saudagar.rules import MINI, STANDARD, Bonus, BonusDrawn, Refill, Refilled, Seat, bundle

TERMS = Terms("m", 1, NAMES, STANDARD.id)


def test_a_round_is_dealt_in_the_order_of_its_key() -> None:
    """Set-up, stock and bonus piles are those of the shuffle by K, and the starter is drawn with it."""
    dealing = dealt(TERMS)
    order = shuffle(dealing.reveal().transcript().key, STANDARD)
    assert order == dealing.order
    dealer = ProvenDealer(dealing)
    assert dealer.first() is order.first
    assert dealer.deal(STANDARD).hands.b == bundle(order.deck[5:10])
    assert [dealer.answer(Refill(1)) for _ in range(40)] == [Refilled(bundle([card])) for card in order.deck[12:]]
    assert dealer.answer(Bonus(Seat.A, 4)) == BonusDrawn(order.bonuses[4][0])


def test_no_round_is_dealt_before_its_dealing_is_there() -> None:
    """ImpossibleChance for a round to come; DealingRefused for dealings that are not dealt, or of another round or game."""
    dealer = ProvenDealer()
    for ask in (dealer.first, lambda: dealer.deal(STANDARD), lambda: dealer.answer(Refill(1))):
        with pytest.raises(ImpossibleChance):
            ask()
    for wrong in (Dealing.begin(TERMS), dealt(Terms("m", 2, NAMES, STANDARD.id))):
        with pytest.raises(DealingRefused):
            dealer.add(wrong)
    dealer.add(dealt(TERMS))
    with pytest.raises(DealingRefused, match="mini"):
        dealer.deal(MINI)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        str(TERMS) + " ",
        str(TERMS).replace('"round":1', '"round":0'),
        str(TERMS).replace('"round":1', '"round":1.0'),
        str(TERMS).replace('"round":1', '"round":true'),
        str(TERMS).replace('"match":"m"', '"match":7'),
        str(TERMS).replace('"match":"m"', '"match":"\\ud800"'),
        str(TERMS).replace("JD1", "JD2"),
        "[" * 3_000,
    ],
)
def test_terms_are_read_in_one_form_only(text: str) -> None:
    """DealingRefused for everything but the canonical text."""
    assert Terms.parse(str(TERMS)) == TERMS
    with pytest.raises(DealingRefused):
        Terms.parse(text)
