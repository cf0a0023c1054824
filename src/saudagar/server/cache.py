"""The parts of a State that many are told or that do not change any more, kept as the JSON they are sent as."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from ..rules import AUDIENCES, SPECTATOR, Audience, PlayedRound, Ruleset, Seat
from ..table import Entry, Table
from .state import log_facts, open_facts, own_facts, round_facts, ruleset_facts

if TYPE_CHECKING:
    from .sitting import Sitting

Whom: TypeAlias = tuple[Audience, tuple[Seat, ...]]
"""Who is told a State: an audience, and the seats that are its own."""
_rulesets: dict[str, msgspec.Raw] = {}
_EMPTY = b"[]"
encode = msgspec.json.Encoder().encode
RECENT = 100
"""Rooms of which is kept what each audience sees; of the others it is worked out anew when somebody looks."""
_recent: OrderedDict[Cache, None] = OrderedDict()
"""Those rooms' caches, the one looked at longest ago first."""


class Cache:
    """Of one room: its log, its finished rounds, and what each audience sees of the table now."""

    __slots__ = ("_common", "_log", "_open", "_rounds", "_states", "_views")

    def __init__(self) -> None:
        self._log: Log | None = None
        self._rounds: tuple[tuple[PlayedRound, ...], bytes] = ((), _EMPTY)
        self._open: tuple[Table, bool, bytes] | None = None
        self._views: dict[Audience, tuple[Table, bool, msgspec.Raw]] = {}
        self._common: tuple[Sitting, int, bytes] | None = None
        self._states: dict[Whom, tuple[Sitting, int, msgspec.Raw]] = {}

    def ruleset(self, ruleset: Ruleset) -> msgspec.Raw:
        """Return the numbers of a ruleset."""
        if ruleset.id not in _rulesets:
            _rulesets[ruleset.id] = msgspec.Raw(encode(ruleset_facts(ruleset)))
        return _rulesets[ruleset.id]

    def state(
        self,
        whom: Whom,
        sitting: Sitting,
        presence: int,
        common: Callable[[], dict[str, Any]],
        own: Callable[[], dict[str, Any]],
    ) -> msgspec.Raw:
        """Return a State that does not change with time alone: worked out once a step, whoever is told it.

        `common` gives the fields that are alike for everybody, `own` the others.
        """
        kept = self._states.get(whom)
        if kept and kept[0] is sitting and kept[1] == presence:
            return kept[2]
        alike = self._common
        if not (alike and alike[0] is sitting and alike[1] == presence):
            self._common = alike = (sitting, presence, encode(common()))
        told = msgspec.Raw(_joined(alike[2], encode(own())))
        self._states[whom] = (sitting, presence, told)
        return told

    def view(self, table: Table, audience: Audience, *, running: bool) -> msgspec.Raw:
        """Return what an audience sees of a table; a table is never changed, another takes its place."""
        kept = self._views.get(audience)
        if kept and kept[0] is table and kept[1] is running:
            return kept[2]
        view, alike = table.view(audience), self._open
        if not (alike and alike[0] is table and alike[1] is running):
            self._open = alike = (table, running, encode(open_facts(view, running=running)))
        told = msgspec.Raw(_joined(alike[2], encode(own_facts(view, running=running))))
        self._views[audience] = (table, running, told)
        _recent[self] = None
        _recent.move_to_end(self)
        if len(_recent) > RECENT:
            _recent.popitem(last=False)[0].forget()
        return told

    def forget(self) -> None:
        """Forget what each audience sees: it can be worked out anew."""
        self._common = self._open = None
        self._views.clear()
        self._states.clear()
        _recent.pop(self, None)

    def log(self, table: Table, audience: Audience) -> msgspec.Raw:
        """Return the log of a table as an audience may know it."""
        if self._log is None or not self._log.follows(table):
            self._log = Log()
        return msgspec.Raw(self._log.told(table, audience))

    def rounds(self, table: Table) -> msgspec.Raw:
        """Return the finished rounds of a table."""
        kept, told = self._rounds
        rounds = table.match.rounds
        if rounds is not kept:
            told = encode([round_facts(number, each, table) for number, each in enumerate(rounds, 1)])
            self._rounds = (rounds, told)
        return msgspec.Raw(told)


class Log:
    """The log of a table as JSON: lines that are alike for everybody joined, the others one for each audience."""

    __slots__ = ("_count", "_last", "_parts")

    def __init__(self) -> None:
        self._count = 0
        self._last: Entry | None = None
        self._parts: list[bytes | dict[Audience, bytes]] = []

    def follows(self, table: Table) -> bool:
        """Whether a table's log begins with what is kept here."""
        return self._count == 0 or (self._count <= table.ply and table.log[self._count - 1] is self._last)

    def told(self, table: Table, audience: Audience) -> bytes:
        """Return the log as an audience may know it: what was told before, and what has come since."""
        ruleset = table.match.ruleset
        if self._count < table.ply:
            for entry in table.log[self._count :]:
                self._add(entry, ruleset)
        return b"[%b]" % b",".join([part if isinstance(part, bytes) else part[audience] for part in self._parts])

    def _add(self, entry: Entry, ruleset: Ruleset) -> None:
        self._count, self._last = self._count + 1, entry
        lines = {audience: _line(entry, audience, ruleset) for audience in _who_differ(entry)}
        first, *others = lines.values()
        if any(line != first for line in others):
            self._parts.append(lines)
        elif self._parts and isinstance(before := self._parts[-1], bytes):
            self._parts[-1] = b"%b,%b" % (before, first)
        else:
            self._parts.append(first)


def _who_differ(entry: Entry) -> tuple[Audience, ...]:
    """Return the audiences that may know different things of an entry; one of them where nothing in it is hidden."""
    hides = any(event.seen_by(SPECTATOR) is not event for event in entry.events)
    return AUDIENCES if hides else (SPECTATOR,)


def _line(entry: Entry, audience: Audience, ruleset: Ruleset) -> bytes:
    return encode(log_facts(entry, audience, ruleset))


def _joined(one: bytes, other: bytes) -> bytes:
    """Return one object of JSON with the fields of two."""
    return b"%b,%b" % (one[:-1], other[1:])
