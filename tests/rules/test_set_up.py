"""§1–§7: what there is, and how every round begins."""

import pytest
from tests.rules.boards import A, B, board, walk

from saudagar.dealers import FairDealer
from saudagar.errors import ImpossibleChance, NotYourTurn
from saudagar.rules import (
    CAMEL,
    EMPTY,
    GOODS,
    SIX_EACH,
    STANDARD,
    Bonus,
    BySeat,
    Card,
    Dealt,
    Match,
    Purse,
    Reason,
    Round,
    Ruleset,
    Seat,
    Sell,
    Take,
    bundle,
)

DEAL = Dealt(bundle("KKKDC"), BySeat(bundle("DGSCP"), bundle("GLLKK")))


def test_the_pack_has_44_goods_and_11_camels():
    """§1: 6 diamonds, 6 gold, 6 silver, 8 cloth, 8 spice, 10 leather; 55 cards with the camels."""
    assert str(STANDARD.pack) == "D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10 + "K" * 11
    assert (STANDARD.pack.size, STANDARD.pack.goods.size, STANDARD.pack[CAMEL]) == (55, 44, 11)


def test_a_camel_is_not_a_good():
    """§1: the goods are the six other kinds, and no good is a camel."""
    assert [good.name for good in GOODS] == ["DIAMOND", "GOLD", "SILVER", "CLOTH", "SPICE", "LEATHER"]
    assert CAMEL not in GOODS
    assert bundle("DKK").goods == bundle("D")


def test_the_precious_goods_are_diamonds_gold_and_silver():
    """§1, §11: what is sold two at a time is exactly what is precious."""
    assert [good.letter for good in GOODS if STANDARD.smallest_sale[good] == 2] == ["D", "G", "S"]
    assert [good.letter for good in GOODS if STANDARD.smallest_sale[good] == 1] == ["C", "P", "L"]


def test_the_goods_tokens_lie_with_the_best_on_top():
    """§2: the six piles, from the top."""
    piles = {good.letter: " ".join(map(str, STANDARD.tokens[good])) for good in GOODS}
    assert piles == {
        "D": "7 7 5 5 5",
        "G": "6 6 5 5 5",
        "S": "5 5 5 5 5",
        "C": "5 3 3 2 2 1 1",
        "P": "5 3 3 2 2 1 1",
        "L": "4 3 2 1 1 1 1 1 1",
    }
    assert all(list(pile) == sorted(pile, reverse=True) for pile in STANDARD.tokens)


def test_together_the_goods_tokens_are_38_worth_130_rupees():
    """§2."""
    assert sum(map(len, STANDARD.tokens)) == 38
    assert sum(map(sum, STANDARD.tokens)) == 130


def test_every_good_has_one_card_more_than_tokens():
    """§2."""
    assert all(STANDARD.pack[good] == len(STANDARD.tokens[good]) + 1 for good in GOODS)


def test_the_bonus_tokens_are_7_and_6_and_5():
    """§3: their values per tier, 18 in all."""
    assert STANDARD.bonuses == ((3, (1, 1, 2, 2, 2, 3, 3)), (4, (4, 4, 5, 5, 6, 6)), (5, (8, 8, 9, 10, 10)))


def test_a_set_with_six_bonus_tokens_of_each_tier_is_another_ruleset():
    """§3: the counts are data; everything else is the same."""
    assert SIX_EACH.bonuses == ((3, (1, 1, 2, 2, 3, 3)), (4, (4, 4, 5, 5, 6, 6)), (5, (8, 8, 9, 9, 10, 10)))
    assert Ruleset(**{**vars_of(STANDARD), "name": "six-each", "bonuses": SIX_EACH.bonuses}) == SIX_EACH
    assert SIX_EACH.id != STANDARD.id


def vars_of(ruleset):
    return {name: getattr(ruleset, name) for name in Ruleset.__dataclass_fields__}


def test_the_camel_token_is_worth_five():
    """§4."""
    assert STANDARD.camel_token == 5


def test_there_are_three_seals():
    """§4, §21: no match needs more seals than there are."""
    assert [seals for seals in range(9) if _is_a_match(seals)] == [1, 2, 3]


def _is_a_match(seals):
    try:
        return Match(seals_to_win=seals).seals_to_win == seals
    except ValueError:
        return False


def test_a_set_up_leaves_forty_cards_in_the_stock():
    """§5: five in the market, five for each seat, forty in the stock."""
    start = Round.start(STANDARD, A, DEAL)
    assert (start.market.size, start.stock.size) == (5, 40)
    assert start.stock == STANDARD.pack - bundle("KKKDCDGSCPGLLKK")


def test_dealt_camels_go_to_the_herd_and_nothing_replaces_them():
    """§5: hand and herd together are the five cards dealt; no hand holds a camel."""
    start = Round.start(STANDARD, A, DEAL)
    assert start.hands == BySeat(bundle("DGSCP"), bundle("GLL"))
    assert start.herds == BySeat(0, 2)


def test_a_seat_dealt_five_camels_begins_with_an_empty_hand():
    """§5."""
    start = Round.start(STANDARD, A, Dealt(bundle("KKKDC"), BySeat(bundle("KKKKK"), bundle("GLLPP"))))
    assert (start.hands.a, start.herds.a) == (EMPTY, 5)


def test_the_market_may_start_with_more_than_three_camels():
    """§5: the two further cards may be camels as well."""
    five = Round.start(STANDARD, A, Dealt(bundle("KKKKK"), DEAL.hands))
    assert five.market == bundle("KKKKK")
    assert five.to_act is A


@pytest.mark.parametrize(
    ("market", "hand_a", "hand_b"),
    [
        ("KKDDC", "DGSCP", "GLLPP"),  # only two open camels
        ("KKKDCC", "DGSCP", "GLLPP"),  # six in the market
        ("KKKD", "DGSCP", "GLLPP"),  # four in the market
        ("KKKDC", "DGSC", "GLLPP"),  # four dealt
        ("KKKDC", "DGSCPP", "GLLPP"),  # six dealt
        ("KKKDD", "DDDDD", "GLLPP"),  # seven diamonds
        ("KKKKK", "KKKKK", "KKLPP"),  # twelve camels
    ],
)
def test_a_deal_that_is_not_of_this_pack_is_refused(market, hand_a, hand_b):
    """§5: at least three open camels, five cards each, and no card that does not exist."""
    with pytest.raises(ImpossibleChance):
        Round.start(STANDARD, A, Dealt(bundle(market), BySeat(bundle(hand_a), bundle(hand_b))))


def test_every_shuffled_deal_is_a_set_up():
    """§5: at the start of 300 seeded rounds the counts are those of the rulebook."""
    for seed in range(300):
        start = next(walk(seed))
        assert start.market[CAMEL] >= 3, str(start)
        assert [start.hands[seat].size + start.herds[seat] for seat in Seat] == [5, 5], str(start)
        assert not any(start.hands[seat][CAMEL] for seat in Seat), str(start)
        assert start.stock.size == 40, str(start)


def test_every_round_starts_with_full_piles_and_empty_purses():
    """§6: nothing is sold, all bonus tokens are there, nobody has a token, and nothing of a hand is known."""
    start = Round.start(STANDARD, B, DEAL)
    assert start.sold == EMPTY
    assert start.bonuses == ((1, 1, 2, 2, 2, 3, 3), (4, 4, 5, 5, 6, 6), (8, 8, 9, 10, 10))
    assert start.purses == BySeat(Purse(), Purse())
    assert start.known == BySeat(EMPTY, EMPTY)
    assert (start.exchanges, start.owed, start.over) == (0, None, False)


def test_each_bonus_pile_is_shuffled_by_itself():
    """§6: over many keys the orders of the piles vary independently; here every pair of top tokens turns up."""
    tops = set()
    for seed in range(400):
        dealer = FairDealer(seed.to_bytes(32, "big"))
        dealer.deal(STANDARD)
        tops.add((dealer.answer(Bonus(A, 3)).value, dealer.answer(Bonus(A, 4)).value))
    assert tops == {(three, four) for three in (1, 2, 3) for four in (4, 5, 6)}


def test_chance_decides_who_starts_the_first_round():
    """§7: both seats start about half of 1,000 matches (within five standard deviations)."""
    firsts = [FairDealer(seed.to_bytes(32, "big")).first() for seed in range(1000)]
    assert abs(firsts.count(A) - 500) < 80


def test_the_players_may_agree_on_who_starts():
    """§7: whoever is named starts."""
    assert [Round.start(STANDARD, seat, DEAL).to_act for seat in Seat] == [A, B]
    assert [Match(first=seat).next_starter for seat in Seat] == [A, B]
    assert Match().next_starter is None


def test_reason_not_your_turn():
    """§7: the seat that is not to act may do nothing, not even what would be right for the other."""
    position = board("KKDGS", a="CC", b="CC")
    for action in (Take(Card.DIAMOND), Sell(Card.CLOTH, 2)):
        assert position.seen_by(A).why_not(action) is None
        assert position.seen_by(B).why_not(action) is Reason.NOT_YOUR_TURN
    assert list(position.seen_by(B).legal_actions) == []


def test_the_error_for_the_wrong_seat_says_so():
    """§7: NotYourTurn carries the reason, the action and the position."""
    view = board("KKDGS").seen_by(B)
    error = NotYourTurn(Take(Card.DIAMOND), view.why_not(Take(Card.DIAMOND)), view)
    assert (error.reason, error.action) == (Reason.NOT_YOUR_TURN, Take(Card.DIAMOND))
    assert str(view) in str(error)
