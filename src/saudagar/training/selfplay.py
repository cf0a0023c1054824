"""Rounds of self-play as rows to learn from, on as many threads as there are shares."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel import Kernel, SplitMix
from ..kernel.core import core as _core
from ..kernel.network import ONE, Network
from ..kernel.slots import SLOTS

Array = npt.NDArray[Any]
FACTS = 8


@dataclass(frozen=True)
class Rows:
    """What rounds of self-play taught."""

    slots: Array
    """uint8[n, SLOTS]: what a seat knew after its action."""
    facts: Array
    """int32[n, FACTS]: see `_core.selfplay`."""
    rounds: int
    plies: int
    endless: int
    """Rounds that were broken off at 200 plies and taught nothing."""
    score: float
    """The share of rounds that the first network won; a tie counts one half."""


@dataclass(frozen=True)
class Share:
    """What one thread is to play."""

    network: Network
    rival: Network
    seed: int
    rows: int
    noise: float = 0.0
    wild: float = 0.0
    trace: float = 1.0

    def play(self, kernel: Kernel) -> Rows:
        """Play it. RuntimeError where the kernel is not compiled."""
        slots, facts = np.zeros((self.rows + 200, SLOTS), np.uint8), np.zeros((self.rows + 200, FACTS), np.int32)
        mind = _core.Mind(self.network)
        rival = mind if self.rival is self.network else _core.Mind(self.rival)
        stream, counted = np.array([self.seed & (1 << 64) - 1], np.uint64), np.zeros(4, np.int64)
        wild, trace = min(int(self.wild * (1 << 32)), (1 << 32) - 1), round(self.trace * 1024)
        n = _core.selfplay(
            kernel.core, mind, rival, stream, slots, facts, round(self.noise * ONE), wild, trace, counted
        )
        rounds, plies, endless, twice = counted.tolist()
        return Rows(slots[:n], facts[:n], rounds, plies, endless, twice / 2 / max(1, rounds))


def play(kernel: Kernel, shares: list[Share], pool: Executor) -> list[Future[Rows]]:
    """Start playing every share; the interpreter's lock is released meanwhile."""
    return [pool.submit(share.play, kernel) for share in shares]


def gathered(parts: list[Rows]) -> Rows:
    """Return the rows of all shares as one."""
    rounds = sum(part.rounds for part in parts)
    return Rows(
        np.concatenate([part.slots for part in parts]),
        np.concatenate([part.facts for part in parts]),
        rounds,
        sum(part.plies for part in parts),
        sum(part.endless for part in parts),
        sum(part.score * part.rounds for part in parts) / max(1, rounds),
    )


def contest(kernel: Kernel, one: Network, other: Network, rows: int, seed: int) -> Rows:
    """Let two networks play each other without exploring, seats drawn for each round."""
    return Share(one, other, SplitMix(seed).bits(), rows).play(kernel)
