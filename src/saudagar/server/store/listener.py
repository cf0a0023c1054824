"""The listener: hears from PostgreSQL in which matches other processes have moved, and passes it on."""

from __future__ import annotations

import threading
from collections.abc import Callable

import psycopg

from .port import News

CHANNEL = "saudagar_moved"
PATIENCE = 0.5
"""Seconds after which it looks whether it is to stop, and between attempts to connect again."""


class Listener:
    """One connection that listens, in a thread of its own; `me` marks what this process sent itself."""

    def __init__(self, url: str, me: str) -> None:
        self._url = url
        self._me = me
        self._news: list[News] = []
        self._stop = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="saudagar-listener", daemon=True)
        self._thread.start()
        self._ready.wait(5)

    def add(self, news: News) -> Callable[[], None]:
        """Tell somebody; returns what ends it."""
        self._news.append(news)
        return lambda: self._news.remove(news) if news in self._news else None

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        lost = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=10) as db:
                    db.execute(f"LISTEN {CHANNEL}")
                    self._ready.set()
                    if lost:
                        self._tell(None)  # whatever was said meanwhile is lost
                    while not self._stop.is_set():
                        for notice in db.notifies(timeout=PATIENCE):
                            who, _, match_id = notice.payload.partition(" ")
                            if who != self._me:
                                self._tell(match_id)
            except psycopg.Error:
                lost = True
                self._stop.wait(PATIENCE)

    def _tell(self, match_id: str | None) -> None:
        for news in list(self._news):
            news(match_id)
