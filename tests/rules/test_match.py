"""§21–§22: seals, the length of a match, who starts."""

import pytest
from tests.rules.boards import A, B

from saudagar.rules import BySeat, DecidedBy, Ending, Match, RoundResult, Seat
from saudagar.rules.scoring import Score

NONE = Score(0, 0, 0, 0, 0)


def won_by(seat):
    by = DecidedBy.RUPEES if seat else DecidedBy.NOTHING
    return RoundResult(seat, Ending.SOLD_OUT, by, BySeat(NONE, NONE), BySeat(0, 0))


def played(winners, seals=2, first=A):
    match, starter = Match(seals_to_win=seals, first=first), first
    for letter in winners:
        match = match.after(starter, won_by({"a": A, "b": B, "-": None}[letter]))
        starter = match.next_starter
    return match


@pytest.mark.parametrize(
    ("winners", "seals", "winner"),
    [("aa", 2, A), ("aba", 2, A), ("abb", 2, B), ("a-a", 2, A), ("ab", 2, None), ("a", 2, None), ("---", 2, None)],
)
def test_two_seals_win_the_match(winners, seals, winner):
    """§21: the default."""
    assert played(winners, seals).winner is winner
    assert Match().seals_to_win == 2


@pytest.mark.parametrize(("winners", "winner"), [("a", A), ("b", B), ("-", None), ("-b", B)])
def test_a_single_round_needs_one_seal(winners, winner):
    """§21: a tied round is followed by another all the same (§20)."""
    assert played(winners, 1).winner is winner


@pytest.mark.parametrize(("winners", "winner"), [("aaa", A), ("aabb", None), ("aabbb", B), ("aa", None)])
def test_a_marathon_needs_three_seals(winners, winner):
    """§21: best of five."""
    assert played(winners, 3).winner is winner


@pytest.mark.parametrize("winners", ["aa", "abb"])
def test_the_match_ends_the_moment_the_seals_are_reached(winners):
    """§21: no further round is possible."""
    match = played(winners)
    assert match.over
    with pytest.raises(ValueError, match="over"):
        match.after(A, won_by(A))


def test_seals_are_counted_per_seat():
    """§21: a tied round counts for nobody."""
    assert played("ab-").seals == BySeat(1, 1)


@pytest.mark.parametrize("seals", [0, 4, -1])
def test_there_is_no_other_length(seals):
    """§21."""
    with pytest.raises(ValueError, match="1, 2 or 3"):
        Match(seals_to_win=seals)


@pytest.mark.parametrize("seat", list(Seat))
def test_the_loser_of_a_round_starts_the_next(seat):
    """§22: whoever started the lost one."""
    for first in Seat:
        assert Match().after(first, won_by(seat)).next_starter is seat.other


def test_the_starters_of_a_long_match():
    """§20, §22: A starts; A wins, so B starts; B wins, so A; tied, so B; B wins, so A; A wins, so B."""
    match, starters = Match(seals_to_win=3, first=A), []
    for letter in "ab-ba":
        starters.append(match.next_starter)
        match = match.after(match.next_starter, won_by({"a": A, "b": B, "-": None}[letter]))
    assert [*starters, match.next_starter] == [A, B, A, B, A, B]
    assert [round_.first for round_ in match.rounds] == starters


def test_a_seat_may_give_the_match_up():
    """§21: the other seat wins it, whatever the seals."""
    match = played("aab"[:1]).resign(A)
    assert (match.winner, match.resigned, match.over) == (B, A, True)
    with pytest.raises(ValueError, match="over"):
        match.resign(B)


def test_a_rematch_is_started_by_the_other_seat():
    """§7: the players agree on somebody: the seat that did not start the first round; the length is the same."""
    again = played("aa", first=A).rematch()
    assert (again.first, again.seals_to_win, again.rounds) == (B, 2, ())
    assert Match(first=B).rematch().first is A
    assert Match().rematch().first is None
