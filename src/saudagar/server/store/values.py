"""What a store keeps, as values: matches, events, standings, results."""

from __future__ import annotations

from dataclasses import dataclass, field

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
    online: bool = False
    """Whether two browsers play: then its rounds are dealt by JD1, and seat b joins later."""
    clock: str | None = None
    """The terms of its clock, None without one."""
    rated: bool = False
    """Whether its result changes the ratings of its guests."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One line of a match's log.

    `kind` is deal, act, takeback, withdraw or resign; `cause` the deal or the action, and `chance` the answer of
    chance, as text.
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
    awaited: str = ""
    """The seats that the match waits for, `a`, `b` or `ab`; empty for none."""


@dataclass(frozen=True, slots=True)
class StoredNote:
    """Something that happened beside the table: joined, next, offer, say, abort, ask_back, keep, agree_back.

    `step` is the version it made.
    """

    step: int
    kind: str
    seat: Seat | None
    data: str | None
    key: str | None
    at: float


@dataclass(frozen=True, slots=True)
class StoredDealing:
    """One attempt to deal a round, as text with its secrets: for the dealer alone. `at`: when it came to its phase."""

    round: int
    attempt: int
    at: float
    data: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class StoredClock:
    """How a clock stood at `since`: seconds left, whose runs, and the earliest moment at which that one may end."""

    left: BySeat[float]
    running: Seat | None
    since: float
    deadline: float | None


@dataclass(frozen=True, slots=True)
class Joined:
    """Who takes seat b of an online match, once."""

    guest: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Change:
    """What one step of a match writes, wholly or not at all. `version` is the step it makes, None for any next one."""

    standing: Standing
    version: int | None = None
    event: StoredEvent | None = None
    note: StoredNote | None = None
    dealings: tuple[StoredDealing, ...] = ()
    clock: StoredClock | None = None
    joined: Joined | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """What a match changed: each seat's rating before and after it, its deviation then, and its rated matches."""

    before: BySeat[float]
    after: BySeat[float]
    deviation: BySeat[float]
    matches: BySeat[int]


@dataclass(frozen=True, slots=True)
class StoredToken:
    """What a link opens, under the hash of its token: an invitation, a match to watch, a sealed guest; or a bot."""

    hash: bytes
    kind: str
    match_id: str | None = None
    sealed: bytes | None = field(default=None, repr=False)
    ends: float | None = None
    owner: bytes | None = None
    """The guest that may list and end it, where there is one."""


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey of a guest, under the id of its credential; `sealed`: the guest's token, opened by the user handle."""

    id: bytes
    guest: bytes
    public_key: bytes
    sealed: bytes = field(repr=False)
    signs: int
    """How many signatures its authenticator had counted when it was last used; 0 from those that do not count."""
    name: str
    made: float
    used: float | None = None


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
