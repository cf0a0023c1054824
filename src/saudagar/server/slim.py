"""An event and a queue for one who waits, a tenth as large as asyncio's: each connection has two or three."""

from __future__ import annotations

import asyncio
from typing import Any

from .grid import grid

STRAIGHT = "saudagar.straight"
"""Where a WebSocket's scope has a function that sends a text, as UTF-8, without going through every layer."""


class SlimEvent:
    """Is set or not, and wakes who waits for it."""

    __slots__ = ("_set", "_waiters")

    def __init__(self) -> None:
        self._set = False
        self._waiters: list[asyncio.Future[bool]] | None = None

    def is_set(self) -> bool:
        """Whether it is set."""
        return self._set

    def set(self) -> None:
        """Set it, and wake everybody who waits."""
        self._set = True
        waiters, self._waiters = self._waiters, None
        for waiter in waiters or ():
            if not waiter.done():
                waiter.set_result(True)

    def clear(self) -> None:
        """Take it back."""
        self._set = False

    async def wait(self, seconds: float | None = None) -> bool:
        """Return whether it was set within so many seconds, on the `grid`.

        No error is raised when the time is over: errors cost garbage.
        """
        if self._set:
            return True
        waiter: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiters = [*(self._waiters or ()), waiter]
        timer = None if seconds is None else grid.later(seconds, _give_up, waiter)
        try:
            # It may have been set in the very moment in which the time was over.
            return await waiter or self._set
        finally:
            if timer:
                timer.cancel()
            if self._waiters and waiter in self._waiters:
                self._waiters.remove(waiter)


class SlimQueue:
    """Things in a row, for one who takes them."""

    __slots__ = ("_there", "_things")

    def __init__(self) -> None:
        self._things: list[Any] | None = None
        self._there = SlimEvent()

    def empty(self) -> bool:
        """Whether there is nothing."""
        return not self._things

    def put_nowait(self, thing: Any) -> None:
        """Put something at the end."""
        if self._things is None:
            self._things = []
        self._things.append(thing)
        self._there.set()

    async def get(self) -> Any:
        """Take the first thing, once there is one."""
        while not self._things:
            self._there.clear()
            await self._there.wait()
        thing = self._things.pop(0)
        if not self._things:
            self._things = None
        return thing


def _give_up(waiter: asyncio.Future[bool]) -> None:
    if not waiter.done():
        waiter.set_result(False)
