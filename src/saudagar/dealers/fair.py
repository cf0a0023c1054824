"""The fair dealer: every shuffle follows from one 256-bit seed, by protocol JD1 (docs/design/dealing.md)."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import ImpossibleChance
from ..rules import CAMEL, Answer, BonusDrawn, BySeat, Card, Dealt, Owed, Refill, Refilled, Ruleset, Seat, bundle
from .stream import Stream, mac


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The order of everything in one round: the deck without the open camels, and each bonus pile, top first."""

    deck: tuple[Card, ...]
    bonuses: dict[int, tuple[int, ...]]
    first: Seat


def shuffle(key: bytes, ruleset: Ruleset) -> Shuffle:
    """Return the shuffle that a 32-byte key determines, from its streams "deck", "bonus<tier>" and "first"."""
    deck = ruleset.pack - bundle([CAMEL] * ruleset.open_camels)
    return Shuffle(
        deck=tuple(Stream(key, "deck").shuffle(deck)),
        bonuses={tier: tuple(Stream(key, f"bonus{tier}").shuffle(pile)) for tier, pile in ruleset.bonuses},
        first=(Seat.A, Seat.B)[Stream(key, "first").below(2)],
    )


class FairDealer:
    """Deals a whole match from one secret seed; the same seed always deals the same match.

    Each round's key is HMAC-SHA256 of the seed and the round's number, so that revealing one round's key tells nothing
    about the next. ValueError for a seed that is not 32 bytes.
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError("a seed is 32 bytes (256 bits)")
        self._seed = seed
        self._round = 0
        self._deck: list[Card] = []
        self._bonuses: dict[int, list[int]] = {}

    def key(self, number: int) -> bytes:
        """Return the key of the round with this number, the first being 1. It opens the whole round: keep it secret."""
        return mac(self._seed, "saudagar/round", number.to_bytes(4, "big"))

    def first(self) -> Seat:
        """Return the seat drawn to start the first round."""
        return (Seat.A, Seat.B)[Stream(self.key(1), "first").below(2)]

    def deal(self, ruleset: Ruleset) -> Dealt:
        """Shuffle for the next round: five cards each in turn of seat, two to the market, the rest is the stock."""
        self._round += 1
        order = shuffle(self.key(self._round), ruleset)
        rest = iter(order.deck)
        hand_a, hand_b = (bundle(next(rest) for _ in range(ruleset.deal)) for _ in Seat)
        opened = [next(rest) for _ in range(ruleset.market_size - ruleset.open_camels)]
        self._deck = list(rest)
        self._bonuses = {tier: list(pile) for tier, pile in order.bonuses.items()}
        return Dealt(bundle([CAMEL] * ruleset.open_camels + opened), BySeat(hand_a, hand_b))

    def answer(self, owed: Owed) -> Answer:
        """Return the next cards of the stock or the top token of a bonus pile; ImpossibleChance if none is left."""
        pile: list[Card] | list[int] = self._deck if isinstance(owed, Refill) else self._bonuses.get(owed.tier, [])
        count = owed.count if isinstance(owed, Refill) else 1
        if len(pile) < count:
            raise ImpossibleChance(f"the dealer has nothing left for {owed}")
        drawn = [pile.pop(0) for _ in range(count)]
        return Refilled(bundle(Card(card) for card in drawn)) if isinstance(owed, Refill) else BonusDrawn(drawn[0])
