"""The styles: what a player has a liking for, as long as it costs next to nothing.

A liking is a number from -1 to 1 for every action, made of what lies open. A style adds a small share of it to what an
action is worth, and so decides among actions that are about as good. It never lifts anything over a level's cap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..rules import CAMEL, Action, Bundle, Card, Exchange, Sell, TakeCamels
from ..rules.actions import given, taken

PRECIOUS = (Card.DIAMOND, Card.GOLD, Card.SILVER)


@dataclass(frozen=True, slots=True)
class Open:
    """What a liking goes by: what the seat to act holds, and what lies open to both."""

    hand: Bundle
    known: Bundle
    """What is known of the other hand."""
    tokens: tuple[int, ...]
    """How many tokens are left of each good."""


Liking = Callable[[Action, Open], float]


def collector(action: Action, open_: Open) -> float:
    """Large sets: likes to sell four and five, and to bring together three and more; dislikes small sales."""
    if isinstance(action, Sell):
        return 1.0 if action.count >= 4 else 0.0 if action.count == 3 else -1.0
    got = taken(action)
    after = open_.hand - given(action).goods + got
    largest = max((after[good] for good in got.goods.kinds), default=0)
    return min(1.0, max(0, largest - 1) / 3)


def quick_seller(action: Action, _: Open) -> float:
    """Rupees now: likes any sale, the small ones no less."""
    return 1.0 if isinstance(action, Sell) else -0.2 if isinstance(action, Exchange) else 0.0


def camel_driver(action: Action, _: Open) -> float:
    """The herd: likes to take camels and dislikes to give them."""
    if isinstance(action, TakeCamels):
        return 1.0
    return -min(1.0, given(action)[CAMEL] / 2)


def jeweller(action: Action, _: Open) -> float:
    """Diamonds, gold and silver: likes to take and to sell them, and leaves the rest to others."""
    if isinstance(action, Sell):
        return 1.0 if action.card in PRECIOUS else -0.5
    got = taken(action)
    return sum(1 if good in PRECIOUS else -1 for good in got) / max(1, got.size)


def closer(action: Action, open_: Open) -> float:
    """A short round: likes what empties piles, dislikes to exchange."""
    if isinstance(action, Sell):
        left = open_.tokens[action.card]
        return min(1.0, 0.4 + 0.6 * action.count / left) if left else 0.2
    return -0.6 if isinstance(action, Exchange) else 0.0


def spoiler(action: Action, open_: Open) -> float:
    """The other's plans: likes to take, and to sell first, what the other seat is known to gather."""
    if isinstance(action, Sell):
        return min(1.0, open_.known[action.card] / 2)
    got = taken(action)
    wanted = sum(min(2, open_.known[good]) for good in got) / 2
    handed = sum(min(2, open_.known[good]) for good in given(action).goods) / 2
    return max(-1.0, min(1.0, wanted - handed))


STYLES: dict[str, Liking] = {
    "collector": collector,
    "quick-seller": quick_seller,
    "camel-driver": camel_driver,
    "jeweller": jeweller,
    "closer": closer,
    "spoiler": spoiler,
}
"""All styles by name."""

PUSH = {
    "collector": 0.008,
    "quick-seller": 0.008,
    "camel-driver": 0.005,
    "jeweller": 0.008,
    "closer": 0.008,
    "spoiler": 0.006,
}
"""How much a liking of 1 is worth to a style, in chances of winning."""
WARMTH = 0.2
"""How much more for a level that chooses freely: this share of its heat."""
