"""What a decision was about, for the table of leaks."""

from __future__ import annotations

from ..rules import CAMEL, Action, Exchange, Sell, Take, TakeCamels, View
from .judge import Option
from .review import Leak

CLOSING = 0.25
"""From this chance on that the other seat ends the round next, a decision is about the end of the round."""


def leak_of(view: View, best: Option, played: Option) -> Leak:
    """Return the kind of a decision that lost something: what was missed, or what was done instead."""
    if best.plies <= 1 or played.plies <= 1 or played.closes - best.closes > CLOSING:
        return Leak.ENDING
    missed, done = best.action, played.action
    if isinstance(missed, Sell) and not isinstance(done, Sell):
        return Leak.LIMIT if view.hand.size >= view.ruleset.hand_limit - 1 else Leak.LATE
    if isinstance(done, Sell):
        return Leak.LATE if isinstance(missed, Sell) and missed.count > done.count else Leak.EARLY
    if _camels(missed) or _camels(done):
        return Leak.CAMELS
    if isinstance(missed, Exchange) or isinstance(done, Exchange):
        return Leak.EXCHANGES
    return Leak.SINGLES


def _camels(action: Action) -> bool:
    if isinstance(action, Exchange):
        return action.give[CAMEL] > 0
    return isinstance(action, TakeCamels) and not isinstance(action, Take)
