"""Health: whether the process lives, whether it is ready for requests, and its metrics, for whoever looks after it."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Literal

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from .metrics import CONTENT_TYPE, metrics, watch_collector
from .rooms import Rooms

Shown = Literal["off", "loopback", "all"]
PATIENCE = 2.0
"""Seconds the store has to answer when it is asked whether it is there."""
TICK = 0.25
MANY = 200
"""Connections that come or go before the collector takes stock anew; as many take about 10 ms of a pass."""
NEW = 5_000
"""Objects that have come to stay after which the collector looks at them: some 5 to 10 ms of a pass."""
SELDOM = 20
"""Every so many beats stock is taken however little is new."""
LONG = 0.01
"""Seconds of a pass after which all that it looked at is frozen, so that the next one is short again."""
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Headers by which a proxy tells that a request came from elsewhere."""


class Health:
    """The routes of one server's health."""

    def __init__(self, rooms: Rooms, shown: Shown = "off") -> None:
        """`shown` tells whom the metrics are for: nobody, this computer, or everybody who can ask."""
        self._rooms = rooms
        self._shown = shown
        self.stopping = False
        self.asking: asyncio.Task[object] | None = None

    def routes(self) -> list[Route]:
        """Return all routes."""
        return [
            Route("/healthz", self.alive),
            Route("/readyz", self.ready),
            *([Route("/metrics", self.metrics)] if self._shown != "off" else []),
        ]

    async def alive(self, request: Request) -> Response:
        """Say that the process answers. One that does not is to be started anew."""
        return _plain("ok\n")

    async def ready(self, request: Request) -> Response:
        """Say whether new requests are welcome: not while stopping, nor while the store does not answer."""
        if self.stopping:
            return _plain("stopping\n", 503)
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self._ask())
        except Exception:
            return _plain("the database does not answer\n", 503)
        return _plain("ready\n")

    def _ask(self) -> asyncio.Task[object]:
        """Return the question to the store that is under way: a store that hangs holds one thread and no more."""
        if self.asking is None or self.asking.done():
            self.asking = asyncio.create_task(asyncio.to_thread(self._rooms.store.match, "readyz"))
        return self.asking

    async def metrics(self, request: Request) -> Response:
        """Tell the metrics, as `shown` allows."""
        client = request.client.host if request.client else ""
        elsewhere = client not in ("127.0.0.1", "::1") or any(name in request.headers for name in FORWARDED)
        if self._shown == "loopback" and elsewhere:
            return _plain("Not Found\n", 404)
        return Response(metrics.text(), headers={"content-type": CONTENT_TYPE, "cache-control": "no-store"})


async def watch_loop() -> None:
    """Measure how late the event loop wakes up, until cancelled."""
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        metrics.loop_lag.observe(max(0.0, time.perf_counter() - due))


class Collector:
    """Keeps the garbage collector's pauses short however many connections there are.

    A full pass looks at every object: 0.1 to 0.4 s with 10,000 sockets. So whenever many objects or connections have
    come, they are looked at once, a few thousand at a time, and frozen, which takes them out of later passes. What is
    dropped goes at once all the same, by its reference count; only rings of frozen objects stay (rooms that are let go
    are none), and they are looked for by one pass over everything when few connections are left of many.
    """

    def __init__(self) -> None:
        self._unwatch: Callable[[], None] = lambda: None
        self._most = self._frozen = 0.0
        self._beats = 0

    def start(self) -> None:
        """Begin: everything that is loaded stays."""
        gc.collect()  # nobody has been answered yet: no pause that anybody could notice
        gc.freeze()
        self._unwatch = watch_collector()
        # By itself Python's collector does nothing that `tidy` does, unless a flood comes between two beats.
        gc.set_threshold(20 * NEW, 100_000, 100_000)

    def stop(self) -> None:
        """Leave the collector as Python has it."""
        self._unwatch()
        gc.set_threshold(700, 10, 10)
        gc.unfreeze()

    def tidy(self) -> None:
        """Do a part: called several times a second. Looks at nothing while little has become of what was new."""
        now = metrics.connections.total
        self._beats += 1
        much = gc.get_count()[0] > NEW
        if not much and self._beats % SELDOM and now >= self._most / 4:
            return
        self._most = max(self._most, now)
        few_left = self._most > MANY and now < self._most / 4
        if few_left:
            gc.unfreeze()
            self._most = now
        began = time.perf_counter()
        gc.collect()
        if few_left or much or now >= self._frozen + MANY or time.perf_counter() - began > LONG:
            gc.freeze()
            self._frozen = now

    async def keep(self, seconds: float = 0.1) -> None:
        """Tidy every so many seconds, until cancelled."""
        while True:
            await asyncio.sleep(seconds)
            self.tidy()


def _plain(text: str, status: int = 200) -> Response:
    return PlainTextResponse(text, status, headers={"cache-control": "no-store"})
