"""Access: what an asker may do in a room, by the guest that it is."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import HTTPConnection

from ..rules import SPECTATOR, Audience, Seat
from .entries import CorruptMatch
from .errors import Refused
from .guests import guest_of
from .room import Room
from .rooms import Rooms
from .state import state, told

log = logging.getLogger("saudagar.server")


@dataclass(frozen=True, slots=True)
class Access:
    """A room and the asker's seats in it; without any, the asker is a spectator."""

    room: Room
    seats: list[Seat]

    def audience(self, wanted: str | None) -> Audience:
        """Return whom to show it to: the seat wanted, or who is to act, or the first. Refused (403) if not theirs."""
        if wanted is not None:
            return self.seat(wanted)
        if not self.seats:
            return SPECTATOR
        acting = self.room.now.to_act
        return acting if acting in self.seats else self.seats[0]

    def seat(self, name: str) -> Seat:
        """Return the seat that the asker acts for. Refused (403) when it is not theirs."""
        if name not in [seat.value for seat in self.seats]:
            raise Refused(403, "not_yours", f"seat {name[:1]} is not yours")
        return Seat(name)

    def state(self, wanted: str | None) -> dict[str, Any]:
        """Return the State for the asker."""
        return self.state_for(self.audience(wanted))

    def state_for(self, audience: Audience) -> dict[str, Any]:
        """Return the State for one of the asker's audiences."""
        return state(self.room, audience, self.seats)

    def told(self, audience: Audience) -> msgspec.Raw:
        """Return the same as JSON."""
        return told(self.room, audience, self.seats)


async def enter(rooms: Rooms, connection: HTTPConnection, *, watch: bool = False) -> Access:
    """Return the access to the match that an address names; `watch` lets spectators in.

    Refused (404) for who holds no seat, as if there were no match.
    """
    match_id = connection.path_params["id"]
    try:
        room = await rooms.find(match_id)
    except CorruptMatch as wrong:
        log.warning("%s", wrong)
        raise Refused(500, "internal", "what is stored of this match cannot be read; others are not affected") from None
    guest = guest_of(connection)
    seats = room.seats_of(guest) if room else []
    if room is None or guest is None or not (seats or (watch and await _watches(rooms, match_id, guest))):
        raise Refused(404, "not_found", "there is no such match of yours")
    return Access(room, seats)


async def _watches(rooms: Rooms, match_id: str, guest: bytes) -> bool:
    return await asyncio.to_thread(rooms.store.watches, match_id, guest)
