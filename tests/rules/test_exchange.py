"""§10: take several goods and give as many cards."""

import pytest
from tests.rules.boards import A, B, board, complete, trade, why_not

from saudagar.rules import EMPTY, BySeat, Exchange, bundle, propose


def test_goods_come_to_the_hand_and_as_many_cards_take_their_place():
    """§10: take D G S, give L L and a camel; the stock is not touched and the turn passes."""
    before = board("DGSKP", a="LLC", herds=(2, 0))
    after = before.play(trade("DGS", "LLK"))
    assert after.hands.a == bundle("DGSC")
    assert after.herds.a == 1
    assert after.market == bundle("LLKKP")
    assert after.stock == before.stock
    assert after.owed is None
    assert after.to_act is B


def test_two_are_the_least_and_five_the_most():
    """§10: two or more; all five of the market if they are goods."""
    position = board("DGSCP", a="LLLLL", herds=(0, 0))
    sizes = {a.take.size for a in position.seen_by(A).legal_actions if isinstance(a, Exchange)}
    assert sizes == {2, 3, 4, 5}


def test_what_is_taken_may_be_of_one_kind_or_of_several():
    """§10: C C P for two camels and a leather, C C for two camels."""
    position = board("CCPKD", a="LS", herds=(2, 0))
    assert why_not(position, trade("CCP", "KKL")) is None
    assert why_not(position, trade("CC", "KK")) is None


@pytest.mark.parametrize("give", ["LL", "KK", "LK", "LS"])
def test_what_is_given_may_be_goods_camels_or_both(give):
    """§10: goods of the hand, camels of the herd, in any mix."""
    assert why_not(board("CCPKD", a="LLS", herds=(2, 0)), trade("CP", give)) is None


def test_reason_exchange_takes_no_camels():
    """§10: an exchange takes goods only, even if the camels are given back as others or paid with goods."""
    position = board("KKGSP", a="LLC", herds=(2, 0))
    for take, give in (("KG", "LL"), ("KK", "LL"), ("KK", "KK")):
        assert why_not(position, trade(take, give)) == "EXCHANGE_TAKES_NO_CAMELS"


def test_reason_exchange_unequal():
    """§10: exactly as many are given as taken, neither fewer nor more."""
    position = board("DGSKP", a="LLC", herds=(2, 0))
    assert why_not(position, trade("DGS", "LL")) == "EXCHANGE_UNEQUAL"
    assert why_not(position, trade("DG", "LLC")) == "EXCHANGE_UNEQUAL"


def test_reason_exchange_too_few():
    """§10: one card for one card is not an exchange, whether it is paid with a good or with a camel."""
    position = board("DGSKP", a="LLC", herds=(2, 0))
    assert why_not(position, trade("G", "L")) == "EXCHANGE_TOO_FEW"
    assert why_not(position, trade("G", "K")) == "EXCHANGE_TOO_FEW"


def test_reason_exchange_same_kind():
    """§10: leather on both sides is no exchange; neither is one kind for itself."""
    position = board("LLGKP", a="LLC", herds=(2, 0))
    assert why_not(position, trade("LG", "LC")) == "EXCHANGE_SAME_KIND"
    assert why_not(position, trade("LL", "LL")) == "EXCHANGE_SAME_KIND"


def test_reason_exchange_not_in_market():
    """§10: every good taken must lie in the market, as often as it is taken."""
    position = board("DGSKP", a="LLC", herds=(2, 0))
    assert why_not(position, trade("DD", "LL")) == "EXCHANGE_NOT_IN_MARKET"
    assert why_not(position, trade("DC", "LL")) == "EXCHANGE_NOT_IN_MARKET"


def test_reason_exchange_not_in_hand():
    """§10: every good given must be in the hand, as often as it is given."""
    position = board("DGSKP", a="LC", herds=(2, 0))
    assert why_not(position, trade("DG", "LL")) == "EXCHANGE_NOT_IN_HAND"
    assert why_not(position, trade("DG", "CP")) == "EXCHANGE_NOT_IN_HAND"


def test_reason_exchange_not_in_herd():
    """§10: every camel given must stand in one's own herd; those of the other seat do not count."""
    position = board("DGSKP", a="LC", herds=(1, 3))
    assert why_not(position, trade("DG", "KK")) == "EXCHANGE_NOT_IN_HERD"
    assert why_not(position, trade("DG", "KL")) is None


def test_reason_exchange_hand_limit():
    """§10, §13: each camel given makes the hand grow by one, and seven is the limit."""
    assert why_not(board("DGSKP", a="LLLCCCC", herds=(3, 0)), trade("DG", "LK")) == "EXCHANGE_HAND_LIMIT"
    assert why_not(board("DGSKP", a="LLLCCC", herds=(3, 0)), trade("DG", "KK")) == "EXCHANGE_HAND_LIMIT"
    assert why_not(board("DGSKP", a="LLLCC", herds=(3, 0)), trade("DGS", "KKK")) == "EXCHANGE_HAND_LIMIT"


def test_a_camel_given_makes_the_hand_grow_by_one():
    """§10: six cards, one good and one camel given, two taken: seven."""
    after = board("DGSKP", a="LLLCCC", herds=(1, 0)).play(trade("DG", "LK"))
    assert after.hands.a == bundle("DGLLCCC")
    assert after.herds.a == 0


def test_with_seven_cards_only_goods_can_be_given():
    """§10: every exchange of a full hand gives goods, and the hand stays at seven."""
    position = board("DGSKP", a="LLLCCCC", herds=(3, 0))
    given = [action.give for action in position.seen_by(A).legal_actions if isinstance(action, Exchange)]
    assert given
    assert all(give.goods == give for give in given)
    assert position.play(trade("DG", "LC")).hands.a.size == 7


@pytest.mark.parametrize("stock", [None, ""])
def test_no_card_is_drawn(stock):
    """§10: after an exchange nothing is owed, with a full stock as with an empty one, and the round goes on."""
    position = board("CCPPK", a="DDGGSLL", b="DGSSCPL", stock=stock)
    after = position.play(trade("CC", "LL"))
    assert (after.owed, after.over, after.stock) == (None, False, position.stock)


def test_given_cards_lie_open_in_the_market_and_can_be_taken_at_once():
    """§10: the other seat may take what was just given."""
    after = board("DGSKP", a="LLC", herds=(2, 0)).play(trade("DG", "LC"))
    assert {str(action) for action in after.seen_by(B).legal_actions} >= {"+L", "+C", "+K"}


def test_what_was_taken_is_known_and_what_was_given_no_more():
    """§24: known + taken − given."""
    after = board("DGSKP", a="LLC", known=("LL", "")).play(trade("DG", "LC"))
    assert after.known == BySeat(bundle("DGL"), EMPTY)


def test_two_sides_make_an_exchange():
    """§10: taking and giving at once is always meant as one, however few; whether it is allowed is another matter."""
    assert propose(bundle("D"), bundle("L")) == trade("D", "L")
    for take, give in (("D", ""), ("", "L")):
        with pytest.raises(ValueError, match="takes something and gives something"):
            trade(take, give)


def test_the_position_with_the_most_actions_has_167():
    """§8–§11: market DDGGS, hand CCPPLL, one usable camel: 3 takes, 6 sales, 158 exchanges.

    Counted with generating functions. Takes of size n: coefficients of (1+x+x²)²(1+x); gives: of (1+x+x²)³(1+x).
    """
    takes, gives = [1, 3, 5, 5, 3, 1], [1, 4, 9, 13, 13, 9, 4, 1]
    assert (takes, gives) == (_series(2, 2, 1), _series(2, 2, 2, 1))
    exchanges = sum(takes[size] * gives[size] for size in range(2, 6))
    view = board("DDGGS", a="CCPPLL", herds=(1, 0)).seen_by(A)
    assert len(view.legal_actions) == 3 + 6 + exchanges == 167


def _series(*limits):
    """Coefficients of the product of 1 + x + … + x^limit over the limits."""
    found = [1]
    for limit in limits:
        found = [
            sum(found[place - n] for n in range(limit + 1) if 0 <= place - n < len(found))
            for place in range(len(found) + limit)
        ]
    return found


def test_a_refused_exchange_changes_nothing():
    """§10: the position is a value, and trying leaves it as it was."""
    position = board("DGSKP", a="LLC", herds=(2, 0))
    line = str(position)
    with pytest.raises(Exception, match="EXCHANGE_UNEQUAL"):
        complete(position, trade("DGS", "LL"))
    assert str(position) == line
