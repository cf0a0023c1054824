"""Workers on many machines, through Ray: the optional extra `cluster`."""

from __future__ import annotations

import os
import socket
from concurrent.futures import Future
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from ..errors import SaudagarError
from ..version import __version__
from .pair import Pair
from .workers import Chunk, WorkerLost

RETRIES = 5
"""How often a chunk is played again elsewhere when its worker or its machine has gone."""


class NoCluster(SaudagarError):
    """Ray is not installed, or no cluster of it can be reached."""


class Cluster:
    """Plays chunks on all cores of a Ray cluster; a chunk whose worker dies is played again by another.

    Every machine needs the same version of saudagar; a worker with another version refuses.
    """

    def __init__(self, count: int | None = None, *, address: str | None = None, **settings: Any) -> None:
        """`count` is by default the number of cores there.

        `address` is what `ray.init` takes: of a cluster, `auto` for the one that runs here, `local` for a new one of
        this machine's cores; `settings` go there too. NoCluster without Ray.
        """
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise NoCluster("--cluster needs Ray: pip install 'saudagar[cluster]'") from None
        self._asked = count
        self._settings = {"address": address, **settings}
        self.count = count or 1

    def __enter__(self) -> Self:
        _knock(self._settings["address"])
        quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody outside
        if self._settings["address"] not in {None, "local"}:
            quiet.pop("include_dashboard")  # only for whoever starts the cluster
        try:
            self._ray.init(**{**quiet, **self._settings})
        except (ConnectionError, RuntimeError, ValueError, OSError) as wrong:
            raise NoCluster(f"no Ray cluster can be reached: {wrong}") from wrong
        self.count = self._asked or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        one_thread = {"env_vars": {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}}
        options = {"num_cpus": 1, "max_retries": RETRIES, "runtime_env": one_thread}
        self._play = self._ray.remote(**options)(play_there)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leave the cluster, which ends what still runs for this program."""
        self._ray.shutdown()

    def submit(self, chunk: Chunk) -> Future[tuple[Pair, ...]]:
        """Have a chunk played somewhere. WorkerLost comes out when all retries ended with their worker."""
        answer: Future[tuple[Pair, ...]] = Future()

        def hand_over(done: Future[tuple[Pair, ...]]) -> None:
            error = done.exception()
            if error is None:
                answer.set_result(done.result())
            elif isinstance(error, self._ray.exceptions.RayTaskError):
                cause = getattr(error, "cause", None)
                answer.set_exception(cause if isinstance(cause, Exception) else error)
            else:
                answer.set_exception(WorkerLost(f"the cluster lost a chunk {RETRIES + 1} times: {error}"))

        self._play.remote(chunk, __version__).future().add_done_callback(hand_over)
        return answer


def _knock(address: str | None) -> None:
    """Find out in seconds whether anybody is at an address, for which Ray takes minutes. NoCluster."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as wrong:
        raise NoCluster(f"no Ray cluster answers at {address}: {wrong}") from None


def play_there(chunk: Chunk, version: str) -> tuple[Pair, ...]:
    """Play a chunk on another machine. NoCluster where saudagar has another version than `version`."""
    if version != __version__:
        raise NoCluster(f"a machine of the cluster has saudagar {__version__}, this one {version}")
    return chunk.play()
