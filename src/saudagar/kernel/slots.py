"""What the value network is told: counts a seat knows after its action, each in a slot of its own.

The core fills the slots (`_value.py`); this page names them and says how many values each can have, for the standard
game. A network belongs to one `VERSION` of this list.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from ..rules import GOODS

VERSION = 1
SPREAD = 40
"""Differences in rupees beyond this many either way count as this many."""


def _slots() -> Iterator[tuple[str, int]]:
    letters = [good.letter for good in GOODS]
    yield from ((f"own.{letter}", 8) for letter in letters)
    yield "own.herd", 12
    yield from ((f"market.{letter}", 6) for letter in letters)
    yield "market.K", 6
    yield from ((f"tokens.{letter}", 10) for letter in letters)
    yield from ((f"other.known.{letter}", 8) for letter in letters)
    yield "other.hidden", 8
    yield "other.hand", 8
    yield "other.herd", 12
    yield "herd.lead", 23
    yield from ((f"unseen.{letter}", 11) for letter in letters)
    yield "unseen.K", 9
    yield "stock", 41
    yield from ((f"bonus.{tier}", 8) for tier in (3, 4, 5))
    yield from ((f"other.bonus.{tier}", 8) for tier in (3, 4, 5))
    yield "lead", 2 * SPREAD + 1
    yield "lead.with.herd", 2 * SPREAD + 1
    yield from ((f"own.known.{letter}", 8) for letter in letters)
    yield "own.hand", 8
    yield "empty", 4
    yield from ((f"own.sale.{letter}", 20) for letter in letters)
    yield from ((f"other.sale.{letter}", 20) for letter in letters)
    yield "owed", 6
    yield "own.closes", 2
    yield "other.closes", 2
    yield "exchanges", 13


NAMES, SIZES = map(tuple, zip(*_slots(), strict=True))
SLOTS = len(NAMES)
STARTS: tuple[int, ...] = tuple(accumulate((0, *SIZES[:-1])))
"""Where the rows of each slot start when every value of every slot has a row."""
ROWS = sum(SIZES)
BITS = ROWS - SLOTS
"""Thermometer bits: a slot of n values has n − 1 of them, and the first `value` of those are set."""


def thermometer() -> tuple[npt.NDArray[np.intp], npt.NDArray[np.uint8]]:
    """Return for every bit its slot, and the least value at which it is set."""
    of = np.repeat(np.arange(SLOTS), np.array(SIZES) - 1)
    least = np.concatenate([np.arange(1, size) for size in SIZES])
    return of, least.astype(np.uint8)
