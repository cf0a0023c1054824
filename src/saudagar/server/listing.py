"""The list of a guest's matches: how each stands, and whether it waits for the guest."""

from __future__ import annotations

import asyncio
from typing import Any

from ..rules import Seat
from .caps import over
from .clock import parse_terms, restored
from .rooms import Rooms
from .store import Standing, StoredMatch

ENDED = ("match_over", "aborted")


async def listing(rooms: Rooms, guest: bytes) -> list[dict[str, Any]]:
    """Return what is told of a guest's matches, newest first."""
    return await asyncio.to_thread(_listing, rooms, guest)


async def may_open(rooms: Rooms, guest: bytes) -> None:
    """Raise Refused (429) when a guest has as many unfinished matches as anybody may have."""
    if rooms.limits is None:
        return
    most = rooms.limits.matches_per_guest
    found = await asyncio.to_thread(rooms.store.matches_of, guest, most)
    if len(found) >= most and all(standing.phase not in ENDED for _, standing in found):
        raise over("matches_per_guest", 60)


def _listing(rooms: Rooms, guest: bytes) -> list[dict[str, Any]]:
    return [summary(rooms, guest, match, standing) for match, standing in rooms.store.matches_of(guest)]


def summary(rooms: Rooms, guest: bytes, match: StoredMatch, standing: Standing) -> dict[str, Any]:
    """Return what is told of one of a guest's matches."""
    mine = [seat for seat in Seat if match.guests[seat] == guest]
    playing = standing.phase == "play"
    return {
        "id": match.id,
        "seats": {seat.value: {"name": match.names[seat], "player": match.players[seat]} for seat in Seat},
        "seals": {seat.value: standing.seals[seat] for seat in Seat},
        "seals_to_win": match.seals,
        "round": standing.round,
        "phase": standing.phase,
        "winner": standing.winner.value if standing.winner else None,
        "updated": standing.updated,
        "online": match.online,
        "rated": match.rated,
        "mine": [seat.value for seat in mine],
        "turn": standing.awaited if playing and standing.awaited else None,
        "yours": any(seat.value in standing.awaited for seat in mine),
        "left": _left(rooms, match, standing.awaited) if playing and match.clock else None,
    }


def rating_of(rooms: Rooms, guest: bytes) -> dict[str, Any] | None:
    """Return what is told of a guest's rating as it is now, None before the first rated match."""
    found = rooms.store.rating(guest)
    if found is None:
        return None
    now = found.faded(rooms.time())
    return {"rating": round(now.rating), "deviation": round(now.deviation), "matches": now.matches}


def _left(rooms: Rooms, match: StoredMatch, awaited: str) -> int | None:
    """Return how many milliseconds the seat to act has left."""
    terms, told = parse_terms(match.clock), rooms.store.clock(match.id)
    if not terms or not told or awaited not in ("a", "b"):
        return None
    return int(restored(terms, told).left_at(Seat(awaited), rooms.time(), rooms.elapsed) * 1000)
