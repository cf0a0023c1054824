"""scoring.json: purses and herds to results, finished rounds, and matches."""

from dataclasses import replace

import pytest
from tests.conformance.files import by_id, cases
from tests.rules import naive, naive_text

from saudagar.notation import parse_position
from saudagar.rules import STANDARD, BySeat, DecidedBy, Ending, FullTie, Match, Purse, RoundResult, Seat
from saudagar.rules.scoring import Score, settle_scores

SEAT = {"a": Seat.A, "b": Seat.B, None: None}


def purse(text):
    goods, *bonuses = text.split("+")
    rupees, tokens = goods.split("x")
    return Purse(int(rupees), int(tokens), tuple(sorted(map(int, bonuses))))


@pytest.mark.parametrize("case", cases("scoring", part="purses"), ids=by_id)
def test_purses_and_herds_give_a_result(case):
    """Camel token, totals, winner and what decided; and with the seats changed over."""
    purses, herds = [purse(text) for text in case["purses"]], case["herds"]
    for turn in (1, -1):
        result = settle_scores(STANDARD, BySeat(*purses[::turn]), BySeat(*herds[::turn]), Ending.SOLD_OUT)
        winner = SEAT[case["winner"]]
        assert result.winner is (winner if turn == 1 or not winner else winner.other), case["situation"]
        assert result.decided_by.value == case["decided_by"]
        assert [score.total for score in result.scores] == case["totals"][::turn]
        assert [score.camel for score in result.scores] == case["camel"][::turn]


@pytest.mark.parametrize("case", cases("scoring", part="positions"), ids=by_id)
def test_a_finished_round_gives_a_result(case):
    """From its position line, by the package and by the naive rules."""
    position = parse_position(case["position"])
    result = position.result
    assert [score.total for score in result.scores] == case["totals"]
    assert (result.winner, result.decided_by.value) == (SEAT[case["winner"]], case["decided_by"])
    assert result.ending.value == case["ending"]
    winner, by, rupees = naive.result(naive_text.read(case["position"], naive.STANDARD))
    assert (winner, by, list(rupees.values())) == (case["winner"], case["decided_by"], case["totals"])


@pytest.mark.parametrize("case", cases("scoring", part="matches"), ids=by_id)
def test_a_match_of_these_rounds(case):
    """Who starts each round (and the next, if there is one), the seals, and who has won."""
    rules = replace(STANDARD, full_tie=FullTie(case["full_tie"]))
    match = Match(rules, case["seals_to_win"], SEAT[case["first"]])
    starters = []
    for winner in case["rounds"]:
        starters.append(match.next_starter)
        match = match.after(match.next_starter, result(SEAT[winner]))
    if not match.over:
        starters.append(match.next_starter)
    assert starters == [SEAT[seat] for seat in case["starters"]], case["situation"]
    assert list(match.seals) == case["seals"]
    assert match.winner is SEAT[case["winner"]]


def result(winner):
    nothing = Score(0, 0, 0, 0, 0)
    by = DecidedBy.RUPEES if winner else DecidedBy.NOTHING
    return RoundResult(winner, Ending.SOLD_OUT, by, BySeat(nothing, nothing), BySeat(0, 0))
