"""§23–§26: who knows what."""

import pytest
from tests.rules.boards import A, B, board, complete, met, trade

from saudagar.rules import (
    AUDIENCES,
    EMPTY,
    SPECTATOR,
    STANDARD,
    Began,
    BonusDrawn,
    BySeat,
    Card,
    Dealt,
    DrewBonus,
    Purse,
    Refilled,
    Round,
    Seat,
    Sell,
    Take,
    TakeCamels,
    bundle,
)
from saudagar.rules.events import of_action, of_answer, of_deal

PUBLIC = ("ruleset", "market", "hand_sizes", "known", "herds", "sold", "turn", "exchanges", "owed", "over")


def bonus_drawn():
    """A has sold three spice and drawn a 2; B is to act."""
    return board("KKDGS", a="PPPL", b="CC", sold="LL").play(Sell(Card.SPICE, 3)).resolve(BonusDrawn(2))


def test_everybody_sees_the_market_and_the_counts():
    """§23: market, stock, hand sizes, sold cards, bonus piles as numbers."""
    position = board("KKDGS", a="PPPL", b="CC", sold="LLC", herds=(1, 2), exchanges=3)
    for audience in AUDIENCES:
        view = position.seen_by(audience)
        assert (view.market, view.stock) == (bundle("DGSKK"), 55 - 5 - 6 - 3 - 3)
        assert (view.hand_sizes, view.herds) == (BySeat(4, 2), BySeat(1, 2))
        assert (view.sold, view.bonuses, view.exchanges, view.turn) == (bundle("CLL"), (7, 6, 5), 3, A)


def test_what_is_public_is_the_same_for_everybody():
    """§23: in 1,000 positions of seeded play, every public field of the three views is equal."""
    source = met(seed=50)
    for _ in range(1000):
        position = next(source)
        views = [position.seen_by(audience) for audience in AUDIENCES]
        for name in PUBLIC:
            assert len({str(getattr(view, name)) for view in views}) == 1, f"{name} {position}"


def test_the_value_of_goods_tokens_is_public():
    """§23: purses show their goods tokens to everybody."""
    for audience in AUDIENCES:
        purses = bonus_drawn().seen_by(audience).purses
        assert [(purse.rupees, purse.tokens) for purse in purses] == [(11, 3), (7, 2)]


def test_the_tier_of_every_bonus_token_is_public():
    """§23: who does not know the value knows the pile."""
    for audience in (B, SPECTATOR):
        assert bonus_drawn().seen_by(audience).purses.a == Purse(11, 3, (), (3,))


def test_only_its_owner_knows_a_bonus_value():
    """§26."""
    assert bonus_drawn().seen_by(A).purses.a == Purse(11, 3, (2,), ())


def test_bonus_values_are_open_to_all_when_the_round_is_over():
    """§26: until then only."""
    over = board("KKKPL", a="SSS", b="PP", sold="DDDDDGGGGGSS").play(Sell(Card.SILVER, 3)).resolve(BonusDrawn(3))
    assert over.over
    for audience in AUDIENCES:
        assert over.seen_by(audience).purses.a == Purse(15, 3, (3,))


def test_a_seat_sees_its_own_hand_and_no_other():
    """§24: a spectator sees none."""
    position = board("KKDGS", a="PPPL", b="CC")
    assert position.seen_by(A).hands == BySeat(bundle("PPPL"), None)
    assert position.seen_by(B).hands == BySeat(None, bundle("CC"))
    assert position.seen_by(SPECTATOR).hands == BySeat(None, None)


def test_the_own_hand_and_herd_of_a_view():
    """§8–§11: what one acts with; nothing for a spectator."""
    position = board("KKDGS", a="PPPL", b="CC", herds=(1, 2))
    assert [(view.hand, view.herd) for view in map(position.seen_by, AUDIENCES)] == [
        (bundle("PPPL"), 1),
        (bundle("CC"), 2),
        (EMPTY, 0),
    ]


def test_hands_stay_closed_when_the_round_is_over():
    """§18, §26: cards left in hand count nothing, and nobody has to show them."""
    over = board("KKKPL", a="CCSS", b="PP", sold="DDDDDGGGGGCCCCC").play(Sell(Card.CLOTH, 2))
    assert over.seen_by(B).hands.a is None


def test_goods_taken_from_the_market_are_known_until_they_leave():
    """§24: taken D; exchanged for C and L, giving D and an unseen S; sold C."""
    position = complete(board("DKKCL", a="SSG", b="PP"), Take(Card.DIAMOND), "K")
    assert position.known.a == bundle("D")
    position = position.play(Sell(Card.SPICE, 1)).play(trade("CL", "DS"))
    assert position.known.a == bundle("CL")
    position = position.play(Sell(Card.SPICE, 1)).play(Sell(Card.CLOTH, 1))
    assert position.known.a == bundle("L")


def test_giving_cards_of_a_known_kind_lowers_what_is_known():
    """§24: of three leather one is known; two are given, and whether the third is the known one is not certain."""
    position = board("DGKKC", a="LLL", known=("L", ""))
    assert position.play(trade("DG", "LL")).known.a == bundle("DG")


def test_selling_more_than_is_known_leaves_nothing_known():
    """§24: never below zero."""
    assert board("DGKKC", a="LLLL", known=("LL", "")).play(Sell(Card.LEATHER, 3)).known.a == EMPTY


def test_what_is_known_is_always_in_the_hand():
    """§24: in 3,000 positions of seeded play; and it is shown to everybody alike."""
    source = met(seed=70)
    for _ in range(3000):
        position = next(source)
        for seat in Seat:
            assert position.known[seat] <= position.hands[seat], str(position)


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_herd_follows_from_public_facts(audience):
    """§25: five less the cards in hand at the start, plus camels taken, minus camels given."""
    dealt = Dealt(bundle("KKKDC"), BySeat(bundle("GGSKK"), bundle("LLPPK")))
    position = Round.start(STANDARD, A, dealt)
    count = {seat: 5 - position.seen_by(audience).hand_sizes[seat] for seat in Seat}
    assert count == {A: 2, B: 1}
    position = complete(position, TakeCamels(), "GSS").play(trade("GS", "LK"))
    count[A] += 3
    count[B] -= 1
    assert position.seen_by(audience).herds == BySeat(count[A], count[B])


def test_the_order_of_the_stock_does_not_exist():
    """§26: dealt and drawn in another order, the same cards make an equal round."""
    dealt = Dealt(bundle("KKKDC"), BySeat(bundle("GGSKK"), bundle("LLPPK")))
    again = Dealt(bundle("CDKKK"), BySeat(bundle("KSGKG"), bundle("PLKPL")))
    assert Round.start(STANDARD, A, dealt) == Round.start(STANDARD, A, again)
    assert isinstance(Round.start(STANDARD, A, dealt).seen_by(A).stock, int)


def test_nobody_sees_into_the_bonus_piles():
    """§26: numbers, for everybody."""
    for audience in AUDIENCES:
        assert bonus_drawn().seen_by(audience).bonuses == (6, 6, 5)


def test_the_unseen_cards_are_those_one_cannot_place():
    """§24, §26: the pack without market, sold cards, herds, the own hand, and what is known of the other."""
    position = board("KKDGS", a="PPPL", b="CCG", sold="LL", herds=(1, 2), known=("P", "C"))
    placed = {A: "KKDGSLLKKKPPPLC", B: "KKDGSLLKKKCCGP", SPECTATOR: "KKDGSLLKKKPC"}
    for audience, cards in placed.items():
        assert position.seen_by(audience).unseen == STANDARD.pack - bundle(cards)


def test_the_deal_is_told_without_the_other_hand():
    """§24–§26: each seat sees its own goods, everybody the camels laid open."""
    dealt = Dealt(bundle("KKKDC"), BySeat(bundle("GGSKK"), bundle("LLPPK")))
    (began,) = of_deal(Round.start(STANDARD, B, dealt), dealt)
    assert began == Began(B, bundle("KKKDC"), BySeat(bundle("GGS"), bundle("LLPP")), BySeat(2, 1))
    assert began.seen_by(A).goods == BySeat(bundle("GGS"), None)
    assert began.seen_by(B).goods == BySeat(None, bundle("LLPP"))
    assert began.seen_by(SPECTATOR).goods == BySeat(None, None)
    assert {began.seen_by(audience).camels for audience in AUDIENCES} == {BySeat(2, 1)}


def test_a_drawn_bonus_is_told_without_its_value():
    """§26: the event for others has the tier only."""
    owed = board("KKDGS", a="PPPL", b="CC").play(Sell(Card.SPICE, 3))
    (drew,) = of_answer(owed, BonusDrawn(2), owed.resolve(BonusDrawn(2)))
    assert [drew.seen_by(audience) for audience in AUDIENCES] == [
        DrewBonus(A, 3, 2),
        DrewBonus(A, 3, None),
        DrewBonus(A, 3, None),
    ]


@pytest.mark.parametrize("action", [Take(Card.DIAMOND), TakeCamels(), trade("DG", "LL"), Sell(Card.LEATHER, 2)])
def test_every_action_is_public(action):
    """§23: what was taken, given and sold is told to everybody alike, and so are the cards laid."""
    before = board("DGKKS", a="LLC")
    after = before.play(action)
    events = of_action(before, action, after)
    if after.owed:
        cards = Refilled(bundle("CCC"[: after.owed.count]))
        events += of_answer(after, cards, after.resolve(cards))
    for event in events:
        assert {event.seen_by(audience) for audience in AUDIENCES} == {event}
