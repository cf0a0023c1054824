"""A sitting: all that is stored of a match, as it stands after one step; the next step puts another in its place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from ..dealers.jd1 import DealingRefused
from ..rules import RULESETS, Match, Seat
from ..table import Table
from . import clock as clocks
from . import handshake as handshakes
from .clock import Clock
from .entries import CorruptMatch, rebuild
from .handshake import Handshake
from .store import Rated, Standing, Store, StoredMatch, StoredNote
from .store.sql import Reads

ENDS = {"resign": "resigned", "time": "time", "unopened": "not_opened"}
"""What the last event of a match says about its end; any other is a seal."""


@dataclass(frozen=True)
class Sitting:
    """One match between two steps. Its table is never changed: a command plays on with a branch of it."""

    match: StoredMatch
    step: int
    """How many steps are stored."""
    table: Table | None
    """None before the first deal."""
    last: str
    """The kind of the last event."""
    handshake: Handshake
    notes: tuple[StoredNote, ...]
    clock: Clock | None
    rated: Rated | None = None
    """What the match changed about ratings, None before its end and where it changes nothing."""

    @cached_property
    def aborted(self) -> bool:
        """Whether the match was called off."""
        return any(note.kind == "abort" for note in self.notes)

    @property
    def round(self) -> int:
        """The number of the round on the table, 0 before the first."""
        return self.table.round_number if self.table else 0

    @property
    def ply(self) -> int:
        """The ply that the next command must name."""
        return self.table.ply if self.table else 0

    @cached_property
    def phase(self) -> str:
        """Where the match stands: waiting, dealing, play, round_over, match_over or aborted."""
        if self.aborted:
            return "aborted"
        if self.match.online and self.match.guests.b is None:
            return "waiting"
        if self.table and self.table.match.over:
            return "match_over"
        if self.match.online and (self.table is None or self.handshake.running(self.round + 1)):
            return "dealing"
        return self.table.phase.value if self.table else "waiting"

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.phase in ("match_over", "aborted")

    @property
    def ended(self) -> str | None:
        """How the match ended, None while it runs."""
        if self.aborted:
            return "aborted"
        return ENDS.get(self.last, "seals") if self.table and self.table.match.over else None

    @property
    def may_abort(self) -> bool:
        """Whether it may be called off: while it is online and nobody has acted."""
        acted = self.table is not None and self.table.ply > 1
        return self.match.online and not acted and not self.over

    @property
    def to_act(self) -> Seat | None:
        """The seat whose action is awaited."""
        return self.table.to_act if self.table and self.phase == "play" else None

    @property
    def awaited(self) -> str:
        """The seats that the match waits for, as letters."""
        seats: tuple[Seat, ...] = ()
        if self.phase == "dealing":
            seats = self.handshake.awaited
        elif self.phase == "round_over":
            seats = tuple(Seat)
        elif self.to_act:
            seats = (self.to_act,)
        return "".join(seat.value for seat in seats)

    @property
    def offered(self) -> tuple[Seat, ...]:
        """The seats that have asked for a rematch."""
        asked = {note.seat for note in self.notes if note.kind == "offer"}
        return tuple(seat for seat in Seat if seat in asked)

    @cached_property
    def asks_back(self) -> Seat | None:
        """The seat that asks to have its last action undone, and was not answered yet; online."""
        note = self._about_back
        return note.seat if note and note.kind == "ask_back" and self.phase == "play" else None

    @cached_property
    def kept(self) -> bool:
        """Whether the other seat has declined to undo the last action: then it is not asked again."""
        return self._about_back is not None and self._about_back.kind == "keep"

    @property
    def _about_back(self) -> StoredNote | None:
        """The last word about undoing the last action; what was said of an earlier ply is nothing."""
        about = (note for note in reversed(self.notes) if note.kind in ("ask_back", "keep"))
        return next((note for note in about if note.data == str(self.ply)), None)

    def standing(self, now: float) -> Standing:
        """Return how the match stands, for lists."""
        if self.table is None:
            zero = Match().seals
            return Standing(1, self.phase, zero, None, now, self.awaited)
        # Phrases and offers are no progress: the list stays in the order of what was played.
        table, match = self.table, self.table.match
        return Standing(table.round_number, self.phase, match.seals, match.winner, table.last.at, self.awaited)

    def settled(self) -> Sitting:
        """Return the sitting with every deal revealed that has been played."""
        if not self.handshake.attempts:
            return self
        playing = self.phase == "play"
        return replace(self, handshake=self.handshake.revealed(self.round - 1 if playing else self.round))


def new_match(match: StoredMatch) -> Match:
    """Return the match of the rules, as it begins."""
    return Match(RULESETS[match.ruleset], match.seals, match.first)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as it is stored, the keys of its commands, and the seed of its computer players."""

    sitting: Sitting
    keys: set[tuple[Seat | None, str]]
    seed: bytes


def load(store: Store | Reads, match_id: str) -> Loaded | None:
    """Return a match as it is stored; None when there is no such match.

    CorruptMatch when what is stored does not replay. The version is read first, so that later writes are noticed.
    """
    version = store.version(match_id)
    match = store.match(match_id)
    if match is None or version is None:
        return None
    try:
        events, notes = store.events(match_id), store.notes(match_id)
        told = store.dealings(match_id) if match.online else []
        handshake = handshakes.restored(told)
        seed, player_seed = store.seeds(match_id)
        dealings = [each.dealing for each in handshake.attempts]
        table = None if match.online and not events else rebuild(match, seed, events, dealings)
        terms = clocks.parse_terms(match.clock)
    except (KeyError, ValueError, DealingRefused, msgspec.DecodeError) as wrong:
        raise CorruptMatch(match_id, 0) from wrong
    told_clock = store.clock(match_id)
    clock = clocks.restored(terms, told_clock) if terms and told_clock else None
    last = events[-1].kind if events else ""
    keys = {(event.seat, event.key) for event in events if event.key}
    keys |= {(note.seat, note.key) for note in notes if note.key}
    rated = store.rated(match_id) if match.rated else None
    sitting = Sitting(match, version, table, last, handshake, tuple(notes), clock, rated).settled()
    return Loaded(sitting, keys, player_seed)
