"""Settling a round: rupees, then bonus tokens, then goods tokens, asking only for what a tie needs (§18, §19)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..errors import LedgerError
from ..rules.scoring import BySeat, DecidedBy, Ending, Ruleset, decide
from .count import Count, number

SeatName = Literal["a", "b"]
LONGEST = 86_400
"""Seconds that a round may be said to have taken: a day."""


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """What was written down of a round: both counts, and as far as said how it ended, who began it, and its length.

    `first` is None where the rules say who began (§22); it is given where the players did otherwise.
    """

    a: Count
    b: Count
    ending: Ending | None = None
    first: SeatName | None = None
    seconds: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value of an entry."""
        ending = self.ending.value if self.ending else None
        counts = {"a": self.a.to_json(), "b": self.b.to_json()}
        return {**counts, "ending": ending, "first": self.first, "seconds": self.seconds}

    @staticmethod
    def from_json(value: Any) -> RoundEntry:
        """Return the round of a JSON value. LedgerError when it is none."""
        if not isinstance(value, dict) or set(value) != {"a", "b", "ending", "first", "seconds"}:
            raise LedgerError("a round has a, b, ending, first, seconds")
        if value["ending"] not in (None, *(ending.value for ending in Ending)):
            raise LedgerError(f"a round ends sold_out or stock_empty, not {str(value['ending'])[:40]!r}")
        if value["first"] not in (None, "a", "b"):
            raise LedgerError(f"seat a or b begins, not {str(value['first'])[:40]!r}")
        seconds = None if value["seconds"] is None else number(value["seconds"], "seconds", LONGEST)
        ending = Ending(value["ending"]) if value["ending"] else None
        return RoundEntry(Count.from_json(value["a"]), Count.from_json(value["b"]), ending, value["first"], seconds)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a round adds up to. While `needs` names a count that the tie still asks for, nobody has won it."""

    totals: tuple[int, int]
    winner: SeatName | None
    decided_by: DecidedBy | None
    needs: Literal["bonus_tokens", "goods_tokens"] | None = None


def settle(entry: RoundEntry, ruleset: Ruleset) -> Settled:
    """Return what a round adds up to (§18–§20)."""
    totals = (entry.a.rupees(ruleset.camel_token), entry.b.rupees(ruleset.camel_token))
    if totals[0] == totals[1]:
        bonuses = (entry.a.bonus_count, entry.b.bonus_count)
        if None in bonuses:
            return Settled(totals, None, None, "bonus_tokens")
        if bonuses[0] == bonuses[1] and None in (entry.a.goods_count, entry.b.goods_count):
            return Settled(totals, None, None, "goods_tokens")
    winner, by = decide(BySeat(entry.a.score(ruleset), entry.b.score(ruleset)))
    name: SeatName | None = None if winner is None else "a" if winner.value == "a" else "b"
    return Settled(totals, name, by)
