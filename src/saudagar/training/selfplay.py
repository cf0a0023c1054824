"""Rounds of self-play as rows to learn from, on as many threads as there are shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel import Kernel, SplitMix
from ..kernel.core import core as _core
from ..kernel.network import ONE, Network
from ..kernel.rivals import rule_of_thumb
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
    looked: int = 0
    """Decisions of the first network that were looked at by search."""
    changed: int = 0
    """Those among them in which search chose another action than the network alone."""


@dataclass(frozen=True)
class Looking:
    """How decisions in self-play are looked at by search: each candidate through the same few worlds."""

    width: int = 5
    """Candidates at most, 1 to 16."""
    worlds: int = 8
    """Worlds by which is chosen; as many again tell what the choice is worth."""
    depth: int = 5
    """Plies that a future is followed, 2 or more."""


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
    looked: float = 0.0
    """The share of decisions that is looked at by search."""
    rival_looked: float = 0.0
    """The same of the rival's decisions."""
    thumb: float | None = None
    """Where set, the rule of thumb plays instead of the rival, and this often any action at all."""
    looking: Looking = Looking()

    def play(self, kernel: Kernel) -> Rows:
        """Play it. RuntimeError where the kernel is not compiled."""
        slots, facts = np.zeros((self.rows + 200, SLOTS), np.uint8), np.zeros((self.rows + 200, FACTS), np.int32)
        mind = _core.Mind(self.network)
        rival = mind if self.rival is self.network else _core.Mind(self.rival)
        stream, counted = np.array([self.seed & (1 << 64) - 1], np.uint64), np.zeros(6, np.int64)
        n = _core.selfplay(
            kernel.core, mind, rival, rule_of_thumb(), stream, slots, facts, np.array(self._plan(), np.int64), counted
        )
        rounds, plies, endless, twice, looked, changed = counted.tolist()
        return Rows(slots[:n], facts[:n], rounds, plies, endless, twice / 2 / max(1, rounds), looked, changed)

    def _plan(self) -> list[int]:
        """Return the numbers of the core's `plan`."""
        look = self.looking
        if not (1 <= look.width <= 16 and 1 <= look.worlds <= 1 << 16 and look.depth >= 2):
            raise ValueError(f"looking takes 1 to 16 candidates, 1 to 65,536 worlds and 2 plies or more, not {look}")
        return [
            round(self.noise * ONE),
            min(int(self.wild * (1 << 32)), (1 << 32) - 1),
            round(self.trace * 1024),
            round(self.looked * (1 << 32)),
            round(self.rival_looked * (1 << 32)),
            *(look.width, look.worlds, look.depth),
            0 if self.thumb is None else 1 + round(self.thumb * (1 << 32)),
        ]


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
        sum(part.looked for part in parts),
        sum(part.changed for part in parts),
    )


def contest(kernel: Kernel, one: Network, other: Network, rows: int, seed: int) -> Rows:
    """Let two networks play each other without exploring, seats drawn for each round."""
    return Share(one, other, SplitMix(seed).bits(), rows).play(kernel)
