"""What is allowed (§8–§16): a checker and a generator, written apart and held together by a test.

Both look only at a `View`. `tests/rules/test_agreement.py` compares them on every action of the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .actions import Action, Exchange, Sell, Take, TakeCamels
from .cards import CAMEL, part_counts, part_texts, some
from .reasons import Reason

if TYPE_CHECKING:
    from .view import View


def why_not(view: View, action: Action) -> Reason | None:
    """Return the first rule that forbids the action to the view's audience now, None when it is allowed."""
    if view.over:
        return Reason.ROUND_OVER
    if view.owed:
        return Reason.CHANCE_OWED
    if view.turn is not view.audience:
        return Reason.NOT_YOUR_TURN
    match action:
        case Take():
            return _why_not_take(view, action)
        case TakeCamels():
            return None if view.market[CAMEL] else Reason.CAMELS_NONE_THERE
        case Exchange():
            return _why_not_exchange(view, action)
        case Sell():
            return _why_not_sell(view, action)
    raise TypeError(f"not an action: {action!r}")


def _why_not_take(view: View, action: Take) -> Reason | None:
    if action.card not in view.market:
        return Reason.TAKE_NOT_IN_MARKET
    if view.hand.size >= view.ruleset.hand_limit:
        return Reason.TAKE_HAND_FULL
    return None


def _why_not_exchange(view: View, action: Exchange) -> Reason | None:
    take, give, rules = action.take, action.give, view.ruleset
    camels = give[CAMEL]
    if take[CAMEL]:
        return Reason.EXCHANGE_TAKES_NO_CAMELS
    if take.size != give.size:
        return Reason.EXCHANGE_UNEQUAL
    if take.size < rules.smallest_exchange:
        return Reason.EXCHANGE_TOO_FEW
    if any(good in give for good in take.kinds):
        return Reason.EXCHANGE_SAME_KIND
    if not take <= view.market:
        return Reason.EXCHANGE_NOT_IN_MARKET
    if not give.goods <= view.hand:
        return Reason.EXCHANGE_NOT_IN_HAND
    if camels > view.herd:
        return Reason.EXCHANGE_NOT_IN_HERD
    if view.hand.size + camels > rules.hand_limit:
        return Reason.EXCHANGE_HAND_LIMIT
    if rules.exchange_cap and view.exchanges >= rules.exchange_cap:
        return Reason.EXCHANGE_CAP
    return None


def _why_not_sell(view: View, action: Sell) -> Reason | None:
    if action.card is CAMEL:
        return Reason.SELL_NO_CAMELS
    if action.count > view.hand[action.card]:
        return Reason.SELL_NOT_IN_HAND
    if action.count < view.ruleset.smallest_sale[action.card]:
        return Reason.SELL_TOO_FEW
    return None


def legal_actions(view: View) -> Iterator[Action]:
    """Yield every action allowed to the view's audience now: takes, then sales, then exchanges, each once.

    At most 167 in the standard game, 24 on average in random play; nothing when the audience is not to act.
    """
    if view.to_act is None or view.to_act is not view.audience:
        return
    rules, hand, offer = view.ruleset, view.hand, view.market.goods
    room = rules.hand_limit - hand.size
    if view.market[CAMEL]:
        yield TakeCamels()
    if room:
        yield from (Take(good) for good in offer.kinds)
    for good in hand.kinds:
        yield from (Sell(good, count) for count in range(rules.smallest_sale[good], hand[good] + 1))
    if rules.exchange_cap and view.exchanges >= rules.exchange_cap:
        return
    purse = hand + some(CAMEL, min(view.herd, room))
    for size in range(rules.smallest_exchange, min(offer.size, purse.size) + 1):
        for take in offer.parts(size):
            left = purse.without(take.kinds)
            if left.size >= size:
                yield from [Exchange(take, give) for give in left.parts(size)]


def legal_texts(view: View) -> list[str]:
    """Return every action of `legal_actions` in its text form, in the same order, without making the actions."""
    if view.to_act is None or view.to_act is not view.audience:
        return []
    rules, hand, market = view.ruleset, view.hand, view.market
    room = rules.hand_limit - hand.size
    offer = market.goods
    told = ["+K"] if market[CAMEL] else []
    if room:
        told += [f"+{good.letter}" for good in offer.kinds]
    for good in hand.kinds:
        told += [f"-{good.letter * count}" for count in range(rules.smallest_sale[good], hand[good] + 1)]
    if rules.exchange_cap and view.exchanges >= rules.exchange_cap:
        return told
    purse = (*hand.counts[:CAMEL], min(view.herd, room))
    for size in range(rules.smallest_exchange, min(offer.size, sum(purse)) + 1):
        takes = zip(part_counts(offer.counts, size), part_texts(offer.counts, size), strict=True)
        for taken, take in takes:
            left = tuple([0 if there else count for there, count in zip(taken, purse, strict=True)])
            told += [f"+{take}-{give}" for give in part_texts(left, size)]
    return told
