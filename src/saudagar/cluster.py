"""A cluster of machines, through Ray: the optional extra `cluster`. What is played there does not depend on it."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from concurrent.futures import Future
from importlib import import_module
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from .errors import SaudagarError
from .version import __version__

RETRIES = 5
"""How often a job is done again elsewhere when its worker or its machine has gone."""

Job = TypeVar("Job")
Answer = TypeVar("Answer")


class NoCluster(SaudagarError):
    """Ray is not installed, no cluster of it can be reached, or a machine there has another version of saudagar."""


class Ray(Generic[Job, Answer]):
    """Has jobs done on all cores of a Ray cluster; one whose worker dies is done again by another.

    A job says all that its answer follows from. Every machine needs the same version of saudagar.
    """

    def __init__(
        self,
        work: Callable[[Job, str], Answer],
        lost: Callable[[str], SaudagarError],
        count: int | None,
        address: str | None,
        **settings: Any,
    ) -> None:
        """`work` answers a job on the other machine and begins with `same_version`; `lost` is raised after all retries.

        `count` is how many are done at once, by default the number of cores there. `address` is what `ray.init` takes:
        of a cluster, `auto` for the one that runs here, `local` for a new one of this machine's cores; `settings` go
        there too. NoCluster without Ray.
        """
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise NoCluster("--cluster needs Ray: pip install 'saudagar[cluster]'") from None
        self._work = work
        self._lost = lost
        self._asked = count
        self._settings = {"address": address, **settings}
        self.count = count or 1

    def __enter__(self) -> Self:
        """Join the cluster, or start one. NoCluster where none can be reached."""
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
        self._remote = self._ray.remote(**options)(self._work)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leave the cluster, which ends what still runs for this program."""
        self._ray.shutdown()

    def submit(self, job: Job) -> Future[Answer]:
        """Have a job done somewhere. What it raised there comes out as it is, `lost` when all retries ended early."""
        answer: Future[Answer] = Future()

        def hand_over(done: Future[Answer]) -> None:
            error = done.exception()
            if error is None:
                answer.set_result(done.result())
            elif isinstance(error, self._ray.exceptions.RayTaskError):
                cause = getattr(error, "cause", None)
                answer.set_exception(cause if isinstance(cause, Exception) else error)
            else:
                answer.set_exception(self._lost(f"the cluster lost a piece of work {RETRIES + 1} times: {error}"))

        self._remote.remote(job, __version__).future().add_done_callback(hand_over)
        return answer


def same_version(version: str) -> None:
    """Make sure that this machine has the version of whoever sent a job. NoCluster where it has another."""
    if version != __version__:
        raise NoCluster(f"a machine of the cluster has saudagar {__version__}, this one {version}")


def _knock(address: str | None) -> None:
    """Find out in seconds whether anybody is at an address, for which Ray takes minutes. NoCluster."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as wrong:
        raise NoCluster(f"no Ray cluster answers at {address}: {wrong}") from None
