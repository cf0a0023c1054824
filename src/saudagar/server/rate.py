"""Buckets that fill with time: how often somebody may do something; and counts of what somebody holds."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from .limits import Rate

KEPT = 100_000
"""Buckets remembered; the one used longest ago is forgotten first, which is full again anyway but in a flood."""


class Buckets:
    """One bucket for each key, all of one rate."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable) -> float:
        """Take one and return 0; or, when there is none, take nothing and return the seconds until there is."""
        left, now = self._level(key)
        if left < 1.0:
            return (1.0 - left) / self._rate.per_second
        self._keep(key, left - 1.0, now)
        return 0.0

    def wait(self, key: Hashable) -> float:
        """Return the seconds until there is one to take, 0 when there is; takes nothing."""
        left, _ = self._level(key)
        return max(0.0, (1.0 - left) / self._rate.per_second)

    def _level(self, key: Hashable) -> tuple[float, float]:
        now = self._clock()
        left, at = self._left.get(key, (float(self._rate.burst), now))
        return min(float(self._rate.burst), left + (now - at) * self._rate.per_second), now

    def _keep(self, key: Hashable, left: float, now: float) -> None:
        self._left[key] = (left, now)
        self._left.move_to_end(key)
        if len(self._left) > KEPT:
            self._left.popitem(last=False)


class Bucket:
    """One bucket, for one live connection."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = float(rate.burst)
        self._at = clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = self._clock()
        self._left = min(float(self._rate.burst), self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Held:
    """How many things each key holds at the moment."""

    def __init__(self) -> None:
        self._held: dict[Hashable, int] = {}

    def __getitem__(self, key: Hashable) -> int:
        return self._held.get(key, 0)

    def take(self, key: Hashable) -> None:
        """Count one more."""
        self._held[key] = self._held.get(key, 0) + 1

    def give_back(self, key: Hashable) -> None:
        """Count one less; a key that holds nothing takes no memory."""
        left = self._held.get(key, 0) - 1
        if left > 0:
            self._held[key] = left
        else:
            self._held.pop(key, None)

    @contextmanager
    def one(self, key: Hashable) -> Iterator[None]:
        """Hold one within the block."""
        self.take(key)
        try:
            yield
        finally:
            self.give_back(key)


def whole(seconds: float) -> int:
    """Return seconds for a Retry-After header: whole, and never too few."""
    return max(1, math.ceil(seconds))
