"""The desk: reviews in the background, in one process beside the server that stands back behind everything else."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
import sys
import time
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

from .jobs import Job, Shelf
from .tasks import Tasks

log = logging.getLogger("saudagar.server")

IDLE = 60.0
"""Seconds without work after which the process is let go; the next job starts another, in half a second."""
LINE = 64 * 2**20
"""Bytes of one answer; a long match's last one has about two million."""
KEPT = 100
"""Jobs that are kept; the oldest finished ones go first."""
PER_GUEST = 2
"""Jobs that a guest may have under way."""
IN_ALL = 40
"""Jobs that may be under way for everybody together."""
TRIES = 2
NICE = 5
"""So much does the process stand back behind everything else on this machine, the server before all."""


class Full(Exception):
    """There are enough jobs under way already, the guest's (`own`) or everybody's."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(own)
        self.own = own


class Desk:
    """Takes jobs and has them done. For one event loop."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is where jobs are written down; None for nowhere."""
        self.nice = NICE
        self._shelf = Shelf(folder)
        self._jobs: dict[str, Job] = {}
        self._process: Process | None = None
        self._working = False
        self._awake = False
        self._closed = False
        self._lock = asyncio.Lock()
        self._tasks = Tasks()

    async def wake(self) -> None:
        """Read what was written down, and go on with what was not finished; once."""
        async with self._lock:
            if self._awake:
                return
            for job in await asyncio.to_thread(self._shelf.jobs):
                self._jobs[job.id] = job
                if job.active:
                    job.state, job.stage, job.done = "waiting", None, 0
            self._awake = True
            if any(job.active for job in self._jobs.values()):
                self._hire()

    async def open(self, record: str, depth: str, guest: bytes) -> Job:
        """Return the job for a record, a new one or that which is there. Full when there are too many under way."""
        await self.wake()
        key = hashlib.sha256(f"{depth}\n{record}".encode()).hexdigest()
        for job in self._jobs.values():
            if job.key == key and job.state in ("waiting", "running", "done"):
                if guest.hex() not in job.guests:
                    job.guests.add(guest.hex())
                    await asyncio.to_thread(self._shelf.keep, job)
                return job
        active = [job for job in self._jobs.values() if job.active]
        if sum(guest.hex() in job.guests for job in active) >= PER_GUEST:
            raise Full(own=True)
        if len(active) >= IN_ALL:
            raise Full(own=False)
        job = Job(secrets.token_urlsafe(9), key, record, depth, {guest.hex()}, time.time())
        self._jobs[job.id] = job
        if self._working:
            self._send(job)
        else:
            self._hire()
        await asyncio.to_thread(self._shelf.keep, job)
        await self._tidy()
        return job

    async def find(self, job_id: str, guest: bytes | None) -> Job | None:
        """Return a guest's own job."""
        await self.wake()
        job = self._jobs.get(job_id)
        return job if job and guest is not None and guest.hex() in job.guests else None

    async def cancel(self, job: Job, guest: bytes) -> None:
        """Break a job off, unless somebody else wants it too; what it has found so far stays."""
        if not job.active:
            return
        if len(job.guests) > 1:
            job.guests.discard(guest.hex())
        else:
            job.state, job.stage = "cancelled", None
            self._write({"cancel": job.id})
        await asyncio.to_thread(self._shelf.keep, job)

    def close(self) -> None:
        """Let the process go; what is unfinished goes on after the next start."""
        self._closed = True
        if self._process and self._process.stdin:
            self._process.stdin.close()

    # ------------------------------------------------------------------------------------------------ inner

    def _hire(self) -> None:
        if not self._working and not self._closed:
            self._working = True
            self._tasks.start(self._work())

    async def _work(self) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "saudagar.server.reviewing", str(self.nice), stdin=PIPE, stdout=PIPE, limit=LINE
            )
        except OSError:
            log.exception("no process for reviews could be started")
            self._working = False
            self._failed("the server could not start a process for it")
            return
        self._process = process
        try:
            for job in self._active():
                self._send(job)
            await self._hear(process)
        except asyncio.CancelledError:
            self._closed = True
            raise
        finally:
            self._process, self._working = None, False
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            if not self._closed and self._active():
                self._again()
            await process.wait()

    async def _hear(self, process: Process) -> None:
        assert process.stdout is not None  # noqa: S101 - it was asked for
        while not self._closed:
            try:
                line = await asyncio.wait_for(process.stdout.readline(), IDLE)
            except TimeoutError:
                if self._active():
                    continue
                return
            if not line:
                return
            await self._told(json.loads(line))

    async def _told(self, told: dict[str, Any]) -> None:
        job = self._jobs.get(told["id"])
        if job is None or not job.active:
            return
        if job.hear(told):
            await asyncio.to_thread(self._shelf.keep, job)

    def _again(self) -> None:
        """The process broke off: try what was under way once more, then give it up."""
        for job in self._active():
            job.tries += 1
            if job.tries > TRIES:
                job.state, job.wrong = "failed", "the review broke off"
        log.warning("the process for reviews broke off")
        if self._active():
            self._hire()

    def _failed(self, why: str) -> None:
        for job in self._active():
            job.state, job.wrong = "failed", why

    def _active(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.active]

    def _send(self, job: Job) -> None:
        self._write({"id": job.id, "record": job.record, "depths": job.left})

    def _write(self, told: dict[str, Any]) -> None:
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(told).encode() + b"\n")

    async def _tidy(self) -> None:
        ended = [job for job in self._jobs.values() if not job.active]
        for job in ended[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[job.id]
            await asyncio.to_thread(self._shelf.drop, job)
