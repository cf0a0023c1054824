"""The clock of a match: the time each seat has left. What time it is, is always an argument, in seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from ..rules import BySeat, Seat
from .store import StoredClock

DAY = 86_400

Time = Callable[[], float]
Elapsed = Callable[[float, float], float]
"""How much of the time between two moments counts: a clock does not run while no server does."""


def steady() -> Time:
    """Return what tells the time in seconds since 1970, by the wall clock of now and a steady count from here on.

    Whoever sets the wall clock while the server runs moves no deadline.
    """
    offset = time.time() - time.monotonic()
    return lambda: offset + time.monotonic()


class MatchClock(msgspec.Struct, frozen=True, tag="match", tag_field="kind", forbid_unknown_fields=True):
    """So many seconds for the whole match, and so many more after each of one's actions."""

    seconds: int
    increment: int = 0


class TurnClock(msgspec.Struct, frozen=True, tag="turn", tag_field="kind", forbid_unknown_fields=True):
    """So many days for each action."""

    days: int


ClockTerms = MatchClock | TurnClock


def problem(terms: ClockTerms) -> str:
    """Return what is wrong with the numbers of a clock, nothing where they will do."""
    if isinstance(terms, TurnClock):
        return "" if 1 <= terms.days <= 30 else "a turn has from 1 to 30 days"
    sound = 10 <= terms.seconds <= 6 * 3600 and 0 <= terms.increment <= 300
    return "" if sound else "a clock has from 10 seconds to 6 hours, and up to 300 seconds more for each action"


def parse_terms(text: str | None) -> ClockTerms | None:
    """Return the terms that a store keeps as text."""
    return msgspec.json.decode(text, type=MatchClock | TurnClock) if text else None


def terms_text(terms: ClockTerms | None) -> str | None:
    """Return the terms as text for the store."""
    return msgspec.json.encode(terms).decode() if terms else None


@dataclass(frozen=True, slots=True)
class Clock:
    """How a clock stood at `since`; each step returns the clock after it."""

    terms: ClockTerms
    left: BySeat[float]
    running: Seat | None = None
    since: float = 0.0

    @staticmethod
    def new(terms: ClockTerms, now: float) -> Clock:
        """Return a clock that has never run."""
        full = float(terms.seconds if isinstance(terms, MatchClock) else terms.days * DAY)
        return Clock(terms, BySeat(full, full), None, now)

    def left_at(self, seat: Seat, now: float, elapsed: Elapsed) -> float:
        """Return the seconds that a seat has left; 0 when it has none."""
        spent = elapsed(self.since, now) if self.running is seat else 0.0
        return max(0.0, self.left[seat] - spent)

    def out(self, now: float, elapsed: Elapsed) -> Seat | None:
        """Return the seat that has nothing left, None for nobody. Exactly nothing left is nothing."""
        return self.running if self.running and self.left_at(self.running, now, elapsed) <= 0 else None

    def turn(self, seat: Seat | None, now: float, elapsed: Elapsed, *, acted: bool) -> Clock:
        """Return the clock stopped and running for another seat, or for none; who has acted gets its increment."""
        left = self.left
        if self.running:
            rest = self.left_at(self.running, now, elapsed)
            more = self.terms.increment if acted and isinstance(self.terms, MatchClock) else 0
            left = left.but(self.running, rest + more)
        if seat and isinstance(self.terms, TurnClock):
            left = left.but(seat, float(self.terms.days * DAY))
        return replace(self, left=left, running=seat, since=now)

    def withdrawn(self, seat: Seat) -> Clock:
        """Return the clock without the increment that a seat got for an action which is undone."""
        more = self.terms.increment if isinstance(self.terms, MatchClock) else 0
        return replace(self, left=self.left.but(seat, self.left[seat] - more))

    def stored(self) -> StoredClock:
        """Return what the store keeps."""
        deadline = self.since + self.left[self.running] if self.running else None
        return StoredClock(self.left, self.running, self.since, deadline)


def restored(terms: ClockTerms, told: StoredClock) -> Clock:
    """Return the clock that a store has kept."""
    return Clock(terms, told.left, told.running, told.since)
