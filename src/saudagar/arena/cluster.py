"""Workers on many machines, through Ray: the optional extra `cluster`."""

from __future__ import annotations

from typing import Any

from ..cluster import Ray, same_version
from .pair import Pair
from .workers import Chunk, WorkerLost


class Cluster(Ray[Chunk, tuple[Pair, ...]]):
    """Plays chunks on all cores of a Ray cluster; a chunk whose worker dies is played again by another."""

    def __init__(self, count: int | None = None, *, address: str | None = None, **settings: Any) -> None:
        """`count`, `address` and `settings` as `Ray` takes them. NoCluster without Ray."""
        super().__init__(play_there, WorkerLost, count, address, **settings)


def play_there(chunk: Chunk, version: str) -> tuple[Pair, ...]:
    """Play a chunk on another machine. NoCluster where saudagar has another version than `version`."""
    same_version(version)
    return chunk.play()
