"""The onward dealer: a round that was begun elsewhere goes on, dealt from a seed."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ImpossibleChance
from ..rules import Answer, BonusDrawn, Bundle, Card, Dealt, Owed, Refill, Refilled, Ruleset, Seat, bundle
from .fair import FairDealer
from .stream import Stream, mac


class OnwardDealer:
    """Gives the first round's deal and answers as they were told; what comes after them follows from a seed.

    The rest of the pack and of the bonus piles is shuffled once, so that the same seed always goes on the same way.
    Further rounds are dealt by a `FairDealer` of this seed. ValueError for a seed that is not 32 bytes.
    """

    def __init__(self, seed: bytes, dealt: Dealt, told: Sequence[Answer], starter: Seat) -> None:
        self._fair = FairDealer(seed)
        self._key = mac(seed, "saudagar/onward")
        self._dealt = dealt
        self._told = list(told)
        self._starter = starter
        self._deck = list[Card]()
        self._piles = dict[int, list[int]]()
        self._later = False
        self._begun = False

    def first(self) -> Seat:
        """Return who started the round."""
        return self._starter

    def deal(self, ruleset: Ruleset) -> Dealt:
        """Return the deal that was told; later rounds are dealt anew."""
        if self._begun:
            self._later = True
            return self._fair.deal(ruleset)
        self._begun = True
        gone: Bundle = self._dealt.market + self._dealt.hands.a + self._dealt.hands.b
        drawn = list[int]()
        for answer in self._told:
            if isinstance(answer, Refilled):
                gone += answer.cards
            else:
                drawn.append(answer.value)
        if not gone <= ruleset.pack:
            raise ImpossibleChance(f"what was told has more cards than the pack: {gone.less(ruleset.pack)}")
        self._deck = Stream(self._key, "deck").shuffle(ruleset.pack - gone)
        for tier, pile in ruleset.bonuses:
            left = list(pile)
            for value in [value for value in drawn if value in pile]:
                left.remove(value)
            self._piles[tier] = Stream(self._key, f"bonus{tier}").shuffle(left)
        return self._dealt

    def answer(self, owed: Owed) -> Answer:
        """Return the next answer: told, then shuffled. ImpossibleChance where nothing is left."""
        if self._later:
            return self._fair.answer(owed)
        if self._told:
            return self._told.pop(0)
        pile: list[Card] | list[int] = self._deck if isinstance(owed, Refill) else self._piles.get(owed.tier, [])
        count = owed.count if isinstance(owed, Refill) else 1
        if len(pile) < count:
            raise ImpossibleChance(f"the dealer has nothing left for {owed}")
        if isinstance(owed, Refill):
            return Refilled(bundle([self._deck.pop() for _ in range(count)]))
        return BonusDrawn(self._piles[owed.tier].pop())
