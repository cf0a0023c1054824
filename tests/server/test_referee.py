"""The referee: legality, reasons, what is known, a followed round, advice."""

import pytest

from saudagar.notation import parse_position
from saudagar.server.errors import Refused
from saudagar.server.referee import Table, advice, follow, seen, verdict

LINE = "CKKKK ?32 C|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a"


def test_a_position_is_judged_as_the_rules_judge_it():
    told = verdict(seen(LINE), "+D")
    view = parse_position(LINE)
    assert told["legal"] == [str(action) for action in view.legal_actions]
    assert told["reason"] == "TAKE_NOT_IN_MARKET"
    assert verdict(seen(LINE), "+C")["reason"] is None
    assert (told["to_act"], told["stock"], told["hands"]) == ("a", 32, {"a": 1, "b": 2})


def test_a_followed_round_knows_what_was_taken_openly():
    """§24: b took a gold and all know it; a's own hand is whole; the camel that a gave has left the herd."""
    told = verdict(follow(Table("a", "a", "DGKKK", "CCPLK", 1, ["a +D/S", "b +G/C", "a +SC-LK"])), None)
    assert told["position"] == "LKKKK ?38 DSC.CCP|G.???? 0|1 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 b x1"
    assert told["known"]["b"] == "G"
    assert told["herds"] == {"a": 0, "b": 1}
    assert told["to_act"] == "b"


def test_what_chance_owes_is_asked_for():
    assert verdict(follow(Table("a", "a", "DGKKK", "CCPLK", 1, ["a +K"])), None)["owed"] == {"refill": 3}
    assert verdict(follow(Table("a", "a", "DGKKK", "CCCLK", 1, ["a -CCC"])), None)["owed"] == {"bonus": 3}
    view = follow(Table("a", "b", "DGKKK", "CCCLK", 0, ["b -CCC/?", "a +D/L"]))
    assert view.purses.b.hidden == (3,)


@pytest.mark.parametrize("moves", [["b +D/S"], ["a +D/S", "a +G/S"], ["x +D/S"]])
def test_a_move_out_of_turn_is_refused(moves):
    with pytest.raises(Refused):
        follow(Table("a", "a", "DGKKK", "CCPLK", 1, moves))


def test_advice_is_a_legal_action_with_its_chance():
    view = seen(LINE)
    told = advice(view)
    assert told["action"] in {str(action) for action in view.legal_actions}
    assert all(each["key"].startswith("hint.") for each in told["reasons"])
    assert told["reasons"]
    assert all(0 <= each["value"] <= 1 for each in told["ranking"])
