"""What things are worth in rupees, as far as a view tells: the common ground of the rule-based players."""

from __future__ import annotations

from ..rules import CAMEL, Action, Card, Sell, TakeCamels, View
from ..rules.actions import given


def mean_bonus(view: View, count: int) -> float:
    """Return the expected value of the bonus token for a sale of `count` cards; 0 where there is none or none is left.

    Knows the values the audience has drawn itself; the unseen ones are all alike.
    """
    tier = view.ruleset.tier_of_sale(count)
    if tier is None or not view.bonuses[view.ruleset.tiers.index(tier)]:
        return 0.0
    left = list(view.ruleset.bonus_pile(tier))
    for purse in view.purses:
        for value in purse.bonuses:
            if value in left:
                left.remove(value)
    return sum(left) / len(left)


def sale_value(view: View, good: Card, count: int) -> float:
    """Return the expected rupees of selling `count` cards of a good now; 0 where that few may not be sold."""
    if count < view.ruleset.smallest_sale[good]:
        return 0.0
    return sum(view.ruleset.tokens_left(good, view.sold[good])[:count]) + mean_bonus(view, count)


def cash(view: View, action: Action) -> float:
    """Return the expected rupees that an action brings at once."""
    return sale_value(view, action.card, action.count) if isinstance(action, Sell) else 0.0


def camels_gained(view: View, action: Action) -> int:
    """Return how many camels an action adds to the herd; negative when it gives some."""
    return view.market[CAMEL] if isinstance(action, TakeCamels) else -given(action)[CAMEL]
