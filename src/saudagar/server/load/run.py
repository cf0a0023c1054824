"""The measurement: a server of its own, its clients, moves at scheduled instants, and what came of it.

Open loop: moves arrive by chance at the planned rate whether or not earlier ones have been answered, and a latency
counts from the instant at which its move was due, so that a server that stalls cannot hide it.
"""

from __future__ import annotations

import asyncio
import gc
import math
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...dealers import rng
from .client import Client, Seat, Wrong, opened
from .process import Child
from .wire import Broken, Pool

WARM = 20
"""Matches played before anything is measured, so that all code is loaded."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is measured; rates a second."""

    matches: int = 5_000
    moves: float = 500.0
    seconds: float = 60.0
    idle_after: float = 20.0
    """Seconds from when all sockets are open until it is measured what the server spends while nobody moves."""
    idle_seconds: float = 20.0
    """How long that is measured: the first signs of life of a socket come after 15 and 20 s, and then again."""
    churn: float = 0.0
    """Clients whose sockets are cut, and opened again."""
    storm: bool = True
    """Cut all sockets at the end, and time how long it takes until everybody is shown the table again."""
    restart: bool = True
    """Kill the server with SIGKILL afterwards, and time how long a new one takes."""
    database: str | None = None
    pin: bool = True
    """Whether the server has a core of its own."""


@dataclass
class Report:
    """What was measured: times in seconds, sizes in bytes."""

    moves: int = 0
    late: int = 0
    acknowledged: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    open_seconds: float = 0.0
    memory_before: int = 0
    memory_open: int = 0
    memory_after: int = 0
    memory_samples: list[int] = field(default_factory=list)
    cpu_idle: float = 0.0
    """CPU seconds a second while nobody moves."""
    cpu_busy: float = 0.0
    cpu_seconds: float = 0.0
    cut: int = 0
    lag: float = 0.0
    """The longest time by which the clients themselves woke up late: in it no latency can be told from a stall here."""
    storm_seconds: float | None = None
    ready_seconds: float | None = None
    resumed_seconds: float | None = None
    metrics: dict[str, float] = field(default_factory=dict)


async def measure(plan: Plan, folder: Path, say: Callable[[str], None]) -> Report:
    """Carry out a plan with a server in this folder and return the report; its errors are in it."""
    child = Child(plan.database or str(folder / "matches.db"), folder, pin=plan.pin)
    # 10,000 States are three million objects: a pass over them stops all clients for up to a second, and there are no
    # rings among them. What the clients do not hold any more goes by its reference count.
    collects = gc.isenabled()
    gc.disable()
    try:
        return await Load(plan, child, say).run()
    finally:
        if collects:
            gc.enable()
        child.end()


class Load:
    """One measurement."""

    def __init__(self, plan: Plan, child: Child, say: Callable[[str], None]) -> None:
        self.plan = plan
        self.child = child
        self.say = say
        self.report = Report()
        self.chance = rng(1)
        self.pool = Pool("127.0.0.1", child.port)
        self.clients: list[Client] = []
        self._due: dict[Client, tuple[int, float]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> Report:
        """Carry it out."""
        report, plan = self.report, self.plan
        warm = await opened(self.pool, min(WARM, plan.matches), _ignore)
        for _ in range(10):
            for client in warm:
                await client.move()
        report.memory_before = self.child.memory
        began = time.perf_counter()
        self.clients = await opened(self.pool, plan.matches, self._shown)
        report.open_seconds = time.perf_counter() - began
        report.memory_open = self.child.memory
        self.say(f"{plan.matches} matches, {2 * plan.matches} sockets open after {report.open_seconds:.1f} s")
        await self._nobody_moves()
        await self._moves()
        await self._settle()
        report.memory_after = self.child.memory
        report.metrics = await self.child.metrics(self.pool)
        for client in warm:
            client.close()
        if plan.storm:
            report.storm_seconds = await self._storm()
        if plan.restart:
            await self._restart()
        for client in self.clients:
            client.close()
        self.pool.close()
        return report

    async def _nobody_moves(self) -> None:
        """Measure what keeping the sockets takes; not at once, because the first signs of life are still to come."""
        await asyncio.sleep(self.plan.idle_after)
        cpu, began = self.child.cpu, time.perf_counter()
        await asyncio.sleep(self.plan.idle_seconds)
        self.report.cpu_idle = (self.child.cpu - cpu) / (time.perf_counter() - began)

    async def _moves(self) -> None:
        plan, report = self.plan, self.report
        beside = [asyncio.create_task(self._sample()), asyncio.create_task(self._watch_itself())]
        if plan.churn:
            beside.append(asyncio.create_task(self._churn()))
        cpu, began = self.child.cpu, time.perf_counter()
        due, end = began, began + plan.seconds
        while (due := due + self._gap(plan.moves)) < end:
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            client = self._idle()
            if client is None:
                report.late += 1
                continue
            client.busy = True
            self._spawn(self._move(client, due))
        report.cpu_seconds = self.child.cpu - cpu
        report.cpu_busy = report.cpu_seconds / (time.perf_counter() - began)
        for task in beside:
            task.cancel()

    def _gap(self, rate: float) -> float:
        """Return a time until the next of so many events a second that come by chance."""
        return -math.log((self.chance.below(1 << 30) + 1) / (1 << 30)) / rate

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _idle(self) -> Client | None:
        for _ in range(50):
            client = self.clients[self.chance.below(len(self.clients))]
            if not client.busy and not client.over:
                return client
        return None

    async def _move(self, client: Client, due: float) -> None:
        report = self.report
        try:
            if await client.move() == "over":
                client.busy = False
                return
        except (Wrong, Broken, OSError) as wrong:
            self._complain(wrong)
            client.over = True
            return
        report.moves += 1
        report.acknowledged.append(time.perf_counter() - due)
        self._due[client] = (client.acknowledged, due)
        self._shown(client, client.seats["a"])

    def _shown(self, client: Client, _: Seat) -> None:
        """A seat was shown something: once both have seen the move, it is done."""
        ply, due = self._due.get(client, (0, 0.0))
        if ply and all(seat.ply >= ply for seat in client.seats.values()):
            del self._due[client]
            self.report.shown.append(time.perf_counter() - due)
            client.busy = False

    def _complain(self, wrong: Exception) -> None:
        self.report.errors.append(f"{type(wrong).__name__}: {wrong}"[:600])

    async def _settle(self) -> None:
        """Wait until everything has been shown, 60 s at most, and note what has not."""
        await until(lambda: not self._tasks and not self._due, 60)
        for client in self.clients:
            for seat in client.seats.values():
                if not client.over and seat.ply != client.acknowledged:
                    told = f"seat {seat.name} of {client.id} was shown ply {seat.ply}, not {client.acknowledged}"
                    self.report.errors.append(told)

    async def _sample(self) -> None:
        while True:
            await asyncio.sleep(2)
            self.report.memory_samples.append(self.child.memory)

    async def _watch_itself(self) -> None:
        while True:
            due = time.perf_counter() + 0.01
            await asyncio.sleep(0.01)
            self.report.lag = max(self.report.lag, time.perf_counter() - due)

    async def _churn(self) -> None:
        while True:
            await asyncio.sleep(self._gap(self.plan.churn))
            client = self.clients[self.chance.below(len(self.clients))]
            seat = client.seats["ab"[self.chance.below(2)]]
            if seat.socket:
                seat.socket.cut()
                seat.socket = None
                self.report.cut += 1
                self._spawn(self._again(client, seat))

    async def _again(self, client: Client, seat: Seat) -> None:
        try:
            await client.listen(seat)
        except (Broken, OSError) as wrong:
            self._complain(wrong)

    async def _storm(self) -> float:
        """Cut all sockets at once; return the seconds until everybody has been shown the table again."""
        for client in self.clients:
            client.close()
        await asyncio.sleep(0.2)
        return await self._come_back()

    async def _come_back(self) -> float:
        began = time.perf_counter()
        seats = [(client, seat) for client in self.clients for seat in client.seats.values()]
        frames = {seat: seat.frames for _, seat in seats}
        waiting = iter(seats)

        async def work() -> None:
            for client, seat in waiting:
                await self._again(client, seat)

        await asyncio.gather(*(work() for _ in range(200)))
        await until(lambda: all(seat.frames > frames[seat] for _, seat in seats), 120)
        for client, seat in seats:
            if seat.ply != client.acknowledged and not client.over:
                self.report.errors.append(f"seat {seat.name} of {client.id} came back to ply {seat.ply}")
        return time.perf_counter() - began

    async def _restart(self) -> None:
        """Kill the server, start it again; note when it is ready, and when everybody has been shown the table."""
        self.child.kill()
        began = time.perf_counter()
        await asyncio.to_thread(self.child.start)
        self.report.ready_seconds = time.perf_counter() - began
        self.pool = Pool("127.0.0.1", self.child.port)
        for client in self.clients:
            client.pool = self.pool
        self.report.resumed_seconds = await self._come_back() + self.report.ready_seconds


async def until(true: Callable[[], bool], seconds: float) -> None:
    """Return once something is true, or after so many seconds."""
    end = time.perf_counter() + seconds
    while not true() and time.perf_counter() < end:  # noqa: ASYNC110 - it is about what many callbacks have done
        await asyncio.sleep(0.02)


def _ignore(*_: object) -> None:
    """Take no notice of news."""
