"""A sequential test of two Elo differences, on pentanomial counts: play until one of them is rejected.

The generalised sequential probability ratio test of Fishtest: H0 says that a pair's expected share is that of `elo0`,
H1 that of `elo1`. For each the most likely distribution over the five kinds of pairs with that expectation is found
(with p_i the observed frequencies: p_i / (1 + x (a_i − s)), x the root of Σ p_i (a_i − s) / (1 + x (a_i − s)) = 0);
the logarithm of the ratio of both likelihoods is compared with log β/(1 − α) and log (1 − β)/α: ∓2.94 for 5 % each.
https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import log

from .elo import expected
from .pentanomial import SHARES, Pentanomial

UNSEEN = 1e-3
"""What a kind of pair counts that has not been seen yet, as in Fishtest, so that every expectation stays possible."""


class Verdict(Enum):
    """What a sequential test says so far."""

    H0 = "H0"
    H1 = "H1"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H0: Elo = `elo0` against H1: Elo = `elo1`, with error chances `alpha` and `beta`."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise ValueError("a sequential test needs two Elo differences, the lower first, like 0,10")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("chances of error lie between 0 and 0.5")

    @staticmethod
    def parse(text: str) -> Sprt:
        """Read `0,10`. ValueError for anything else."""
        try:
            elo0, elo1 = (float(word) for word in text.split(","))
        except ValueError:
            raise ValueError(f"{text!r} is no pair of Elo differences like 0,10") from None
        return Sprt(elo0, elo1)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, seen: Pentanomial) -> float:
        """Return the log-likelihood ratio of H1 to H0; 0 before the first pair."""
        if not seen.pairs:
            return 0.0
        weights = [count or UNSEEN for count in seen.counts]
        total = sum(weights)
        frequencies = [weight / total for weight in weights]
        x0, s0 = _tilt(frequencies, expected(self.elo0))
        x1, s1 = _tilt(frequencies, expected(self.elo1))
        return sum(
            weight * (log(1 + x0 * (share - s0)) - log(1 + x1 * (share - s1)))
            for weight, share in zip(weights, SHARES, strict=True)
        )

    def verdict(self, seen: Pentanomial) -> Verdict:
        """Return which hypothesis is accepted, or that the test is open."""
        lower, upper = self.bounds
        ratio = self.llr(seen)
        return Verdict.H1 if ratio >= upper else Verdict.H0 if ratio <= lower else Verdict.OPEN


def _tilt(frequencies: list[float], mean: float) -> tuple[float, float]:
    """Return x with which p / (1 + x (a − mean)) has the wanted mean, and the mean; by bisection to the last digit."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(200):
        x = (low + high) / 2
        if x in (low, high):
            break
        slope = sum(p * (a - mean) / (1 + x * (a - mean)) for p, a in zip(frequencies, SHARES, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return (low + high) / 2, mean
