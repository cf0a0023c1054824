"""Matches for tests: played at random by the table, the same for the same number."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache

from saudagar.dealers import FairDealer, Stream, rng
from saudagar.rules import STANDARD, Action, Match, Ruleset, Seat, View
from saudagar.table import Phase, Table

Choose = Callable[[View, Stream], Action]


def seed(number: int) -> bytes:
    """Return 32 bytes that are different for every number."""
    return hashlib.sha256(f"a match for tests, number {number}".encode()).digest()


def any_action(view: View, numbers: Stream) -> Action:
    """Choose among all legal actions, each equally likely."""
    actions = list(view.legal_actions)
    return actions[numbers.below(len(actions))]


def open_table(number: int, ruleset: Ruleset = STANDARD, seals: int = 2, first: Seat | None = None) -> Table:
    """Return a table at the start of its match."""
    return Table(Match(ruleset, seals, first), dealer=FairDealer(seed(number)))


def play_on(table: Table, number: int, plies: int | None = None, choose: Choose = any_action) -> Table:
    """Play a table on, at random, to the end of its match or for so many plies, starts of rounds among them."""
    numbers, left = rng(number), plies
    while table.phase is not Phase.MATCH_OVER and left != 0:
        if table.phase is Phase.ROUND_OVER:
            table.next_round(Seat.A)
        else:
            seat = table.to_act
            assert seat is not None
            table.act(seat, choose(table.view(seat), numbers))
        left = None if left is None else left - 1
    return table


@cache
def whole_match(number: int, ruleset: Ruleset = STANDARD, seals: int = 2) -> Table:
    """Return a table whose match was played to its end; shared between tests, so only to be looked at."""
    return play_on(open_table(number, ruleset, seals), number)
