"""Two simple players: one that plays at random, and one that takes what pays at once."""

from __future__ import annotations

from ..rules import Action, Rng, View
from ..rules.actions import given, taken
from .protocol import Decision, Limit, best
from .worth import camels_gained, cash, sale_value


class RandomPlayer:
    """Takes any legal action, each equally likely."""

    name = "random-1"

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return a legal action at random. ValueError when the audience is not to act."""
        return best([(action, 0.0) for action in view.legal_actions], rng)


class GreedyPlayer:
    """Takes the most rupees it can see now: tokens at once, and a part of what its hand would sell for."""

    name = "greedy-1"
    hand_share = 0.6
    camel_worth = 0.25

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return the action with the best sum of cash, hand and camels. ValueError when the audience is not to act."""
        return best([(action, self._value(view, action)) for action in view.legal_actions], rng)

    def _value(self, view: View, action: Action) -> float:
        before = view.hand
        after = before - given(action).goods + taken(action)
        gain = sum(
            sale_value(view, good, after[good]) - sale_value(view, good, before[good]) for good in view.ruleset.goods
        )
        return cash(view, action) + self.hand_share * gain + self.camel_worth * camels_gained(view, action)
