"""The reads and writes of a store as plain SQL, over any connection that runs a statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...rules import BySeat, Seat
from ..rating import MOST, START, Rating
from . import rows
from .chain import check, link
from .errors import Conflict, KeyUsed, PlyTaken
from .rows import Row
from .values import (
    Change,
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

Run: TypeAlias = Callable[[str, tuple[Any, ...]], list[Row]]
"""Runs one statement with `?` for its values and returns its rows."""


def create(
    run: Run,
    match: StoredMatch,
    seeds: tuple[bytes, bytes],
    event: StoredEvent | None,
    standing: Standing,
    *,
    after: str | None,
    dealing: StoredDealing | None = None,
    opening: StoredToken | None = None,
) -> None:
    """Write a new match."""
    if after and not run(rows.REMATCH, (match.id, after)):
        raise Conflict(f"match {after} has a rematch already, or is not there")
    run(rows.insert("match"), rows.match_row(match))
    run(rows.insert("secret"), (match.id, *seeds))
    *facts, _ = rows.standing_row(match.id, standing)
    run(rows.insert("standing"), (match.id, *facts, int(event is not None)))
    if event:
        append(run, match.id, event)
    if dealing:
        run(rows.PUT_DEALING, rows.dealing_row(match.id, dealing))
    if opening:
        run(rows.insert("token"), rows.token_row(opening))


def append(run: Run, match_id: str, event: StoredEvent) -> None:
    """Write an event; whoever runs this has the database refuse a ply or a key that is there already."""
    before = b""
    if event.ply > 1:
        found = run(rows.HASH, (match_id, event.ply - 1))
        if not found:
            raise PlyTaken(f"match {match_id} has no ply {event.ply - 1}")
        before = found[0][0] or b""
    run(rows.insert("event"), rows.event_row(match_id, event, link(match_id, before, event)))


def change(run: Run, match_id: str, step: Change) -> None:
    """Write one step of a match; PlyTaken when it does not follow the last one, Conflict when seat b is taken."""
    if step.event:
        append(run, match_id, step.event)
    told, guard = rows.standing_row(match_id, step.standing), ""
    if step.version is not None:
        told, guard = (*told, step.version - 1), rows.AT_VERSION
    if not run(rows.SET_STANDING + guard + rows.RETURNING_VERSION, told):
        raise PlyTaken(f"match {match_id} has gone on, or is not there")
    if step.joined and not run(rows.JOIN, (step.joined.guest, step.joined.name, match_id)):
        raise Conflict(f"seat b of match {match_id} is taken")
    if step.note:
        run(rows.insert("note"), rows.note_row(match_id, step.note))
    for dealing in step.dealings:
        run(rows.PUT_DEALING, rows.dealing_row(match_id, dealing))
    if step.clock:
        run(rows.PUT_CLOCK, rows.clock_row(match_id, step.clock))
    if step.event and step.standing.phase == "match_over":
        run(rows.insert("result"), rows.result_row(match_id, step.standing))
        _rate(run, match_id, step.standing)


def _rate(run: Run, match_id: str, end: Standing) -> None:
    """Change the ratings of both guests of a rated match, in the transaction that writes its result."""
    found = run(rows.RATED_GUESTS, (match_id,))
    if not found or end.winner is None or None in found[0] or found[0][0] == found[0][1]:
        return
    guests = BySeat(*(bytes(guest) for guest in found[0]))
    locked: dict[bytes, Rating] = {}
    for guest in sorted(guests):  # everybody locks in this order, so that nobody waits for somebody who waits
        run(rows.NEW_RATING, (guest, START, MOST))
        locked[guest] = Rating(*run(rows.LOCK_RATING, (guest,))[0])
    now = end.updated
    before = guests.map(lambda guest: locked[guest].faded(now))
    after = BySeat(
        *(before[seat].after((before[seat.other], float(end.winner is seat)), now=now) for seat in (Seat.A, Seat.B))
    )
    for guest, new in zip(guests, after, strict=True):
        run(rows.SET_RATING, (new.rating, new.deviation, new.matches, new.at, guest))
    told = [*(each.rating for each in before), *(each.rating for each in after)]
    told += [*(each.deviation for each in after), *(each.matches for each in after)]
    run(rows.insert("rated"), (match_id, *told))


def conflict(run: Run, match_id: str, event: StoredEvent | None) -> Conflict:
    """Return what stood in the way of an event, or of a write without one."""
    if event is None:
        return Conflict(f"a row of match {match_id} is there already")
    seat = event.seat.value if event.seat else ""
    if event.key and run(rows.KEY, (match_id, seat, event.key)):
        return KeyUsed(f"key {event.key} of match {match_id} is stored already")
    return PlyTaken(f"ply {event.ply} of match {match_id} is taken")


def ignore(_: list[Row]) -> None:
    """Take rows that nobody asks for."""


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
        return [(rows.match_of(row[:-7]), rows.standing_of(row[-7:])) for row in found]

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

    def version(self, match_id: str) -> int | None:
        """Return how many steps of a match are stored, None when there is no such match."""
        found = self._read(rows.VERSION, (match_id,))
        return int(found[0][0]) if found else None

    def notes(self, match_id: str) -> list[StoredNote]:
        """Return what happened beside the table, oldest first."""
        return [rows.note_of(row) for row in self._read(rows.NOTES, (match_id,))]

    def dealings(self, match_id: str) -> list[StoredDealing]:
        """Return all attempts to deal, with their secrets, oldest first: for the dealer, never for an answer."""
        return [rows.dealing_of(row) for row in self._read(rows.DEALINGS, (match_id,))]

    def clock(self, match_id: str) -> StoredClock | None:
        """Return how a match's clock stood when it was last touched, None when it never was."""
        found = self._read(rows.CLOCK, (match_id,))
        return rows.clock_of(found[0]) if found else None

    def due(self, now: float, limit: int = 100) -> list[str]:
        """Return the matches in which a clock may have run out by now."""
        return [id_ for (id_,) in self._read(rows.DUE, (now, limit))]

    def token(self, hash_: bytes) -> StoredToken | None:
        """Return what the token with this hash opens, None for nothing."""
        found = self._read(rows.OPENS, (hash_,))
        return rows.token_of(found[0]) if found else None

    def tokens_of(self, owner: bytes, kind: str) -> list[StoredToken]:
        """Return the tokens of a kind that a guest has made, those that end first before the others."""
        return [rows.token_of(row) for row in self._read(rows.OWNED, (owner, kind))]

    def passkey(self, id_: bytes) -> StoredPasskey | None:
        """Return the passkey with this id of a credential, None for none."""
        found = self._read(rows.PASSKEY, (id_,))
        return rows.passkey_of(found[0]) if found else None

    def passkeys_of(self, guest: bytes) -> list[StoredPasskey]:
        """Return the passkeys of a guest, oldest first."""
        return [rows.passkey_of(row) for row in self._read(rows.PASSKEYS_OF, (guest,))]

    def watches(self, match_id: str, guest: bytes) -> bool:
        """Whether a guest may watch a match."""
        return bool(self._read(rows.WATCHES, (match_id, guest)))

    def watchers(self, match_id: str) -> int:
        """Return how many guests may watch a match."""
        return int(self._read(rows.WATCHERS, (match_id,))[0][0])

    def uptimes(self, server: str) -> list[tuple[float, float]]:
        """Return when the other servers of this store ran: each from when to when, in rising order."""
        return [(began, seen) for began, seen in self._read(rows.UPTIMES, (server,))]

    def result(self, match_id: str) -> StoredResult | None:
        """Return how a match ended, None while it has not."""
        found = self._read(rows.RESULT, (match_id,))
        return rows.result_of(found[0]) if found else None

    def rating(self, guest: bytes) -> Rating | None:
        """Return the rating of a guest as it was after its last rated match, None before the first."""
        found = self._read(rows.RATING, (guest,))
        return Rating(*found[0]) if found and found[0][2] else None

    def rated(self, match_id: str) -> Rated | None:
        """Return what a match changed about ratings, None where it changed nothing, or not yet."""
        found = self._read(rows.RATED, (match_id,))
        return rows.rated_of(found[0]) if found else None

    def seeds(self, match_id: str) -> tuple[bytes, bytes]:
        """Return the dealer's and the players' seed of a match: for those two, never for an answer."""
        found = self._read(rows.SEEDS, (match_id,))
        if not found:
            raise KeyError(match_id)
        return bytes(found[0][0]), bytes(found[0][1])
