"""The parts of a State that many are told or that do not change any more, kept as the JSON they are sent as."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from ..rules import Audience, PlayedRound, Ruleset, Seat
from ..table import Entry, Table
from .state import log_facts, round_facts, ruleset_facts, view_facts

if TYPE_CHECKING:
    from .sitting import Sitting

Whom: TypeAlias = tuple[Audience, tuple[Seat, ...]]
"""Who is told a State: an audience, and the seats that are its own."""
_rulesets: dict[str, msgspec.Raw] = {}
_EMPTY = b"[]"
RECENT = 100
"""Rooms of which is kept what each audience sees; of the others it is worked out anew when somebody looks."""
_recent: OrderedDict[Cache, None] = OrderedDict()
"""Those rooms' caches, the one looked at longest ago first."""


class Cache:
    """Of one room: its log as each audience knows it, its finished rounds, and what each sees of the table now."""

    __slots__ = ("_logs", "_rounds", "_states", "_views")

    def __init__(self) -> None:
        self._logs: dict[Audience, tuple[int, Entry | None, bytes]] = {}
        self._rounds: tuple[tuple[PlayedRound, ...], bytes] = ((), _EMPTY)
        self._views: dict[Audience, tuple[Table, bool, msgspec.Raw]] = {}
        self._states: dict[Whom, tuple[Sitting, int, msgspec.Raw]] = {}

    def ruleset(self, ruleset: Ruleset) -> msgspec.Raw:
        """Return the numbers of a ruleset."""
        if ruleset.id not in _rulesets:
            _rulesets[ruleset.id] = msgspec.Raw(msgspec.json.encode(ruleset_facts(ruleset)))
        return _rulesets[ruleset.id]

    def state(self, whom: Whom, sitting: Sitting, presence: int, make: Callable[[], Any]) -> msgspec.Raw:
        """Return a State that does not change with time alone: worked out once a step, whoever is told it."""
        kept = self._states.get(whom)
        if kept and kept[0] is sitting and kept[1] == presence:
            return kept[2]
        told = msgspec.Raw(msgspec.json.encode(make()))
        self._states[whom] = (sitting, presence, told)
        return told

    def view(self, table: Table, audience: Audience, *, running: bool) -> msgspec.Raw:
        """Return what an audience sees of a table; a table is never changed, another takes its place."""
        kept = self._views.get(audience)
        if kept and kept[0] is table and kept[1] is running:
            return kept[2]
        told = msgspec.Raw(msgspec.json.encode(view_facts(table.view(audience), running=running)))
        self._views[audience] = (table, running, told)
        _recent[self] = None
        _recent.move_to_end(self)
        if len(_recent) > RECENT:
            _recent.popitem(last=False)[0].forget()
        return told

    def forget(self) -> None:
        """Forget what each audience sees: it can be worked out anew."""
        self._views.clear()
        self._states.clear()
        _recent.pop(self, None)

    def log(self, table: Table, audience: Audience) -> msgspec.Raw:
        """Return the log of a table as an audience may know it: what was told before, and what has come since."""
        count, last, told = self._logs.get(audience, (0, None, _EMPTY))
        log = table.log
        if count > len(log) or (count and log[count - 1] is not last):
            count, told = 0, _EMPTY
        if count < len(log):
            ruleset = table.match.ruleset
            told = _longer(told, [log_facts(entry, audience, ruleset) for entry in log[count:]])
            self._logs[audience] = (len(log), log[-1], told)
        return msgspec.Raw(told)

    def rounds(self, table: Table) -> msgspec.Raw:
        """Return the finished rounds of a table."""
        kept, told = self._rounds
        rounds = table.match.rounds
        if rounds is not kept:
            told = msgspec.json.encode([round_facts(number, each, table) for number, each in enumerate(rounds, 1)])
            self._rounds = (rounds, told)
        return msgspec.Raw(told)


def _longer(told: bytes, more: list[Any]) -> bytes:
    """Return a list of JSON with some things more at its end."""
    added = msgspec.json.encode(more)
    return added if told == _EMPTY else told[:-1] + b"," + added[1:]
