"""§16: the end of a round."""

import pytest
from tests.rules.boards import A, B, board, complete, met, trade

from saudagar.errors import IllegalAction, ImpossibleChance, RoundOver
from saudagar.rules import (
    AUDIENCES,
    CAMEL,
    EMPTY,
    GOODS,
    BonusDrawn,
    Card,
    Ended,
    Ending,
    Laid,
    Purse,
    Reason,
    Refill,
    Refilled,
    Seat,
    Sell,
    Take,
    TakeCamels,
    bundle,
    every_action,
)
from saudagar.rules.events import of_action, of_answer

D, G, S, C, P, L = GOODS
NO_STOCK = {"a": "DDGGLLS", "b": "SSLDGCP", "stock": ""}


def test_three_empty_goods_piles_end_the_round_at_once():
    """§16: diamonds and gold are gone, the two last cloth tokens go: the other seat has no further turn."""
    after = board("KKKPL", a="CC", b="PP", sold="DDDDDGGGGGCCCCC").play(Sell(C, 2))
    assert (after.ending, after.over, after.to_act) == (Ending.SOLD_OUT, True, None)


def test_two_empty_piles_end_nothing():
    """§16."""
    after = board("KKKPL", a="CC", b="PP", sold="GGGGGCCCCC").play(Sell(C, 2))
    assert (after.ending, after.to_act) == (None, B)


def test_a_pile_with_one_token_left_is_not_empty():
    """§16: one cloth token stays, and the round goes on."""
    after = board("KKKPL", a="CC", b="PP", sold="DDDDDGGGGGCCCC").play(Sell(C, 2))
    assert (after.ending, after.to_act) == (None, B)


def test_one_sale_counts_more_than_three_empty_piles_too():
    """§16: at least three. Four are empty here, and it is over all the same."""
    position = board("KKKPL", sold="DDDDDGGGGGSSSSSCCCCCCC")
    assert (position.empty_piles, position.ending) == (4, Ending.SOLD_OUT)


def test_the_last_sale_counts_whole():
    """§16: three silver tokens and the bonus token come in before the round is over."""
    sale = board("KKKPL", a="SSS", b="PP", sold="DDDDDGGGGGSS").play(Sell(S, 3))
    assert (sale.over, sale.purses.a) == (False, Purse(15, 3))
    after = sale.resolve(BonusDrawn(3))
    assert (after.ending, after.purses.a) == (Ending.SOLD_OUT, Purse(15, 3, (3,)))


def test_a_market_that_cannot_be_refilled_ends_the_round():
    """§16: the stock is empty; one good is taken, and nothing can be laid."""
    after = board("CCPPK", **{**NO_STOCK, "a": "DDGGLL"}).play(Take(C))
    assert (after.owed, after.ending, after.to_act) == (None, Ending.STOCK_EMPTY, None)
    assert after.hands.a == bundle("DDGGCLL")


def test_an_empty_stock_beside_a_full_market_ends_nothing():
    """§16: the last card of the stock fills the market; the other seat acts."""
    position = board("CCPPK", a="DDGGLL", b="SSLDGCP", stock="S")
    after = complete(position, Take(C), "S")
    assert (after.stock, after.ending, after.to_act) == (EMPTY, None, B)


def test_selling_goes_on_without_a_stock():
    """§16: a sale needs no refill."""
    after = board("CCPPK", **NO_STOCK).play(Sell(L, 2))
    assert (after.ending, after.to_act) == (None, B)


def test_exchanging_goes_on_without_a_stock():
    """§16: an exchange needs no refill."""
    after = board("CCPPK", **NO_STOCK).play(trade("CC", "LL"))
    assert (after.ending, after.to_act) == (None, B)


def test_taking_camels_without_a_stock_ends_the_round():
    """§16: the camel counts for the herd."""
    before = board("CCPPK", **NO_STOCK)
    after = before.play(TakeCamels())
    assert (after.ending, after.herds.a) == (Ending.STOCK_EMPTY, before.herds.a + 1)


@pytest.mark.parametrize(("stock", "owed"), [("S", 1), ("SL", 2), ("SLK", 3)])
def test_as_many_cards_as_there_are_get_laid(stock, owed):
    """§16: three camels taken; with one or two cards in the stock these are laid and the round ends, with three not."""
    position = board("CPKKK", a="DDGGLL", b="SSLDGCP", stock=stock)
    action = position.play(TakeCamels())
    assert action.owed == Refill(owed)
    after = action.resolve(Refilled(bundle(stock)))
    assert (after.market, after.stock) == (bundle("CP" + stock), EMPTY)
    assert after.ending is (Ending.STOCK_EMPTY if owed < 3 else None)


def test_sold_out_is_named_when_both_endings_come_together():
    """§16: (a) is asked first. Three piles are empty and the market has four cards."""
    position = board("CCPP", sold="DDDDDGGGGGSSSSS", a="LLLLCCD", b="CCPPLGS", stock="")
    assert position.ending is Ending.SOLD_OUT


def test_reason_round_over():
    """§16: after the end nobody may do anything, whatever the action."""
    after = board("KKKPL", a="CC", b="PP", sold="DDDDDGGGGGCCCCC").play(Sell(C, 2))
    for audience in AUDIENCES:
        view = after.seen_by(audience)
        assert {view.why_not(action) for action in _some_actions(after)} == {Reason.ROUND_OVER}
        assert list(view.legal_actions) == []
    with pytest.raises(RoundOver) as refused:
        after.play(TakeCamels())
    assert refused.value.reason is Reason.ROUND_OVER


@pytest.mark.parametrize("count", [None, 3])
def test_reason_chance_owed(count):
    """§16: an action is complete only when its cards are laid and its bonus token is drawn; nobody acts before."""
    after = board("DKKCP", a="LLL").play(Sell(L, count) if count else Take(D))
    for audience in AUDIENCES:
        view = after.seen_by(audience)
        assert {view.why_not(action) for action in _some_actions(after)} == {Reason.CHANCE_OWED}
        assert list(view.legal_actions) == []
    with pytest.raises(IllegalAction) as refused:
        after.play(TakeCamels())
    assert refused.value.reason is Reason.CHANCE_OWED


def test_the_turn_passes_only_when_the_action_is_complete():
    """§16: until chance has answered, the turn is still the seat's that acted."""
    after = board("DKKCP", a="LLL").play(Take(D))
    assert (after.turn, after.to_act) == (A, None)
    assert after.resolve(Refilled(bundle("S"))).turn is B


@pytest.mark.parametrize(
    ("action", "answer"),
    [
        (Take(D), Refilled(bundle("SS"))),  # too many
        (Take(D), Refilled(EMPTY)),  # too few
        (Take(D), BonusDrawn(3)),  # not what is owed
        (Sell(L, 3), Refilled(bundle("S"))),
        (Sell(L, 3), BonusDrawn(4)),  # of another pile
        (Sell(L, 1), BonusDrawn(3)),  # nothing is owed
        (Sell(L, 1), Refilled(EMPTY)),
    ],
)
def test_chance_can_only_answer_what_is_owed(action, answer):
    """§11, §16: as many cards as are missing, or a token of the right pile."""
    with pytest.raises(ImpossibleChance):
        board("DKKCP", a="LLL").play(action).resolve(answer)


def test_a_card_that_is_not_in_the_stock_cannot_be_laid():
    """§16: all six diamonds are elsewhere."""
    after = board("DKKCP", a="LLL", b="DDDDD").play(Take(D))
    with pytest.raises(ImpossibleChance):
        after.resolve(Refilled(bundle("D")))


def test_the_events_of_the_end_tell_the_result_last():
    """§16: cards that were laid come before it; where none could be laid, that is said."""
    empty = board("CCPPK", **NO_STOCK)
    over = empty.play(TakeCamels())
    assert of_action(empty, TakeCamels(), over)[1:] == (Laid(EMPTY), Ended(over.result))
    short = board("CPKKK", a="DDGGLL", b="SSLDGCP", stock="S").play(TakeCamels())
    answer = Refilled(bundle("S"))
    over = short.resolve(answer)
    assert of_answer(short, answer, over) == (Laid(bundle("S")), Ended(over.result))


def test_every_round_ends_in_one_of_the_two_ways():
    """§16: in 100 seeded rounds both come about, and each is what the counts say."""
    endings = {}
    source = met(styles=("any", "kinds", "sell", "camels", "drain"))
    for position in source:
        if not position.over:
            continue
        sold_out = sum(position.sold[good] >= len(position.ruleset.tokens[good]) for good in GOODS) >= 3
        assert position.ending is (Ending.SOLD_OUT if sold_out else Ending.STOCK_EMPTY), str(position)
        assert sold_out or (position.stock == EMPTY and position.market.size < 5), str(position)
        endings[position.ending] = endings.get(position.ending, 0) + 1
        if sum(endings.values()) == 100:
            break
    assert min(endings.values()) > 10
    assert len(endings) == 2


def _some_actions(position):
    return [action for number, action in enumerate(every_action(position.ruleset)) if number < 60 or number % 500 == 0]


def test_camels_left_in_the_market_belong_to_nobody():
    """§16, §17: only herds are compared."""
    over = board("KKKPL", a="CC", b="PP", sold="DDDDDGGGGGCCCCC", herds=(1, 0)).play(Sell(Card.CLOTH, 2))
    assert over.market[CAMEL] == 3
    assert [over.result.herds[seat] for seat in Seat] == [1, 0]
