"""positions.json and variants.json: what is allowed, why not, and what follows."""

import pytest
from tests.conformance.files import by_id, cases, ruleset
from tests.conformance.generate import rules_of
from tests.rules import naive, naive_text

from saudagar.errors import NotationError
from saudagar.notation import parse_action, parse_chance, parse_position
from saudagar.rules import EMPTY, SPECTATOR, Bonus, Refill, Round, Seat, Sell, propose
from saudagar.rules.actions import every_action

CASES = cases("positions") + cases("variants")
ALLOWED = [case for case in CASES if case["reason"] is None]
PLAYED = [case for case in ALLOWED if "after" in case]


def asker(case):
    """The view of whoever asks: the audience of a view line, else the named seat, else the seat whose turn it is."""
    found = parse_position(case["position"], ruleset(case))
    if isinstance(found, Round):
        return found.seen_by(Seat(case["seat"]) if "seat" in case else found.turn)
    return found


def refusal(view, text):
    """The name of the first rule that forbids what a text wants, the empty text standing for nothing chosen."""
    if not text:
        return propose(EMPTY, EMPTY).name
    try:
        reason = view.why_not(parse_action(text))
    except NotationError as wrong:
        return wrong.reason
    return reason.name if reason else None


@pytest.mark.parametrize("case", CASES, ids=by_id)
def test_the_reason_is_the_one_of_the_case(case):
    """The first rule that forbids the action, null where it is allowed."""
    assert refusal(asker(case), case["action"]) == case["reason"], case["situation"]


@pytest.mark.parametrize("case", CASES, ids=by_id)
def test_the_position_line_is_the_canonical_one(case):
    """What is read is written in the same way."""
    assert str(parse_position(case["position"], ruleset(case))) == case["position"]


@pytest.mark.parametrize("case", PLAYED, ids=by_id)
def test_an_allowed_action_leads_to_the_line_after(case):
    """Played, the action gives the line, the tokens and the chance owed; resolved, the line that follows."""
    before = parse_position(case["position"], ruleset(case))
    action = parse_action(case["action"])
    assert str(action) == case["action"]
    after = before.play(action)
    assert str(after) == case["after"], case["situation"]
    assert owes(after) == case["owes"]
    if isinstance(action, Sell):
        assert list(before.tokens_for(action)) == case["tokens"]
    if "chance" in case:
        after = after.resolve(parse_chance(case["chance"]))
        assert str(after) == case["then"], case["situation"]
    assert (after.ending.value if after.ending else None) == case["ending"]


def owes(position):
    match position.owed:
        case Refill(count):
            return {"refill": count}
        case Bonus(_, tier):
            return {"bonus": tier}
    return None


@pytest.mark.parametrize("case", [case for case in CASES if "count" in case], ids=by_id)
def test_the_number_of_legal_actions(case):
    """Counted where a case gives it: by the generator, and by asking the checker about every action."""
    view = asker(case)
    assert len(view.legal_actions) == case["count"]
    assert sum(action in view.legal_actions for action in every_action(view.ruleset)) == case["count"]


@pytest.mark.parametrize("case", [case for case in CASES if "?" not in case["position"]], ids=by_id)
def test_the_naive_rules_agree(case):
    """Of the truth: what is allowed is what the second telling of the rules allows the seat that asks."""
    state = naive_text.read(case["position"], rules_of(case))
    mine = case.get("seat", state["turn"]) == state["turn"]
    assert (mine and case["action"] in naive.actions(state)) == (case["reason"] is None)


def test_the_stall_cycle_comes_back_to_its_start():
    """Z01: each step starts where the last one ended, and the last ends where the first began, four exchanges later."""
    steps = [case for case in CASES if case["id"].startswith("Z01.")]
    assert len(steps) == 4
    assert [step["after"] for step in steps[:-1]] == [step["position"] for step in steps[1:]]
    assert steps[-1]["after"] == steps[0]["position"] + " x4"


def test_every_way_of_asking_occurs():
    """The truth asked by either seat, views of both seats, a view of a spectator."""
    views = [asker(case) for case in CASES]
    assert {view.audience for view in views} == {Seat.A, Seat.B, SPECTATOR}
    assert {"?" in case["position"] for case in CASES} == {True, False}
    assert {case["ending"] for case in PLAYED} == {None, "sold_out", "stock_empty"}
