"""Rows of the tables as values, and back; and the SQL of both databases, with `?` for what is filled in."""

from __future__ import annotations

from typing import Any

from ...rules import BySeat, Seat
from .values import Head, Standing, StoredEvent, StoredMatch, StoredResult

Row = tuple[Any, ...]

TABLES = {"match": 12, "secret": 3, "event": 9, "standing": 7, "result": 5}
"""The tables and how many columns each has, in an order in which no row refers to a later table."""
MATCH = "SELECT * FROM match WHERE id = ?"
MATCHES_OF = (
    "SELECT match.*, round, phase, seals_a, seals_b, winner, updated FROM match JOIN standing ON match_id = id "
    "WHERE guest_a = ? OR guest_b = ? ORDER BY created_at DESC, id LIMIT ?"
)
MATCH_IDS = "SELECT id FROM match ORDER BY created_at, id"
EVENTS = "SELECT ply, kind, seat, cause, chance, key, at, hash FROM event WHERE match_id = ? ORDER BY ply"
HEAD = "SELECT ply, hash FROM event WHERE match_id = ? ORDER BY ply DESC LIMIT 1"
HASH = "SELECT hash FROM event WHERE match_id = ? AND ply = ?"
KEY = "SELECT ply FROM event WHERE match_id = ? AND coalesce(seat, '') = ? AND key = ?"
SEEDS = "SELECT seed, player_seed FROM secret WHERE match_id = ?"
RESULT = "SELECT winner, seals_a, seals_b, at FROM result WHERE match_id = ?"
REMATCH = "UPDATE match SET rematch = ? WHERE id = ? AND rematch IS NULL RETURNING id"
PUT_STANDING = (
    "INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id) DO UPDATE SET round = excluded.round, "
    "phase = excluded.phase, seals_a = excluded.seals_a, seals_b = excluded.seals_b, winner = excluded.winner, "
    "updated = excluded.updated"
)


def insert(table: str) -> str:
    """Return the statement that adds a whole row to a table."""
    return f"INSERT INTO {table} VALUES ({', '.join('?' * TABLES[table])})"  # noqa: S608 - names of our own


def match_row(match: StoredMatch) -> Row:
    """Return the row of a match."""
    first = match.first.value if match.first else None
    terms = (match.id, match.created_at, match.ruleset, match.seals, first)
    return (*terms, *match.names, *match.players, *match.guests, match.rematch)


def match_of(row: Row) -> StoredMatch:
    """Return the match of a row."""
    id_, created_at, ruleset, seals, first, name_a, name_b, player_a, player_b, guest_a, guest_b, rematch = row
    names, players = BySeat(name_a, name_b), BySeat(player_a, player_b)
    guests = BySeat(guest_a, guest_b)
    return StoredMatch(id_, created_at, ruleset, seals, _seat(first), names, players, guests, rematch)


def event_row(match_id: str, event: StoredEvent, hash_: bytes) -> Row:
    """Return the row of an event."""
    seat = event.seat.value if event.seat else None
    return (match_id, event.ply, event.kind, seat, event.cause, event.chance, event.key, event.at, hash_)


def event_of(row: Row) -> tuple[StoredEvent, bytes | None]:
    """Return the event of a row in the order of EVENTS, and its hash."""
    ply, kind, seat, cause, chance, key, at, hash_ = row
    return StoredEvent(ply, kind, _seat(seat), cause, chance, key, at), hash_


def standing_row(match_id: str, standing: Standing) -> Row:
    """Return the row of a standing."""
    winner = standing.winner.value if standing.winner else None
    return (match_id, standing.round, standing.phase, *standing.seals, winner, standing.updated)


def standing_of(row: Row) -> Standing:
    """Return the standing of a row without its match."""
    round_, phase, seals_a, seals_b, winner, updated = row
    return Standing(round_, phase, BySeat(seals_a, seals_b), _seat(winner), updated)


def result_row(match_id: str, standing: Standing) -> Row:
    """Return the row of the result that a final standing is."""
    winner = standing.winner.value if standing.winner else None
    return (match_id, winner, *standing.seals, standing.updated)


def result_of(row: Row) -> StoredResult:
    """Return the result of a row without its match."""
    winner, seals_a, seals_b, at = row
    return StoredResult(_seat(winner), BySeat(seals_a, seals_b), at)


def head_of(row: Row) -> Head:
    """Return the head of a row."""
    return Head(row[0], row[1] or b"")


def _seat(text: str | None) -> Seat | None:
    return Seat(text) if text else None
