"""perft.json, actions.json and mini.json: numbers, from the package and from the naive rules."""

import hashlib

import pytest
from tests.conformance.files import by_id, cases, load, ruleset
from tests.conformance.generate import rules_of
from tests.rules import naive, naive_text

from saudagar.analysis.perft import perft, perft_split
from saudagar.notation import parse_action, parse_position
from saudagar.rules import BySeat, Dealt, Exchange, Round, Seat, Sell, Take, TakeCamels, bundle, every_action

CASES = cases("perft")
QUICK = 4_000
LINES = [(case, int(depth), number) for case in CASES for depth, number in case["perft"].items()]


def named(value):
    return value["id"] if isinstance(value, dict) else None


@pytest.mark.parametrize(("case", "depth", "number"), LINES, ids=named)
def test_perft(case, depth, number):
    """The number of lines of this many plies."""
    assert perft(parse_position(case["position"], ruleset(case)), depth) == number, case["position"]


@pytest.mark.parametrize(("case", "depth", "number"), [line for line in LINES if line[2] <= QUICK], ids=named)
def test_perft_of_the_naive_rules(case, depth, number):
    """The same number without the package, where it is small."""
    assert naive.perft(naive_text.read(case["position"], rules_of(case)), depth) == number


@pytest.mark.long
@pytest.mark.parametrize(("case", "depth", "number"), [line for line in LINES if line[2] > QUICK], ids=named)
def test_large_perft_of_the_naive_rules(case, depth, number):
    """The same number without the package, where it is large."""
    assert naive.perft(naive_text.read(case["position"], rules_of(case)), depth) == number


@pytest.mark.parametrize("case", [case for case in CASES if "split" in case], ids=by_id)
def test_perft_split(case):
    """The share of every legal action; together they are the whole."""
    depth, expected = case["split"]["depth"], case["split"]["actions"]
    found = perft_split(parse_position(case["position"], ruleset(case)), depth)
    assert {str(action): number for action, number in found.items()} == expected
    assert sum(expected.values()) == case["perft"][str(depth)]
    assert all(str(parse_action(text)) == text for text in expected)


def test_a_depth_below_zero_is_refused():
    """And splitting needs one ply at least."""
    position = parse_position(CASES[0]["position"])
    with pytest.raises(ValueError, match="not negative"):
        perft(position, -1)
    with pytest.raises(ValueError, match="one or more"):
        perft_split(position, 0)


@pytest.mark.parametrize("case", cases("actions"), ids=by_id)
def test_the_list_of_all_actions(case):
    """Counts by kind, and the hash of all texts in order, a line feed after each."""
    actions = list(every_action(ruleset(case)))
    kinds = {kind: [action for action in actions if isinstance(action, kind)] for kind in (TakeCamels, Take, Sell)}
    sizes = [action.take.size for action in actions if isinstance(action, Exchange)]
    assert case["count"] == {
        "camels": len(kinds[TakeCamels]),
        "takes": len(kinds[Take]),
        "sales": len(kinds[Sell]),
        "exchanges": {str(size): sizes.count(size) for size in sorted(set(sizes))},
        "total": len(actions),
    }
    assert hashlib.sha256("".join(f"{action}\n" for action in actions).encode()).hexdigest() == case["sha256"]


def test_the_numbers_of_the_mini_graph():
    """Walked by the package: nodes of each kind, endings, what decided, who won, legal actions in all."""
    expected = load("mini")
    deals = [Dealt(bundle(m), BySeat(bundle(a), bundle(b))) for m, a, b in naive.deals(naive.MINI)]
    nodes = walked([Round.start(ruleset(expected), Seat.A, dealt) for dealt in deals])
    over = [node.result for node in nodes if node.over]
    chance = [type(node.owed).__name__.lower() for node in nodes if node.owed]
    assert expected["a"] == {
        "deals": len(deals),
        "nodes": len(nodes),
        "play": sum(node.to_act is not None for node in nodes),
        "chance": count(chance),
        "over": count([result.ending.value for result in over]),
        "decided_by": count([result.decided_by.value for result in over]),
        "won": count([str(result.winner) if result.winner else "nobody" for result in over]),
        "actions": sum(len(node.seen_by(node.turn).legal_actions) for node in nodes),
    }
    lines = {str(node) for node in nodes}
    assert len(lines | {naive_text.mirrored(line) for line in lines}) == expected["together"]


def test_the_mini_graph_of_the_other_seat_is_the_mirror():
    """Who starts makes no other difference than who wins."""
    expected = load("mini")
    won = expected["a"]["won"]
    assert expected["b"] == {**expected["a"], "won": {"a": won["b"], "b": won["a"], "nobody": won["nobody"]}}


def count(words):
    return {word: words.count(word) for word in set(words)}


def walked(waiting):
    found = set(waiting)
    while waiting:
        node = waiting.pop()
        if node.owed:
            steps = [node.resolve(answer) for answer, _ in node.outcomes()]
        else:
            steps = [node.play_unchecked(action) for action in node.seen_by(node.turn).legal_actions]
        for step in steps:
            if step not in found:
                found.add(step)
                waiting.append(step)
    return found
