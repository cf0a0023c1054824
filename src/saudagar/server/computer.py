"""The computer at the table: a player of the house that acts in a room like anybody else."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from ..dealers import Stream
from ..dealers.stream import mac
from ..errors import NotNow, StaleRequest
from ..players import Decision, Limit, player
from ..rules import Rng, View
from .programs import PREFIX, Forfeit, Programs
from .room import Room

log = logging.getLogger("saudagar.server")


class Computer:
    """Thinks whenever it is the turn of a seat that no person holds."""

    def __init__(self, room: Room, seed: bytes, programs: Programs) -> None:
        self._programs = programs
        self._room = room
        self._seed = seed
        self._thinking: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Let it think, if it is its turn and it does not think already."""
        seat = self._room.now.to_act
        if seat and self._room.match.players[seat] and not self.busy and not self._room.closed:
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    @property
    def busy(self) -> bool:
        """Whether it thinks."""
        return self._thinking is not None and not self._thinking.done()

    def close(self) -> None:
        """Let it stop."""
        if self._thinking:
            self._thinking.cancel()

    async def _think(self) -> None:
        room = self._room
        while not room.closed and (seat := room.now.to_act) and (name := room.match.players[seat]):
            ply, view = room.now.ply, room.table.view(seat)
            numbers = Stream(mac(self._seed, "saudagar/player", ply.to_bytes(4, "big")), "player")
            try:
                decision = await self._choose(name, view, numbers)
                if room.now.ply == ply and not room.closed:
                    await room.act(seat, decision.action, ply, f"player-{ply}")
            except Forfeit as lost:
                log.warning("match %s: %s", room.match.id, lost)
                with suppress(StaleRequest, NotNow):
                    await room.resign(seat, ply, f"forfeit-{ply}")
                return
            except (StaleRequest, NotNow):
                return
            except Exception:
                log.exception("player %s could not act in match %s [%s]", name, room.match.id, view)
                return

    async def _choose(self, name: str, view: View, rng: Rng) -> Decision:
        if name.startswith(PREFIX):
            return await self._programs.choose(name, view, rng)
        return await asyncio.to_thread(player(name).choose, view, Limit(), rng)
