"""Matches to review, played by players of different strength."""

from __future__ import annotations

from functools import cache

from tests.table.matches import seed

from saudagar.dealers import FairDealer, rng
from saudagar.notation import Record
from saudagar.players import Limit, player
from saudagar.rules import MINI, STANDARD, Match, Round, Ruleset, Seat, View
from saudagar.table import Phase, Table


@cache
def match(number: int, one: str = "heuristic", two: str = "greedy", ruleset: Ruleset = STANDARD) -> Record:
    """Return the record of a match between two players."""
    table = Table(Match(ruleset), dealer=FairDealer(seed(number)))
    seats = {Seat.A: player(one), Seat.B: player(two)}
    numbers = rng(number)
    while table.phase is not Phase.MATCH_OVER:
        seat = table.to_act
        if seat is None:
            table.next_round(Seat.A, ply=table.ply)
        else:
            table.act(seat, seats[seat].choose(table.view(seat), Limit(samples=20), numbers).action)
    return table.record()


def positions(count: int, first: int = 0) -> list[Round]:
    """Return true rounds from matches, in each of which a seat is to act."""
    found = list[Round]()
    number = first
    while len(found) < count:
        found += [step.before for step in match(number).replay() if isinstance(step.before, Round)]
        number += 1
    return found[:count]


def views(count: int, first: int = 0) -> list[View]:
    """Return what the seats to act knew in such rounds."""
    return [each.seen_by(each.turn) for each in positions(count, first)]


__all__ = ["MINI", "match", "positions", "views"]
