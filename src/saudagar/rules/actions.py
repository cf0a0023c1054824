"""Actions: the four things a seat can do in a turn, as values without a position (§8–§11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .cards import CAMEL, EMPTY, Bundle, Card, some
from .reasons import Reason
from .ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Take:
    """Take one single good from the market (§8). ValueError for a camel: those are taken by `TakeCamels`."""

    card: Card

    def __post_init__(self) -> None:
        if self.card is CAMEL:
            raise ValueError("a single camel cannot be taken; TakeCamels() takes them all")

    def __str__(self) -> str:
        return f"+{self.card.letter}"


@dataclass(frozen=True, slots=True)
class TakeCamels:
    """Take all the camels of the market (§9)."""

    def __str__(self) -> str:
        return "+K"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Take several cards from the market and give as many back (§10). ValueError when a side is empty."""

    take: Bundle
    give: Bundle

    def __post_init__(self) -> None:
        if not any(self.take.counts) or not any(self.give.counts):
            raise ValueError("an exchange takes something and gives something")

    def __str__(self) -> str:
        return f"+{self.take}-{self.give}"


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell `count` ≥ 1 cards of one kind (§11). ValueError for a count below one."""

    card: Card
    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("a sale is of one card or more")

    def __str__(self) -> str:
        return f"-{self.card.letter * self.count}"


Action: TypeAlias = Take | TakeCamels | Exchange | Sell


def propose(take: Bundle, give: Bundle) -> Action | Reason:
    """Return the action that these two bundles say, or the rule they break before any position is looked at.

    `take` comes from the market, `give` leaves the hand and the herd. One camel alone stands for all of them,
    as in the text form `+K`.
    """
    if not take and not give:
        return Reason.NOTHING_CHOSEN
    if take and give:
        return Exchange(take, give)
    if give:
        return Sell(give.kinds[0], give.size) if len(give.kinds) == 1 else Reason.SELL_ONE_KIND
    if take[CAMEL] == 0:
        return Take(take.kinds[0]) if take.size == 1 else Reason.TAKE_ONE_GOOD
    if take.goods:
        return Reason.TAKE_GOODS_AND_CAMELS
    return TakeCamels() if take == some(CAMEL) else Reason.CAMELS_ALL_TOGETHER


def every_action(ruleset: Ruleset) -> Iterator[Action]:
    """Yield every action that some position of the ruleset could allow, each once: 25,499 in the standard game."""
    yield TakeCamels()
    yield from (Take(good) for good in ruleset.goods)
    for good in ruleset.goods:
        most = min(ruleset.pack[good], ruleset.hand_limit)
        yield from (Sell(good, count) for count in range(ruleset.smallest_sale[good], most + 1))
    for size in range(ruleset.smallest_exchange, ruleset.market_size + 1):
        for take in ruleset.pack.goods.parts(size):
            for give in ruleset.pack.without(take.kinds).parts(size):
                # What is taken was not in the hand, so the goods given and the rest of the hand fit in the limit.
                if give.goods.size <= ruleset.hand_limit and take.size <= ruleset.hand_limit:
                    yield Exchange(take, give)


def taken(action: Action) -> Bundle:
    """Return the goods that an action brings into the hand."""
    match action:
        case Take(card):
            return some(card)
        case Exchange(take, _):
            return take
    return EMPTY


def given(action: Action) -> Bundle:
    """Return the cards that an action takes out of the hand and the herd."""
    match action:
        case Exchange(_, give):
            return give
        case Sell(card, count):
            return some(card, count)
    return EMPTY
