"""§9: take all the camels."""

import pytest
from tests.rules.boards import B, board, complete, why_not

from saudagar.rules import CAMEL, EMPTY, BySeat, Reason, Refill, TakeCamels, bundle, propose


@pytest.mark.parametrize("camels", [1, 2, 3, 4, 5])
def test_all_camels_of_the_market_go_to_the_herd(camels):
    """§9: whatever their number; as many cards of the stock are owed."""
    before = board("K" * camels + "DGSCP"[camels:], a="LL", herds=(2, 1))
    after = before.play(TakeCamels())
    assert after.herds == BySeat(2 + camels, 1)
    assert after.market == before.market.goods
    assert after.owed == Refill(camels)


def test_the_market_is_filled_up_after_camels():
    """§9: three camels taken, ten cards in the stock: three are laid, seven are left."""
    after = complete(board("KKKDC", a="SS", stock="DDDGGLLLLL"), TakeCamels(), "GLL")
    assert after.market == bundle("DGCLL")
    assert after.stock == bundle("DDDGLLL")
    assert after.hands.a == bundle("SS")
    assert after.to_act is B


def test_the_refill_after_camels_may_be_camels():
    """§9, §5: new camels stay in the market for the other seat."""
    after = complete(board("KKKDC", a="SS"), TakeCamels(), "KKG")
    assert after.market == bundle("DGCKK")


def test_reason_camels_none_there():
    """§9: a market without camels has none to take."""
    assert why_not(board("DDGSC", a="SS", herds=(3, 0)), TakeCamels()) == "CAMELS_NONE_THERE"


def test_reason_camels_all_together():
    """§9: some of the camels cannot be taken; the one K of the notation means them all."""
    assert propose(bundle("KK"), EMPTY) is Reason.CAMELS_ALL_TOGETHER
    assert propose(bundle("KKK"), EMPTY) is Reason.CAMELS_ALL_TOGETHER


def test_no_camel_is_ever_left_behind():
    """§9: after the action, before the refill, the market holds goods only."""
    assert board("KKKKD", a="SS").play(TakeCamels()).market == bundle("D")


def test_reason_take_goods_and_camels():
    """§9: goods and camels never come in one turn."""
    assert propose(bundle("GKK"), EMPTY) is Reason.TAKE_GOODS_AND_CAMELS
    assert propose(bundle("GK"), EMPTY) is Reason.TAKE_GOODS_AND_CAMELS


def test_a_full_hand_may_still_take_camels():
    """§9: a hand of seven does not block the camels."""
    position = board("KKDGC", a="SSSLLLL")
    assert why_not(position, TakeCamels()) is None
    assert position.play(TakeCamels()).hands.a.size == 7


def test_a_large_herd_may_still_grow():
    """§13: camels in the herd are not in the hand and do not count."""
    after = complete(board("KKDGC", a="SSSLLLL", herds=(9, 0)), TakeCamels(), "DG")
    assert after.herds.a == 11
    assert CAMEL not in after.hands.a


def test_taking_camels_shows_no_good():
    """§24: what is known of the hand does not change."""
    after = complete(board("KKDGC", a="SSL", known=("S", "")), TakeCamels(), "DG")
    assert after.known.a == bundle("S")
