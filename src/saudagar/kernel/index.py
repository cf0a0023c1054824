"""The global action index: every action of a ruleset has one number for ever, for networks, files and environments.

Version 1: the order of `rules.every_action` (camels, single goods, sales, exchanges by size, taken and given bundles in
canonical order). conformance/actions.json pins its hash. A new order would be a new version.
"""

from __future__ import annotations

import operator
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from ..rules import Action, Ruleset, every_action
from .tables import GIVE_BITS, bundles, code_of

VERSION = 1


class ActionIndex:
    """Actions by number and numbers by action, 0 to `size` − 1 (25,499 in all); `action_index` makes one."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.actions: tuple[Action, ...] = tuple(every_action(ruleset))
        self._ids = {action: number for number, action in enumerate(self.actions)}

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.actions)

    def id(self, action: Action) -> int:
        """Return the number of an action. ValueError for one that no position of the ruleset allows."""
        try:
            return self._ids[action]
        except KeyError:
            raise ValueError(f"{action} is no action of {self.ruleset.name}") from None

    def action(self, number: int) -> Action:
        """Return the action of a number. ValueError when there is none."""
        number = operator.index(number)
        if not 0 <= number < self.size:
            raise ValueError(f"an action has a number from 0 to {self.size - 1}, not {number}")
        return self.actions[number]

    @cached_property
    def code_of_id(self) -> npt.NDArray[np.uint32]:
        """The kernel's code of each number."""
        return np.array([code_of(action, self.ruleset) for action in self.actions], np.uint32)

    @cached_property
    def id_of_code(self) -> npt.NDArray[np.int32]:
        """The number of each code, −1 where a code says no action; about 1.8 MB."""
        found = np.full((len(bundles(self.ruleset)[0]) + 1) << GIVE_BITS, -1, np.int32)
        found[self.code_of_id] = np.arange(self.size, dtype=np.int32)
        return found


@cache
def action_index(ruleset: Ruleset) -> ActionIndex:
    """Return the action index of a ruleset (made once a process, about 0.1 s for the standard game)."""
    return ActionIndex(ruleset)
