"""One line written in the ledger: immutable, with an id of its own, saying what it replaces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import LedgerError
from ..rules.scoring import RULESETS, FullTie
from .count import number
from .settle import RoundEntry

What = Literal["match", "round", "finish", "delete"]
FIELDS = ("id", "match", "n", "at", "zone", "day", "what", "round", "value", "replaces", "undoes")
NAME_LIMIT = 40
_ID = re.compile(r"[a-z0-9]{8,32}")
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger: it gives a value to the match, a round, its early end or its removal.

    `n` rises within a match and orders it, whatever the clocks say; `at` is the instant in UTC, `zone` and `day` the
    time zone and the date that the players' clock showed, never derived again. `replaces` are the ids of the entries
    whose value this one takes the place of; `undoes` the one it takes back.
    """

    id: str
    match: str
    n: int
    at: str
    zone: str
    day: str
    what: What
    round: str | None
    value: Any
    replaces: tuple[str, ...] = ()
    undoes: str | None = None

    @property
    def register(self) -> tuple[str, str]:
        """What the entry gives a value to, within its match."""
        return (self.what, self.round or "")

    def to_json(self) -> dict[str, Any]:
        """Return the entry as a JSON object."""
        told = {name: getattr(self, name) for name in FIELDS}
        return {**told, "replaces": list(self.replaces)}

    @staticmethod
    def from_json(value: Any) -> Entry:
        """Return the entry of a JSON object. LedgerError, saying what is wrong, when it is none."""
        if not isinstance(value, dict) or set(value) != set(FIELDS):
            raise LedgerError(f"an entry has exactly the fields {', '.join(FIELDS)}")
        for name in ("id", "match"):
            _text(value[name], _ID, name)
        _text(value["at"], _AT, "at")
        _text(value["day"], _DAY, "day")
        if not isinstance(value["zone"], str) or len(value["zone"]) > 64:
            raise LedgerError("zone must be a short text")
        if number(value["n"], "n", 1_000_000) < 1:
            raise LedgerError("n counts from 1")
        if value["what"] not in ("match", "round", "finish", "delete"):
            raise LedgerError(f"there is no entry about {str(value['what'])[:40]!r}")
        if (value["round"] is not None) != (value["what"] == "round"):
            raise LedgerError("an entry about a round names it, no other does")
        if value["round"] is not None:
            _text(value["round"], _ID, "round")
        if value["undoes"] is not None:
            _text(value["undoes"], _ID, "undoes")
        if not isinstance(value["replaces"], list) or len(value["replaces"]) > 1000:
            raise LedgerError("replaces must be a list of ids")
        for each in value["replaces"]:
            _text(each, _ID, "replaces")
        return Entry(**{**value, "value": _value(value["what"], value["value"]), "replaces": tuple(value["replaces"])})


def _text(value: Any, pattern: re.Pattern[str], name: str) -> None:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise LedgerError(f"{name} cannot be {str(value)[:40]!r}")


def _value(what: What, value: Any) -> Any:
    """Return the value in its one spelling, so that equal values are equal everywhere."""
    if what == "round":
        return None if value is None else RoundEntry.from_json(value).to_json()
    if what in ("finish", "delete"):
        if not isinstance(value, bool):
            raise LedgerError(f"{what} is true or false")
        return value
    return _match(value)


def _match(value: Any) -> dict[str, Any]:
    names = {"names", "seals", "first", "drawn", "full_tie", "ruleset"}
    if not isinstance(value, dict) or set(value) != names:
        raise LedgerError(f"a match has {', '.join(sorted(names))}")
    players = value["names"]
    if not isinstance(players, list) or len(players) != 2 or not all(_name(each) for each in players):
        raise LedgerError(f"a match has two names of 1 to {NAME_LIMIT} signs")
    if isinstance(value["seals"], bool) or value["seals"] not in (1, 2, 3):
        raise LedgerError("a match is won by 1, 2 or 3 seals")
    if value["first"] not in ("a", "b") or not isinstance(value["drawn"], bool):
        raise LedgerError("seat a or b begins, chosen or drawn")
    if value["full_tie"] not in [each.value for each in FullTie] or value["ruleset"] not in RULESETS:
        raise LedgerError("the rules of the match are not known here")
    return dict(value)


def _name(value: Any) -> bool:
    if not isinstance(value, str) or not 0 < len(value) <= NAME_LIMIT or value != value.strip(" "):
        return False
    return not any("\ud800" <= sign <= "\udfff" for sign in value)
