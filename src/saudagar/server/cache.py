"""The parts of a State that do not change any more, kept as the JSON they are sent as."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ..rules import Audience, PlayedRound, Ruleset
from ..table import Entry, Table
from .state import log_facts, round_facts, ruleset_facts

_rulesets: dict[str, msgspec.Raw] = {}


class Cache:
    """Of one room: its log as each audience knows it, line by line, and its finished rounds."""

    def __init__(self) -> None:
        self._logs: dict[Audience, list[tuple[Entry, msgspec.Raw]]] = {}
        self._rounds: list[tuple[PlayedRound, msgspec.Raw]] = []

    def ruleset(self, ruleset: Ruleset) -> msgspec.Raw:
        """Return the numbers of a ruleset."""
        if ruleset.id not in _rulesets:
            _rulesets[ruleset.id] = _raw(ruleset_facts(ruleset))
        return _rulesets[ruleset.id]

    def log(self, table: Table, audience: Audience) -> list[msgspec.Raw]:
        """Return the log of a table as an audience may know it."""
        ruleset = table.match.ruleset
        lines = self._logs.setdefault(audience, [])
        return _kept(lines, table.log, lambda entry, _: log_facts(entry, audience, ruleset))

    def rounds(self, table: Table) -> list[msgspec.Raw]:
        """Return the finished rounds of a table."""
        return _kept(self._rounds, table.match.rounds, lambda played, number: round_facts(number, played, table))


def _kept(kept: list[tuple[Any, msgspec.Raw]], things: Any, facts: Callable[[Any, int], Any]) -> list[msgspec.Raw]:
    """Return what is told of each thing; only what was told of this very thing before is told again unseen."""
    del kept[len(things) :]
    for place, thing in enumerate(things):
        if place == len(kept):
            kept.append((thing, _raw(facts(thing, place + 1))))
        elif kept[place][0] is not thing:
            kept[place] = thing, _raw(facts(thing, place + 1))
    return [told for _, told in kept]


def _raw(facts: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(facts))
