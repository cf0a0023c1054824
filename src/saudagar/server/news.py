"""News: who is told when a match has changed. They learn that there is something, never what, so nothing piles up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..rules import Audience, Seat
from .slim import SlimEvent

LINGER = 10.0
"""Seconds for which a seat counts as present after its last tap was closed: reloading a page is no absence."""


class Subscription:
    """Somebody who waits for news of one match."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self._news = SlimEvent()

    def tell(self) -> None:
        """Let it know that there is news; said ten times before it looks, it looks once."""
        self._news.set()

    async def wait(self, seconds: float) -> bool:
        """Return whether there was news within so many seconds, and forget it."""
        there = await self._news.wait(seconds)
        self._news.clear()
        return there


class News:
    """All subscriptions of one match, and from them who is present."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """`changed` is called when somebody has come or gone."""
        self._changed = changed
        self._all: set[Subscription] = set()
        self._lingering: dict[Seat, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._all)

    @property
    def watchers(self) -> int:
        """How many spectators are connected."""
        return sum(not isinstance(each.audience, Seat) for each in self._all)

    def present(self, seat: Seat) -> bool:
        """Whether a seat is connected, or was a moment ago."""
        return seat in self._lingering or any(each.audience is seat for each in self._all)

    def tell(self) -> None:
        """Let everybody know that there is news."""
        for each in self._all:
            each.tell()

    @contextmanager
    def subscribe(self, audience: Audience) -> Iterator[Subscription]:
        """Give a subscription for as long as somebody listens."""
        one = Subscription(audience)
        before = self._presence()
        self._all.add(one)
        if isinstance(audience, Seat) and (timer := self._lingering.pop(audience, None)):
            timer.cancel()
        self._compare(before)
        try:
            yield one
        finally:
            before = self._presence()
            self._all.discard(one)
            if isinstance(audience, Seat) and not any(each.audience is audience for each in self._all):
                timer = asyncio.get_running_loop().call_later(LINGER, self._left, audience)
                self._lingering[audience] = timer
            self._compare(before)

    def close(self) -> None:
        """Forget who was here a moment ago."""
        for timer in self._lingering.values():
            timer.cancel()
        self._lingering.clear()
        self._changed = _nothing

    def _left(self, seat: Seat) -> None:
        before = self._presence()
        self._lingering.pop(seat, None)
        self._compare(before)

    def _presence(self) -> tuple[object, ...]:
        return (*(self.present(seat) for seat in Seat), self.watchers)

    def _compare(self, before: tuple[object, ...]) -> None:
        if self._presence() != before:
            self._changed()


def _nothing() -> None:
    """Tell nobody: the room is closed."""
