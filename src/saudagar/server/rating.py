"""Ratings: how strong a guest is thought to be, by Glicko (M. Glickman, "The Glicko system"), each match on its own.

Luck decides many a match of this game, so a rating is a number with a deviation: the strength is within two deviations
of it with 95 %. A match tells the less, the surer both ratings are; time makes them less sure again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

START, MOST, LEAST = 1500.0, 350.0, 45.0
"""The rating of somebody unknown; the deviation of such a rating; and the least that a deviation becomes."""
Q = math.log(10) / 400
YEARS = 2.0
"""After so many years without a match nothing is known any more, however well somebody was known."""
DAY = 86_400.0
FADING = (MOST**2 - LEAST**2) / (YEARS * 365)
"""By how much the square of a deviation grows each day."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A guest's rating, its deviation, in how many rated matches it was earned, and when the last of them ended."""

    rating: float = START
    deviation: float = MOST
    matches: int = 0
    at: float = 0.0

    def faded(self, now: float) -> Rating:
        """Return what the rating is worth now, in seconds of the same clock as `at`."""
        days = max(0.0, now - self.at) / DAY if self.matches else 0.0
        return Rating(self.rating, min(MOST, math.sqrt(self.deviation**2 + FADING * days)), self.matches, self.at)

    def after(self, *games: tuple[Rating, float], now: float) -> Rating:
        """Return the rating after games against others: each with 1 for a win and 0 for a loss, all at one time."""
        pull = sum(_weight(other) * (score - expected(self, other)) for other, score in games)
        told = sum(_weight(other) ** 2 * (each := expected(self, other)) * (1 - each) for other, _ in games) * Q**2
        certain = 1 / self.deviation**2 + told
        deviation = max(LEAST, math.sqrt(1 / certain))
        return Rating(self.rating + Q / certain * pull, deviation, self.matches + len(games), now)


def expected(one: Rating, other: Rating) -> float:
    """Return the chance that one wins against another, as far as the other's strength is known."""
    return 1 / (1 + 10 ** (-_weight(other) * (one.rating - other.rating) / 400))


def _weight(other: Rating) -> float:
    return 1 / math.sqrt(1 + 3 * (Q * other.deviation / math.pi) ** 2)
