"""Rooms: the matches being played, each with its table, its computer players and those who wait for news."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

from ..dealers import FairDealer, Stream
from ..dealers.stream import mac
from ..errors import NotNow, StaleRequest
from ..players import Limit, player
from ..rules import Action, BySeat, Match, Seat
from ..table import Phase, Table
from .entries import CorruptMatch, rebuild, standing, stored
from .store import Conflict, KeyUsed, Store, StoredMatch

log = logging.getLogger("saudagar.server")

Seeds = Callable[[], bytes]
KEPT = 500
"""Rooms kept in memory; others are rebuilt from the store when somebody asks for them."""


class Room:
    """One match: a command is carried out, stored, and only then answered and made known."""

    def __init__(
        self, match: StoredMatch, table: Table, store: Store, player_seed: bytes, clock: Callable[[], float]
    ) -> None:
        self.match = match
        self.table = table
        self.keys = {(event.seat, event.key) for event in store.events(match.id) if event.key}
        self.broken = False
        self.waiting = 0
        self._store = store
        self._clock = clock
        self._player_seed = player_seed
        self._news = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self.wake_player()

    def seats_of(self, guest: bytes | None) -> list[Seat]:
        """Return the seats that a guest (its hash) holds."""
        return [seat for seat in Seat if guest is not None and self.match.guests[seat] == guest]

    def act(self, seat: Seat, action: Action, ply: int, key: str) -> None:
        """Carry out and store an action; nothing when this key has been carried out before. Raises as `Table.act`."""
        self._command(seat, key, lambda: self.table.act(seat, action, ply=ply, at=self._clock()))

    def next_round(self, seat: Seat, ply: int, key: str) -> None:
        """Deal and store the next round, as `act`."""
        self._command(seat, key, lambda: self.table.next_round(seat, ply=ply, at=self._clock()))

    def take_back(self, seat: Seat, ply: int, key: str) -> None:
        """Take a seat's last action back, as `act`; NotNow between people, where a move that was made is made."""
        if self.match.players[seat.other] is None:
            raise NotNow("between people a move that was made is made")
        self._command(seat, key, lambda: self.table.take_back(seat, ply=ply, at=self._clock()))

    def resign(self, seat: Seat, ply: int, key: str) -> None:
        """Resign for a seat, as `act`."""
        self._command(seat, key, lambda: self.table.resign(seat, ply=ply, at=self._clock()))

    def _command(self, seat: Seat, key: str, do: Callable[[], object]) -> None:
        # A deal belongs to no seat, so a key that asked for one is kept without a seat.
        if (seat, key) in self.keys or (None, key) in self.keys:
            return
        do()
        entry = self.table.log[-1]
        try:
            self._store.append(self.match.id, stored(entry, key), standing(self.table)).result()
        except Conflict as wrong:
            # Another process moved first: this room answers from what is stored, as every later request will.
            self._refresh()
            if isinstance(wrong, KeyUsed):
                return
            raise StaleRequest(self.table.ply, entry.ply - 1) from wrong
        except BaseException:
            # The table has moved but the store has not: this room answers no more, the next request rebuilds it.
            self.broken = True
            self._announce()
            raise
        self.keys.add((entry.seat, key))
        self._announce()
        self.wake_player()

    def _refresh(self) -> None:
        """Rebuild the table from the store; the room itself is built anew at the next request."""
        events = self._store.events(self.match.id)
        self.table = rebuild(self.match, self._store.seeds(self.match.id)[0], events)
        self.keys = {(event.seat, event.key) for event in events if event.key}
        self.broken = True
        self._announce()

    def _announce(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def wait_beyond(self, ply: int, seconds: float) -> None:
        """Return once the table is beyond a ply, or after so many seconds."""
        deadline = time.monotonic() + seconds
        self.waiting += 1
        try:
            while self.table.ply <= ply and not self.broken and (left := deadline - time.monotonic()) > 0:
                try:
                    await asyncio.wait_for(self._news.wait(), left)
                except TimeoutError:
                    return
        finally:
            self.waiting -= 1

    @property
    def busy(self) -> bool:
        """Whether somebody waits for news here, or the computer thinks."""
        return self.waiting > 0 or (self._thinking is not None and not self._thinking.done())

    def release(self) -> None:
        """Let everybody who waits go on at once (the server is closing)."""
        self.broken = True
        self._announce()
        if self._thinking:
            self._thinking.cancel()

    def wake_player(self) -> None:
        """Let the computer think, when it is its turn."""
        seat = self.table.to_act
        if seat and self.match.players[seat] and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    async def _think(self) -> None:
        while not self.broken and (seat := self.table.to_act) and (name := self.match.players[seat]):
            ply, view = self.table.ply, self.table.view(seat)
            numbers = Stream(mac(self._player_seed, "saudagar/player", ply.to_bytes(4, "big")), "player")
            try:
                decision = await asyncio.to_thread(player(name).choose, view, Limit(), numbers)
                if self.table.ply == ply and not self.broken:
                    self.act(seat, decision.action, ply, f"player-{ply}")
            except StaleRequest:
                return
            except Exception:
                log.exception("player %s could not act in match %s [%s]", name, self.match.id, view)
                return


class Rooms:
    """All matches of one store."""

    def __init__(self, store: Store, *, clock: Callable[[], float] = time.time, seeds: Seeds | None = None) -> None:
        """`seeds` gives each new match its 32-byte seed; by default the system's random numbers."""
        self.store = store
        self._clock = clock
        self._seeds = seeds or (lambda: secrets.token_bytes(32))
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def open(
        self,
        match: Match,
        names: BySeat[str],
        players: BySeat[str | None],
        guests: BySeat[bytes | None],
        after: str | None = None,
    ) -> Room:
        """Create a match, store it with its first deal, and return its room."""
        seed, player_seed = self._seeds(), secrets.token_bytes(32)
        stored_match = StoredMatch(
            secrets.token_urlsafe(9),
            self._clock(),
            match.ruleset.name,
            match.seals_to_win,
            match.first,
            names,
            players,
            guests,
        )
        table = Table(match, dealer=FairDealer(seed), names=names, at=self._clock())
        first = stored(table.log[0], None)
        self.store.create(stored_match, (seed, player_seed), first, standing(table), after=after).result()
        return self._keep(Room(stored_match, table, self.store, player_seed, self._clock))

    def now(self) -> float:
        """Return the time by the clock of these rooms, in seconds."""
        return self._clock()

    def find(self, match_id: str) -> Room | None:
        """Return the room of a match, rebuilt from the store where needed; None when there is no such match.

        CorruptMatch when what is stored does not replay.
        """
        room = self._rooms.get(match_id)
        if room and not room.broken and self._current(room):
            self._rooms.move_to_end(match_id)
            return room
        match = self.store.match(match_id)
        if match is None:
            return None
        try:
            seed, player_seed = self.store.seeds(match_id)
            table = rebuild(match, seed, self.store.events(match_id))
        except (KeyError, ValueError) as wrong:
            raise CorruptMatch(match_id, 0) from wrong
        return self._keep(Room(match, table, self.store, player_seed, self._clock))

    def rematch(self, room: Room) -> Room:
        """Return the room of the rematch, opened once; the other seat starts. NotNow while the match runs."""
        if room.table.phase is not Phase.MATCH_OVER:
            raise NotNow("the match is not over")
        stored_match = self.store.match(room.match.id)
        if stored_match and stored_match.rematch and (found := self.find(stored_match.rematch)):
            return found
        match = room.table.match.rematch()
        try:
            return self.open(match, room.match.names, room.match.players, room.match.guests, after=room.match.id)
        except Conflict:
            return self.rematch(room)  # another process opened it in this moment

    def listen(self) -> Callable[[], None]:
        """Let rooms know, from now on, when another process has moved; called in the loop, returns what ends it."""
        loop = asyncio.get_running_loop()

        def told(match_id: str | None) -> None:
            loop.call_soon_threadsafe(self._moved, match_id)

        return self.store.watch(told)

    def _moved(self, match_id: str | None) -> None:
        for room in [self._rooms.get(match_id)] if match_id else list(self._rooms.values()):
            if room and not room.broken and not self._current(room):
                room.release()

    def _current(self, room: Room) -> bool:
        """Whether a room stands where the store does; where one process writes it always does."""
        if not self.store.shared:
            return True
        head = self.store.head(room.match.id)
        return head is not None and head.ply == room.table.ply

    def close(self) -> None:
        """Release everybody who waits."""
        for room in list(self._rooms.values()):
            room.release()

    def _keep(self, room: Room) -> Room:
        self._rooms[room.match.id] = room
        self._rooms.move_to_end(room.match.id)
        while len(self._rooms) > KEPT and (idle := next((i for i, r in self._rooms.items() if not r.busy), None)):
            del self._rooms[idle]
        return room
