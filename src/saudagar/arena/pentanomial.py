"""Pentanomial counts: how many pairs brought 0, ½, 1, 1½ and 2 points, and what follows for the share of rounds won.

The two rounds of a pair share their cards, so they are not independent; pairs are. All widths here come from pairs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share of its two rounds that each kind of pair stands for."""

Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """The number of pairs by the points of player one: `counts[k]` pairs brought k halves."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @staticmethod
    def of(points: Iterable[float]) -> Pentanomial:
        """Count pairs by their points. ValueError for a number that is not 0, ½, 1, 1½ or 2."""
        found = Pentanomial()
        for each in points:
            found = found.with_pair(each)
        return found

    def with_pair(self, points: float) -> Pentanomial:
        """Return the counts with one pair more. ValueError for points that are not 0, ½, 1, 1½ or 2."""
        if points * 2 not in (0, 1, 2, 3, 4):
            raise ValueError(f"a pair cannot bring {points} points")
        a, b, c, d, e = (count + (kind == points * 2) for kind, count in enumerate(self.counts))
        return Pentanomial((a, b, c, d, e))

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def share(self) -> float:
        """The share of rounds won, ties counting one half. ZeroDivisionError without pairs."""
        return sum(count * share for count, share in zip(self.counts, SHARES, strict=True)) / self.pairs

    @property
    def variance(self) -> float:
        """The variance of a pair's share, with n − 1 below; 0 for a single pair."""
        mean = self.share
        squares = sum(count * (share - mean) ** 2 for count, share in zip(self.counts, SHARES, strict=True))
        return squares / max(1, self.pairs - 1)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share: mean ± 1.96 standard errors, kept within 0 and 1.

        Where every pair came out the same no width can be seen, and ±0 would be a lie. Then the bound for the chance of
        a different pair is taken (1 − 0.025^(1/n), Clopper and Pearson), each such pair being as different as can be.
        """
        mean = self.share
        if max(self.counts) == self.pairs:
            unseen = 1 - 0.025 ** (1 / self.pairs)
            return mean * (1 - unseen), mean + (1 - mean) * unseen
        width = Z95 * sqrt(self.variance / self.pairs)
        return max(0.0, mean - width), min(1.0, mean + width)
