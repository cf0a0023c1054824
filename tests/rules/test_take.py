"""§8: take one single good."""

import pytest
from tests.rules.boards import A, B, board, complete, trade, why_not

from saudagar.rules import CAMEL, EMPTY, BySeat, Card, Reason, Refill, Take, TakeCamels, bundle, propose


def test_one_good_goes_from_the_market_to_the_hand():
    """§8: the hand has it, the market has not, and a card of the stock is owed."""
    after = board("DKKCP", a="SLL").play(Take(Card.DIAMOND))
    assert after.hands.a == bundle("DSLL")
    assert after.market == bundle("KKCP")
    assert after.owed == Refill(1)


def test_the_market_is_filled_up_to_five_from_the_stock():
    """§8: the card laid comes out of the stock; then the other seat acts."""
    before = board("DKKCP", a="SLL")
    after = complete(before, Take(Card.DIAMOND), "G")
    assert after.market == bundle("GKKCP")
    assert after.stock == before.stock - bundle("G")
    assert after.to_act is B


def test_the_refill_may_be_a_camel():
    """§8: any card of the stock may come."""
    after = complete(board("DKKCP", a="SLL"), Take(Card.DIAMOND), "K")
    assert after.market[CAMEL] == 3


def test_every_card_of_the_stock_may_come_as_often_as_it_is_there():
    """§8: the chance of each kind is its share of the stock."""
    after = board("DKKCP", a="SSLCCP", b="DDGGSSL", stock="DGGKKKKK").play(Take(Card.DIAMOND))
    assert {str(answer.cards): str(chance) for answer, chance in after.outcomes()} == {
        "D": "1/8",
        "G": "1/4",
        "K": "5/8",
    }


def test_taking_touches_nothing_else():
    """§8: the other seat, both herds, purses and the bonus piles stay as they were."""
    before = board("DKKCP", a="SLL", b="GG", herds=(1, 2), sold="CC")
    after = complete(before, Take(Card.DIAMOND), "G")
    for name in ("herds", "sold", "bonuses", "purses"):
        assert getattr(after, name) == getattr(before, name)
    assert after.hands.b == before.hands.b


def test_each_kind_in_the_market_can_be_taken_once_and_no_other():
    """§8: three different goods in the market make three takes."""
    view = board("DDSPK", a="CCCC").seen_by(A)
    assert [action for action in view.legal_actions if isinstance(action, Take)] == [
        Take(Card.DIAMOND),
        Take(Card.SILVER),
        Take(Card.SPICE),
    ]


def test_with_six_cards_one_may_be_taken():
    """§8: six cards in hand beforehand are the most."""
    assert why_not(board("DKKCP", a="SSSLLL"), Take(Card.DIAMOND)) is None


def test_reason_take_hand_full():
    """§8, §13: with seven cards in hand no good may be taken, since it cannot be discarded."""
    position = board("DKKCP", a="SSSSLLL")
    assert why_not(position, Take(Card.DIAMOND)) == "TAKE_HAND_FULL"
    assert not any(isinstance(action, Take) for action in position.seen_by(A).legal_actions)


def test_reason_take_not_in_market():
    """§8: the good must lie in the market; one in the hand or in the stock does not count."""
    position = board("DKKCP", a="SLL")
    assert why_not(position, Take(Card.GOLD)) == "TAKE_NOT_IN_MARKET"
    assert why_not(position, Take(Card.SILVER)) == "TAKE_NOT_IN_MARKET"


def test_reason_take_one_good():
    """§8: two goods at once, without giving, are nobody's to take; neither are two of one kind."""
    assert propose(bundle("DS"), EMPTY) is Reason.TAKE_ONE_GOOD
    assert propose(bundle("DD"), EMPTY) is Reason.TAKE_ONE_GOOD
    assert propose(bundle("D"), EMPTY) == Take(Card.DIAMOND)


def test_a_camel_cannot_be_taken_as_a_good():
    """§8: there is no such action; the letter K always means all of them."""
    with pytest.raises(ValueError, match="camel"):
        Take(CAMEL)
    assert propose(bundle("K"), EMPTY) == TakeCamels()


def test_reason_nothing_chosen():
    """§8: passing is not an action."""
    assert propose(EMPTY, EMPTY) is Reason.NOTHING_CHOSEN


def test_a_turn_is_exactly_one_action():
    """§8: after it the other seat acts, whichever of the four it was."""
    position = board("DDKKC", a="CCS", herds=(2, 0))
    for action in position.seen_by(A).legal_actions:
        assert complete(position, action).to_act is B, str(action)


def test_taking_brings_no_tokens():
    """§8, §11: tokens are for sales only."""
    before = board("DDKKC", a="CCS", herds=(2, 0))
    for action in (Take(Card.DIAMOND), TakeCamels(), trade("DD", "KK")):
        assert complete(before, action).purses == before.purses


def test_a_taken_good_is_known_to_both():
    """§24: whoever takes a good has shown it."""
    after = complete(board("DKKCP", a="SLL"), Take(Card.DIAMOND), "G")
    assert after.known == BySeat(bundle("D"), EMPTY)
