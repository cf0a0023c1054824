"""Information set Monte Carlo tree search with a single observer, after Cowling, Powley and Whitehouse (2012)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .anchor import Anchor

if TYPE_CHECKING:
    from ..kernel.rivals import Budget, Thought
    from ..rules import Action


class InformationSetPlayer(Anchor):
    """Grows one tree over what its seat can tell apart, in a new world each iteration. Values are shares of visits."""

    name = "ismcts-1"
    samples = 60_000
    width = 14
    explore = 0.5

    def valued(self, thought: Thought, budget: Budget) -> list[tuple[Action, float]]:
        """Return the actions with their shares of the visits."""
        return thought.sighted(budget, self.width, self.explore)
