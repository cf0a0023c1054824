"""Tasks that are finished whatever becomes of whoever started them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


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
        """Return what some work returns; if the waiting task is cancelled, the work goes on all the same."""
        return await asyncio.shield(self.start(work))

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._all.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, even if whoever waited for it has gone
