"""Self-play on many machines, through Ray: the optional extra `cluster`."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import fields, replace
from functools import cache
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from ..errors import SaudagarError
from ..kernel import Kernel
from ..kernel.network import Network
from ..version import __version__
from .selfplay import Rows, Share

RETRIES = 5
"""How often a share is played again elsewhere when its worker or its machine has gone."""


class NoCluster(SaudagarError):
    """Ray is not installed, or no cluster of it can be reached."""


class LostShare(SaudagarError):
    """The cluster could not play a share, however often it was tried."""


class Cluster:
    """Plays shares on the cores of a Ray cluster; a share whose worker dies is played again by another.

    A share says all that its rounds follow from, seeds and networks, so that it does not matter who plays it.
    """

    def __init__(self, address: str | None = None, **settings: Any) -> None:
        """`address` is what `ray.init` takes: of a cluster, `auto`, or `local` for a new one of this machine's cores.

        NoCluster without Ray.
        """
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise NoCluster("--cluster needs Ray: pip install 'saudagar[cluster]'") from None
        self._settings = {"address": address, **settings}

    def __enter__(self) -> Self:
        quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
        if self._settings["address"] not in {None, "local"}:
            quiet.pop("include_dashboard")  # only for whoever starts the cluster
        try:
            self._ray.init(**{**quiet, **self._settings})
        except (ConnectionError, RuntimeError, ValueError, OSError) as wrong:
            raise NoCluster(f"no Ray cluster can be reached: {wrong}") from wrong
        one_thread = {"env_vars": {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}}
        options = {"num_cpus": 1, "max_retries": RETRIES, "runtime_env": one_thread}
        self._play = self._ray.remote(**options)(selfplay_there)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leave the cluster, which ends what still runs for this program."""
        self._ray.shutdown()

    def play(self, shares: Sequence[Share]) -> list[Future[Rows]]:
        """Have every share played somewhere. LostShare comes out when all retries ended with their worker."""
        return [self._submit(share) for share in shares]

    def _submit(self, share: Share) -> Future[Rows]:
        answer: Future[Rows] = Future()

        def hand_over(done: Future[Rows]) -> None:
            error = done.exception()
            if error is None:
                answer.set_result(done.result())
            elif isinstance(error, self._ray.exceptions.RayTaskError):
                cause = getattr(error, "cause", None)
                answer.set_exception(cause if isinstance(cause, Exception) else error)
            else:
                answer.set_exception(LostShare(f"the cluster lost a share {RETRIES + 1} times: {error}"))

        self._play.remote(share, __version__).future().add_done_callback(hand_over)
        return answer


@cache
def _kernel() -> Kernel:
    return Kernel()


def selfplay_there(share: Share, version: str) -> Rows:
    """Play a share on another machine. NoCluster where saudagar has another version than `version`."""
    if version != __version__:
        raise NoCluster(f"a machine of the cluster has saudagar {__version__}, this one {version}")
    network = _own(share.network)
    rival = network if share.rival is share.network else _own(share.rival)
    return replace(share, network=network, rival=rival).play(_kernel())


def _own(network: Network) -> Network:
    """Return the network in memory of this process: what Ray hands over is read-only, which the core does not take."""
    arrays = (field.name for field in fields(network) if field.name != "about")
    return Network(**{name: getattr(network, name).copy() for name in arrays}, about=network.about)
