"""Rounds that end equal in everything (§20), and the two house rules for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from saudagar.dealers import ScriptedDealer
from saudagar.notation import parse_action
from saudagar.rules import (
    MINI,
    BonusDrawn,
    BySeat,
    Dealt,
    DecidedBy,
    FullTie,
    Match,
    Refilled,
    Ruleset,
    Sealed,
    Seat,
    Won,
    bundle,
)
from saudagar.table import Phase, Table

A, B = Seat

# A small game in which two piles have two tokens of 4 rupees each: whoever sells one of them out has 8 rupees in two
# goods tokens, no bonus token (those are for three cards) and no camel token (it is worth nothing).
EVEN = replace(MINI, name="even", tokens=((4, 4), (), (), (4, 4), (), ()), bonuses=((3, (9,)),), camel_token=0)
DEAL = Dealt(bundle("CKK"), BySeat(bundle("DD"), bundle("CC")))
PLIES = ["a -DD", "b -CC"]


def tied(full_tie: FullTie, seals: int = 2, deals: int = 3) -> Table:
    """Play a round in which a sells both diamonds (4 + 4) and b both cloth (4 + 4), which empties the two piles."""
    rules: Ruleset = replace(EVEN, full_tie=full_tie)
    table = Table(Match(rules, seals, A), dealer=ScriptedDealer([DEAL] * deals))
    for text in PLIES:
        table.act(Seat(text[0]), parse_action(text[2:]))
    return table


def test_a_full_tie_is_played_again_by_the_rulebook_s_silence() -> None:
    """REPLAY: no seal, the match goes on, and the seat that did not start the tied round starts the next."""
    table = tied(FullTie.REPLAY)
    assert table.phase is Phase.ROUND_OVER
    assert table.match.rounds[0].result.decided_by is DecidedBy.NOTHING
    assert table.match.seals == BySeat(0, 0)
    assert table.log[-1].events[-1] == Sealed(None)
    table.next_round(A)
    assert (table.first, table.round_number) == (B, 2)


def test_a_full_tie_may_go_to_the_seat_that_did_not_start() -> None:
    """NON_STARTER: seat B, which did not start, gets the seal; the loser A starts the next round."""
    table = tied(FullTie.NON_STARTER)
    assert table.match.rounds[0].result.winner is None
    assert table.match.seals == BySeat(0, 1)
    assert table.log[-1].events[-1] == Sealed(B)
    table.next_round(B)
    assert table.first is A


@pytest.mark.parametrize(("full_tie", "winner"), [(FullTie.REPLAY, None), (FullTie.NON_STARTER, B)])
def test_a_full_tie_in_a_single_round(full_tie: FullTie, winner: Seat | None) -> None:
    """With one seal to win, a tied round decides the match only where the house gives it to the non-starter."""
    table = tied(full_tie, seals=1)
    assert table.match.winner is winner
    assert table.phase is (Phase.MATCH_OVER if winner else Phase.ROUND_OVER)
    assert (Won(B) in table.log[-1].events) == (winner is B)


@pytest.mark.parametrize("full_tie", FullTie)
def test_the_record_of_a_tied_round_is_replayed_to_the_same_match(full_tie: FullTie) -> None:
    """`record()` of each house rule leads by its own replay to the table's match."""
    table = tied(full_tie)
    match = table.record().match()
    assert (match.rounds, match.seals, match.winner) == (table.match.rounds, table.match.seals, table.match.winner)


def test_the_two_house_rules_have_different_names() -> None:
    """The id of a ruleset tells how it treats full ties, so that a record cannot be replayed by the other rule."""
    assert replace(EVEN, full_tie=FullTie.REPLAY).id != replace(EVEN, full_tie=FullTie.NON_STARTER).id


def test_more_goods_tokens_break_the_tie_before() -> None:
    """One token more with equal rupees and bonus tokens is no full tie (§19)."""
    rules = replace(EVEN, tokens=((8,), (), (), (4, 4), (), ()))
    table = Table(Match(rules, 1, A), dealer=ScriptedDealer([DEAL], [Refilled(bundle("D")), BonusDrawn(9)]))
    for text in PLIES:
        table.act(Seat(text[0]), parse_action(text[2:]))
    result = table.match.rounds[0].result
    assert (result.winner, result.decided_by) == (B, DecidedBy.GOODS_TOKENS)
    assert [score.total for score in result.scores] == [8, 8]
