"""Positions from rounds that players of all strengths played, for tests that ask what a player does in many of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tests.table.matches import seed

from saudagar.dealers import FairDealer, rng, settle
from saudagar.players import Limit, player
from saudagar.rules import STANDARD, Round


def positions(count: int, start: int = 0) -> list[Round]:
    """Return so many positions in which a seat is to act, from all parts of rounds."""
    found: list[Round] = []
    for number in range(start, start + count):
        for position in _round(number):
            found.append(position)
            if len(found) == count:
                return found
    return found


@cache
def _round(number: int) -> tuple[Round, ...]:
    return tuple(_played(number))


def _played(number: int) -> Iterator[Round]:
    dealer, numbers = FairDealer(seed(number)), rng(number)
    bots = [player(name) for name in ("heuristic-1", "random-1")]
    position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
    while not position.over:
        yield position
        # One action in four is anything: players must also cope where nobody sensible would come.
        bot = bots[numbers.below(4) == 0]
        decision = bot.choose(position.seen_by(position.turn), Limit(), numbers)
        position = settle(position.play(decision.action), dealer)
