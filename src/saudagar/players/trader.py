"""A trader: a player of some level and style, from the novice to the champion."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel import compiled
from ..kernel.layout import KNOWN, META, OWN, SOLD, State, unpacked
from ..kernel.network import ONE, Network
from ..kernel.search import Candidate, Searcher
from ..kernel.tables import action_of
from ..rules import GOODS, Rng, Ruleset, Seat, View
from .levels import Level
from .network import ChampionPlayer, kernel, network, state_of
from .perception import dimmed, guessed_end, judged, known_now, outlooks
from .protocol import Decision, Limit
from .sense import haste, kind, sensible
from .styles import PUSH, STYLES, WARMTH, Open

Array = npt.NDArray[Any]

WIDTH = 3
"""Actions of one kind that are thought of at all."""
NEAR = 0.03
"""Within how much of the best a style decides between candidates that were looked ahead at."""
NO_LIMIT = Limit()
EARLY = Path(__file__).with_name("weights") / "early-1.npz"


@cache
def early() -> Network:
    """Return the network as it was early in its training, read once. UnsuitableWeights where the file is damaged."""
    return Network.load(EARLY)


class Trader:
    """Plays like somebody of a level, with a liking of its own if it has a style."""

    def __init__(
        self, name: str, level: Level, style: str | None = None, network_: Network | None = None, threads: int = 0
    ) -> None:
        """`network_` and `threads` are for those who measure: other weights, fewer threads than cores."""
        self.name = name
        self.level = level
        self.style = style
        self._network = network_
        self._threads = threads if level.samples else 1
        self._searchers = dict[Ruleset, Searcher]()

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return the action that somebody of this level and style takes; the ranking is in chances, as it sees them.

        A limit holds for levels that look ahead. ValueError when the audience is not to act; Unsuitable for rulesets
        beyond the network's slots.
        """
        if not isinstance(view.audience, Seat) or view.to_act is not view.audience:
            raise ValueError("this audience is not to act")
        ranked = self.ranked(view.ruleset, state_of(view), rng, limit)
        told = tuple((action_of(code, view.ruleset), value) for code, value in ranked)
        return Decision(told[0][0], told)

    def ranked(self, ruleset: Ruleset, state: State, rng: Rng, limit: Limit = NO_LIMIT) -> list[tuple[int, float]]:
        """Return the codes of all legal actions with falling values; the first is the one it takes.

        Reads of a state what its seat may know, and nothing else.
        """
        if ruleset not in self._searchers:
            made = Searcher(kernel(ruleset), self._network or network(), ChampionPlayer.plan, self._threads)
            self._searchers[ruleset] = made
        searcher = self._searchers[ruleset]
        order = self._ahead(searcher, state, rng, limit) if self.level.samples else self._at_once(searcher, state, rng)
        # One that waits, fell out early or was not taken may seem better than one before it: not said.
        values = accumulate((value for _, value in order), min)
        return [(code, value) for (code, _), value in zip(order, values, strict=True)]

    def _at_once(self, searcher: Searcher, state: State, rng: Rng) -> list[tuple[int, float]]:
        """Choose by what it notices of the position after each action."""
        level, ruleset = self.level, searcher.kernel.ruleset
        codes, truth = searcher.weigh(state)
        slots, ends = outlooks(searcher.kernel, state, codes)
        seen = truth
        if level.early or not level.clear:
            dim = dimmed(slots, level, ruleset)
            seen = judged(early() if level.early else searcher.network, dim)
            seen = np.where(ends, truth if level.reckons else guessed_end(dim), seen)
        now = known_now(searcher.kernel, state)
        places = sensible(level, ruleset, state, codes, truth=truth, slots=slots, now=now)
        wishes = (seen - haste(state, codes)) / ONE
        wishes[places] += self._likings(ruleset, state, [int(codes[i]) for i in places])
        chosen = _free_choice(
            sorted(((float(wishes[i]), int(i)) for i in places), key=lambda each: (-each[0], each[1])),
            {int(i): kind(int(codes[i]), ruleset) for i in places},
            level.heat,
            rng,
        )
        rest = [int(i) for i in np.argsort(-wishes, kind="stable") if i != chosen]
        return [(int(codes[i]), float(seen[i]) / ONE) for i in (chosen, *rest)]

    def _ahead(self, searcher: Searcher, state: State, rng: Rng, limit: Limit) -> list[tuple[int, float]]:
        """Choose by looking ahead; a style decides among candidates that came out nearly alike."""
        samples = limit.samples
        if samples is None and limit.seconds is None:
            samples = self.level.samples if compiled() else 40
        seed = rng.below(1 << 31) << 31 | rng.below(1 << 31)
        found = searcher.search(state, seed, samples, limit.seconds)
        if self.style and len(found) > 1:
            found = self._preferred(searcher.kernel.ruleset, state, found)
        return [(each.code, each.value) for each in found]

    def _preferred(self, ruleset: Ruleset, state: State, found: list[Candidate]) -> list[Candidate]:
        wait = haste(state, np.array([each.code for each in found])) / ONE
        if found[0].value == 1.0:
            return found
        near = [
            place
            for place, each in enumerate(found)
            if 8 * each.samples >= found[0].samples and each.value - wait[place] >= found[0].value - wait[0] - NEAR
        ]
        likings = self._likings(ruleset, state, [found[place].code for place in near])
        score = {place: found[place].value - wait[place] + more for place, more in zip(near, likings, strict=True)}
        first = max(near, key=lambda place: (score[place], -place), default=0)
        return [found[first], *found[:first], *found[first + 1 :]]

    def _likings(self, ruleset: Ruleset, state: State, codes: list[int]) -> list[float]:
        """Return how much the style adds to each action, in chances of winning."""
        if not self.style:
            return [0.0] * len(codes)
        liking, push = STYLES[self.style], PUSH[self.style] + WARMTH * self.level.heat
        lies_open = opened(ruleset, state)
        return [push * liking(action_of(code, ruleset), lies_open) for code in codes]


def opened(ruleset: Ruleset, state: State) -> Open:
    """Return what a style goes by, of what the seat to act knows."""
    seat = int(state[META]) & 1
    sold = unpacked(int(state[SOLD]))
    return Open(
        hand=unpacked(int(state[OWN + seat])).goods,
        known=unpacked(int(state[KNOWN + 1 - seat])),
        tokens=tuple(len(ruleset.tokens_left(good, sold[good])) if good in ruleset.goods else 0 for good in GOODS),
    )


def _free_choice(wishes: list[tuple[float, int]], kinds: dict[int, int], heat: float, rng: Rng) -> int:
    """Return a place: first what it is to be about, then which action of that kind, the likelier the better it seems.

    `wishes` are values with places, best first. No more than `WIDTH` of one kind are thought of.
    """
    if heat == 0 or len(wishes) == 1:
        return wishes[0][1]
    groups = dict[int, list[tuple[float, int]]]()
    for wish in wishes:
        groups.setdefault(kinds[wish[1]], []).append(wish)
    leaders = list(groups.values())
    group = leaders[_drawn([each[0][0] for each in leaders], heat, rng)][:WIDTH]
    return group[_drawn([value for value, _ in group], heat, rng)][1]


def _drawn(values: list[float], heat: float, rng: Rng) -> int:
    """Draw the place of a value, the first of which is the highest; one that is `heat` lower is e times rarer."""
    weights = [exp((value - values[0]) / heat) for value in values]
    pick = rng.below(1 << 30) / (1 << 30) * sum(weights)
    for place, weight in enumerate(weights):
        pick -= weight
        if pick < 0:
            return place
    return 0
