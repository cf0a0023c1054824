"""Eight frozen worlds with a PUCT tree each, led by a linear evaluation: the shape of the best public program known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .anchor import Anchor

if TYPE_CHECKING:
    from ..kernel.rivals import Budget, Thought
    from ..rules import Action


class FrozenWorldsPlayer(Anchor):
    """Sums the visits of eight trees, each over a world whose deck is in one order. Values are shares of visits."""

    name = "puct8-1"
    samples = 40_000
    worlds = 8
    width = 24
    plies = 10
    explore = 1.5
    heat = 0.5

    def valued(self, thought: Thought, budget: Budget) -> list[tuple[Action, float]]:
        """Return the actions with their shares of the visits."""
        return thought.frozen(
            budget, worlds=self.worlds, width=self.width, plies=self.plies, explore=self.explore, heat=self.heat
        )
