"""The terms of a deal: what it is for, written down and hashed before anybody commits to anything."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ...rules import RULESETS, BySeat, Ruleset, Seat
from .hashing import canonical, digest, unhex
from .refusal import DealingRefused

_FIELDS = {"protocol", "match", "round", "attempt", "seats", "rules", "previous"}


@dataclass(frozen=True, slots=True)
class Terms:
    """One attempt to deal one round of one match. DealingRefused for values that cannot be terms."""

    match: str
    """The match's public id."""
    round: int
    """From 1."""
    seats: BySeat[str]
    """The names at the table."""
    rules: str
    """The ruleset's id: its name with a hash of every number in it."""
    attempt: int = 1
    """From 1 in each round; attempts before this one are void."""
    previous: str = "0" * 64
    """Digest of the transcript before this one in the match; 64 zeros for the very first."""
    first: Seat | None = None
    """The seat that was agreed on to start the first round; None where it is drawn with the deal."""

    def __post_init__(self) -> None:
        texts = (self.match, *self.seats, self.rules)
        if not all(isinstance(text, str) and _utf8(text) and len(text) <= 200 for text in texts):
            raise DealingRefused("the terms hold a text that is too long or is not text")
        for number in (self.round, self.attempt):
            if type(number) is not int or not 1 <= number < 2**31:
                raise DealingRefused("rounds and attempts are counted from 1")
        if not (self.first is None or isinstance(self.first, Seat)):
            raise DealingRefused("the first round is started by seat a or seat b")
        unhex(self.previous, "the hash of the transcript before")

    def __str__(self) -> str:
        told: dict[str, object] = {
            "protocol": "JD1",
            "match": self.match,
            "round": self.round,
            "attempt": self.attempt,
            "seats": [*self.seats],
            "rules": self.rules,
            "previous": self.previous,
        }
        return canonical({**told, "first": self.first.value} if self.first else told)

    @property
    def hash(self) -> bytes:
        """h: the digest of the text, which everything after depends on."""
        return digest("JD1/terms", str(self).encode())

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset with this id. DealingRefused if this program does not know it."""
        for ruleset in RULESETS.values():
            if ruleset.id == self.rules:
                return ruleset
        raise DealingRefused(f"the ruleset {self.rules!r} is not known here")

    @staticmethod
    def parse(text: object) -> Terms:
        """Return the terms that a canonical text holds. DealingRefused for any other text, a space more included."""
        try:
            told: Any = json.loads(text) if isinstance(text, str) and len(text) <= 4_000 else None
        except (ValueError, RecursionError):
            told = None
        seats = told.get("seats") if isinstance(told, dict) else None
        if not isinstance(told, dict) or set(told) - {"first"} != _FIELDS or told["protocol"] != "JD1":
            raise DealingRefused("these are no terms of protocol JD1")
        if not isinstance(seats, list) or len(seats) != 2:
            raise DealingRefused("the terms need two names")
        first = told.get("first")
        if "first" in told and first not in ("a", "b"):
            raise DealingRefused("the first round is started by seat a or seat b")
        numbers = (told["attempt"], told["previous"], Seat(first) if first else None)
        terms = Terms(told["match"], told["round"], BySeat(*seats), told["rules"], *numbers)
        if str(terms) != text:
            raise DealingRefused("the terms are not in canonical form")
        return terms


def _utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
