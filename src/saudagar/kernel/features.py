"""What a seat may know as a row of small whole numbers: from a `View`, and the same from a kernel state."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from ..rules import CAMEL, Bonus, Card, Ending, Refill, Ruleset, Seat, View
from .layout import Layout

VERSION = 1


@cache
def feature_names(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the name of every feature of version 1, in order; "other" is the seat across the table."""
    names = [f"market.{card.letter}" for card in Card]
    names += [f"own.{card.letter}" for card in Card]
    for of in ("own.known", "other.known", "sold"):
        names += [f"{of}.{card.letter}" for card in Card if card is not CAMEL]
    names += ["other.hand", "other.herd", "stock", "own.rupees", "own.tokens", "other.rupees", "other.tokens"]
    names += ["exchanges", "own.turn", "owed.cards", "owed.tier", "ending"]
    for tier in ruleset.tiers:
        names += [f"bonus.{tier}", f"other.bonus.{tier}"]
    for value in Layout(ruleset).values:
        names += [f"own.bonus.worth.{value}", f"other.bonus.worth.{value}"]
    return tuple(names)


def features(view: View) -> npt.NDArray[np.int16]:
    """Return the features of a seat's view: int16, as many as `feature_names`. ValueError for a spectator's view."""
    rules, me = view.ruleset, view.audience
    if not isinstance(me, Seat):
        raise ValueError("a spectator has no features: they are told from a seat's side")
    other, mine, theirs = me.other, view.purses[me], view.purses[me.other]
    row = [*view.market.counts, *view.hand.counts[:CAMEL], view.herd]
    row += [*view.known[me].counts[:CAMEL], *view.known[other].counts[:CAMEL], *view.sold.counts[:CAMEL]]
    row += [
        view.hand_sizes[other],
        view.herds[other],
        view.stock,
        mine.rupees,
        mine.tokens,
        theirs.rupees,
        theirs.tokens,
    ]
    owed_tier = rules.tiers.index(view.owed.tier) + 1 if isinstance(view.owed, Bonus) else 0
    row += [view.exchanges, int(view.turn is me), view.owed.count if isinstance(view.owed, Refill) else 0, owed_tier]
    row.append(_ending(view))
    for tier, left in zip(rules.tiers, view.bonuses, strict=True):
        opened = [rules.tier_of_value(value) for value in theirs.bonuses]
        row += [left, theirs.hidden.count(tier) + opened.count(tier)]
    for value in Layout(rules).values:
        row += [mine.bonuses.count(value), theirs.bonuses.count(value)]
    return np.array(row, np.int16)


def _ending(view: View) -> int:
    if not view.over:
        return 0
    empty = sum(not view.ruleset.tokens_left(good, view.sold[good]) for good in view.ruleset.goods)
    sold_out = empty >= view.ruleset.piles_to_end
    return [Ending.SOLD_OUT, Ending.STOCK_EMPTY].index(Ending.SOLD_OUT if sold_out else Ending.STOCK_EMPTY) + 1
