"""The reads and writes of a store as plain SQL, over any connection that runs a statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from . import rows
from .chain import check, link
from .errors import Conflict, KeyUsed, PlyTaken
from .rows import Row
from .values import Head, Standing, StoredEvent, StoredMatch, StoredResult

Run: TypeAlias = Callable[[str, tuple[Any, ...]], list[Row]]
"""Runs one statement with `?` for its values and returns its rows."""


def create(
    run: Run,
    match: StoredMatch,
    seeds: tuple[bytes, bytes],
    event: StoredEvent,
    standing: Standing,
    *,
    after: str | None,
) -> None:
    """Write a new match."""
    if after and not run(rows.REMATCH, (match.id, after)):
        raise Conflict(f"match {after} has a rematch already, or is not there")
    run(rows.insert("match"), rows.match_row(match))
    run(rows.insert("secret"), (match.id, *seeds))
    append(run, match.id, event, standing)


def append(run: Run, match_id: str, event: StoredEvent, standing: Standing) -> None:
    """Write an event; whoever runs this has the database refuse a ply or a key that is there already."""
    before = b""
    if event.ply > 1:
        found = run(rows.HASH, (match_id, event.ply - 1))
        if not found:
            raise PlyTaken(f"match {match_id} has no ply {event.ply - 1}")
        before = found[0][0] or b""
    run(rows.insert("event"), rows.event_row(match_id, event, link(match_id, before, event)))
    run(rows.PUT_STANDING, rows.standing_row(match_id, standing))
    if standing.phase == "match_over":
        run(rows.insert("result"), rows.result_row(match_id, standing))


def conflict(run: Run, match_id: str, event: StoredEvent) -> Conflict:
    """Return what stood in the way of an event."""
    seat = event.seat.value if event.seat else ""
    if event.key and run(rows.KEY, (match_id, seat, event.key)):
        return KeyUsed(f"key {event.key} of match {match_id} is stored already")
    return PlyTaken(f"ply {event.ply} of match {match_id} is taken")


class Reads:
    """The reading half of a store, over whatever runs a statement; a store overrides `_read`."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def _read(self, statement: str, values: tuple[Any, ...] = ()) -> list[Row]:
        return self._run(statement, values)

    def match(self, match_id: str) -> StoredMatch | None:
        """Return a match, None when there is none with this id."""
        found = self._read(rows.MATCH, (match_id,))
        return rows.match_of(found[0]) if found else None

    def matches_of(self, guest: bytes, limit: int = 100) -> list[tuple[StoredMatch, Standing]]:
        """Return the newest matches in which a guest holds a seat, newest first, and how they stand."""
        found = self._read(rows.MATCHES_OF, (guest, guest, limit))
        return [(rows.match_of(row[:-6]), rows.standing_of(row[-6:])) for row in found]

    def match_ids(self) -> list[str]:
        """Return the ids of all matches, oldest first."""
        return [id_ for (id_,) in self._read(rows.MATCH_IDS)]

    def events(self, match_id: str) -> list[StoredEvent]:
        """Return the log of a match, oldest first; BrokenChain when it has been damaged."""
        return check(match_id, map(rows.event_of, self._read(rows.EVENTS, (match_id,))))

    def head(self, match_id: str) -> Head | None:
        """Return the last ply of a match and the hash of its history, None when there is no such match."""
        found = self._read(rows.HEAD, (match_id,))
        return rows.head_of(found[0]) if found else None

    def result(self, match_id: str) -> StoredResult | None:
        """Return how a match ended, None while it has not."""
        found = self._read(rows.RESULT, (match_id,))
        return rows.result_of(found[0]) if found else None

    def seeds(self, match_id: str) -> tuple[bytes, bytes]:
        """Return the dealer's and the players' seed of a match: for those two, never for an answer."""
        found = self._read(rows.SEEDS, (match_id,))
        if not found:
            raise KeyError(match_id)
        return bytes(found[0][0]), bytes(found[0][1])
