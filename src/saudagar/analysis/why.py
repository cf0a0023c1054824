"""Why the best action is better: sentences that the numbers of the position support, none that they do not.

Each rule here measures one difference between the best action and the one that was played, and says it only when it is
large enough to matter. The two weightiest are told; where none is, only the look-ahead knows, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..notation import Message
from ..rules import CAMEL, EMPTY, Action, Bundle, Sell, TakeCamels, View
from ..rules.actions import given, taken
from ..rules.cards import some
from .judge import Option

MOST = 2
"""Sentences that are told."""
RUPEES = 3
"""A difference in rupees from which on it is said."""
CHANCE = 0.12
"""A difference in the chance of the camel token, or of the other seat ending the round, from which on it is said."""


@dataclass(frozen=True, slots=True)
class _Case:
    view: View
    best: Option
    played: Option


_Found = Iterator[tuple[float, Message]]


def why(view: View, best: Option, played: Option) -> tuple[Message, ...]:
    """Return at most two sentences, the weightiest first; keys of locale/<language>/review.json."""
    case = _Case(view, best, played)
    found = sorted((each for rule in _RULES for each in rule(case)), key=lambda each: -each[0])
    if found and found[0][1].key.startswith("why.end."):
        return (found[0][1],)
    told = [message for _, message in found[:MOST]]
    if not told:
        margin = round(best.margin - played.margin)
        if margin >= RUPEES:
            told = [Message("why.margin", {"rupees": margin})]
        else:
            told = [Message("why.ahead", {"best": _percent(best.win), "played": _percent(played.win)})]
    return tuple(told)


def rupees(view: View, action: Action) -> int:
    """Return the goods tokens that an action brings at once, bonus tokens not counted."""
    if not isinstance(action, Sell):
        return 0
    return sum(view.ruleset.tokens_left(action.card, view.sold[action.card])[: action.count])


def bonus_tier(view: View, action: Action) -> int:
    """Return the tier of the bonus token that an action brings; 0 for none."""
    tier = view.ruleset.tier_of_sale(action.count) if isinstance(action, Sell) else None
    return tier if tier and view.bonuses[view.ruleset.tiers.index(tier)] else 0


def left_lying(view: View, action: Action) -> Bundle:
    """Return the market that an action leaves to the other seat, before it is filled up."""
    camels = view.market[CAMEL] if isinstance(action, TakeCamels) else 0
    gives = EMPTY if isinstance(action, Sell) else given(action)
    return view.market - taken(action) - some(CAMEL, camels) + gives


def worth(view: View, cards: Bundle) -> int:
    """Return what goods would bring at today's top tokens, kind by kind, as one sale of each."""
    return sum(
        sum(view.ruleset.tokens_left(good, view.sold[good])[: cards[good]])
        for good in view.ruleset.goods
        if cards[good] >= min(2, view.ruleset.smallest_sale[good])
    )


def hand_after(view: View, action: Action) -> int:
    """Return how many cards a seat's hand holds after its action."""
    return view.hand.size - given(action).goods.size + taken(action).size


def _ending(case: _Case) -> _Found:
    """One of the two ends the round, the other does not (or both do): then that is what it is about."""
    best, played = case.best, case.played
    if best.plies == 0:
        yield 9.0, Message("why.end.best", {"best": _percent(best.win), "played": _percent(played.win)})
    elif played.plies == 0:
        yield 9.0, Message("why.end.played", {"best": _percent(best.win), "played": _percent(played.win)})


def _sale(case: _Case) -> _Found:
    more = rupees(case.view, case.best.action) - rupees(case.view, case.played.action)
    if more >= RUPEES:
        yield more / 60, Message("why.rupees", {"rupees": more})
    tier, other = bonus_tier(case.view, case.best.action), bonus_tier(case.view, case.played.action)
    if tier > other:
        yield tier * 0.02, Message("why.bonus", {"tier": tier})
    if isinstance(case.played.action, Sell) and not isinstance(case.best.action, Sell) and not other:
        sale = case.played.action
        tiers = zip(case.view.ruleset.tiers, case.view.bonuses, strict=True)
        next_tier = min((tier for tier, left in tiers if tier > sale.count and left), default=0)
        unseen = case.view.unseen[sale.card] + case.view.market[sale.card]
        if case.best.margin <= case.played.margin or not next_tier or unseen < next_tier - sale.count:
            return
        if sale.count == 1:
            yield 0.03, Message("why.single", {"rupees": rupees(case.view, sale)})
        elif case.view.hand[sale.card] == sale.count == next_tier - 1:
            yield 0.04, Message("why.wait", {"tier": next_tier})


def _pile(case: _Case) -> _Found:
    """The best sells what the other seat is known to hold too: the tokens fall for who comes later."""
    best, view = case.best.action, case.view
    if not isinstance(best, Sell) or isinstance(case.played.action, Sell):
        return
    other = view.known[view.turn.other][best.card]
    top = view.ruleset.tokens_left(best.card, view.sold[best.card])[:1]
    if other >= 2 and top:
        cards = best.card.letter * other
        yield other * top[0] / 120, Message("why.pile", {"cards": cards, "top": top[0]})


def _camels(case: _Case) -> _Found:
    more = case.best.camel - case.played.camel
    if more >= CHANCE:
        said = {"best": _percent(case.best.camel), "played": _percent(case.played.camel)}
        yield more * 0.25, Message("why.camel", said)


def _closes(case: _Case) -> _Found:
    more = case.played.closes - case.best.closes
    if more >= CHANCE and case.best.plies and case.played.plies:
        said = {"best": _percent(case.best.closes), "played": _percent(case.played.closes)}
        yield more * 0.4, Message("why.closes", said)


def _shows(case: _Case) -> _Found:
    """What was played leaves more in the market than the best would have left."""
    view = case.view
    played, best = left_lying(view, case.played.action).goods, left_lying(view, case.best.action).goods
    more = worth(view, played) - worth(view, best)
    lies = played.less(best)
    room = view.ruleset.hand_limit - view.hand_sizes[view.turn.other]
    if more >= 2 * RUPEES and lies and room > 0:
        yield more / 120, Message("why.shows", {"cards": str(lies), "rupees": more})


def _takes(case: _Case) -> _Found:
    """The best takes goods that go with those in the hand; what was played did not take them."""
    view, best = case.view, case.best.action
    if isinstance(best, Sell):
        return
    gains = taken(best).goods.less(taken(case.played.action).goods)
    for good in gains.kinds:
        together = view.hand[good] + taken(best)[good] - given(best)[good]
        if together >= 3 and together > view.hand[good]:
            yield 0.02 * together, Message("why.set", {"cards": good.letter * together})


def _limit(case: _Case) -> _Found:
    limit = case.view.ruleset.hand_limit
    if hand_after(case.view, case.played.action) >= limit > hand_after(case.view, case.best.action) + 1:
        yield 0.03, Message("why.limit", {"limit": limit})


_RULES: tuple[Callable[[_Case], _Found], ...] = (_ending, _sale, _pile, _camels, _closes, _shows, _takes, _limit)


def _percent(chance: float) -> int:
    return round(100 * chance)
