"""The desk of several servers on one database: a review is done by one of them, and all tell of it.

Jobs lie in a table of the database that every server may read. Whoever has room claims a job for as long as it gives
signs of life; the job of a server that was killed is claimed by another one, and goes on from the depth it had reached.
"""

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
from typing import TYPE_CHECKING, Any

from .desk import IDLE, IN_ALL, KEPT, LINE, NICE, PER_GUEST, TRIES, Full
from .jobs import Job
from .store import review_jobs as statements
from .tasks import Tasks

if TYPE_CHECKING:
    from .store.postgres import PostgresStore
    from .store.sql import Run

log = logging.getLogger("saudagar.server")

BEAT = 2.0
"""Seconds between two signs of life, and between two looks for work while there is some."""
LOOK = 10.0
"""Seconds between two looks for work that a killed server left behind, where there seems to be none."""
HELD = 3
"""Jobs of one server at a time: deep reviews wait while others get their first values."""

BODY = ("record", "depth", "reached", "result", "wrong", "files")


class SharedDesk:
    """Takes jobs and has them done, here or by another server. For one event loop; as `Desk` towards its users."""

    def __init__(self, store: PostgresStore) -> None:
        self.nice = NICE
        self._store = store
        self._me = secrets.token_hex(8)
        self._held: dict[str, Job] = {}
        self._beaten: dict[str, float] = {}
        self._process: Process | None = None
        self._tasks = Tasks()
        self._work: asyncio.Task[None] | None = None
        self._poke = asyncio.Event()
        self._ready = False
        self._closed = False
        self._lock = asyncio.Lock()

    async def wake(self) -> None:
        """Begin to look for work, once."""
        async with self._lock:
            if not self._ready:
                await self._do(_create)
                self._ready = True
        if (self._work is None or self._work.done()) and not self._closed:
            self._work = self._tasks.start(self._loop())

    async def open(self, record: str, depth: str, guest: bytes) -> Job:
        """Return the job for a record, a new one or that which is there. Full when there are too many under way."""
        await self.wake()
        key, who = hashlib.sha256(f"{depth}\n{record}".encode()).hexdigest(), guest.hex()

        def work(run: Run) -> Job:
            run(statements.ONE_BY_ONE, (statements.LOCK,))
            for row in run(statements.ALIKE, (key,)):
                job = _job(row)
                if who not in job.guests:
                    job.guests.add(who)
                    run(statements.GUESTS, (_guests(job), job.id))
                return job
            active = [str(guests) for (guests,) in run(statements.WAITING, ())]
            if sum(who in guests.split() for guests in active) >= PER_GUEST:
                raise Full(own=True)
            if len(active) >= IN_ALL:
                raise Full(own=False)
            job = Job(secrets.token_urlsafe(9), key, record, depth, {who}, time.time())
            values = (job.id, key, job.created, job.state, who, None, 0, 0, 0, _body(job))
            run(statements.NEW, values)
            run(statements.TIDY, (KEPT,))
            return job

        job: Job = await self._do(work)
        self._poke.set()
        return job

    async def find(self, job_id: str, guest: bytes | None) -> Job | None:
        """Return a guest's own job, as it stands now."""
        await self.wake()
        rows = await self._do(lambda run: run(statements.ONE, (job_id,)))
        job = _job(rows[0]) if rows else None
        return job if job and guest is not None and guest.hex() in job.guests else None

    async def cancel(self, job: Job, guest: bytes) -> None:
        """Break a job off, unless somebody else wants it too; what it has found so far stays."""

        def work(run: Run) -> None:
            rows = run(statements.ONE_TO_CHANGE, (job.id,))
            now = _job(rows[0]) if rows else job
            if rows and now.active and len(now.guests) > 1:
                now.guests.discard(guest.hex())
                run(statements.GUESTS, (_guests(now), now.id))
            elif rows and now.active:
                now.state, now.stage = "cancelled", None
                run(statements.CANCEL, (now.id,))
            job.state, job.stage, job.guests = now.state, now.stage, now.guests

        await self._do(work)
        if job.id in self._held and job.state == "cancelled":
            self._drop(job.id)

    def close(self) -> None:
        """Let the process go; another server goes on with what is unfinished."""
        self._closed = True
        self._poke.set()
        if self._process and self._process.stdin:
            self._process.stdin.close()

    # ------------------------------------------------------------------------------------------------ inner

    async def _do(self, work: Any) -> Any:
        return await asyncio.to_thread(self._store.transaction, work)

    async def _loop(self) -> None:
        """Claim, work, and look again, as long as the server runs. A database that is away is asked again later."""
        while not self._closed:
            try:
                await self._claim()
                if self._held:
                    await self._serve()
                    continue
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("reviews: the database or the process failed; tried again soon")
                self._held.clear()
            self._poke.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._poke.wait(), LOOK)

    async def _claim(self) -> None:
        """Take what is free, as far as there is room; what was tried too often is given up."""

        def work(run: Run) -> list[Any]:
            run(statements.GIVE_UP, (TRIES,))
            return run(statements.CLAIM, (self._me, room))

        room = HELD - len(self._held)
        if room <= 0:
            return
        for row in await self._do(work):
            job = _job(row)
            self._held[job.id] = job
            if self._process:
                self._send(job)

    async def _serve(self) -> None:
        """Have the claimed jobs done by one process beside the server; claim more on the way."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "saudagar.server.reviewing", str(self.nice), stdin=PIPE, stdout=PIPE, limit=LINE
        )
        self._process = process
        assert process.stdout is not None  # noqa: S101 - it was asked for
        idle = looked = time.monotonic()
        try:
            for job in self._held.values():
                self._send(job)
            reading: asyncio.Task[bytes] | None = None
            while not self._closed and (self._held or time.monotonic() - idle < IDLE):
                reading = reading or asyncio.ensure_future(process.stdout.readline())
                await asyncio.wait({reading}, timeout=BEAT)
                if reading.done():
                    line, reading = reading.result(), None
                    if not line:
                        return
                    await self._told(json.loads(line))
                if time.monotonic() - looked >= BEAT or self._poke.is_set():
                    self._poke.clear()
                    looked = time.monotonic()
                    for job in list(self._held.values()):
                        await self._beat(job)
                    await self._claim()
                idle = time.monotonic() if self._held else idle
            if reading:
                reading.cancel()
        finally:
            self._process = None
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            held, self._held = self._held, {}
            if held and not self._closed:
                log.warning("the process for reviews broke off")
            with contextlib.suppress(Exception):
                await self._do(lambda run: run(statements.LET_GO, (self._me,)))

    async def _told(self, told: dict[str, Any]) -> None:
        job = self._held.get(told["id"])
        if job is None:
            return
        if not job.hear(told):
            if time.monotonic() - self._beaten.get(job.id, 0.0) >= BEAT / 4:
                await self._beat(job)
            return
        await self._beat(job, body=_body(job))
        if not job.active:
            self._held.pop(job.id, None)

    async def _beat(self, job: Job, body: str | None = None) -> None:
        """Write how far a job is; where it is not ours any more (broken off, or claimed by another), let it go."""
        self._beaten[job.id] = time.monotonic()
        values = (job.state, job.stage, job.done, job.of, body, job.id, self._me)
        rows = await self._do(lambda run: run(statements.SIGN, values))
        if not rows:
            self._drop(job.id)

    def _drop(self, job_id: str) -> None:
        self._held.pop(job_id, None)
        self._beaten.pop(job_id, None)
        self._write({"cancel": job_id})

    def _send(self, job: Job) -> None:
        self._write({"id": job.id, "record": job.record, "depths": job.left})

    def _write(self, told: dict[str, Any]) -> None:
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(told).encode() + b"\n")


def _create(run: Run) -> None:
    run(statements.ONE_BY_ONE, (statements.LOCK,))
    run(statements.TABLE, ())


def _job(row: Any) -> Job:
    id_, key, created, state, guests, stage, done, of, tries, body = row
    told = json.loads(body)
    job = Job(id_, key, told["record"], told["depth"], set(guests.split()), created, state)
    job.reached, job.result, job.wrong, job.files = told["reached"], told["result"], told["wrong"], told["files"]
    job.stage, job.done, job.of, job.tries = stage, done, of, tries
    return job


def _guests(job: Job) -> str:
    return " ".join(sorted(job.guests))


def _body(job: Job) -> str:
    return json.dumps({name: getattr(job, name) for name in BODY})
