"""What anybody with a little sense leaves alone, and what is thought of together: the actions of a position by kind."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel.layout import EXCHANGES, META, State
from ..kernel.network import ONE
from ..kernel.slots import NAMES
from ..kernel.tables import GIVE_BITS, action_of
from ..rules import Exchange, Ruleset, Sell, Take
from .levels import Level

Array = npt.NDArray[Any]

LOSS = 0.02
"""How much worse than the best, by the network, an exchange may be that brings no set nearer to its sale."""
OWN_SALE = NAMES.index("own.sale.D")


@lru_cache(maxsize=1 << 15)
def kind(code: int, ruleset: Ruleset) -> int:
    """Return a number for what an action is about: camels, a good to take, a good to sell, a good to exchange for."""
    action = action_of(code, ruleset)
    match action:
        case Take(card):
            return 1 + card
        case Sell(card, _):
            return 8 + card
        case Exchange(take, _):
            return 16 + max(take.kinds, key=lambda good: (take[good], -good))
    return 0


@lru_cache(maxsize=1 << 15)
def size(code: int, ruleset: Ruleset) -> int:
    """Return how many cards an exchange takes; 0 for other actions."""
    action = action_of(code, ruleset) if code >> GIVE_BITS else None
    return action.take.size if isinstance(action, Exchange) else 0


def haste(state: State, codes: Array) -> Array:
    """Return how much better an exchange must be than other actions: the same as the core's `_haste` (int64)."""
    wait: Array = np.where(codes >> GIVE_BITS > 0, 1049 * (1 + _in_a_row(state)), 0)
    return wait


def sensible(
    level: Level, ruleset: Ruleset, state: State, codes: Array, *, truth: Array, slots: Array, now: Array
) -> Array:
    """Return the places of the actions that somebody of a level considers at all.

    `truth` is what the network says of each, `slots` what is known after each, `now` before. Left out are: exchanges
    larger than it sees; what is worse than the best by more than the level's cap; an exchange that brings no set nearer
    to its sale and is clearly worse than the best; and, when both seats have just exchanged, to exchange again unless
    the network finds nothing better. One who reckons takes an ending that wins for certain and considers nothing else.
    """
    if level.reckons and (certain := np.flatnonzero(truth == ONE)).size:
        return certain
    worth = truth - haste(state, codes)
    best = int(np.argmax(worth))
    sizes = np.array([size(int(code), ruleset) for code in codes])
    loss = worth[best] - worth
    idle = slots[:, OWN_SALE : OWN_SALE + 6].sum(axis=1, dtype=int) <= now[OWN_SALE : OWN_SALE + 6].sum(dtype=int)
    left_out = (sizes > level.largest) | (loss > level.cap * ONE)
    left_out |= (sizes > 0) & idle & (loss > LOSS * ONE)
    if _in_a_row(state) >= 2:
        left_out |= (sizes > 0) & (loss > 0)
    found = np.flatnonzero(~left_out)
    return found if found.size else np.array([best])


def _in_a_row(state: State) -> int:
    return int(state[META]) >> EXCHANGES & 0xFF
