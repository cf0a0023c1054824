"""The writer: one thread that carries out all writes, many in one transaction, and tells of them after the COMMIT."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

import apsw

from .bell import together
from .errors import NotWritten, StoreError

Work = Callable[[apsw.Connection], None]
GROUP = 256
"""Writes in one transaction at most."""
PACE = 0.01
"""Seconds from one transaction to the next, at most: what comes meanwhile shares one wait for the disk."""
STEP = 0.001


class Job:
    """A write that somebody waits for."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.refused: Exception | None = None
        self.done: Future[None] = Future()
        self.done.set_running_or_notify_cancel()  # from here on nobody can cancel it

    def tell(self) -> None:
        """Let go whoever waits."""
        if self.refused:
            self.done.set_exception(self.refused)
        else:
            self.done.set_result(None)


class Writer:
    """Owns the connection that writes; `lock` is held while a transaction is open on it."""

    def __init__(self, db: apsw.Connection, written: Callable[[], None] = lambda: None) -> None:
        """`written` is called in the thread after each group of writes."""
        self._db = db
        self._written = written
        self.lock = threading.Lock()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="saudagar-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> Future[None]:
        """Return the future of a write; StoreError from it when the writer is closed."""
        job = Job(work)
        with self._gate:
            if self._closed:
                job.done.set_exception(StoreError("the store is closed"))
            else:
                self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Finish all writes and end the thread."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        jobs: list[Job | None] = []
        pace = began = 0.0
        while None not in jobs:
            jobs = [self._jobs.get()]
            if pace and (early := began + pace - time.monotonic()) > 0:
                time.sleep(early)
            began = time.monotonic()
            with suppress(queue.Empty):
                while len(jobs) < GROUP:
                    jobs.append(self._jobs.get_nowait())
            pace = paced(pace, len(jobs))
            group = [job for job in jobs if job]
            if group:
                self._commit(group)
            with together():
                for job in group:
                    job.tell()
            if group:
                self._written()

    def _commit(self, group: list[Job]) -> None:
        """Write a group in one transaction; when one of it is refused or all fails, each in one of its own.

        So nothing has to be taken back out of a transaction, and none can spoil the others.
        """
        try:
            self._transaction(group)
        except (apsw.Error, StoreError) as wrong:
            if len(group) > 1:
                for job in group:
                    self._commit([job])
            else:
                group[0].refused = _not_written(wrong) if isinstance(wrong, apsw.Error) else wrong
        except BaseException as wrong:  # whoever waits has to be told
            for job in group:
                job.refused = StoreError(f"the writer failed: {wrong!r}")

    def _transaction(self, group: list[Job]) -> None:
        db = self._db
        with self.lock:
            # BEGIN IMMEDIATE: a transaction that reads before it writes can fail at once in spite of the busy timeout.
            db.execute("BEGIN IMMEDIATE")
            try:
                for job in group:
                    job.work(db)
                db.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled back already, or have failed the COMMIT and left the transaction open.
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise


def paced(pace: float, count: int) -> float:
    """Return the next pace, after one that brought `count` writes together.

    Waiting is worth something where several come on their own, and nothing where one comes whenever the last is done:
    a lone writer is never held up, and of 500 moves a second about five are written together.
    """
    if count > 1:
        return min(PACE, 2 * pace + STEP)
    return pace / 2 if pace > STEP else 0.0


def _not_written(wrong: apsw.Error) -> NotWritten:
    refused = NotWritten(f"the database refused: {wrong}")
    refused.__cause__ = wrong
    return refused
