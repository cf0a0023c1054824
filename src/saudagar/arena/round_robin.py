"""A round robin: everybody against everybody over the same deals, and one rating for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from .contestant import Contestant
from .duel import Duel
from .elo import expected
from .pair import Pair
from .ratings import bootstrap, fit
from .schedule import Pairing


@dataclass(frozen=True)
class Rating:
    """A contestant's Elo in a round robin (mean 0), its 95 % interval, and its share of all its rounds."""

    contestant: Contestant
    elo: float
    interval: tuple[float, float]
    share: float


@dataclass(frozen=True)
class RoundRobin:
    """Everybody against everybody: `played[k]` are the pairs of the k-th pairing. Figures need one deal at least."""

    contestants: Sequence[Contestant]
    played: Sequence[Sequence[Pair]]
    seed: int

    @property
    def deals(self) -> int:
        """The number of deals that every pairing has played; a pairing that is ahead of the others waits."""
        return min(len(pairs) for pairs in self.played)

    @cached_property
    def duels(self) -> tuple[Duel, ...]:
        """The pairings one by one, over the deals that all have played."""
        return tuple(
            Duel(one, two, pairs[: self.deals])
            for (one, two), pairs in zip(pairings(self.contestants), self.played, strict=True)
        )

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The contestants with their ratings, best first."""
        points, size = self._points, len(self.contestants)
        rounds = 2.0 * self.deals * (1 - np.eye(size))
        values, widths = fit(points.sum(0), rounds), bootstrap(points, self.seed)
        shares = points.sum((0, 2)) / (2 * self.deals * (size - 1))
        found = [
            Rating(each, float(values[place]), (float(widths[place, 0]), float(widths[place, 1])), float(shares[place]))
            for place, each in enumerate(self.contestants)
        ]
        return tuple(sorted(found, key=lambda rating: -rating.elo))

    def share(self, one: Contestant, two: Contestant) -> tuple[float, tuple[float, float]]:
        """Return the share of rounds that one won against the other, and its 95 % interval."""
        for duel in self.duels:
            if (duel.one, duel.two) == (one, two):
                return duel.share, duel.interval
            if (duel.one, duel.two) == (two, one):
                return 1 - duel.share, (1 - duel.interval[1], 1 - duel.interval[0])
        raise KeyError(f"{one.label} has not played {two.label}")

    @property
    def cycles(self) -> tuple[tuple[Contestant, Contestant, Contestant], ...]:
        """Threes of whom each beats the next and the last the first, all beyond their intervals."""
        found = []
        for three in combinations(self.contestants, 3):
            for one, two, last in (three, (three[0], three[2], three[1])):
                if all(self.share(*pair)[1][0] > 0.5 for pair in ((one, two), (two, last), (last, one))):
                    found.append((one, two, last))
        return tuple(found)

    def surprise(self, duel: Duel) -> float:
        """Return how far a duel's share lies from what the ratings expect, in standard errors of the share."""
        elos = {rating.contestant.label: rating.elo for rating in self.ratings}
        ahead = duel.share - expected(elos[duel.one.label] - elos[duel.two.label])
        low, high = duel.interval
        spread = max(sqrt(duel.pentanomial.variance / self.deals), (high - low) / 4)
        return ahead / spread

    def figures(self) -> dict[str, object]:
        """Return all figures as plain values."""
        elos = {rating.contestant.label: rating.elo for rating in self.ratings}
        return {
            "players": [each.label for each in self.contestants],
            "pairs": self.deals,
            "ratings": [
                {
                    "player": rating.contestant.label,
                    "elo": rating.elo,
                    "elo_ci95": list(rating.interval),
                    "round_win_rate": rating.share,
                }
                for rating in self.ratings
            ],
            "pairings": [
                {
                    **duel.figures(),
                    "expected": expected(elos[duel.one.label] - elos[duel.two.label]),
                    "surprise": self.surprise(duel),
                }
                for duel in self.duels
            ],
            "cycles": [[each.label for each in cycle] for cycle in self.cycles],
        }

    @cached_property
    def _points(self) -> Any:
        size, places = len(self.contestants), {each.label: place for place, each in enumerate(self.contestants)}
        points = np.zeros((self.deals, size, size))
        for duel in self.duels:
            one, two = places[duel.one.label], places[duel.two.label]
            won = np.array([pair.points for pair in duel.pairs])
            points[:, one, two], points[:, two, one] = won, 2 - won
        return points


def pairings(contestants: Sequence[Contestant]) -> list[Pairing]:
    """Return everybody with everybody, each two once."""
    return list(combinations(contestants, 2))
