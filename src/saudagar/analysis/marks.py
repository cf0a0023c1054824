"""Marks, bands and labels: how numbers of a review are called. All chances are of winning the round."""

from __future__ import annotations

MARKS = ((0.10, "??"), (0.05, "?"), (0.02, "?!"))
"""A decision that loses more than this is marked so, provided that the loss is more than twice its standard error."""
OBVIOUS = 0.005
"""A decision in which no action loses more than this, or only one does not lose a lot, is not counted."""
PLAIN = 0.25
"""So much behind must every other action be for a decision to be obvious."""
LUCKY = ((0.10, "++"), (0.05, "+"))
"""An answer of chance that brings more than this is called lucky."""

BANDS = ((0.005, "maharaja"), (0.014, "master"), (0.03, "expert"), (0.044, "trader"), (0.062, "apprentice"))
"""A rate of errors (mean loss of a counted decision) up to this is called so; above the last it is a novice's.

Half way between the rates of our own levels, measured by benchmarks/bands.py (docs/review.md tells them).
"""
FORTUNES = ((-0.20, "cursed"), (-0.07, "unlucky"), (0.07, "even"), (0.20, "lucky"))
"""The luck of a round (a seat's sum) up to this is called so; above the last it is blessed."""


def mark_of(loss: float, error: float) -> str:
    """Return the mark of a decision: empty, `?!`, `?` or `??`."""
    if loss <= 2 * error:
        return ""
    return next((mark for least, mark in MARKS if loss > least), "")


def luck_mark(luck: float) -> str:
    """Return the mark of a seat's luck in one answer of chance: `++`, `+`, empty, `-` or `--`."""
    sign = next((mark for least, mark in LUCKY if abs(luck) > least), "")
    return sign if luck > 0 else sign.replace("+", "-")


def band_of(rate: float) -> str:
    """Return the name of the band of an error rate."""
    return next((name for most, name in BANDS if rate <= most), "novice")


def fortune_of(luck: float) -> str:
    """Return what the luck of a round is called."""
    return next((name for most, name in FORTUNES if luck <= most), "blessed")
