"""What a ledger adds up to: matches with their rounds, seals, starters, what a tie still asks for, and doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..rules.scoring import RULESETS, DecidedBy, FullTie
from .checks import Doubt, checks
from .entry import Entry
from .ledger import Ledger
from .settle import RoundEntry, SeatName, Settled, settle

OTHER: dict[SeatName, SeatName] = {"a": "b", "b": "a"}


@dataclass(frozen=True, slots=True)
class RoundTally:
    """A round as it counts in its match.

    `seal` is the seat that got a seal for it, `seals` the standing after it. A round after the end of the match, where
    it comes to stand when an earlier one is changed, is `surplus`: kept, not counted. `conflict` lists the other values
    that somebody wrote at the same time.
    """

    id: str
    number: int
    starter: SeatName
    entry: RoundEntry
    settled: Settled
    seal: SeatName | None
    seals: tuple[int, int]
    doubts: tuple[Doubt, ...]
    surplus: bool = False
    conflict: tuple[RoundEntry | None, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class MatchTally:
    """A match as it stands. `winner` is who has the seals, or, after an early end, who has more of them.

    `next_starter` is None when no round follows, or while a tie still asks for a count.
    """

    id: str
    names: tuple[str, str]
    seals_to_win: int
    first: SeatName
    drawn: bool
    full_tie: FullTie
    ruleset: str
    rounds: tuple[RoundTally, ...]
    seals: tuple[int, int]
    next_starter: SeatName | None
    over: bool
    finished_early: bool
    winner: SeatName | None
    conflict: bool
    began: str
    ended: str
    day: str
    zone: str

    @property
    def seconds(self) -> int | None:
        """How long the rounds took together, None when none says so."""
        told = [each.entry.seconds for each in self.rounds if each.entry.seconds is not None]
        return sum(told) if told else None

    def to_json(self) -> dict[str, Any]:
        """Return the standing as a JSON object: what conformance/ledger.json expects."""
        return {
            "id": self.id,
            "names": list(self.names),
            "seals_to_win": self.seals_to_win,
            "rounds": [_round_json(each) for each in self.rounds],
            "seals": list(self.seals),
            "next_starter": self.next_starter,
            "over": self.over,
            "finished_early": self.finished_early,
            "winner": self.winner,
            "conflict": self.conflict,
            "day": self.day,
        }


def _round_json(told: RoundTally) -> dict[str, Any]:
    by = told.settled.decided_by
    return {
        "round": told.id,
        "starter": told.starter,
        "totals": list(told.settled.totals),
        "winner": told.settled.winner,
        "decided_by": by.value if by else None,
        "needs": told.settled.needs,
        "seal": told.seal,
        "seals": list(told.seals),
        "surplus": told.surplus,
        "conflict": len(told.conflict),
        "doubts": [doubt.to_json() for doubt in told.doubts],
    }


def tally(ledger: Ledger, *, deleted: bool = False) -> list[MatchTally]:
    """Return every match of a ledger, newest first: by its first instant, then by id. Removed ones only if asked."""
    ids = {entry.match for entry in ledger}
    found = [told for id_ in ids if (told := tally_match(ledger, id_, deleted=deleted))]
    return sorted(found, key=lambda told: (told.began, told.id), reverse=True)


def tally_match(ledger: Ledger, match: str, *, deleted: bool = False) -> MatchTally | None:
    """Return one match; None where it is unknown, removed, or its beginning has not been merged yet."""
    heads = ledger.heads(match)
    begun = heads.get(("match", ""))
    removed = heads.get(("delete", ""))
    if not begun or (removed and removed[-1].value and not deleted):
        return None
    value = begun[-1].value
    ruleset, tie = RULESETS[value["ruleset"]], FullTie(value["full_tie"])
    seals: dict[str, int] = {"a": 0, "b": 0}
    starter: SeatName | None = value["first"]
    rounds: list[RoundTally] = []
    over = False
    for id_, versions in _rounds(ledger, match, heads):
        entry = RoundEntry.from_json(versions[-1].value)
        settled = settle(entry, ruleset)
        begins = entry.first or starter or value["first"]
        seal = None if over or settled.needs else settled.winner
        if settled.decided_by is DecidedBy.NOTHING and tie is FullTie.NON_STARTER and not over:
            seal = OTHER[begins]
        if seal:
            seals[seal] += 1
        standing = (seals["a"], seals["b"])
        others = tuple(None if each.value is None else RoundEntry.from_json(each.value) for each in _others(versions))
        warned = tuple(checks(entry, ruleset))
        number = len(rounds) + 1
        rounds.append(
            RoundTally(id_, number, begins, entry, settled, seal, standing, warned, over, others, at=versions[-1].at)
        )
        over = over or max(standing) >= value["seals"]
        starter = (OTHER[seal] if seal else OTHER[begins]) if not settled.needs else starter
    entries = ledger.of(match)
    early = bool(not over and heads.get(("finish", "")) and heads[("finish", "")][-1].value)
    waiting = bool(rounds and rounds[-1].settled.needs)
    ahead: SeatName | None = "a" if seals["a"] > seals["b"] else "b" if seals["b"] > seals["a"] else None
    first = min(entries, key=lambda entry: (entry.n, entry.id))
    return MatchTally(
        match,
        (value["names"][0], value["names"][1]),
        value["seals"],
        value["first"],
        value["drawn"],
        tie,
        value["ruleset"],
        tuple(rounds),
        (seals["a"], seals["b"]),
        None if over or early or waiting else starter,
        over or early,
        early,
        ahead if over or early else None,
        any(_others(versions) for versions in heads.values()),
        first.at,
        max(entry.at for entry in entries),
        first.day,
        first.zone,
    )


def _rounds(ledger: Ledger, match: str, heads: dict[tuple[str, str], list[Entry]]) -> list[tuple[str, list[Entry]]]:
    """Return the rounds that are not taken back, in the order in which they were first written."""
    order = dict.fromkeys(entry.round for entry in ledger.of(match) if entry.what == "round" and entry.round)
    found = [(id_, heads.get(("round", id_), [])) for id_ in order]
    return [(id_, versions) for id_, versions in found if versions and versions[-1].value is not None]


def _others(versions: Sequence[Entry]) -> list[Entry]:
    """Return the entries that say something else than the one that counts, written without knowing of it."""
    return [entry for entry in versions[:-1] if entry.value != versions[-1].value]
