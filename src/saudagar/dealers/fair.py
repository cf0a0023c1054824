"""The fair dealer: every shuffle follows from one 256-bit seed, by protocol JD1 (docs/design/dealing.md)."""

from __future__ import annotations

from ..errors import ImpossibleChance
from ..rules import Answer, Dealt, Owed, Ruleset, Seat
from .shoe import Shoe
from .shuffle import shuffle
from .stream import Stream, mac


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
        self._shoe: Shoe | None = None

    def key(self, number: int) -> bytes:
        """Return the key of the round with this number, the first being 1. It opens the whole round: keep it secret."""
        return mac(self._seed, "saudagar/round", number.to_bytes(4, "big"))

    def first(self) -> Seat:
        """Return the seat drawn to start the first round."""
        return (Seat.A, Seat.B)[Stream(self.key(1), "first").below(2)]

    def deal(self, ruleset: Ruleset) -> Dealt:
        """Shuffle for the next round: five cards each in turn of seat, two to the market, the rest is the stock."""
        self._round += 1
        self._shoe = Shoe(shuffle(self.key(self._round), ruleset), ruleset)
        return self._shoe.dealt

    def answer(self, owed: Owed) -> Answer:
        """Return the next cards of the stock or the top token of a bonus pile; ImpossibleChance if none is left."""
        if self._shoe is None:
            raise ImpossibleChance("the dealer has dealt no round yet")
        return self._shoe.answer(owed)
