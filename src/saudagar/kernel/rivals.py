"""The doors to the yardstick players' searches: a view comes in, valued actions go out.

A search starts from a round that the view allows, drawn from a fixed stream, and deals everything hidden anew for each
sample, so that nothing but the view, the budget and the seed can reach its values.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from ..rules import STANDARD, Action, Ruleset, Seat, View, sample_world
from . import slots
from .core import core as _core
from .engine import Kernel, _in
from .layout import Unsuitable
from .splitmix import SplitMix

Array = npt.NDArray[Any]
WEIGHTS = "linear.npy"
"""int32[ROWS], 2^-16 of a logit: made by tools/train_linear.py."""
SLOTS, ROWS = 69, 897
"""The slots that the linear evaluation knows, the first of the list, and their values: later ones do not reach it."""
MOST = 1 << 18
"""Iterations that trees are given room for; beyond them they do not grow."""
MOST_EDGES = 1 << 21
"""Edges that trees over frozen worlds are given room for."""

Valued = list[tuple[Action, float]]


@dataclass(frozen=True)
class Budget:
    """How much a search may do: so many samples, fewer when the seconds are over first."""

    samples: int
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise ValueError(f"a search needs at least one sample, not {self.samples}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"a search needs some time, not {self.seconds} s")

    def spend(self, chunk: int, work: Callable[[int, int], None]) -> int:
        """Call `work(done, more)` chunk by chunk until the budget is spent; return the samples. Once at the least."""
        end = None if self.seconds is None else time.monotonic() + self.seconds
        done, took = 0, 0.0
        while done < self.samples:
            before = time.monotonic()
            # The next chunk shall not end late: the last one tells how long it takes.
            if done and end is not None and before + took > end:
                break
            more = min(chunk, self.samples - done)
            work(done, more)
            done += more
            took = time.monotonic() - before
        return done


class _Room:
    """What a `Rival` of the core points at: curves, weights, and memory for trees."""

    names = (
        *("tanh", "spread", "inverse", "root", "decay", "curve", "weights", "starts"),
        *("edge_code", "edge_next", "edge_visits", "edge_other", "edge_total", "edge_child"),
        *("node_first", "node_next", "node_count", "node_word"),
    )

    def __init__(self, weights: Array, nodes: int, edges: int, explore: float = 1.0, heat: float = 1.0) -> None:
        self.tanh, self.spread, self.inverse, self.root, self.decay, self.curve = _curves(explore, heat)
        self.weights = weights
        self.starts = np.array(slots.STARTS[:SLOTS], np.int32)
        for name in ("edge_code", "edge_next", "edge_visits", "edge_other", "edge_child"):
            setattr(self, name, np.zeros(edges, np.int32))
        for name in ("node_first", "node_next", "node_count"):
            setattr(self, name, np.zeros(nodes, np.int32))
        self.edge_total, self.node_word = np.zeros(edges, np.int64), np.zeros(nodes, np.uint64)


@cache
def _curves(explore: float, heat: float) -> tuple[Array, ...]:
    """Return as whole numbers: tanh, the two factors of the bound in trees, its root in PUCT, priors, and the odds."""
    numbers = np.arange(1 << 16)
    some = np.maximum(numbers, 1)
    return (
        _whole(256 * np.tanh(np.arange(65) / 16)),
        _whole(1024 * explore * np.sqrt(np.log(some))),
        _whole((1 << 14) / np.sqrt(some)),
        _whole(256 * explore * np.sqrt(numbers)),
        _whole((1 << 16) * np.exp(-np.arange(1024) / 64 / heat)),
        _whole((1 << 16) / (1 + np.exp(-np.arange(-640, 641) / 64))),
    )


def _whole(values: Array) -> Array:
    return np.round(values).astype(np.int32)


@cache
def linear_weights() -> Array:
    """Return the weights of the linear evaluation. ValueError where they are not of this list of slots."""
    with resources.files(__package__).joinpath(WEIGHTS).open("rb") as file:
        weights: Array = np.load(file, allow_pickle=False)
    if weights.shape != (ROWS,) or weights.dtype != np.int32 or np.abs(weights).max() > 1 << 22:
        raise ValueError(f"{WEIGHTS} must be int32[{ROWS}], each at most 2^22")
    if sum(slots.SIZES[:SLOTS]) != ROWS:
        raise ValueError(f"the first {SLOTS} slots are no longer those that {WEIGHTS} was trained for")
    return weights


@cache
def _kernel(ruleset: Ruleset) -> Kernel:
    return Kernel(ruleset)


@cache
def _shared_room() -> _Room:
    """Return the room of searches without trees: nobody writes into it."""
    return _Room(linear_weights(), 1, 1)


def rule_of_thumb() -> Any:
    """Return the memory with which the rule of thumb plays in self-play; for one thread at a time."""
    return _core.Rival(_shared_room())


class Thought:
    """One deliberation about a view. ValueError when its audience is not to act, Unsuitable where rules do not fit."""

    def __init__(self, view: View, seed: int) -> None:
        if not isinstance(view.audience, Seat) or not len(view.legal_actions):
            raise ValueError("this audience is not to act")
        if view.ruleset != STANDARD:
            raise Unsuitable(f"this player knows the {STANDARD.name} rules only, not {view.ruleset.name} [{view}]")
        self.kernel = _kernel(view.ruleset)
        self.state = _in(self.kernel.encode(sample_world(view, SplitMix(0))))
        self.stream = _in(np.array([seed & (1 << 64) - 1], np.uint64))

    def thumb(self, most: int) -> list[tuple[int, int]]:
        """Return the best codes by the rule of thumb and their scores (1/256 rupee), best first."""
        return self._thumb(_core.Rival(_shared_room()), most)

    def _thumb(self, rival: Any, most: int) -> list[tuple[int, int]]:
        codes, scores = _in(np.zeros(most, np.uint32)), _in(np.zeros(most, np.int32))
        count = _core.thumb(self.kernel.core, rival, self.state, codes, scores)
        return [(int(codes[place]), int(scores[place])) for place in range(count)]

    def flat(self, budget: Budget, candidates: int) -> Valued:
        """Value the best candidates by rollouts in worlds that they share: the share of points, best first."""
        rival = _core.Rival(_shared_room())
        codes = [code for code, _ in self._thumb(rival, candidates)]
        listed, sums = _in(np.array(codes, np.uint32)), _in(np.zeros(len(codes), np.int64))

        def work(_: int, more: int) -> None:
            _core.flat(self.kernel.core, rival, self.state, listed, sums, more, self.stream)

        worlds = budget.spend(1, work)
        return self._valued([(code, int(total) / (2 * worlds)) for code, total in zip(codes, sums, strict=True)])

    def sighted(self, budget: Budget, width: int, explore: float) -> Valued:
        """Value actions by one tree over what the seat can tell apart: the share of visits, best first."""
        room = min(budget.samples, MOST) + 1
        rival = _core.Rival(_Room(linear_weights(), room, room, explore))
        _core.plant(rival)

        def work(_: int, more: int) -> None:
            _core.sight(self.kernel.core, rival, self.state, more, width, self.stream)

        done = budget.spend(32 if _core.COMPILED else 1, work)
        return self._valued([(code, visits / done) for code, visits, _ in reversed(_core.told(rival, 0))])

    def frozen(self, budget: Budget, *, worlds: int, width: int, plies: int, explore: float, heat: float) -> Valued:
        """Value actions by trees over frozen worlds, at most eight: the share of all visits, best first.

        A rollout is cut off after so many plies; `heat` flattens the priors.
        """
        nodes = min(budget.samples, MOST) + worlds
        rival = _core.Rival(_Room(linear_weights(), nodes, min(nodes * width, MOST_EDGES), explore, heat))
        _core.freeze(self.kernel.core, rival, self.state, worlds, self.stream)

        def work(done: int, more: int) -> None:
            _core.descend(self.kernel.core, rival, done, more, worlds, width, plies)

        done = budget.spend(8 if _core.COMPILED else 1, work)
        visits = dict[int, int]()
        for world in range(min(worlds, done)):
            for code, count, _ in _core.branches(rival, world):
                visits[code] = visits.get(code, 0) + count
        return self._valued([(code, count / done) for code, count in visits.items()])

    def _valued(self, found: list[tuple[int, float]]) -> Valued:
        # A stable sort: among equals the one that the policy put first.
        return [(self.kernel.action(code), value) for code, value in sorted(found, key=lambda pair: -pair[1])]


class Study:
    """Rounds of self-play by the linear evaluation, for tools/train_linear.py; compiled only."""

    def __init__(self, seed: int, rows: int) -> None:
        self.kernel = _kernel(STANDARD)
        self.stream = np.array([seed], np.uint64)
        self.slots = np.zeros((rows, slots.SLOTS), np.uint8)
        self.facts = np.zeros((rows, 8), np.int32)
        self.counted = np.zeros(4, np.int64)

    def play(self, weights: Array, wild: float, trace: float) -> tuple[Array, Array]:
        """Play until the rows are full; return slots (uint8[n, SLOTS]) and targets (probabilities of winning)."""
        rival = _core.Rival(_Room(np.ascontiguousarray(weights, np.int32), 1, 1))
        tables = self.kernel.core
        more = (self.slots, self.facts, int(wild * (1 << 32)), round(trace * 1024), self.counted)
        count = _core.study(tables, rival, self.stream, *more)
        keep = self.facts[:count, 5] >= 0
        return self.slots[:count, :SLOTS][keep], self.facts[:count, 0][keep] / (1 << 20)
