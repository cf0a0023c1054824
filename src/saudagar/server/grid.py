"""A grid in time: what may be a little late falls due together, so that the event loop wakes up once for all of it.

Ten thousand sockets want a sign of life every few seconds each; waking up for one costs several times what it takes.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable
from typing import Any

TICK = 0.1
"""Seconds from one point of the grid to the next: of 10,000 sockets, about a hundred have their turn at each."""
FINE = 1.0
"""Waits of fewer seconds than this end at their own time."""


class Turn:
    """Something that falls due, as `asyncio.TimerHandle`: it can be cancelled."""

    __slots__ = ("_call", "_point", "_value")

    def __init__(self, point: dict[Turn, None], call: Callable[..., object], value: tuple[Any, ...]) -> None:
        self._point: dict[Turn, None] | None = point
        self._call = call
        self._value = value
        point[self] = None

    def cancel(self) -> None:
        """Let it not happen."""
        if self._point is not None:
            self._point.pop(self, None)
            self._point = None

    def come(self) -> None:
        """Let it happen, unless it was cancelled a moment ago."""
        if self._point is not None:
            self._point = None
            self._call(*self._value)


class Grid(threading.local):
    """The points of a thread's event loop at which something falls due, each with one timer."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._points: dict[int, dict[Turn, None]] = {}

    def later(self, seconds: float, call: Callable[..., object], *value: Any) -> Turn | asyncio.TimerHandle:
        """Call something in the running loop after so many seconds, from `FINE` on up to `TICK` later; never sooner."""
        loop = asyncio.get_running_loop()
        if seconds < FINE:
            return loop.call_later(seconds, call, *value)
        if loop is not self._loop:
            self._loop, self._points = loop, {}
        number = math.ceil((loop.time() + seconds) / TICK)
        point = self._points.get(number)
        if point is None:
            point = self._points[number] = {}
            loop.call_at(number * TICK, _come, loop, self._points, number)
        return Turn(point, call, value)


def _come(loop: asyncio.AbstractEventLoop, points: dict[int, dict[Turn, None]], number: int) -> None:
    for turn in points.pop(number):
        loop.call_soon(turn.come)  # so that one that fails does not keep the others from coming


grid = Grid()
"""Each thread's own."""
