"""A keeper: holds one match in memory, stores each step before anybody is shown it, and looks after its clocks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from ..errors import NotNow, StaleRequest
from ..rules import Audience, Seat
from ..table import Table, TakenBack
from .cache import Cache
from .clock import Time
from .dealings import Dealings
from .entries import CorruptMatch, stored
from .news import News
from .sitting import Sitting, load
from .store import Change, Conflict, Joined, Store, StoredEvent, StoredMatch, StoredNote, StoreError
from .tasks import Tasks, written
from .uptime import Uptime

log = logging.getLogger("saudagar.server")

Keys = set[tuple[Seat | None, str]]
TRIES = 20
"""How often a command is tried anew when other processes wrote first."""


class Overtaken(Exception):
    """Another process wrote first; the match has been read again, and the command is to be tried again."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What all rooms of a server share."""

    store: Store
    time: Time
    uptime: Uptime


class Keeper:
    """One match. `now` is what everybody is shown; it is replaced only after the next step is stored.

    What is done comes one after the other, and what is begun is finished even when whoever asked for it has gone.
    """

    def __init__(self, sitting: Sitting, keys: Keys, ground: Ground) -> None:
        self.now = sitting
        self.news = News(self._came_or_went)
        self.sound = True
        self.closed = False
        self.after_step: Callable[[], None] = _nothing
        self.presence = 0
        """Counts comings and goings, of which nothing is stored."""
        self.cache = Cache()
        self._keys = keys
        self._ground = ground
        self._lock = asyncio.Lock()
        self._tasks = Tasks()
        self._timer: asyncio.TimerHandle | None = None
        self.dealings = Dealings(self)

    @property
    def match(self) -> StoredMatch:
        """The match's own facts."""
        return self.now.match

    @property
    def table(self) -> Table:
        """The table. NotNow before the first deal."""
        if self.now.table is None:
            raise NotNow("the match has not begun")
        return self.now.table

    @property
    def time(self) -> float:
        """The time of the server, in seconds."""
        return self._ground.time()

    @property
    def shared(self) -> bool:
        """Whether other processes may have this match in a room of theirs."""
        return self._ground.store.shared

    @property
    def began(self) -> float:
        """When this server began."""
        return self._ground.uptime.began

    def elapsed(self, since: float, now: float) -> float:
        """Return how much of the time between two moments clocks count."""
        return self._ground.uptime.elapsed(since, now)

    def seats_of(self, guest: bytes | None) -> list[Seat]:
        """Return the seats that a guest (its hash) holds."""
        return [seat for seat in Seat if guest is not None and self.match.guests[seat] == guest]

    async def command(self, seat: Seat, key: str, work: Callable[[], Awaitable[None]], at: float | None = None) -> None:
        """Do some work under the lock unless this key has been carried out; `at` is when the command came."""
        moment = self.time if at is None else at

        async def once() -> None:
            # A deal belongs to no seat, so a key that asked for one is kept without a seat.
            if (seat, key) not in self._keys and (None, key) not in self._keys:
                await self._fall(moment)
                await work()

        await self.alone(once)

    async def alone(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work under the lock: to its end if the asker goes away, anew when another process was first."""

        async def locked() -> None:
            async with self._lock:
                for _ in range(TRIES):
                    if not self.sound:
                        await self._read()
                    try:
                        await work()
                    except Overtaken:
                        continue
                    return
                raise StaleRequest(self.now.ply, self.now.ply)

        await self._tasks.finish(locked())

    async def commit(
        self,
        after: Sitting,
        *,
        event: StoredEvent | None = None,
        note: StoredNote | None = None,
        joined: Joined | None = None,
    ) -> None:
        """Store a step and show it. Overtaken when another process wrote first; whatever fails, nothing has happened.

        To be called in `alone` only.
        """
        before = self.now
        notes = (*before.notes, note) if note else before.notes
        last = event.kind if event else before.last
        step = before.step + 1
        # All fields at once, as in `moved`: `replace` takes four times as long, and this is done for every move.
        after = Sitting(
            after.match, step, after.table, last, after.handshake, notes, after.clock, after.rated
        ).settled()
        known = before.handshake.attempts
        attempts = [each for each in after.handshake.attempts if each not in known]
        change = Change(
            after.standing(self.time),
            after.step,
            event,
            note,
            tuple(each.stored() for each in attempts),
            after.clock.stored() if after.clock and after.clock is not before.clock else None,
            joined,
        )
        try:
            await written(self._ground.store.change(self.match.id, change))
        except Conflict as wrong:
            self.sound = False
            await self._read()
            raise Overtaken from wrong
        except BaseException:
            # The dealer may have drawn, and the COMMIT may have been made: whoever comes next reads the match again.
            self.sound = False
            self.news.tell()
            raise
        self._keys.update((each.seat, each.key) for each in (event, note) if each and each.key)
        if after.match.rated and after.rated is None and after.phase == "match_over":
            with suppress(StoreError):  # it is stored all the same, and read when the match is read again
                after = replace(after, rated=await asyncio.to_thread(self._ground.store.rated, self.match.id))
        self._show(after)

    def note(self, kind: str, seat: Seat | None, key: str | None = None, data: str | None = None) -> StoredNote:
        """Return a note of the step that is about to be made."""
        return StoredNote(self.now.step + 1, kind, seat, data, key, self.time)

    async def read(self) -> None:
        """Read the match again: another process has moved."""
        await self.alone(self._read)

    async def wait_beyond(self, step: int, seconds: float, audience: Audience) -> None:
        """Return once the match is beyond a step or somebody has come or gone, or after so many seconds."""
        deadline, presence = asyncio.get_running_loop().time() + seconds, self.presence
        with self.news.subscribe(audience) as one:
            presence = self.presence
            while self.now.step <= step and presence == self.presence and self.sound and not self.closed:
                left = deadline - asyncio.get_running_loop().time()
                if left <= 0 or not await one.wait(left):
                    return

    @property
    def waiting(self) -> int:
        """How many wait for news here."""
        return len(self.news)

    @property
    def busy(self) -> bool:
        """Whether somebody waits for news here, or something is being done."""
        return self.waiting > 0 or self._lock.locked()

    def close(self) -> None:
        """Let everybody who waits go on at once, and let nothing hold the room but who still looks at it.

        Whatever hung together in a ring would wait for the collector, which looks at old things seldom.
        """
        self.closed = True
        self.after_step = _nothing
        self.cache.forget()
        self.news.close()
        self.news.tell()
        if self._timer:
            self._timer.cancel()

    def schedule(self, soonest: float = 0.001) -> None:
        """Look at the clocks again when the next of them may have run out, not sooner than in so many seconds."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if not self.match.online or self.now.over or self.closed:
            return
        now, clock, due = self.time, self.now.clock, self.dealings.deadline
        if clock and clock.running:
            due = now + clock.left_at(clock.running, now, self.elapsed)
        if due is not None:
            wait = min(max(soonest, due - now + 0.001), 86_400.0)
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._tasks.start(self.tick())

    async def tick(self) -> None:
        """Do what time itself does: a flag falls, a dealing goes on without whoever is late."""

        async def work() -> None:
            await self._fall(self.time)
            await self.dealings.go_on(self.time)

        try:
            await self.alone(work)
        except Exception:
            log.exception("the clock of match %s could not be looked at", self.match.id)
        self.schedule(0.2)

    def moved(self, table: Table, at: float) -> Sitting:
        """Return the sitting with another table, and its clock turned to whoever is to act there."""
        clock, handshake, last = self.now.clock, self.now.handshake, table.last
        if clock:
            if isinstance(last.cause, TakenBack) and last.seat:
                clock = clock.withdrawn(last.seat)
            clock = clock.turn(table.to_act, at, self.elapsed, acted=not isinstance(last.cause, TakenBack | None))
        if table.match.over:
            handshake = self.dealings.withdrawn(handshake)
        now = self.now
        return Sitting(now.match, now.step, table, now.last, handshake, now.notes, clock, now.rated)

    async def _fall(self, at: float) -> None:
        """Let the flag fall if somebody had nothing left at that time."""
        clock = self.now.clock
        seat = clock.out(at, self.elapsed) if clock and self.now.phase == "play" else None
        if seat is None:
            return
        table = self.table.branch()
        table.forfeit(seat, at=at)
        await self.commit(self.moved(table, at), event=stored(table.last, None, "time"))

    async def _read(self) -> None:
        found = await asyncio.to_thread(load, self._ground.store, self.match.id)
        if found is None:
            raise CorruptMatch(self.match.id, 0)
        self._keys = found.keys
        self.sound = True
        self._show(found.sitting)

    def _show(self, sitting: Sitting) -> None:
        self.now = sitting
        self.news.tell()
        self.schedule()
        self.after_step()

    def _came_or_went(self) -> None:
        self.presence += 1
        if self.match.online:
            self.news.tell()


def _nothing() -> None:
    """Do nothing after a step."""
