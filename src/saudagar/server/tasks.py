"""Tasks that are finished whatever becomes of whoever started them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from .store.bell import tell

T = TypeVar("T")


async def written(write: Future[None]) -> None:
    """Return once a write of a store has ended, and raise what it raised: `asyncio.wrap_future` in few steps.

    The write cannot be cancelled; who is cancelled here only waits for it no more.
    """
    waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    write.add_done_callback(lambda done: tell(waiter, done.exception()))
    await waiter


class Tasks:
    """Holds tasks until they end: the loop itself would forget a task that nobody holds."""

    def __init__(self) -> None:
        self._all: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start some work of its own."""
        task = asyncio.get_running_loop().create_task(work)
        self._all.add(task)
        task.add_done_callback(self._ended)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what some work returns; if the waiting task is cancelled, the work goes on all the same.

        As `asyncio.shield` does, with one callback instead of two: this is done for every move.
        """
        task = self.start(work)
        waiter: asyncio.Future[None] = task.get_loop().create_future()
        task.add_done_callback(lambda _: None if waiter.done() else waiter.set_result(None))
        await waiter
        return task.result()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._all.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, even if whoever waited for it has gone
