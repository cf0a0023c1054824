"""The store in PostgreSQL: any number of processes, each write a transaction guarded by the keys of its tables."""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import errors as pg

from . import migrate, sql
from .errors import NotWritten, StoreError, WrongStore
from .listener import CHANNEL, Listener
from .port import News
from .rows import Row
from .values import StoredEvent
from .writes import Writes

T = TypeVar("T")
WRITERS = 4
"""Writes at a time; PostgreSQL itself brings their commits to the disk together."""
TRIES = 5
OURS = 0x5A0DA6A2
"""The number of the advisory lock under which one process at a time migrates."""


class PostgresStore(Writes, sql.Reads):
    """A `Store` in a PostgreSQL database that other processes use too."""

    shared = True

    def __init__(self, url: str) -> None:
        """Connect and bring an older schema up to date; WrongStore when it cannot be used."""
        self._url = url
        self._me = secrets.token_hex(8)
        self._idle: queue.LifoQueue[psycopg.Connection[Row]] = queue.LifoQueue()
        self._writers = ThreadPoolExecutor(WRITERS, "saudagar-writer")
        self._listener: Listener | None = None
        self._gate = threading.Lock()
        self._closed = False
        try:
            self.transaction(_upgrade)
        except StoreError as wrong:
            raise WrongStore(str(wrong)) from wrong

    def watch(self, news: News) -> Callable[[], None]:
        """Call `news`, in another thread, after other processes have written; returns what ends it."""
        with self._gate:
            if self._listener is None:
                self._listener = Listener(self._url, self._me)
            return self._listener.add(news)

    def close(self) -> None:
        """Finish what was begun and disconnect."""
        with self._gate:
            self._closed = True
        self._writers.shutdown(wait=True)
        if self._listener:
            self._listener.close()
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()

    def _write(
        self, match_id: str | None, do: Callable[[sql.Run], None], event: StoredEvent | None = None
    ) -> Future[None]:
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()  # from here on nobody can cancel it

        def job(run: sql.Run) -> None:
            do(run)
            if match_id:
                run("SELECT pg_notify(?, ?)", (CHANNEL, f"{self._me} {match_id}"))

        def work() -> None:
            try:
                self.transaction(job)
            except pg.IntegrityError as wrong:
                try:
                    refused: Exception = self.transaction(lambda run: sql.conflict(run, match_id or "", event))
                except StoreError as worse:
                    refused = worse
                refused.__cause__ = wrong
                done.set_exception(refused)
            except BaseException as wrong:  # whoever waits has to be told
                done.set_exception(wrong)
            else:
                done.set_result(None)

        with self._gate:
            if self._closed:
                done.set_exception(StoreError("the store is closed"))
            else:
                self._writers.submit(work)
        return done

    def _read(self, statement: str, values: tuple[Any, ...] = ()) -> list[Row]:
        if self._closed:
            raise StoreError("the store is closed")
        return self.transaction(lambda run: run(statement, values))

    @contextmanager
    def snapshot(self) -> Iterator[sql.Run]:
        """Give what reads the whole database as it is at one moment, whoever writes meanwhile."""
        with psycopg.connect(self._url) as db:
            db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield runner(db)

    def transaction(self, do: Callable[[sql.Run], T]) -> T:
        """Return what some work returns after its COMMIT; IntegrityError and StoreError pass through.

        Begun anew after a deadlock, and on a new connection when the old one broke before the COMMIT was sent.
        """
        for left in reversed(range(TRIES)):
            committing = False
            db: psycopg.Connection[Row] | None = None
            try:
                db = self._connection()
                result = do(runner(db))
                committing = True
                db.commit()
            except (pg.SerializationFailure, pg.DeadlockDetected, psycopg.OperationalError) as wrong:
                if committing or not left or db is None:
                    raise NotWritten(f"the database refused: {str(wrong).strip()}") from wrong
            except pg.IntegrityError:
                raise
            except psycopg.Error as wrong:
                raise NotWritten(f"the database refused: {str(wrong).strip()}") from wrong
            else:
                return result
            finally:
                if db is not None:
                    self._give_back(db)
        raise AssertionError("the last try raises")

    def _connection(self) -> psycopg.Connection[Row]:
        with suppress(queue.Empty):
            return self._idle.get_nowait()
        # Acknowledged is on the disk, whatever the server's configuration says.
        return psycopg.connect(self._url, options="-c synchronous_commit=on", connect_timeout=10)

    def _give_back(self, db: psycopg.Connection[Row]) -> None:
        with suppress(psycopg.Error):
            if not db.closed and db.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                db.rollback()
        if db.closed or self._closed:
            db.close()
        else:
            self._idle.put(db)


def runner(db: psycopg.Connection[Row]) -> sql.Run:
    """Return what runs statements on a connection."""

    def run(statement: str, values: tuple[Any, ...]) -> list[Row]:
        cursor = db.execute(statement.replace("?", "%s").encode(), values)
        return cursor.fetchall() if cursor.description else []

    return run


def _upgrade(run: sql.Run) -> None:
    run("SELECT pg_advisory_xact_lock(?)", (OURS,))
    run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)", ())
    found = max((version for (version,) in run("SELECT version FROM schema_version", ())), default=0)
    if found > migrate.VERSION:
        raise WrongStore(
            f"the database was written by a newer version of saudagar (its schema is {found}, ours {migrate.VERSION})"
        )
    for step in range(found + 1, migrate.VERSION + 1):
        for statement in migrate.script("postgresql", step).split(";\n"):
            if statement.strip():
                run(statement, ())
        if found:
            migrate.complete(run, step)
        run("INSERT INTO schema_version VALUES (?)", (step,))
