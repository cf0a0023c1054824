"""Self-play on many machines, through Ray: the optional extra `cluster`."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import fields, replace
from functools import cache
from typing import Any

from ..cluster import Ray, same_version
from ..errors import SaudagarError
from ..kernel import Kernel
from ..kernel.network import Network
from .selfplay import Rows, Share


class LostShare(SaudagarError):
    """The cluster could not play a share, however often it was tried."""


class Cluster(Ray[Share, Rows]):
    """Plays shares on the cores of a Ray cluster; a share whose worker dies is played again by another.

    A share says all that its rounds follow from, seeds and networks, so that it does not matter who plays it.
    """

    def __init__(self, address: str | None = None, **settings: Any) -> None:
        """`address` and `settings` as `Ray` takes them. NoCluster without Ray."""
        super().__init__(selfplay_there, LostShare, None, address, **settings)

    def play(self, shares: Sequence[Share]) -> list[Future[Rows]]:
        """Have every share played somewhere. LostShare comes out when all retries ended with their worker."""
        return [self.submit(share) for share in shares]


@cache
def _kernel() -> Kernel:
    return Kernel()


def selfplay_there(share: Share, version: str) -> Rows:
    """Play a share on another machine. NoCluster where saudagar has another version than `version`."""
    same_version(version)
    network = _own(share.network)
    rival = network if share.rival is share.network else _own(share.rival)
    return replace(share, network=network, rival=rival).play(_kernel())


def _own(network: Network) -> Network:
    """Return the network in memory of this process: what Ray hands over is read-only, which the core does not take."""
    arrays = (field.name for field in fields(network) if field.name != "about")
    return Network(**{name: getattr(network, name).copy() for name in arrays}, about=network.about)
