"""MINI is small enough to walk every round that can happen: the package and the naive rules, side by side."""

from math import comb

import pytest
from tests.rules import naive, naive_text
from tests.rules.mini import following, graph, starts

from saudagar.notation import parse_action, parse_chance, parse_position
from saudagar.rules import AUDIENCES, MINI, BySeat, Dealt, Round, Seat, bundle, every_action, problems


def walked(first):
    """Every round of MINI that the package can reach, by its position line."""
    deals = [Dealt(bundle(m), BySeat(bundle(a), bundle(b))) for m, a, b in naive.deals(naive.MINI)]
    waiting = [Round.start(MINI, first, dealt) for dealt in deals]
    found = set(waiting)
    while waiting:
        for after in _following(waiting.pop()).values():
            if after not in found:
                found.add(after)
                waiting.append(after)
    lines = {str(position): position for position in found}
    assert len(lines) == len(found), "two different rounds have one line"
    return lines


def _following(position):
    if position.owed:
        return {answer: position.resolve(answer) for answer, _ in position.outcomes()}
    return {action: position.play_unchecked(action) for action in position.seen_by(position.turn).legal_actions}


@pytest.mark.parametrize("first", list(Seat))
def test_both_walk_the_same_graph(first):
    """32,569 nodes for each seat that starts: all actions, chances with their odds, results."""
    ours, theirs = walked(first), graph(str(first))
    assert ours.keys() == theirs.keys()
    assert len(ours) == 32_569
    every = [(action, str(action)) for action in every_action(MINI)]
    for line, position in ours.items():
        state = theirs[line]
        view = position.seen_by(position.turn)
        allowed = naive.actions(state)
        assert {text for action, text in every if view.why_not(action) is None} == allowed, line
        assert {str(action) for action in view.legal_actions} == allowed, line
        assert (position.ending.value if position.ending else None) == naive.ending(state), line
        _same_chances(position, state, line)
        _same_result(position, state, line)


def _same_chances(position, state, line):
    if not position.owed:
        assert naive.owed(state) is None, line
        return
    ways = naive.answers(state)
    chances = {_text(answer): chance * sum(ways.values()) for answer, chance in position.outcomes()}
    assert chances == ways, line


def _text(answer):
    return str(answer.value) if hasattr(answer, "value") else str(answer.cards)


def _same_result(position, state, line):
    if not position.result:
        assert naive.ending(state) is None, line
        return
    winner, by, rupees = naive.result(state)
    found = position.result
    assert (str(found.winner) if found.winner else None, found.decided_by.value) == (winner, by), line
    assert {str(seat): found.scores[seat].total for seat in Seat} == rupees, line


def test_every_step_leads_to_the_same_line():
    """Played and resolved by text, the edges of every fourth node end at the nodes that the naive rules say."""
    for line, state in list(graph("a").items())[::4]:
        position = parse_position(line, MINI)
        for text, after in following(state).items():
            step = position.resolve(parse_chance(text)) if position.owed else position.play(parse_action(text))
            assert str(step) == naive_text.line(after), f"{text} {line}"


def test_every_view_has_the_line_of_the_naive_rules_and_reads_back():
    """At every thirtieth node, for the three audiences; nothing is wrong with the position either."""
    for line, state in list(graph("a").items())[::30]:
        position = parse_position(line, MINI)
        assert str(position) == line
        assert problems(position) == []
        for audience in AUDIENCES:
            view = position.seen_by(audience)
            assert str(view) == naive_text.seen(state, str(audience)), line
            assert parse_position(str(view), MINI) == view, line


def test_the_graphs_of_the_two_seats_mirror_each_other():
    """Changing the seats over turns one into the other; together they have 56,062 nodes, since some lie in both."""
    ours, theirs = graph("a").keys(), graph("b").keys()
    assert {naive_text.mirrored(line) for line in ours} == theirs
    assert len(ours | theirs) == 56_062


def test_the_deals_are_those_of_the_pack():
    """43 different set-ups, which stand for the 8 · 21 · 10 ways to deal five of eight cards."""
    assert len(starts("a")) == 43
    shuffled = "DDDCCCCK"
    ways = 0
    for market, hand_a, hand_b in naive.deals(naive.MINI):
        rest, number = shuffled, 1
        for part in (market.replace("K", "", 2), hand_a, hand_b):
            for letter in set(part):
                number *= comb(rest.count(letter), part.count(letter))
            rest = naive.minus(rest, part)
        ways += number
    assert ways == 8 * comb(7, 2) * comb(5, 2)
