"""Actions as pairs: what comes and what goes. Two short lists instead of one of 25,499.

`ins`: nothing, all camels, a single good, or the goods of an exchange. `outs`: nothing, a sale, or the cards given in
an exchange. A policy chooses what comes by the first mask, then what goes by its own mask.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel import action_index
from ..kernel.tables import GIVE_BITS, bundles, code_of
from ..rules import STANDARD, Action, Exchange, Ruleset, Sell, Take

Array = npt.NDArray[Any]


class Factored:
    """The pairs of a ruleset, and the way between pairs, numbers and actions."""

    def __init__(self, ruleset: Ruleset = STANDARD) -> None:
        self.ruleset = ruleset
        takes, gives = bundles(ruleset)
        goods = [card.letter for card in ruleset.goods]
        self.ins: tuple[str, ...] = ("", "+K", *(f"+{letter}" for letter in goods), *(f"+{take}" for take in takes))
        """What comes: "" is nothing."""
        sales = sorted({str(a) for a in action_index(ruleset).actions if isinstance(a, Sell)})
        self.outs: tuple[str, ...] = ("", *sales, *(f"-{give}" for give in gives))
        """What goes: "" is nothing. A sale and a gift of the same cards stand apart."""
        self._in = {text: place for place, text in enumerate(self.ins[: 2 + len(goods)])}
        self._sale = {text: place + 1 for place, text in enumerate(sales)}
        self._takes, self._gives = 2 + len(goods), 1 + len(sales)

    @property
    def shape(self) -> tuple[int, int]:
        """How many things can come, and how many can go."""
        return len(self.ins), len(self.outs)

    def pair(self, action: Action) -> tuple[int, int]:
        """Return the pair of an action."""
        if isinstance(action, Exchange):
            code = code_of(action, self.ruleset)
            return (code >> GIVE_BITS) - 1 + self._takes, (code & (1 << GIVE_BITS) - 1) + self._gives
        if isinstance(action, Sell):
            return 0, self._sale[str(action)]
        return self._in[f"+{action.card.letter}" if isinstance(action, Take) else "+K"], 0

    @property
    def pairs(self) -> Array:
        """int32[25499, 2]: the pair of each number of an action; made once a process."""
        return _pairs(self)[0]

    def number(self, pair: tuple[int, int]) -> int:
        """Return the number of the action that a pair says. ValueError where it says none."""
        found = _pairs(self)[2].get((int(pair[0]), int(pair[1])))
        if found is None:
            raise ValueError(f"no action is {pair}")
        return found

    @property
    def pairs_of_code(self) -> Array:
        """int32[codes, 2]: the pair of each code of the kernel; −1 where a code says no action."""
        return _pairs(self)[1]

    def __hash__(self) -> int:
        return hash(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Factored) and other.ruleset == self.ruleset


@cache
def _pairs(factored: Factored) -> tuple[Array, Array, dict[tuple[int, int], int]]:
    index = action_index(factored.ruleset)
    pairs = np.array([factored.pair(action) for action in index.actions], np.int32)
    of_code = np.full((len(index.id_of_code), 2), -1, np.int32)
    of_code[index.code_of_id] = pairs
    return pairs, of_code, {(int(a), int(b)): number for number, (a, b) in enumerate(pairs)}
