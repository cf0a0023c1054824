"""Taking back: what turned nothing up may be undone, the log forgets nothing, the record tells what counted."""

from __future__ import annotations

import pytest

from saudagar import parse_action
from saudagar.dealers import ScriptedDealer
from saudagar.errors import NotNow, StaleRequest
from saudagar.notation import Record
from saudagar.rules import Answer, BonusDrawn, BySeat, Dealt, Match, Refilled, Seat, bundle
from saudagar.table import Table, TakenBack, round_at

A, B = Seat
DEALT = Dealt(bundle("DDKKK"), BySeat(bundle("GGGSS"), bundle("CCCPP")))


def table(*moves: str, answers: tuple[Answer, ...] = ()) -> Table:
    """A table after these actions, in turn."""
    opened = Table(Match(first=A), dealer=ScriptedDealer([DEALT], answers, B))
    for text in moves:
        seat = opened.to_act
        assert seat
        opened.act(seat, parse_action(text))
    return opened


@pytest.mark.parametrize("pair", [("-SS", "-PP"), ("+DD-GG", "-PP"), ("-SS", "+DD-CC")])
def test_quiet_moves_can_be_undone(pair: tuple[str, str]) -> None:
    """Both seats know again what they knew before, and the seat is to act; another move goes on from there."""
    before, opened = table(), table(*pair)
    assert opened.can_take_back is A
    opened.take_back(A, ply=3)
    assert [opened.view(seat) for seat in Seat] == [before.view(seat) for seat in Seat]
    assert (opened.ply, opened.to_act) == (4, A)
    opened.act(A, parse_action("-SS"))
    assert opened.view(A).purses.a.tokens == 2


def test_the_log_keeps_what_was_undone_and_the_record_does_not() -> None:
    """Four lines in the log; a record of one move, which replays."""
    opened = table("-SS", "-PP")
    opened.take_back(A)
    opened.act(A, parse_action("+DD-GG"))
    assert [type(entry.cause) for entry in opened.log].count(TakenBack) == 1
    assert opened.ply == 5
    record = opened.record()
    assert [str(move.action) for move in record.rounds[0].moves] == ["+DD-GG"]
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        (("+D", "-PP"), (Refilled(bundle("L")),)),
        (("-SS", "+D"), (Refilled(bundle("L")),)),
        (("-SS", "+K"), (Refilled(bundle("LLL")),)),
        (("-GGG", "-PP"), (BonusDrawn(2),)),
        (("-SS",), ()),
        ((), ()),
    ],
)
def test_what_turned_something_up_stays(moves: tuple[str, ...], answers: tuple[Answer, ...]) -> None:
    """A card laid, a bonus drawn, by either seat; and a seat that is not to act, or has not acted, undoes nothing."""
    opened = table(*moves, answers=answers)
    ply = opened.ply
    assert opened.can_take_back is None
    for seat in Seat:
        with pytest.raises(NotNow):
            opened.take_back(seat)
    assert opened.ply == ply


def test_nothing_is_undone_twice_or_for_the_other_seat_or_late() -> None:
    """After a takeback there is nothing to take back; the other seat never could; a stale ply is refused."""
    opened = table("-SS", "-PP")
    with pytest.raises(NotNow):
        opened.take_back(B)
    with pytest.raises(StaleRequest):
        opened.take_back(A, ply=2)
    opened.take_back(A)
    with pytest.raises(NotNow):
        opened.take_back(A)


@pytest.mark.parametrize(("move", "seat"), [("-SS", A), ("+DD-GG", A)])
def test_a_quiet_move_is_withdrawn_before_it_is_answered(move: str, seat: Seat) -> None:
    """Views are what they were, the seat is to act again, log and past keep both, the record tells what counted."""
    before, opened = table(), table(move)
    assert opened.can_withdraw is seat
    opened.withdraw(seat, ply=2)
    assert [opened.view(each) for each in Seat] == [before.view(each) for each in Seat]
    assert (opened.ply, opened.to_act, opened.last.cause) == (3, seat, TakenBack(1))
    assert round_at(opened, 3) == round_at(opened, 1) != round_at(opened, 2)
    opened.act(seat, parse_action("-SS"))
    assert [str(move.action) for move in opened.record().rounds[0].moves] == ["-SS"]
    assert opened.can_withdraw is seat
    opened.withdraw(seat)
    assert opened.view(A) == before.view(A)


def test_withdrawing_and_taking_back_follow_each_other() -> None:
    """After a withdrawn move others may be played, taken back and withdrawn; the past stands at every line."""
    opened = table("-SS", "-PP")
    opened.withdraw(B)
    opened.act(B, parse_action("+DD-CC"))
    assert opened.can_take_back is None  # the answer to the sale was withdrawn in between
    opened.withdraw(B)
    assert [round_at(opened, ply) for ply in (2, 4, 6)] == [round_at(table("-SS"), 2)] * 3
    assert opened.to_act is B
    record = opened.record()
    assert [str(move.action) for move in record.rounds[0].moves] == ["-SS"]


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        (("+D",), (Refilled(bundle("L")),)),
        (("+K",), (Refilled(bundle("LLL")),)),
        (("-GGG",), (BonusDrawn(2),)),
        ((), ()),
    ],
)
def test_what_turned_something_up_is_not_withdrawn(moves: tuple[str, ...], answers: tuple[Answer, ...]) -> None:
    """Nor is a deal, nor a move that was answered, nor the other's, nor one of another ply, nor twice."""
    opened = table(*moves, answers=answers)
    assert opened.can_withdraw is None
    answered = table("-SS", "-PP")
    twice = table("-SS")
    twice.withdraw(A)
    for each, seats in ((opened, Seat), (answered, (A,)), (twice, Seat)):
        for seat in seats:
            with pytest.raises(NotNow):
                each.withdraw(seat)
    with pytest.raises(StaleRequest):
        answered.withdraw(B, ply=2)
