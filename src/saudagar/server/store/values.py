"""What a store keeps, as values: matches, events, standings, results."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules import BySeat, Seat


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match's unchanging facts: its terms, who sits where, and the hash of the guest that holds each seat."""

    id: str
    created_at: float
    ruleset: str
    seals: int
    first: Seat | None
    names: BySeat[str]
    players: BySeat[str | None]
    guests: BySeat[bytes | None]
    rematch: str | None = None


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One line of a match's log.

    `kind` is deal, act, takeback or resign; `cause` the deal or the action, and `chance` the answer of chance, as text.
    """

    ply: int
    kind: str
    seat: Seat | None
    cause: str | None
    chance: str | None
    key: str | None
    at: float


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands after its last event, for lists: what a replay would tell."""

    round: int
    phase: str
    seals: BySeat[int]
    winner: Seat | None
    updated: float


@dataclass(frozen=True, slots=True)
class Head:
    """Where a match's history ends: its last ply, and the hash that stands for everything up to it."""

    ply: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class StoredResult:
    """How a match ended; there is one for each finished match."""

    winner: Seat | None
    seals: BySeat[int]
    at: float
