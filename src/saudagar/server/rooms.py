"""Rooms: the matches being played, found in memory or read from the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..dealers import FairDealer
from ..errors import NotNow
from ..rules import BySeat, Match
from ..table import Table
from .clock import ClockTerms, Time, steady, terms_text
from .computer import Computer
from .desk import Desk
from .desk_shared import SharedDesk
from .entries import standing, stored
from .handshake import Handshake
from .keeper import Ground, Keys
from .limits import Limits
from .links import Links
from .programs import Programs
from .pulse import Pulse
from .room import Room
from .sitting import Sitting, load
from .slim import SlimEvent
from .store import Conflict, Store, StoredMatch, StoredToken
from .tasks import Tasks
from .uptime import Uptime

if TYPE_CHECKING:
    from .store.postgres import PostgresStore

log = logging.getLogger("saudagar.server")

Seeds = Callable[[], bytes]
KEPT = 500
"""Rooms kept in memory; others are rebuilt from the store when somebody asks for them."""


class Rooms:
    """All matches of one store."""

    def __init__(
        self, store: Store, *, clock: Time | None = None, seeds: Seeds | None = None, programs: Programs | None = None
    ) -> None:
        """`clock` tells the time in seconds; `seeds` gives each new match its 32-byte seed, by default a random one.

        `programs` are those of the server's keeper that people may play against.
        """
        self.store = store
        self.limits: Limits | None = None
        """How much each guest may have; None for no limit."""
        self.programs = programs or Programs()
        self.time = clock or steady()
        self.closed = False
        self.waiting: set[SlimEvent] = set()
        """Who waits for something else than news of one match, and is to be woken at the end."""
        self._ground = Ground(store, self.time, Uptime(store, self.time))
        self._seeds = seeds or (lambda: secrets.token_bytes(32))
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._computers: dict[str, Computer] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks = Tasks()
        self.links = Links(store, self.time)
        self.desk = _desk(store)

    def elapsed(self, since: float, now: float) -> float:
        """Return how much of the time between two moments clocks count."""
        return self._ground.uptime.elapsed(since, now)

    @property
    def count(self) -> int:
        """How many are in memory."""
        return len(self._rooms)

    async def open(
        self,
        match: Match,
        names: BySeat[str],
        players: BySeat[str | None],
        guests: BySeat[bytes | None],
        opening: StoredToken | None = None,
    ) -> Room:
        """Create a match that the server's seed deals, store it with its first deal, and return its room.

        Conflict when the token under which it is to be found again is there already.
        """
        return await self._tasks.finish(self._open(match, names, players, guests, None, opening=opening))

    async def invite(
        self,
        match: Match,
        name: str,
        guest: bytes,
        clock: ClockTerms | None,
        opening: StoredToken | None = None,
        *,
        rated: bool = False,
    ) -> Room:
        """Create an online match whose maker holds seat a, and return its room; seat b is taken by `Room.join`.

        Conflict as `open`.
        """
        told = self._stored(match, BySeat(name, ""), BySeat(None, None), BySeat(guest, None))
        told = replace(told, online=True, clock=terms_text(clock), rated=rated)
        return await self._tasks.finish(self._begin(told, None, opening))

    async def find(self, match_id: str) -> Room | None:
        """Return the room of a match, read from the store where needed; None when there is no such match.

        CorruptMatch when what is stored does not replay.
        """
        room = self._rooms.get(match_id)
        if room is None or room.closed:
            task = self._loading.get(match_id)
            if task is None:
                task = self._tasks.start(self._load(match_id))
                self._loading[match_id] = task
                task.add_done_callback(lambda _: self._loading.pop(match_id, None))
            return await asyncio.shield(task)
        self._rooms.move_to_end(match_id)
        if not room.sound or not await self._current(room):
            await room.read()
        return room

    def held(self, match_id: str) -> Room | None:
        """Return the room of a match if it is in memory."""
        return self._rooms.get(match_id)

    async def rematch(self, room: Room) -> Room:
        """Return the room of the rematch, opened once; the other seat starts. NotNow while the match runs."""
        if room.now.phase != "match_over":
            raise NotNow("the match is not over")
        return await self._tasks.finish(self._rematch(room))

    def listen(self) -> Callable[[], None]:
        """Let rooms know, from now on, when another process has moved or time has passed; called in the loop.

        Returns what ends it.
        """
        loop = asyncio.get_running_loop()

        def told(match_id: str | None) -> None:
            loop.call_soon_threadsafe(self._moved, match_id)

        unwatch = self.store.watch(told)
        pulse = Pulse(self.store, self._ground.uptime, self.time, self._clocks_run, self.find)
        pulse.start()
        self._tasks.start(self.desk.wake())

        def end() -> None:
            unwatch()
            pulse.stop()

        return end

    def close(self) -> None:
        """Release everybody who waits."""
        self.desk.close()
        self.closed = True
        for one in self.waiting:
            one.set()
        for room in list(self._rooms.values()):
            self._release(room)

    # ------------------------------------------------------------------------------------------------ inner

    async def _open(
        self,
        match: Match,
        names: BySeat[str],
        players: BySeat[str | None],
        guests: BySeat[bytes | None],
        after: str | None,
        *,
        opening: StoredToken | None = None,
    ) -> Room:
        seeds = self._seeds(), secrets.token_bytes(32)
        told = self._stored(match, names, players, guests)
        table = Table(match, dealer=FairDealer(seeds[0]), names=names, at=self.time())
        first = stored(table.log[0], None)
        opening = replace(opening, match_id=told.id) if opening else None
        await asyncio.wrap_future(self.store.create(told, seeds, first, standing(table), after=after, opening=opening))
        return self._keep(Sitting(told, 1, table, "deal", Handshake(), (), None), seeds[1])

    async def _begin(self, match: StoredMatch, after: str | None, opening: StoredToken | None = None) -> Room:
        """Create an online match, dealing already when both seats are taken."""
        seeds = secrets.token_bytes(32), secrets.token_bytes(32)
        room = Room(Sitting(match, 0, None, "", Handshake(), (), None), set(), self._ground)
        if match.guests.b:
            room.now = room.dealings.begun(room.now)
        dealing = room.now.handshake.attempts[0].stored() if room.now.handshake.attempts else None
        told = room.now.standing(self.time())
        opening = replace(opening, match_id=match.id) if opening else None
        await asyncio.wrap_future(
            self.store.create(match, seeds, None, told, after=after, dealing=dealing, opening=opening)
        )
        return self._keep(room.now, seeds[1])

    async def _load(self, match_id: str) -> Room | None:
        found = await asyncio.to_thread(load, self.store, match_id)
        if found is None:
            return None
        return self._keep(found.sitting, found.seed, found.keys)

    async def _rematch(self, room: Room) -> Room:
        told = await asyncio.to_thread(self.store.match, room.match.id)
        if told and told.rematch and (found := await self.find(told.rematch)):
            return found
        match = room.table.match.rematch()
        names, guests = room.match.names, room.match.guests
        try:
            if room.match.online:
                new = self._stored(match, names, room.match.players, guests)
                new = replace(new, online=True, clock=room.match.clock, rated=room.match.rated)
                opened = await self._begin(new, room.match.id)
            else:
                opened = await self._open(match, names, room.match.players, guests, room.match.id)
        except Conflict:
            return await self._rematch(room)  # another process opened it in this moment
        if room.match.online:
            await room.agreed(opened.match.id)
        return opened

    def _stored(
        self, match: Match, names: BySeat[str], players: BySeat[str | None], guests: BySeat[bytes | None]
    ) -> StoredMatch:
        id_, now = secrets.token_urlsafe(9), self.time()
        return StoredMatch(id_, now, match.ruleset.name, match.seals_to_win, match.first, names, players, guests)

    def _moved(self, match_id: str | None) -> None:
        for room in [self._rooms.get(match_id)] if match_id else list(self._rooms.values()):
            if room:
                self._tasks.start(self._refresh(room))

    async def _refresh(self, room: Room) -> None:
        try:
            if not await self._current(room):
                await room.read()
        except Exception:
            log.exception("match %s could not be read again", room.match.id)

    async def _current(self, room: Room) -> bool:
        """Whether a room stands where the store does; where one process writes it always does."""
        if not self.store.shared:
            return True
        return await asyncio.to_thread(self.store.version, room.match.id) == room.now.step

    def _clocks_run(self) -> bool:
        return any(room.now.clock and room.now.clock.running for room in self._rooms.values())

    def _keep(self, sitting: Sitting, seed: bytes, keys: Keys | None = None) -> Room:
        room = Room(sitting, keys or set(), self._ground)
        computer = Computer(room, seed, self.programs)
        room.after_step = computer.wake
        self._rooms[room.match.id] = room
        self._computers[room.match.id] = computer
        room.schedule()
        computer.wake()
        self._rooms.move_to_end(room.match.id)
        for old in list(self._rooms.values())[: max(0, len(self._rooms) - KEPT)][:10]:
            if not old.busy and not self._computers[old.match.id].busy:
                self._release(old)
                del self._rooms[old.match.id], self._computers[old.match.id]
        return room

    def _release(self, room: Room) -> None:
        room.close()
        if computer := self._computers.get(room.match.id):
            computer.close()


def _desk(store: Store) -> Desk | SharedDesk:
    """Return who has reviews done: for one server a folder beside its file, for several their database."""
    if store.shared:
        return SharedDesk(cast("PostgresStore", store))
    path = getattr(store, "path", "")
    return Desk(Path(path).with_name(f"{Path(path).stem}-reviews") if path and path[0] != ":" else None)
