"""The connections that read a store's file: one held for too long can be cut, so that the log may begin anew."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import apsw


class Readers:
    """As many as are needed at once; each is lent to one thread at a time."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        """`connect` returns a new connection that only reads."""
        self._connect = connect
        self._idle: queue.LifoQueue[apsw.Connection] = queue.LifoQueue()
        self._held: dict[apsw.Connection, float] = {}
        self._gate = threading.Lock()

    @contextmanager
    def one(self) -> Iterator[apsw.Connection]:
        """Lend a connection; whoever is cut meanwhile is told by an apsw.Error."""
        try:
            db = self._idle.get_nowait()
        except queue.Empty:
            db = self._connect()
        with self._gate:
            self._held[db] = time.monotonic()
        try:
            yield db
        finally:
            with self._gate:
                whole = self._held.pop(db, None) is not None
            if whole:
                self._idle.put(db)
            else:
                _close(db)

    def cut(self, seconds: float) -> int:
        """Cut those that have been held for so many seconds; return how many."""
        with self._gate:
            now = time.monotonic()
            late = [db for db, since in self._held.items() if now - since >= seconds]
            for db in late:
                del self._held[db]
        for db in late:
            with suppress(apsw.Error):
                db.interrupt()
            _close(db)
        return len(late)

    def close(self) -> None:
        """Close all."""
        self.cut(0.0)
        with suppress(queue.Empty):
            while True:
                _close(self._idle.get_nowait())


def _close(db: apsw.Connection) -> None:
    with suppress(
        apsw.Error
    ):  # in use by its thread at this very moment: that one was interrupted, and closes it itself
        db.close(True)
