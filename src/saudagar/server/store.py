"""The store: matches and their append-only events in one SQLite file, committed before anything is answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import apsw

from ..rules import BySeat, Seat

VERSION = 1


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

    `kind` is deal, act or resign; `cause` the deal or the action, and `chance` the answer of chance, as text.
    """

    ply: int
    kind: str
    seat: Seat | None
    cause: str | None
    chance: str | None
    key: str | None
    at: float


class Store:
    """One SQLite file (write-ahead log, full synchronisation), one connection; every method commits before it returns.

    apsw.Error (a full disk, a file that is no database) passes through and leaves nothing half done.
    """

    def __init__(self, path: Path | str) -> None:
        """Open or create the file; `":memory:"` keeps nothing. RuntimeError for a file of a newer version."""
        self._db = apsw.Connection(str(path))
        self._db.set_busy_timeout(5000)
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "journal_size_limit = 67108864",
        ):
            self._db.execute(f"PRAGMA {pragma}").fetchall()
        found = self._db.pragma("user_version")
        if found == 0:
            with self._writing():
                self._db.execute((resources.files(__package__) / "schema.sql").read_text(encoding="utf-8"))
        elif found != VERSION:
            raise RuntimeError(
                f"{path} was written by another version of saudagar (its schema is {found}, ours {VERSION})"
            )

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        # BEGIN IMMEDIATE: a transaction that reads before it writes can fail at once in spite of the busy timeout.
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def create(
        self, match: StoredMatch, seed: bytes, player_seed: bytes, events: list[StoredEvent], after: str | None
    ) -> None:
        """Write a new match with its secret and first events; `after` is the match whose rematch it is."""
        with self._writing():
            self._db.execute(
                "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    match.id,
                    match.created_at,
                    match.ruleset,
                    match.seals,
                    match.first.value if match.first else None,
                    *match.names,
                    *match.players,
                    *match.guests,
                    None,
                ),
            )
            self._db.execute("INSERT INTO secret VALUES (?, ?, ?)", (match.id, seed, player_seed))
            for event in events:
                self._insert(match.id, event)
            if after:
                self._db.execute("UPDATE match SET rematch = ? WHERE id = ? AND rematch IS NULL", (match.id, after))

    def append(self, match_id: str, event: StoredEvent) -> None:
        """Write one event. apsw.ConstraintError when its ply is taken or its seat has used its key before."""
        with self._writing():
            self._insert(match_id, event)

    def match(self, match_id: str) -> StoredMatch | None:
        """Return a match, None when there is none with this id."""
        for row in self._db.execute("SELECT * FROM match WHERE id = ?", (match_id,)):
            return _match(row)
        return None

    def matches_of(self, guest: bytes, limit: int = 100) -> list[StoredMatch]:
        """Return the newest matches in which a guest holds a seat, newest first."""
        rows = self._db.execute(
            "SELECT * FROM match WHERE guest_a = ?1 OR guest_b = ?1 ORDER BY created_at DESC, id LIMIT ?2",
            (guest, limit),
        )
        return [_match(row) for row in rows]

    def events(self, match_id: str) -> list[StoredEvent]:
        """Return the log of a match, oldest first."""
        rows = self._db.execute(
            "SELECT ply, kind, seat, cause, chance, key, at FROM event WHERE match_id = ? ORDER BY ply", (match_id,)
        )
        return [
            StoredEvent(ply, kind, Seat(seat) if seat else None, cause, chance, key, at)
            for ply, kind, seat, cause, chance, key, at in rows
        ]

    def seeds(self, match_id: str) -> tuple[bytes, bytes]:
        """Return the dealer's and the players' seed of a match: for those two, never for an answer."""
        for seed, player_seed in self._db.execute(
            "SELECT seed, player_seed FROM secret WHERE match_id = ?", (match_id,)
        ):
            return bytes(seed), bytes(player_seed)
        raise KeyError(match_id)

    def _insert(self, match_id: str, event: StoredEvent) -> None:
        seat = event.seat.value if event.seat else None
        self._db.execute(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (match_id, event.ply, event.kind, seat, event.cause, event.chance, event.key, event.at),
        )


def _match(row: tuple) -> StoredMatch:  # type: ignore[type-arg]
    (id_, created_at, ruleset, seals, first, name_a, name_b, player_a, player_b, guest_a, guest_b, rematch) = row
    return StoredMatch(
        id_,
        created_at,
        ruleset,
        seals,
        Seat(first) if first else None,
        BySeat(name_a, name_b),
        BySeat(player_a, player_b),
        BySeat(guest_a, guest_b),
        rematch,
    )
