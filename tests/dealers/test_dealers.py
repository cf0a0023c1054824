"""The dealers: the fair one deals every deal alike, the scripted one its script, the manual one what it is told."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from tests.table.matches import seed

from saudagar.dealers import Dealer, FairDealer, ManualDealer, ScriptedDealer, Stream, settle, shuffle
from saudagar.errors import ImpossibleChance
from saudagar.rules import (
    CAMEL,
    MINI,
    SIX_EACH,
    STANDARD,
    Bonus,
    BonusDrawn,
    BySeat,
    Card,
    Dealt,
    Refill,
    Refilled,
    Round,
    Ruleset,
    Seat,
    Sell,
    Take,
    bundle,
)

ALL = pytest.mark.parametrize("ruleset", [STANDARD, SIX_EACH, MINI], ids=lambda rules: rules.name)
DEALT = Dealt(bundle("DDKKK"), BySeat(bundle("GGGSS"), bundle("CCCPP")))


def test_a_round_s_key_is_the_hmac_of_seed_and_number() -> None:
    """The first bytes of the whole chain: HMAC-SHA256 of the seed over "saudagar/round", zero, four bytes of number."""
    dealer = FairDealer(seed(1))
    for number in (1, 2, 300):
        text = b"saudagar/round\0" + number.to_bytes(4, "big")
        assert dealer.key(number) == hmac.new(seed(1), text, hashlib.sha256).digest()


@ALL
def test_a_deal_is_the_shuffle_in_order(ruleset: Ruleset) -> None:
    """Seat A gets the first cards of the shuffled deck, seat B the next, the market the next; the rest is the stock."""
    dealer = FairDealer(seed(2))
    for number in (1, 2, 3):
        deck = list(shuffle(dealer.key(number), ruleset).deck)
        dealt = dealer.deal(ruleset)
        n, opened = ruleset.deal, ruleset.market_size - ruleset.open_camels
        assert dealt.hands == BySeat(bundle(deck[:n]), bundle(deck[n : 2 * n]))
        assert dealt.market == bundle([CAMEL] * ruleset.open_camels + deck[2 * n : 2 * n + opened])
        rest = deck[2 * n + opened :]
        assert len(rest) == ruleset.first_stock
        assert [dealer.answer(Refill(1)) for _ in rest] == [Refilled(bundle([card])) for card in rest]
        with pytest.raises(ImpossibleChance):
            dealer.answer(Refill(1))


def test_a_shuffle_as_another_program_makes_it() -> None:
    """Fisher–Yates from the last place down over D6 G6 S6 C8 P8 L10 K8, on the stream "deck" of the round's key."""
    key = FairDealer(seed(3)).key(1)
    deck = list("D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10 + "K" * 8)
    numbers = Stream(key, "deck")
    for place in range(51, 0, -1):
        other = numbers.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    order = shuffle(key, STANDARD)
    assert "".join(card.letter for card in order.deck) == "".join(deck)
    assert order.bonuses[5] == tuple(Stream(key, "bonus5").shuffle((8, 8, 9, 10, 10)))
    assert order.first is (Seat.A, Seat.B)[Stream(key, "first").below(2)]


@ALL
def test_a_deal_has_all_cards_and_tokens(ruleset: Ruleset) -> None:
    """The deck is the pack without the open camels, each bonus pile is whole, and the set-up starts a round."""
    dealer = FairDealer(seed(4))
    for number in range(1, 31):
        order = shuffle(dealer.key(number), ruleset)
        assert bundle(order.deck) == ruleset.pack - bundle([CAMEL] * ruleset.open_camels)
        assert {tier: tuple(sorted(pile)) for tier, pile in order.bonuses.items()} == dict(ruleset.bonuses)
        Round.start(ruleset, dealer.first(), dealer.deal(ruleset))


def test_bonus_tokens_come_from_the_top_of_their_pile() -> None:
    """Each tier is drawn in its shuffled order until it is empty; a tier that is not there gives nothing."""
    dealer = FairDealer(seed(5))
    dealer.deal(STANDARD)
    order = shuffle(dealer.key(1), STANDARD)
    for tier, pile in order.bonuses.items():
        assert [dealer.answer(Bonus(Seat.A, tier)) for _ in pile] == [BonusDrawn(value) for value in pile]
        with pytest.raises(ImpossibleChance):
            dealer.answer(Bonus(Seat.A, tier))
    with pytest.raises(ImpossibleChance):
        dealer.answer(Bonus(Seat.B, 9))


def test_the_same_seed_deals_the_same_match() -> None:
    """Equal seeds deal equally, round after round; a seed with one bit changed deals otherwise."""
    one, same, other = FairDealer(seed(6)), FairDealer(seed(6)), FairDealer(seed(6)[:-1] + b"\0")
    deals = [[dealer.deal(STANDARD) for _ in range(5)] for dealer in (one, same, other)]
    assert deals[0] == deals[1]
    assert all(mine != theirs for mine, theirs in zip(deals[0], deals[2], strict=True))
    assert len(set(deals[0])) == 5


def test_a_round_does_not_depend_on_how_the_last_was_played() -> None:
    """The second deal is the same whether the first round drew all of its cards or none."""
    idle, busy = FairDealer(seed(7)), FairDealer(seed(7))
    idle.deal(STANDARD)
    busy.deal(STANDARD)
    for _ in range(40):
        busy.answer(Refill(1))
    assert idle.deal(STANDARD) == busy.deal(STANDARD)
    assert [idle.answer(Refill(5)) for _ in range(8)] == [busy.answer(Refill(5)) for _ in range(8)]


def test_any_kind_of_card_is_as_likely_at_any_place() -> None:
    """χ² of card × place over 2,000 deals: 52 places and 7 kinds have 306 degrees of freedom."""
    deals, counts = 2_000, Counter()
    for number in range(deals):
        counts.update(enumerate(shuffle(hashlib.sha256(b"%d" % number).digest(), STANDARD).deck))
    deck = STANDARD.pack - bundle("KKK")
    expected = {card: deals * deck[card] / 52 for card in Card}
    chi = sum((counts[place, card] - expected[card]) ** 2 / expected[card] for place in range(52) for card in Card)
    # Cards of one deal exclude each other, so χ² has mean 306 × 52/51 at most; five standard deviations around that.
    assert 306 - 125 < chi < 312 + 125


def test_all_orders_of_a_bonus_pile_are_equally_likely() -> None:
    """8 8 9 10 10 has 30 different orders; each comes up as often in 3,000 deals, and both seats start as often."""
    orders, firsts = Counter(), Counter()
    for number in range(3_000):
        key = hashlib.sha256(b"bonus %d" % number).digest()
        orders[tuple(Stream(key, "bonus5").shuffle((8, 8, 9, 10, 10)))] += 1
        firsts[Stream(key, "first").below(2)] += 1
    assert len(orders) == 30
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 29 + 5 * (2 * 29) ** 0.5
    assert abs(firsts[0] - 1500) < 5 * 27.4


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_seed_has_256_bits(length: int) -> None:
    """ValueError for a seed of another length: 2^128 seeds cannot reach all 2^148 deals."""
    with pytest.raises(ValueError, match="32 bytes"):
        FairDealer(bytes(length))


def test_a_script_is_dealt_to_its_end() -> None:
    """Deals and answers come in the order of the lists; ImpossibleChance when a list has run out."""
    dealer = ScriptedDealer([DEALT], [Refilled(bundle("S")), BonusDrawn(3)], Seat.B)
    assert dealer.first() is Seat.B
    assert dealer.deal(STANDARD) == DEALT
    assert dealer.answer(Refill(1)) == Refilled(bundle("S"))
    assert dealer.answer(Bonus(Seat.B, 3)) == BonusDrawn(3)
    with pytest.raises(ImpossibleChance, match="further deal"):
        dealer.deal(STANDARD)
    with pytest.raises(ImpossibleChance, match="no answer"):
        dealer.answer(Refill(1))


def test_fingers_are_asked_for_everything() -> None:
    """The manual dealer passes each question on and returns what it is told; the round refuses what cannot be."""
    asked: list[object] = []

    def answer(owed: object) -> BonusDrawn | Refilled:
        asked.append(owed)
        return BonusDrawn(2) if isinstance(owed, Bonus) else Refilled(bundle("XDGSCPLK"[2:3]))

    dealer: Dealer = ManualDealer(lambda: Seat.B, lambda _: DEALT, answer)
    rnd = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
    rnd = settle(rnd.play(Sell(Card.CLOTH, 3)), dealer)
    assert rnd.purses.b.bonuses == (2,)
    rnd = settle(rnd.play(Take(Card.DIAMOND)), dealer)
    assert rnd.market == bundle("DGKKK")
    assert asked == [Bonus(Seat.B, 3), Refill(1)]
    with pytest.raises(ImpossibleChance):
        settle(rnd.play(Take(Card.GOLD)), ManualDealer(lambda: Seat.A, lambda _: DEALT, lambda _: BonusDrawn(2)))


def test_nothing_is_settled_where_nothing_is_owed() -> None:
    """`settle` returns a round that owes nothing as it is and does not ask the dealer."""
    rnd = Round.start(STANDARD, Seat.A, DEALT)
    assert settle(rnd, ScriptedDealer([])) is rnd
