"""The past: every ply of a match is seen once more as each audience saw it then."""

from __future__ import annotations

import random

import pytest

from saudagar import parse_action
from saudagar.dealers import FairDealer, ScriptedDealer
from saudagar.rules import SPECTATOR, BySeat, Dealt, Match, Seat, bundle
from saudagar.table import Phase, Table, round_at

AUDIENCES = (*Seat, SPECTATOR)


def test_every_ply_is_seen_as_it_was_seen_then() -> None:
    """Over a whole match, rounds' ends and a resignation included, against what the table itself showed at the time."""
    table = Table(Match(first=Seat.A), dealer=FairDealer(bytes(32)))
    chance = random.Random(6)
    shown = [[table.view(audience) for audience in AUDIENCES]]
    while table.phase is not Phase.MATCH_OVER:
        seat = table.to_act
        if seat is None:
            table.next_round(Seat.B)
        elif len(table.match.rounds) == 1 and table.ply > 60:
            table.resign(seat)
        else:
            table.act(seat, chance.choice(list(table.view(seat).legal_actions)))
        shown.append([table.view(audience) for audience in AUDIENCES])
    assert table.match.rounds
    assert len(shown) == table.ply
    for ply, then in enumerate(shown, 1):
        assert [round_at(table, ply).seen_by(audience) for audience in AUDIENCES] == then


def test_what_was_taken_back_is_seen_too() -> None:
    """The move, its answer, the table without both, and what was done instead."""
    dealt = Dealt(bundle("DDKKK"), BySeat(bundle("GGGSS"), bundle("CCCPP")))
    table = Table(Match(first=Seat.A), dealer=ScriptedDealer([dealt], (), Seat.B))
    shown = [table.view(Seat.A)]
    for text in ("-SS", "-PP", None, "+DD-GG", "-PP", None):
        if text is None:
            table.take_back(Seat.A)
        else:
            table.act(table.to_act or Seat.A, parse_action(text))
        shown.append(table.view(Seat.A))
    assert [round_at(table, ply).seen_by(Seat.A) for ply in range(1, 8)] == shown
    assert shown[3] == shown[0] == shown[6]


@pytest.mark.parametrize("ply", [-1, 0, 2])
def test_a_ply_that_was_not_is_refused(ply: int) -> None:
    """Before the deal and after the last line there is nothing to see."""
    with pytest.raises(IndexError, match="the plies 1 to 1"):
        round_at(Table(Match(first=Seat.A), dealer=FairDealer(bytes(32))), ply)
