"""§11–§12: sell cards of one good."""

from functools import cache

import pytest
from tests.rules.boards import A, B, board, met, trade, why_not

from saudagar.rules import (
    CAMEL,
    EMPTY,
    GOODS,
    SIX_EACH,
    STANDARD,
    Bonus,
    BonusDrawn,
    BySeat,
    Card,
    NoBonus,
    Purse,
    Reason,
    Sell,
    bundle,
    propose,
)
from saudagar.rules.events import of_action

D, G, S, C, P, L = GOODS


def test_the_cards_leave_the_hand_for_the_discard_pile():
    """§11: four silver sold; the cloth stays, and the silver counts as sold."""
    after = board("KKDGP", a="SSSSC").play(Sell(S, 4))
    assert after.hands.a == bundle("C")
    assert after.sold == bundle("SSSS")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_any_part_of_a_set_may_be_sold(count):
    """§11: it need not be all of them."""
    assert board("KKDGS", a="PPPP").play(Sell(P, count)).hands.a == bundle("P" * (4 - count))


def test_one_card_of_a_cheap_good_may_be_sold():
    """§11: one cloth, one spice, one leather each bring the top token."""
    for good, top in ((C, 5), (P, 5), (L, 4)):
        after = board("KKDGS", a="CPL").play(Sell(good, 1))
        assert after.purses.a == Purse(top, 1)
        assert (after.owed, after.to_act) == (None, B)


def test_reason_sell_too_few():
    """§11: one precious card alone is not sold."""
    for good in (D, G, S):
        assert why_not(board("KKCPL", a="DDGGSS"), Sell(good, 1)) == "SELL_TOO_FEW"
        assert why_not(board("KKCPL", a="DDGGSS"), Sell(good, 2)) is None


def test_two_precious_are_the_least_even_when_one_token_is_left():
    """§11: four gold sold, one token on the pile, two gold in hand."""
    position = board("KKCPL", a="GG", sold="GGGG")
    assert why_not(position, Sell(G, 1)) == "SELL_TOO_FEW"
    assert position.tokens_for(Sell(G, 2)) == (5,)


def test_reason_sell_no_camels():
    """§11: camels are never sold, not even a herd of four; the generator offers none."""
    position = board("KKDGS", a="CC", herds=(4, 0))
    for count in (1, 2, 4):
        assert why_not(position, Sell(CAMEL, count)) == "SELL_NO_CAMELS"
    assert Sell(CAMEL, 1) not in list(position.seen_by(A).legal_actions)


def test_reason_sell_one_kind():
    """§11: one good at a time."""
    assert propose(EMPTY, bundle("CP")) is Reason.SELL_ONE_KIND
    assert propose(EMPTY, bundle("CCK")) is Reason.SELL_ONE_KIND
    assert propose(EMPTY, bundle("CC")) == Sell(C, 2)


def test_reason_sell_not_in_hand():
    """§11: no more than the hand holds; cards of the other seat, the market and the stock are not one's own."""
    position = board("KKDGL", a="CC", b="CCC")
    assert why_not(position, Sell(C, 3)) == "SELL_NOT_IN_HAND"
    assert why_not(position, Sell(L, 1)) == "SELL_NOT_IN_HAND"


def test_a_sale_is_of_one_card_or_more():
    """§11: nothing is sold for nothing."""
    with pytest.raises(ValueError, match="one card or more"):
        Sell(C, 0)


@pytest.mark.parametrize(
    ("good", "count", "sold", "tokens"),
    [
        (S, 4, 0, (5, 5, 5, 5)),
        (D, 3, 0, (7, 7, 5)),
        (D, 3, 1, (7, 5, 5)),
        (G, 3, 2, (5, 5, 5)),
        (L, 3, 0, (4, 3, 2)),
        (C, 6, 0, (5, 3, 3, 2, 2, 1)),
        (L, 7, 0, (4, 3, 2, 1, 1, 1, 1)),
        (C, 2, 2, (3, 2)),
    ],
)
def test_tokens_come_from_the_top(good, count, sold, tokens):
    """§11: one for each card, the best first; there is no choice."""
    position = board("KKKKG" if good is not G else "KKKKD", a=good.letter * count, sold=good.letter * sold)
    assert position.tokens_for(Sell(good, count)) == tokens
    after = position.play(Sell(good, count))
    assert (after.purses.a.rupees, after.purses.a.tokens) == (sum(tokens), len(tokens))


def test_the_tokens_go_to_the_seller_alone():
    """§11: the other purse does not change."""
    position = board("KKDGS", a="CC", sold="LLL")
    assert position.play(Sell(C, 2)).purses == BySeat(Purse(8, 2), Purse(9, 3))


@pytest.mark.parametrize(("count", "tier"), [(3, 3), (4, 4), (5, 5), (6, 5), (7, 5)])
def test_three_cards_or_more_draw_one_bonus_token(count, tier):
    """§11: tier three, four, or five-or-more; six and seven cards count as five."""
    after = board("KKDGS", a="L" * count).play(Sell(L, count))
    assert after.owed == Bonus(A, tier)
    drawn = after.resolve(after.outcomes()[0][0])
    assert len(drawn.purses.a.bonuses) == 1
    assert [len(pile) for pile in drawn.bonuses] == [7 - (tier == 3), 6 - (tier == 4), 5 - (tier == 5)]
    assert drawn.to_act is B


@pytest.mark.parametrize("count", [1, 2])
def test_fewer_than_three_draw_none(count):
    """§11."""
    after = board("KKDGS", a="CC").play(Sell(C, count))
    assert (after.owed, after.to_act) == (None, B)


def test_the_bonus_goes_by_the_cards_and_not_by_the_tokens():
    """§11: four cloth into a pile of three tokens bring three tokens and a bonus token for four."""
    position = board("KKDGS", a="CCCC", sold="CCCC")
    after = position.play(Sell(C, 4))
    assert after.purses.a == Purse(2 + 1 + 1, 3)
    assert after.owed == Bonus(A, 4)


def test_every_bonus_token_of_the_pile_is_as_likely_as_the_others():
    """§6, §11: seven tokens of tier three, three of them worth 2."""
    after = board("KKDGS", a="PPP").play(Sell(P, 3))
    chances = {answer.value: str(chance) for answer, chance in after.outcomes()}
    assert chances == {1: "2/7", 2: "3/7", 3: "2/7"}


def test_a_drawn_bonus_token_leaves_its_pile():
    """§11: the values that are left are those of the pile without it."""
    after = board("KKDGS", a="PPP").play(Sell(P, 3)).resolve(BonusDrawn(2))
    assert after.bonuses[0] == (1, 1, 2, 2, 3, 3)
    assert after.purses.a == Purse(5 + 3 + 3, 3, (2,))


def test_a_sale_is_legal_whatever_is_left_of_the_pile():
    """§12: the last leather brings 0 rupees, uses the turn and is discarded."""
    position = board("KKDGS", a="L", sold="L" * 9)
    after = position.play(Sell(L, 1))
    assert after.purses.a == Purse(0, 0)
    assert (after.sold[L], after.to_act) == (10, B)


def test_an_empty_bonus_pile_gives_nothing():
    """§12: no bonus is owed, no other pile stands in, and the event says so."""
    drained = board("KKDGS", a="PPP", bonuses_left=((), STANDARD.bonuses[1][1], STANDARD.bonuses[2][1]))
    after = drained.play(Sell(P, 3))
    assert (after.owed, after.to_act, after.bonuses) == (None, B, drained.bonuses)
    assert after.purses.a == Purse(11, 3)
    assert NoBonus(A, 3) in of_action(drained, Sell(P, 3), after)


@pytest.mark.parametrize(("count", "place"), [(3, 0), (4, 1), (5, 2), (6, 2), (7, 2)])
def test_no_tier_steps_down_or_up(count, place):
    """§12: each pile empty in turn while the two others are full."""
    left = tuple(() if n == place else pile for n, (_, pile) in enumerate(STANDARD.bonuses))
    after = board("KKDGS", a="L" * count, bonuses_left=left).play(Sell(L, count))
    assert (after.owed, after.bonuses) == (None, left)


def test_another_ruleset_has_its_own_bonus_values():
    """§3, §11: the pile of five of the six-each set."""
    after = board("KKDGS", a="LLLLL", rules=SIX_EACH).play(Sell(L, 5))
    assert {answer.value: str(chance) for answer, chance in after.outcomes()} == {8: "1/3", 9: "1/3", 10: "1/3"}


def test_an_empty_pile_leaves_at_most_one_card():
    """§2, §12: one card more than tokens; met in seeded play wherever a pile is empty."""
    seen = 0
    for position in _met():
        for good in GOODS:
            if not STANDARD.tokens_left(good, position.sold[good]):
                seen += 1
                assert STANDARD.pack[good] - position.sold[good] <= 1, str(position)
    assert seen > 100


def test_a_sale_brings_as_many_tokens_as_cards_or_one_fewer():
    """§2, §12: in seeded play never less than that, and both happen."""
    missing = set()
    for position in _met():
        for action in position.seen_by(position.turn).legal_actions:
            if isinstance(action, Sell):
                missing.add(action.count - len(position.tokens_for(action)))
    assert missing == {0, 1}


def test_a_precious_good_with_an_empty_pile_is_never_sold_again():
    """§11, §12: its last card cannot be sold alone."""
    seen = 0
    for position in _met():
        for good in (D, G, S):
            if position.to_act and not STANDARD.tokens_left(good, position.sold[good]):
                seen += 1
                assert position.hands[position.turn][good] <= 1, str(position)
                assert Sell(good, 2) not in position.seen_by(position.turn).legal_actions, str(position)
    assert seen > 50


def test_selling_ends_a_row_of_exchanges():
    """§15: after a sale the count begins anew."""
    position = board("DGSKP", a="LLCC", b="CC").play(trade("DG", "LL"))
    assert position.exchanges == 1
    assert position.play(Sell(C, 1)).exchanges == 0


def test_a_sold_card_is_public():
    """§23, §24: what was known and is sold is known no more, and unknown cards are sold without a trace of others."""
    position = board("KKDGS", a="CCCP", known=("CC", ""))
    assert position.play(Sell(C, 1)).known.a == bundle("C")
    assert position.play(Sell(C, 3)).known.a == EMPTY
    assert position.play(Sell(Card.SPICE, 1)).known.a == bundle("CC")


@cache
def _met():
    source = met(seed=200)
    return [next(source) for _ in range(3000)]
