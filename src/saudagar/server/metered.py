"""A store whose writes are counted and timed."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, cast

from .metrics import metrics
from .store import Conflict, NotWritten, Store

WRITES = frozenset({"append", "change", "create"})


class Metered:
    """Passes everything on to a store, and notes how each write went."""

    def __init__(self, store: Store) -> None:
        self._store = store
        for name in WRITES:
            setattr(self, name, _timed(name, getattr(store, name)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def metered(store: Store) -> Store:
    """Return a store that counts the writes of another."""
    return cast(Store, Metered(store))


def _timed(kind: str, write: Callable[..., Future[Any]]) -> Callable[..., Future[Any]]:
    def timed(*args: Any, **words: Any) -> Future[Any]:
        began = time.perf_counter()

        def note(done: Future[Any]) -> None:
            wrong = done.exception()
            if wrong is None:
                metrics.commits.add(1, kind)
                metrics.commit_seconds.observe(time.perf_counter() - began)
            elif isinstance(wrong, Conflict):
                metrics.conflicts.add()
            elif isinstance(wrong, NotWritten):
                metrics.not_written.add()

        future = write(*args, **words)
        future.add_done_callback(note)
        return future

    return timed
