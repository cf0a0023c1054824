"""The bell: lets an event loop know what another thread has done; for all that is done together it is rung once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

Ended: TypeAlias = tuple[asyncio.Future[None], BaseException | None]
"""Who waits in a loop, and what went wrong."""


class _Kept(threading.local):
    """What a thread has for each loop; nobody else ever holds these lists, so nothing is added to one that has gone."""

    ended: dict[asyncio.AbstractEventLoop, list[Ended]] | None = None


_kept = _Kept()


def tell(waiter: asyncio.Future[None], wrong: BaseException | None) -> None:
    """Let go, from any thread, who waits in a loop: at the end of `together`, or at once where there is none."""
    loop = waiter.get_loop()
    if _kept.ended is None:
        _ring(loop, [(waiter, wrong)])
    elif loop in _kept.ended:
        _kept.ended[loop].append((waiter, wrong))
    else:
        _kept.ended[loop] = [(waiter, wrong)]


@contextmanager
def together() -> Iterator[None]:
    """Wake each loop once for all that is told within the block by this thread: a wake costs more than what it says."""
    ended = _kept.ended = {}
    try:
        yield
    finally:
        _kept.ended = None
        for loop, those in ended.items():
            _ring(loop, those)


def _ring(loop: asyncio.AbstractEventLoop, those: list[Ended]) -> None:
    with suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits
        loop.call_soon_threadsafe(_settle, those)


def _settle(those: list[Ended]) -> None:
    for waiter, wrong in those:
        if waiter.done():
            continue  # it was cancelled
        if wrong is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(wrong)
