"""The store in one SQLite file: write-ahead log, full synchronisation, one writer, readers beside it."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw

from . import migrate, sql
from .errors import NotWritten, StoreBusy, StoreError, WrongStore
from .port import News
from .readers import Readers
from .rows import Row
from .values import StoredEvent
from .writer import Writer
from .writes import Writes

MEMORY = ":memory:"
BUSY_MS = 5_000
LOG_BYTES = 32 << 20
"""From here on the log is too large: at 500 moves a second it grows by 8 MiB a second while somebody reads."""
HELD_SECONDS = 2.0
"""How long a reading may take then; it takes a few milliseconds."""
LOOK_SECONDS = 0.5
log = logging.getLogger("saudagar.server")
CHANGING = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE


class SqliteStore(Writes, sql.Reads):
    """A `Store` in a file of this machine, for one process at a time.

    `alone` uses one connection for everything (a file system without shared memory); `":memory:"` keeps nothing.
    `vfs` and `synchronous` are for tests of what happens when the disk fails; `log_bytes` is the size of the
    write-ahead log from which on who reads for too long is cut off.
    """

    shared = False

    def __init__(
        self,
        path: Path | str,
        *,
        alone: bool = False,
        vfs: str | None = None,
        synchronous: str = "FULL",
        log_bytes: int = LOG_BYTES,
    ) -> None:
        """Open or create the file, and bring an older one up to date.

        StoreBusy while another program has it open, WrongStore for a file that is none of ours, or a later version's.
        """
        self.path = str(path)
        self._alone = alone or self.path == MEMORY
        if not self._alone and not safe(apsw.sqlite_lib_version()):
            raise WrongStore(
                f"SQLite {apsw.sqlite_lib_version()} can lose committed rows when several connections share a log; "
                "install apsw 3.51.3 or newer"
            )
        self._lock = None if self.path == MEMORY or vfs else lock_file(self.path)
        self._readers = Readers(lambda: reader(self.path))
        self._log_bytes, self._looked = log_bytes, 0.0
        try:
            self._db = self._open(vfs, synchronous)
        except BaseException:
            self._unlock()
            raise
        self._writer = Writer(self._db, self._look_at_log)
        self._closed = False

    def _open(self, vfs: str | None, synchronous: str) -> apsw.Connection:
        db = apsw.Connection(self.path, flags=CHANGING, vfs=vfs)
        try:
            db.set_busy_timeout(300)
            for pragma in (
                f"locking_mode = {'EXCLUSIVE' if self._alone else 'NORMAL'}",
                "journal_mode = WAL",
                f"synchronous = {synchronous}",
                "foreign_keys = ON",
                "journal_size_limit = 67108864",
            ):
                db.execute(f"PRAGMA {pragma}").fetchall()
            upgrade(db, self.path)
            db.set_busy_timeout(BUSY_MS)
        except apsw.BusyError:
            db.close()
            raise StoreBusy(f"{self.path} is open in another program") from None
        except apsw.Error as wrong:
            db.close()
            raise WrongStore(str(wrong)) from wrong
        except BaseException:
            db.close()
            raise
        return db

    def watch(self, news: News) -> Callable[[], None]:
        """Return what ends the watch; nothing is ever told, because no other process writes here."""
        return lambda: None

    def close(self) -> None:
        """Finish what was begun and close the file."""
        if self._closed:
            return
        self._closed = True
        self._writer.close()
        self._readers.close()
        self._db.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock:
            self._lock.close()
            self._lock = None

    def _write(
        self, match_id: str | None, do: Callable[[sql.Run], None], event: StoredEvent | None = None
    ) -> Future[None]:
        def work(db: apsw.Connection) -> None:
            run = runner(db)
            try:
                do(run)
            except apsw.ConstraintError as wrong:
                raise sql.conflict(run, match_id or "", event) from wrong

        return self._writer.submit(work)

    def _read(self, statement: str, values: tuple[Any, ...] = ()) -> list[Row]:
        try:
            with self._reader() as db:
                return db.execute(statement, values).fetchall()
        except apsw.Error as wrong:
            raise StoreError(f"the database cannot be read: {wrong}") from wrong

    @contextmanager
    def _reader(self) -> Iterator[apsw.Connection]:
        if self._closed:
            raise StoreError("the store is closed")
        if self._alone:
            with self._writer.lock:
                yield self._db
            return
        with self._readers.one() as db:
            yield db

    def _look_at_log(self) -> None:
        """Cut whoever keeps the write-ahead log from beginning anew, once it is large; after each COMMIT."""
        if self._alone or time.monotonic() - self._looked < LOOK_SECONDS or log_size(self.path) < self._log_bytes:
            return
        self._looked = time.monotonic()
        count = self._readers.cut(HELD_SECONDS)
        size = log_size(self.path) >> 20
        log.warning("the write-ahead log of %s has %d MiB; %d readers were cut off", self.path, size, count)


def reader(path: str) -> apsw.Connection:
    """Return a connection to a store's file that only reads."""
    db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    db.set_busy_timeout(BUSY_MS)
    return db


def log_size(path: str) -> int:
    """Return how many bytes the write-ahead log of a file has, 0 without one."""
    try:
        return os.stat(f"{path}-wal").st_size  # noqa: PTH116 - looked at after each COMMIT, and five times as fast
    except OSError:
        return 0


def runner(db: apsw.Connection) -> sql.Run:
    """Return what runs statements on a connection."""
    return lambda statement, values: db.execute(statement, values).fetchall()


def upgrade(db: apsw.Connection, path: str) -> None:
    """Bring a file to the present schema, step by step; WrongStore when it is not ours or newer than this program."""
    while (found := int(db.pragma("user_version"))) < migrate.VERSION:
        if found == 0 and db.execute("SELECT count(*) FROM sqlite_schema").fetchone() != (0,):
            raise WrongStore(f"{path} is a database, but none of saudagar's")
        step = found + 1
        db.execute("BEGIN IMMEDIATE")
        try:
            db.execute(migrate.script("sqlite", step))
            migrate.complete(runner(db), step)
            db.pragma("user_version", step)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
    if found > migrate.VERSION:
        raise WrongStore(
            f"{path} was written by a newer version of saudagar (its schema is {found}, ours {migrate.VERSION})"
        )


def safe(version: str) -> bool:
    """Whether a version of SQLite is free of the fault that loses rows when several connections share a log."""
    numbers = tuple(int(part) for part in version.split(".")[:3])
    return numbers >= (3, 51, 3) or (3, 44, 6) <= numbers < (3, 45) or (3, 50, 7) <= numbers < (3, 51)


def lock_file(path: str) -> apsw.Connection:
    """Return the lock of a store's file, an empty database beside it that one process at a time can have."""
    try:
        lock = apsw.Connection(f"{path}.lock")
    except apsw.Error as wrong:
        raise WrongStore(f"{path} cannot be opened: {wrong}") from wrong
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        lock.close()
        raise StoreBusy(f"{path} is open in another program") from None
    except apsw.Error as wrong:
        with suppress(apsw.Error):
            lock.close()
        raise NotWritten(f"{path} cannot be locked: {wrong}") from wrong
    return lock
