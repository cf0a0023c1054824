"""Elo: a share of rounds won as a difference of ratings, and back."""

from __future__ import annotations

from math import inf, log10


def elo(share: float) -> float:
    """Return the rating difference at which a share is expected; infinite for 0 and 1. ValueError beyond."""
    if not 0 <= share <= 1:
        raise ValueError(f"a share lies between 0 and 1, not at {share}")
    if share in (0, 1):
        return inf if share else -inf
    return -400 * log10(1 / share - 1)


def expected(difference: float) -> float:
    """Return the share of rounds expected at a rating difference: one half at 0, 10/11 at 400."""
    if difference < 0:
        return 1 - expected(-difference)
    return float(1 / (1 + 10 ** (-difference / 400)))
