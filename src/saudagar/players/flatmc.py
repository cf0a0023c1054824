"""Flat Monte Carlo: the best few actions by a rule of thumb, each played out in the same sampled worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .anchor import Anchor

if TYPE_CHECKING:
    from ..kernel.rivals import Budget, Thought
    from ..rules import Action


class FlatMonteCarloPlayer(Anchor):
    """Values 14 candidates by rollouts to the end of the round; a sample is a world. Values are shares of points."""

    name = "flatmc-1"
    samples = 24
    candidates = 14

    def valued(self, thought: Thought, budget: Budget) -> list[tuple[Action, float]]:
        """Return the candidates with the share of points that each brought."""
        return thought.flat(budget, self.candidates)
