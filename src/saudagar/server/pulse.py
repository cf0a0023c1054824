"""The pulse of a server: notes that it runs, and looks after clocks of matches that nobody is looking at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .clock import Time
from .store import Store, StoreError
from .uptime import Uptime

log = logging.getLogger("saudagar.server")

SECOND = 1.0
SWEEP = 5
"""Seconds between two looks for clocks that have run out."""
QUIET = 60
"""Seconds between two notes that the server runs, while no clock runs in a match in memory."""


class Pulse:
    """Beats once a second from `start` to `stop`."""

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        time: Time,
        clocks_run: Callable[[], bool],
        find: Callable[[str], Awaitable[object]],
    ) -> None:
        self._store = store
        self._uptime = uptime
        self._time = time
        self._clocks_run = clocks_run
        self._find = find
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat."""
        self._task = asyncio.get_running_loop().create_task(self._beat())

    def stop(self) -> None:
        """End."""
        if self._task:
            self._task.cancel()

    async def _beat(self) -> None:
        beat = 0
        while True:
            try:
                if beat % QUIET == 0 or self._clocks_run():
                    await self._uptime.note()
                if beat % SWEEP == 0:
                    for match_id in await asyncio.to_thread(self._store.due, self._time()):
                        await self._find(match_id)  # its room looks at its clock as soon as it is there
            except StoreError as wrong:
                log.warning("the store does not answer: %s", wrong)
            except Exception:
                log.exception("the pulse missed a beat")
            await asyncio.sleep(SECOND)
            beat += 1
