"""The handshake: all attempts to deal the rounds of an online match by JD1, and what is awaited of whom."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..dealers import Dealing, Terms
from ..dealers.jd1 import DealingRefused, Phase, Void
from ..rules import BySeat, Ruleset, Seat
from .store import StoredDealing

MOST_VOID = 10
"""Void attempts of one round after which the match is called off."""
LIVE_PATIENCE = 120.0
"""Seconds to commit, and again to open, in matches that are played at once."""
SLOW_PATIENCE = 86_400.0
"""The same where a clock counts days."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to deal, and when it came to its phase."""

    dealing: Dealing
    at: float

    def stored(self) -> StoredDealing:
        """Return what the store keeps of it, secrets included."""
        terms = self.dealing.terms
        return StoredDealing(terms.round, terms.attempt, self.at, json.dumps(self.dealing.to_dict()))


@dataclass(frozen=True, slots=True)
class Handshake:
    """The attempts of a match, oldest first; each step returns the handshake after it."""

    attempts: tuple[Attempt, ...] = ()

    @property
    def last(self) -> Attempt | None:
        """The attempt that is on, or was last."""
        return self.attempts[-1] if self.attempts else None

    @property
    def voids(self) -> int:
        """How many attempts have become void in the match."""
        return sum(each.dealing.phase is Phase.VOID for each in self.attempts)

    def running(self, round_number: int) -> bool:
        """Whether an attempt to deal this round has begun and the round has not."""
        return self.last is not None and self.last.dealing.terms.round == round_number and not self.dealt

    @property
    def dealt(self) -> bool:
        """Whether the last attempt led to a deal."""
        return self.last is not None and self.last.dealing.phase in (Phase.DEALT, Phase.REVEALED)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose number or choice is awaited."""
        if self.last is None or self.dealt:
            return ()
        return (self.chooser,) if self.chooser else self.last.dealing.waiting

    @property
    def chooser(self) -> Seat | None:
        """The seat that chooses how to go on, because its opponent alone committed and did not open."""
        if self.last is None or self.last.dealing.reason is not Void.NOT_OPENED:
            return None
        missing = self.last.dealing.waiting
        return missing[0].other if len(missing) == 1 else None

    @property
    def may_win(self) -> bool:
        """Whether the chooser may take the win: not for a line that broke once, and not before a first round."""
        if not self.chooser or not self.last or self.last.dealing.terms.round == 1:
            return False
        number = self.last.dealing.terms.round
        missed = [
            each.dealing.waiting == (self.chooser.other,)
            for each in self.attempts
            if each.dealing.terms.round == number and each.dealing.reason is Void.NOT_OPENED
        ]
        return sum(missed) > 1

    @property
    def exhausted(self) -> bool:
        """Whether so many attempts at this round are void that there is no sense in another."""
        return self.last is not None and self.last.dealing.phase is Phase.VOID and self._attempt >= MOST_VOID

    @property
    def _attempt(self) -> int:
        return self.last.dealing.terms.attempt if self.last else 0

    def deadline(self, patience: float, began: float) -> float | None:
        """Return when the time to commit, to open or to choose is over; None where nobody is waited for in vain.

        While nobody at all has committed, nobody is kept waiting. `began` is when this server began: a restart
        gives all the time anew.
        """
        if self.last is None or not self.awaited:
            return None
        if self.last.dealing.phase is Phase.COMMITTED and len(self.last.dealing.waiting) == len(Seat):
            return None
        return max(self.last.at, began) + patience

    def begin(self, match_id: str, names: BySeat[str], ruleset: Ruleset, first: Seat | None, now: float) -> Handshake:
        """Return the handshake with a new attempt: at the same round after a void one, else at the next."""
        if self.last is None:
            terms = Terms(match_id, 1, names, ruleset.id, first=first)
        elif self.last.dealing.phase is Phase.VOID:
            terms = self.last.dealing.again()
        else:
            terms = self.last.dealing.following()
        return Handshake((*self.attempts, Attempt(Dealing.begin(terms), now)))

    def but(self, dealing: Dealing, now: float) -> Handshake:
        """Return the handshake whose last attempt has made a step; the time to commit begins with the first."""
        last = self.attempts[-1]
        first = last.dealing.phase is Phase.COMMITTED and len(last.dealing.waiting) == len(Seat)
        at = now if first or dealing.phase is not last.dealing.phase else last.at
        return Handshake((*self.attempts[:-1], Attempt(dealing, at)))

    def revealed(self, rounds: int) -> Handshake:
        """Return the handshake after so many rounds were played: their secrets may be published."""
        return Handshake(
            tuple(
                replace(each, dealing=each.dealing.reveal())
                if each.dealing.phase is Phase.DEALT and each.dealing.terms.round <= rounds
                else each
                for each in self.attempts
            )
        )

    def played(self, round_number: int) -> list[Dealing]:
        """Return all attempts at one round, void ones first."""
        return [each.dealing for each in self.attempts if each.dealing.terms.round == round_number]


def restored(told: list[StoredDealing]) -> Handshake:
    """Return the handshake that a store has kept, nothing of it revealed yet.

    An attempt whose secret has been lost comes back void. DealingRefused when a round that was dealt cannot be read.
    """
    return Handshake(tuple(Attempt(_read(json.loads(each.data)), each.at) for each in told))


def _read(told: Mapping[str, object]) -> Dealing:
    try:
        return Dealing.from_dict(told)
    except DealingRefused:
        if told.get("root"):
            raise
        return Dealing.lost(told)
