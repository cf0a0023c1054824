"""What the yardstick players have in common: they think about a view within a limit, in the kernel.

The kernel is loaded when the first of them is asked, so that importing the players stays cheap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ..rules import Action, Rng, View
from .protocol import Decision, Limit

if TYPE_CHECKING:
    from ..kernel.rivals import Budget, Thought

NO_END = 1 << 40


class Anchor(ABC):
    """A player that others are measured by; its decisions never change under its name. Standard rules only."""

    name: str
    samples: int
    """What it does without a limit."""

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return the action its search likes best; the ranking holds those that were looked at.

        ValueError when the audience is not to act, for other rules than the standard ones, and for a limit that allows
        nothing. With seconds alone the time is the limit, else the samples are, and seconds can only end it earlier.
        """
        from ..kernel.rivals import Budget, Thought  # noqa: PLC0415 - NumPy and the tables only for who needs them

        samples = limit.samples
        if samples is None:
            samples = self.samples if limit.seconds is None else NO_END
        budget = Budget(samples, limit.seconds)
        thought = Thought(view, rng.below(1 << 31) << 31 | rng.below(1 << 31))
        only = list(view.legal_actions) if len(view.legal_actions) == 1 else []
        ranking = [(only[0], 1.0)] if only else self.valued(thought, budget)
        return Decision(ranking[0][0], tuple(ranking))

    @abstractmethod
    def valued(self, thought: Thought, budget: Budget) -> list[tuple[Action, float]]:
        """Return the actions looked at with their values, best first."""
