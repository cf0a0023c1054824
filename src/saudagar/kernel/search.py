"""Choosing by sampled futures: the network names candidates, and worlds the seat cannot rule out decide between them.

Sequential halving: every candidate is followed through the same worlds, the better half goes on, until two are left.
All sums are whole numbers, so that the result depends on the state as the seat knows it, the number of samples and the
seed, and not on the number of threads.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import ceil, log2, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ..rules import CAMEL, STANDARD, Ruleset
from . import slots
from .core import core as _core
from .engine import Kernel, cores
from .layout import EXCHANGES, META, State, Unsuitable
from .network import ONE, Network

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a search spends its samples."""

    depth: int = 5
    """Plies that a future is followed, the candidate's own included, before the network judges it."""
    width: int = 12
    """Candidates at most."""
    within: float = 0.12
    """How far below the best, by the network alone, a candidate may be."""
    trust: int = 4
    """How many samples the network's own judgement of a candidate counts for, at least one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was looked at: its chance of winning the round, and how sure that is."""

    code: int
    value: float
    """As it comes true when both seats go on looking ahead (`Network.ahead`); without samples as the network says."""
    error: float
    """Standard error of the difference to the candidate that came first; 0 without samples."""
    samples: int
    prior: float
    """What the network said alone."""


def _unsampled(code: Any, value: Any) -> Candidate:
    """Return a candidate of which only the network has spoken, in Python's own numbers."""
    prior = float(value) / ONE
    return Candidate(int(code), prior, 0.0, 0, prior)


def unsuitable(rules: Ruleset) -> str:
    """Return why the network's slots cannot hold what is known in a ruleset, empty when they can."""
    sizes = dict(zip(slots.NAMES, slots.SIZES, strict=True))
    checks = (
        (rules.hand_limit <= 7 and rules.market_size <= 5, "hands of 7 and markets of 5 cards"),
        (all(len(rules.tokens[good]) < sizes["tokens.D"] for good in rules.goods), "9 tokens a good"),
        (all(rules.pack[good] < sizes["unseen.D"] for good in rules.goods), "10 cards of a good"),
        (rules.pack[CAMEL] < sizes["own.herd"] and rules.first_stock < sizes["stock"], "11 camels and a stock of 40"),
        (rules.pack[CAMEL] - rules.open_camels < sizes["unseen.K"], "8 camels in the stock"),
        (len(rules.bonuses) <= 3 and all(len(pile) <= 7 for _, pile in rules.bonuses), "3 piles of 7 bonus tokens"),
        (all(sum(pile) < 80 for _, pile in rules.bonuses), "bonus piles worth 79"),
        (all(sum(sorted(pile)[-7:]) <= 79 for _, pile in rules.bonuses), "bonus tokens that add up to 79"),
        (rules.piles_to_end <= 3, "3 empty piles"),
    )
    return "; ".join(limit for fits, limit in checks if not fits)


@cache
def _pool() -> ThreadPoolExecutor:
    """Return the threads that all searches of this process share."""
    return ThreadPoolExecutor(max(2, cores()), thread_name_prefix="search")


class Searcher:
    """Thinks for one seat at a time with one network; may be used by one thread at a time."""

    def __init__(self, kernel: Kernel, network: Network, plan: Plan = Plan(), threads: int = 0) -> None:
        """`threads` 0 means all processor cores of this process. Unsuitable for a ruleset beyond the slots."""
        if wrong := unsuitable(kernel.ruleset):
            raise Unsuitable(f"the network knows at most {wrong}: it cannot play {kernel.ruleset.name}")
        self.kernel = kernel
        self.network = network
        self.plan = plan
        self.threads = threads or cores()
        # What is hidden was learnt with the cards of the standard game; with others it lies evenly.
        hands = network.hands if kernel.ruleset.pack == STANDARD.pack else np.zeros_like(network.hands)
        self._minds = [_core.Mind(network, hands) for _ in range(self.threads)]

    def weigh(self, state: State) -> tuple[Array, Array]:
        """Return the legal codes of a state (uint32) and what the network says of each (int32, units of 2^-20).

        Both are empty when nobody is to act. The state must be one: see `Kernel.encode`.
        """
        codes, values = np.zeros(self.kernel.width, np.uint32), np.zeros(self.kernel.width, np.int32)
        if _core.COMPILED:
            count = _core.weigh(self.kernel.core, self._minds[0], state, codes, values)
        else:
            count = _core.weigh(self.kernel.core, self._minds[0], state.tolist(), codes, values)
        return codes[:count], values[:count]

    def search(
        self, state: State, seed: int, samples: int | None = None, seconds: float | None = None
    ) -> list[Candidate]:
        """Return the candidates, best first, after so many samples or seconds, whichever comes first.

        A sample is one candidate followed through one world. Without samples the network alone decides. The same
        state as the seat knows it, samples and seed give the same result; a limit in seconds does not.
        """
        started = time.monotonic()
        codes, values = self.weigh(state)
        haste = np.where(codes >> 10 > 0, 1049 * (1 + (int(state[META]) >> EXCHANGES & 0xFF)), 0)
        order = np.argsort(haste - values, kind="stable")
        if len(codes) < 2 or samples == 0:
            return [_unsampled(codes[i], values[i]) for i in order]
        chosen = self._candidates(codes, values, order)
        race = _Race(self, state, seed=seed, codes=codes[chosen], values=values[chosen], haste=haste[chosen])
        race.run(samples, None if seconds is None else started + seconds)
        left_out = [i for i in order if i not in set(chosen)]
        return race.ranking() + [
            Candidate(int(codes[i]), float(values[i]) / ONE, 0.0, 0, float(values[i]) / ONE) for i in left_out
        ]

    def _candidates(self, codes: Array, values: Array, order: Array) -> list[int]:
        """Return the places of the candidates: the best few, and the best of each kind of action if near enough."""
        plan, top = self.plan, int(values[order[0]])
        near = [int(i) for i in order if values[i] >= top - plan.within * ONE]
        chosen = near[: plan.width]
        kinds = set[int]()
        for i in near:
            kind = _kind(int(codes[i]))
            if kind not in kinds and i not in chosen:
                chosen.append(i)
            kinds.add(kind)
        return chosen if len(chosen) > 1 else [int(i) for i in order[:2]]

    def sample(
        self, state: State, codes: Array, sums: Array, squares: Array, told: Array, *, first: int, count: int, seed: int
    ) -> None:
        """Add to the sums what the codes are worth in the worlds number `first` and on; all threads share them.

        `sums` is what choosing goes by, `told` what is said of it, as those who look ahead fare; `squares` the spread
        of that.
        """
        share = -(-count // self.threads)
        parts = [(first + at, min(share, count - at)) for at in range(0, count, share)]
        depth, core = self.plan.depth, self.kernel.core

        def work(number: int) -> tuple[Array, ...]:
            found = np.zeros_like(sums), np.zeros_like(squares), np.zeros_like(told)
            given = (state, codes) if _core.COMPILED else (state.tolist(), codes.tolist())
            _core.sample(core, self._minds[number], *given, *found, *parts[number], depth, seed)
            return found

        for found in self._map(work, len(parts)):
            sums += found[0]
            squares += found[1]
            told += found[2]

    def _map(self, work: Any, parts: int) -> Iterator[tuple[Array, ...]]:
        if parts == 1 or not _core.COMPILED:
            return iter([work(number) for number in range(parts)])
        return _pool().map(work, range(parts))


class _Race:
    """Sequential halving between the candidates of one search."""

    def __init__(
        self, searcher: Searcher, state: State, *, seed: int, codes: Array, values: Array, haste: Array
    ) -> None:
        self.searcher, self.state, self.seed = searcher, np.ascontiguousarray(state), seed & (1 << 64) - 1
        self.codes, self.values, self.haste = codes, values.astype(np.int64), haste
        """`haste`: how much better an exchange must be, as in the core's `_haste`."""
        self.sums, self.squares, self.told = (np.zeros(len(codes), np.int64) for _ in range(3))
        self.counts = np.zeros(len(codes), np.int64)
        self.alive = np.arange(len(codes))
        self.out: list[int] = []
        self.worlds = 0
        self.ways = _core.ways_to_lie(self.state if _core.COMPILED else self.state.tolist())
        """In how many ways the unseen cards may lie; 0 for too many to go through."""
        self.pace = 0.0
        """Seconds that one sample took so far; 0 before the first."""

    def run(self, samples: int | None, until: float | None) -> None:
        """Spend the samples or the time in equal parts on ever fewer candidates."""
        phases = ceil(log2(len(self.codes)))
        started = time.monotonic()
        for phase in range(phases):
            many = None if samples is None else max(1, samples // phases // len(self.alive))
            part = None if until is None else started + (until - started) * (phase + 1) / phases
            self._phase(many, part)
            if until is not None and time.monotonic() >= until:
                break
            if len(self.alive) > 2:
                self._halve()

    def _phase(self, worlds: int | None, until: float | None) -> None:
        done = 0
        if worlds is not None and self.ways and worlds > self.ways:
            worlds -= worlds % self.ways  # near the end: every way once, or twice, and none more often than another
        while (worlds is None or done < worlds) and (until is None or time.monotonic() < until):
            chunk = 64 if worlds is None else worlds - done
            if until is not None:
                left = max(0.0, until - time.monotonic())
                cost = (self.pace or 0.0005) * len(self.alive)
                chunk = max(1, min(chunk, 4_096, int(min(left, 0.02) / cost)))
            begun = time.monotonic()
            self._sample(chunk)
            self.pace = (time.monotonic() - begun) / (chunk * len(self.alive))
            done += chunk

    def _sample(self, worlds: int) -> None:
        sums, squares, told = (np.zeros(len(self.alive), np.int64) for _ in range(3))
        codes = np.ascontiguousarray(self.codes[self.alive])
        self.searcher.sample(self.state, codes, sums, squares, told, first=self.worlds, count=worlds, seed=self.seed)
        self.sums[self.alive] += sums
        self.squares[self.alive] += squares
        self.told[self.alive] += told
        self.counts[self.alive] += worlds
        self.worlds += worlds

    def means(self, sums: Array) -> Array:
        """Return the mean of every candidate's samples, the network's word counted as a few more."""
        trust = self.searcher.plan.trust
        found: Array = (self.values * trust + sums) / (trust + self.counts)
        return found

    def _sorted(self) -> Array:
        sorted_: Array = self.alive[np.argsort((self.haste - self.means(self.sums))[self.alive], kind="stable")]
        return sorted_

    def _halve(self) -> None:
        order = self._sorted()
        stay = max(2, -(-len(order) // 2))
        self.out = [int(i) for i in order[stay:]] + self.out
        # The best goes first: the spread of the others is measured against it.
        self.alive = order[:stay]

    def ranking(self) -> list[Candidate]:
        """Return the candidates: those left by their value, then those that fell out, the last to fall first."""
        means = self.means(self.told)
        found = []
        for i in [*map(int, self._sorted()), *self.out]:
            count = int(self.counts[i])
            spread = sqrt(float(self.squares[i])) / ONE / count if count else 0.0
            found.append(
                Candidate(int(self.codes[i]), float(means[i]) / ONE, spread, count, float(self.values[i]) / ONE)
            )
        return found


def _kind(code: int) -> int:
    """Return a number for the kind of an action: camels, a good, a sale, an exchange."""
    return 0 if code == 0 else 1 if code < 8 else 2 if code >> 10 == 0 else 3
