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


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands after its last event, for lists: what a replay would tell."""

    round: int
    phase: str
    seals: BySeat[int]
    winner: Seat | None
    updated: float


class StoreBusy(Exception):
    """Another program has the file open; one program at a time writes to it."""


class Store:
    """One SQLite file (write-ahead log, full synchronisation), one connection; every method commits before it returns.

    The file is locked for this program as long as it is open: what rooms hold in memory is then always what is stored.
    apsw.Error (a full disk, a file that is no database) passes through and leaves nothing half done.
    """

    def __init__(self, path: Path | str) -> None:
        """Open or create the file; `":memory:"` keeps nothing.

        StoreBusy while another program has it open, RuntimeError for a file of another version.
        """
        self._db = apsw.Connection(str(path))
        self._db.set_busy_timeout(300)
        for pragma in (
            "locking_mode = EXCLUSIVE",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "journal_size_limit = 67108864",
        ):
            try:
                self._db.execute(f"PRAGMA {pragma}").fetchall()
            except apsw.BusyError:
                self._db.close()
                raise StoreBusy(f"{path} is open in another program") from None
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
            self._db.execute("COMMIT")
        except BaseException:
            # A full disk may have rolled back already, or have failed the COMMIT and left the transaction open.
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def create(
        self,
        match: StoredMatch,
        seeds: tuple[bytes, bytes],
        event: StoredEvent,
        standing: Standing,
        *,
        after: str | None,
    ) -> None:
        """Write a new match with its two secret seeds and its first event; `after` is the match whose rematch it is."""
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
            self._db.execute("INSERT INTO secret VALUES (?, ?, ?)", (match.id, *seeds))
            self._insert(match.id, event, standing)
            if after:
                self._db.execute("UPDATE match SET rematch = ? WHERE id = ? AND rematch IS NULL", (match.id, after))

    def append(self, match_id: str, event: StoredEvent, standing: Standing) -> None:
        """Write one event and how the match stands after it.

        apsw.ConstraintError when its ply is taken or its seat has used its key before.
        """
        with self._writing():
            self._insert(match_id, event, standing)

    def match(self, match_id: str) -> StoredMatch | None:
        """Return a match, None when there is none with this id."""
        for row in self._db.execute("SELECT * FROM match WHERE id = ?", (match_id,)):
            return _match(row)
        return None

    def matches_of(self, guest: bytes, limit: int = 100) -> list[tuple[StoredMatch, Standing]]:
        """Return the newest matches in which a guest holds a seat, newest first, and how they stand."""
        rows = self._db.execute(
            "SELECT match.*, round, phase, seals_a, seals_b, winner, updated FROM match JOIN standing ON match_id = id "
            "WHERE guest_a = ?1 OR guest_b = ?1 ORDER BY created_at DESC, id LIMIT ?2",
            (guest, limit),
        )
        return [(_match(row[:-6]), _standing(row[-6:])) for row in rows]

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

    def _insert(self, match_id: str, event: StoredEvent, standing: Standing) -> None:
        seat = event.seat.value if event.seat else None
        self._db.execute(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (match_id, event.ply, event.kind, seat, event.cause, event.chance, event.key, event.at),
        )

        winner = standing.winner.value if standing.winner else None
        self._db.execute(
            "INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?, ?, ?, ?)",
            (match_id, standing.round, standing.phase, *standing.seals, winner, standing.updated),
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


def _standing(row: tuple) -> Standing:  # type: ignore[type-arg]
    round_, phase, seals_a, seals_b, winner, updated = row
    return Standing(round_, phase, BySeat(seals_a, seals_b), Seat(winner) if winner else None, updated)
