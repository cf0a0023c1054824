"""Workers: whoever plays chunks of pairs, all at once. What comes out does not depend on who they are or how many."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from ..errors import SaudagarError
from ..rules import RULESETS
from .contestant import Contestant, dismiss
from .pair import PLY_CAP, Pair, play_pair

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class WorkerLost(SaudagarError):
    """A worker ended in the middle of its work."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Pairs to be played by one worker: those numbered from `start` to before `stop`."""

    one: Contestant
    two: Contestant
    start: int
    stop: int
    seed: int
    ruleset: str = "standard"
    ply_cap: int = PLY_CAP

    def play(self) -> tuple[Pair, ...]:
        """Play the pairs and return them in their order."""
        rules = RULESETS[self.ruleset]
        return tuple(
            play_pair(self.one, self.two, number, self.seed, ruleset=rules, ply_cap=self.ply_cap)
            for number in range(self.start, self.stop)
        )


class Workers(Protocol):
    """Plays chunks, up to `count` of them at a time, while its `with` block lasts; leaving it ends what still runs."""

    @property
    def count(self) -> int:
        """How many chunks are played at once."""
        ...

    def submit(self, chunk: Chunk) -> Future[tuple[Pair, ...]]:
        """Have a chunk played. The future fails with WorkerLost when a worker ended before it was done."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...


class Here:
    """Plays every chunk at once in this process: for tests, and for looking into a player with a debugger."""

    count = 1

    def submit(self, chunk: Chunk) -> Future[tuple[Pair, ...]]:
        """Play the chunk now."""
        future: Future[tuple[Pair, ...]] = Future()
        future.set_result(chunk.play())
        return future

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing is left to be ended but programs that wait for their next match."""
        dismiss()


class Processes:
    """Worker processes on this machine, each one thread wide, so that CPU time a move means the same for any number."""

    def __init__(self, count: int | None = None) -> None:
        """`count` is by default the number of cores that this process may use."""
        self.count = count or allowed_cores()

    def __enter__(self) -> Self:
        self._before = {name: os.environ.get(name) for name in _ONE_THREAD}
        self._others = set(multiprocessing.active_children())
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))  # read by the workers when they load NumPy
        self._pool = ProcessPoolExecutor(self.count, mp_context=multiprocessing.get_context("spawn"), initializer=begin)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()
        self._pool.shutdown(wait=True)
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    def submit(self, chunk: Chunk) -> Future[tuple[Pair, ...]]:
        """Have a chunk played by the next free process."""
        try:
            return self._pool.submit(_play, chunk)
        except BrokenProcessPool as lost:
            raise _lost() from lost


def result_of(future: Future[tuple[Pair, ...]]) -> tuple[Pair, ...]:
    """Wait for a chunk. WorkerLost when its worker ended; what a player raised comes out as it is."""
    try:
        return future.result()
    except BrokenProcessPool as lost:
        raise _lost() from lost


def _lost() -> WorkerLost:
    return WorkerLost(
        "a worker process ended in the middle of a pair: a player crashed it, or the system ran out of memory"
        " (fewer --jobs need less)"
    )


def allowed_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(chunk: Chunk) -> tuple[Pair, ...]:
    return chunk.play()


def begin() -> None:
    """Prepare a worker: Ctrl-C is the parent's business, and a worker does not outlive its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
