"""Uptime: when servers of this store ran. A player's clock is not charged for the time in which none did."""

from __future__ import annotations

import asyncio
import secrets

from .clock import Time
from .store import Store


class Uptime:
    """Counts the time in which a server ran, and notes down that this one does."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time
        self._server = secrets.token_hex(8)
        self.began = time()
        # Only what was before us matters; from here on we run ourselves.
        self._before = store.uptimes(self._server)

    def elapsed(self, since: float, now: float) -> float:
        """Return how many seconds between two moments some server ran; never below zero."""
        total, reached = 0.0, since
        for began, seen in sorted([*self._before, (self.began, now)]):
            start, end = max(began, reached), min(seen, now)
            if end > start:
                total += end - start
                reached = end
        return total

    async def note(self) -> None:
        """Write down that this server runs now; after a crash the clocks are charged up to the last such note."""
        await asyncio.wrap_future(self._store.put_uptime(self._server, self.began, self._time()))
