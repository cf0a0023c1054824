"""Rows of the tables as values, and back; and the SQL of both databases, with `?` for what is filled in."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...rules import BySeat, Seat
from .values import (
    Head,
    Rated,
    Standing,
    StoredClock,
    StoredDealing,
    StoredEvent,
    StoredMatch,
    StoredNote,
    StoredPasskey,
    StoredResult,
    StoredToken,
)

Row = tuple[Any, ...]

TABLES = {
    "match": 15,
    "secret": 3,
    "event": 9,
    "standing": 9,
    "result": 5,
    "note": 7,
    "dealing": 5,
    "clock": 6,
    "token": 6,
    "watcher": 2,
    "uptime": 3,
    "rating": 5,
    "rated": 9,
    "passkey": 8,
}
"""The tables and how many columns each has, in an order in which no row refers to a later table."""
MATCH = "SELECT * FROM match WHERE id = ?"
MATCHES_OF = (
    "SELECT match.*, round, phase, seals_a, seals_b, winner, updated, awaited "
    "FROM match JOIN standing ON match_id = id "
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
SET_STANDING = (
    "UPDATE standing SET round = ?, phase = ?, seals_a = ?, seals_b = ?, winner = ?, updated = ?, awaited = ?, "
    "version = version + 1 WHERE match_id = ?"
)
RETURNING_VERSION = " RETURNING version"
AT_VERSION = " AND version = ?"
VERSION = "SELECT version FROM standing WHERE match_id = ?"
JOIN = "UPDATE match SET guest_b = ?, name_b = ? WHERE id = ? AND online = 1 AND guest_b IS NULL RETURNING id"
NOTES = "SELECT step, kind, seat, data, key, at FROM note WHERE match_id = ? ORDER BY step"
DEALINGS = "SELECT round, attempt, at, data FROM dealing WHERE match_id = ? ORDER BY round, attempt"
PUT_DEALING = (
    "INSERT INTO dealing VALUES (?, ?, ?, ?, ?) ON CONFLICT (match_id, round, attempt) DO UPDATE SET "
    "at = excluded.at, data = excluded.data"
)
CLOCK = "SELECT left_a, left_b, running, since, deadline FROM clock WHERE match_id = ?"
PUT_CLOCK = (
    "INSERT INTO clock VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (match_id) DO UPDATE SET left_a = excluded.left_a, "
    "left_b = excluded.left_b, running = excluded.running, since = excluded.since, deadline = excluded.deadline"
)
DUE = "SELECT match_id FROM clock WHERE deadline IS NOT NULL AND deadline <= ? ORDER BY deadline LIMIT ?"
OPENS = "SELECT hash, kind, match_id, sealed, ends, owner FROM token WHERE hash = ?"
OWNED = "SELECT hash, kind, match_id, sealed, ends, owner FROM token WHERE owner = ? AND kind = ? ORDER BY ends, hash"
END_TOKENS = "DELETE FROM token WHERE match_id = ? AND kind = ?"
END_OLD_TOKENS = "DELETE FROM token WHERE ends < ?"
SPENT = "DELETE FROM token WHERE hash = ? RETURNING hash"
PASSKEY = "SELECT id, guest, public_key, sealed, signs, name, made, used FROM passkey WHERE id = ?"
PASSKEYS_OF = (
    "SELECT id, guest, public_key, sealed, signs, name, made, used FROM passkey WHERE guest = ? ORDER BY made, id"
)
USE_PASSKEY = (
    "UPDATE passkey SET signs = ?, used = ? WHERE id = ? AND (signs < ? OR (signs = 0 AND ? = 0)) RETURNING id"
)
END_PASSKEY = "DELETE FROM passkey WHERE id = ? AND guest = ? RETURNING id"
WATCH = "INSERT INTO watcher VALUES (?, ?) ON CONFLICT DO NOTHING"
WATCHES = "SELECT 1 FROM watcher WHERE match_id = ? AND guest = ?"
WATCHERS = "SELECT count(*) FROM watcher WHERE match_id = ?"
RATED_GUESTS = "SELECT guest_a, guest_b FROM match WHERE id = ? AND rated = 1"
NEW_RATING = "INSERT INTO rating VALUES (?, ?, ?, 0, 0) ON CONFLICT DO NOTHING"
LOCK_RATING = "UPDATE rating SET at = at WHERE guest = ? RETURNING rating, deviation, matches, at"
"""Reads a rating that is about to change: whoever else is about to waits until this one has."""
RATING = "SELECT rating, deviation, matches, at FROM rating WHERE guest = ?"
SET_RATING = "UPDATE rating SET rating = ?, deviation = ?, matches = ?, at = ? WHERE guest = ?"
RATED = (
    "SELECT before_a, before_b, after_a, after_b, deviation_a, deviation_b, matches_a, matches_b "
    "FROM rated WHERE match_id = ?"
)
UPTIMES = "SELECT began, seen FROM uptime WHERE server <> ? ORDER BY began"
PUT_UPTIME = "INSERT INTO uptime VALUES (?, ?, ?) ON CONFLICT (server) DO UPDATE SET seen = excluded.seen"


@cache
def insert(table: str) -> str:
    """Return the statement that adds a whole row to a table."""
    return f"INSERT INTO {table} VALUES ({', '.join('?' * TABLES[table])})"  # noqa: S608 - names of our own


def match_row(match: StoredMatch) -> Row:
    """Return the row of a match."""
    first = match.first.value if match.first else None
    terms = (match.id, match.created_at, match.ruleset, match.seals, first)
    rest = (match.rematch, int(match.online), match.clock, int(match.rated))
    return (*terms, *match.names, *match.players, *match.guests, *rest)


def match_of(row: Row) -> StoredMatch:
    """Return the match of a row."""
    id_, created_at, ruleset, seals, first, name_a, name_b, player_a, player_b, guest_a, guest_b, *rest = row
    rematch, online, clock, rated = rest
    names, players = BySeat(name_a, name_b), BySeat(player_a, player_b)
    guests = BySeat(guest_a, guest_b)
    return StoredMatch(
        id_, created_at, ruleset, seals, _seat(first), names, players, guests, rematch, bool(online), clock, bool(rated)
    )


def event_row(match_id: str, event: StoredEvent, hash_: bytes) -> Row:
    """Return the row of an event."""
    seat = event.seat.value if event.seat else None
    return (match_id, event.ply, event.kind, seat, event.cause, event.chance, event.key, event.at, hash_)


def event_of(row: Row) -> tuple[StoredEvent, bytes | None]:
    """Return the event of a row in the order of EVENTS, and its hash."""
    ply, kind, seat, cause, chance, key, at, hash_ = row
    return StoredEvent(ply, kind, _seat(seat), cause, chance, key, at), hash_


def standing_row(match_id: str, standing: Standing) -> Row:
    """Return what a standing says, in the order of SET_STANDING."""
    winner = standing.winner.value if standing.winner else None
    return (standing.round, standing.phase, *standing.seals, winner, standing.updated, standing.awaited, match_id)


def standing_of(row: Row) -> Standing:
    """Return the standing of a row without its match."""
    round_, phase, seals_a, seals_b, winner, updated, awaited = row
    return Standing(round_, phase, BySeat(seals_a, seals_b), _seat(winner), updated, awaited)


def result_row(match_id: str, standing: Standing) -> Row:
    """Return the row of the result that a final standing is."""
    winner = standing.winner.value if standing.winner else None
    return (match_id, winner, *standing.seals, standing.updated)


def result_of(row: Row) -> StoredResult:
    """Return the result of a row without its match."""
    winner, seals_a, seals_b, at = row
    return StoredResult(_seat(winner), BySeat(seals_a, seals_b), at)


def rated_of(row: Row) -> Rated:
    """Return what a match changed of a row without its match."""
    before_a, before_b, after_a, after_b, deviation_a, deviation_b, matches_a, matches_b = row
    pairs = BySeat(before_a, before_b), BySeat(after_a, after_b), BySeat(deviation_a, deviation_b)
    return Rated(*pairs, BySeat(matches_a, matches_b))


def note_row(match_id: str, note: StoredNote) -> Row:
    """Return the row of a note."""
    return (match_id, note.step, note.kind, note.seat.value if note.seat else None, note.data, note.key, note.at)


def note_of(row: Row) -> StoredNote:
    """Return the note of a row without its match."""
    step, kind, seat, data, key, at = row
    return StoredNote(step, kind, _seat(seat), data, key, at)


def dealing_row(match_id: str, dealing: StoredDealing) -> Row:
    """Return the row of an attempt to deal."""
    return (match_id, dealing.round, dealing.attempt, dealing.at, dealing.data)


def dealing_of(row: Row) -> StoredDealing:
    """Return the attempt of a row without its match."""
    return StoredDealing(*row)


def clock_row(match_id: str, clock: StoredClock) -> Row:
    """Return the row of a clock."""
    running = clock.running.value if clock.running else None
    return (match_id, *clock.left, running, clock.since, clock.deadline)


def clock_of(row: Row) -> StoredClock:
    """Return the clock of a row without its match."""
    left_a, left_b, running, since, deadline = row
    return StoredClock(BySeat(left_a, left_b), _seat(running), since, deadline)


def token_row(token: StoredToken) -> Row:
    """Return the row of a token."""
    return (token.hash, token.kind, token.match_id, token.sealed, token.ends, token.owner)


def token_of(row: Row) -> StoredToken:
    """Return the token of a row."""
    hash_, kind, match_id, sealed, ends, owner = row
    return StoredToken(bytes(hash_), kind, match_id, _bytes(sealed), ends, _bytes(owner))


def passkey_row(passkey: StoredPasskey) -> Row:
    """Return the row of a passkey."""
    keys = (passkey.id, passkey.guest, passkey.public_key, passkey.sealed)
    return (*keys, passkey.signs, passkey.name, passkey.made, passkey.used)


def passkey_of(row: Row) -> StoredPasskey:
    """Return the passkey of a row."""
    *keys, signs, name, made, used = row
    id_, guest, public_key, sealed = map(bytes, keys)
    return StoredPasskey(id_, guest, public_key, sealed, signs, name, made, used)


def _bytes(value: bytes | None) -> bytes | None:
    return None if value is None else bytes(value)


def head_of(row: Row) -> Head:
    """Return the head of a row."""
    return Head(row[0], row[1] or b"")


def _seat(text: str | None) -> Seat | None:
    return Seat(text) if text else None
