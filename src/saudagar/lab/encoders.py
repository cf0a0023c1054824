"""Encoders: what a seat may know, written as a row of numbers. Each has a name and a version that never changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel import feature_names, features
from ..rules import CAMEL, GOODS, STANDARD, Ruleset, View

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Encoder:
    """A way to write a seat's view as numbers."""

    name: str
    """With its version: `counts-1`."""
    ruleset: Ruleset
    fields: tuple[str, ...]
    """The name of every number, in order."""
    low: Array
    high: Array
    """The least and the greatest that each number can be."""
    of_counts: Callable[[Array], Array]
    """From the kernel's features (int16[..., n], version 1) to this encoding; works on whole arrays of rows."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.fields)

    @property
    def dtype(self) -> Any:
        """The type of the numbers."""
        return self.low.dtype

    def encode(self, view: View) -> Array:
        """Return a seat's view as numbers. ValueError for a spectator's view."""
        row: Array = self.of_counts(features(view)[None])[0]
        return row


def _tops(ruleset: Ruleset) -> Array:
    """Return the greatest value of every feature of version 1."""
    pack, rupees = ruleset.pack, sum(sum(pile) for pile in ruleset.tokens)
    tokens = sum(len(pile) for pile in ruleset.tokens)
    piles = {str(tier): len(pile) for tier, pile in ruleset.bonuses}
    worth: dict[str, int] = {}
    for _, pile in ruleset.bonuses:
        for value in pile:
            worth[str(value)] = worth.get(str(value), 0) + 1
    letters = {card.letter: pack[card] for card in (*GOODS, CAMEL)}
    scalars = {
        "other.hand": ruleset.hand_limit,
        "other.herd": pack[CAMEL],
        "stock": ruleset.first_stock,
        "own.rupees": rupees,
        "other.rupees": rupees,
        "own.tokens": tokens,
        "other.tokens": tokens,
        "exchanges": 255,
        "own.turn": 1,
        "owed.cards": ruleset.market_size,
        "owed.tier": len(ruleset.bonuses),
        "ending": 2,
    }

    def top(name: str) -> int:
        if name in scalars:
            return scalars[name]
        last = name.rpartition(".")[2]
        if ".worth." in name:
            return worth[last]
        if "bonus." in name:
            return piles[last]
        return letters[last]

    return np.array([top(name) for name in feature_names(ruleset)], np.int16)


def _counts(ruleset: Ruleset) -> Encoder:
    tops = _tops(ruleset)
    return Encoder("counts-1", ruleset, feature_names(ruleset), np.zeros_like(tops), tops, lambda rows: rows)


def _scaled(ruleset: Ruleset) -> Encoder:
    tops = _tops(ruleset).astype(np.float32)
    over = 1 / np.maximum(tops, 1)
    zeros = np.zeros(len(tops), np.float32)
    ones = np.ones(len(tops), np.float32)

    def scale(rows: Array) -> Array:
        scaled: Array = rows.astype(np.float32) * over
        return scaled

    return Encoder("scaled-1", ruleset, feature_names(ruleset), zeros, ones, scale)


def _thermometer(ruleset: Ruleset) -> Encoder:
    """A count of k sets the first k of its bits; rupees go in steps of four, exchanges stop at the cap."""
    names, tops = feature_names(ruleset), _tops(ruleset).astype(np.int64)
    of, least, fields = list[int](), list[int](), list[str]()
    for place, (name, top) in enumerate(zip(names, tops.tolist(), strict=True)):
        step = 4 if name.endswith("rupees") else 1
        most = min(top, ruleset.exchange_cap or 12) if name == "exchanges" else top
        for bound in range(step, most + 1, step):
            of.append(place)
            least.append(bound)
            fields.append(f"{name}>={bound}")
    columns, bounds = np.array(of), np.array(least, np.int16)

    def bits(rows: Array) -> Array:
        found: Array = (rows[..., columns] >= bounds).astype(np.uint8)
        return found

    zeros = np.zeros(len(fields), np.uint8)
    return Encoder("thermometer-1", ruleset, tuple(fields), zeros, zeros + 1, bits)


ENCODERS: dict[str, Callable[[Ruleset], Encoder]] = {
    "counts-1": _counts,
    "scaled-1": _scaled,
    "thermometer-1": _thermometer,
}
"""Every encoder by its name."""


@cache
def encoder(name: str = "counts-1", ruleset: Ruleset = STANDARD) -> Encoder:
    """Return an encoder by its name. ValueError, with the names there are, for an unknown one."""
    if name not in ENCODERS:
        raise ValueError(f"no encoder is called {name!r}; there are {', '.join(ENCODERS)}")
    return ENCODERS[name](ruleset)
