"""MINI is small enough to walk every round that can happen: the kernel and the rules, node by node."""

import numpy as np
import pytest
from tests.conformance.files import load
from tests.kernel.lockstep import Lockstep
from tests.rules import naive
from tests.rules.mini import graph

from saudagar.kernel import SplitMix, compiled
from saudagar.rules import MINI, BySeat, Dealt, Round, Seat, bundle


def walked(run, first):
    """Every state of MINI that the kernel can reach, as words, each with the states that follow it."""
    deals = [Dealt(bundle(market), BySeat(bundle(a), bundle(b))) for market, a, b in naive.deals(naive.MINI)]
    waiting = [run.kernel_side.of_round(Round.start(MINI, first, dealt)) for dealt in deals]
    found = dict.fromkeys(waiting)
    while waiting:
        state = waiting.pop()
        found[state] = following(run, state)
        for after in found[state].values():
            if after not in found:
                found[after] = None
                waiting.append(after)
    return found


def following(run, state):
    """By code or answer: the state that the kernel makes of it."""
    if state[12] >> 16 & 0xFFFF:
        outcomes = run.kernel.layout.decode(np.array(state, np.uint64)).outcomes()
        return {answer: run.kernel_side.resolve(state, answer) for answer, _ in outcomes}
    run.load(state)
    found = {}
    for code in run.probe.legal():
        run.load(state)
        run.probe.apply(code)
        found[code] = tuple(run.probe.words())
    return found


def same_step(run, state):
    """A node's actions or answers in the rules: the same, leading to the same nodes."""
    position = run.kernel.layout.decode(np.array(state, np.uint64))
    assert run.kernel_side.of_round(position) == state
    if position.owed:
        after = {answer: position.resolve(answer) for answer, _ in position.outcomes()}
    else:
        actions = position.seen_by(position.turn).legal_actions
        after = {run.kernel.code(action): position.play_unchecked(action) for action in actions}
    return position, {step: run.kernel_side.of_round(each) for step, each in after.items()}


def same_graph(first):
    """Walk it in the kernel, and compare every node with the rules and all of them with the naive rules."""
    run = Lockstep(MINI)
    nodes = walked(run, first)
    lines = set()
    for state, after in nodes.items():
        position, expected = same_step(run, state)
        assert after == expected, position
        run.ended(position)
        lines.add(str(position))
    assert len(lines) == len(nodes)
    assert lines == graph(str(first)).keys()
    assert len(nodes) == load("mini")[str(first)]["nodes"]
    return nodes


SEATS = [Seat.B, pytest.param(Seat.A, marks=pytest.mark.long)]


@pytest.mark.parametrize("first", SEATS)
def test_the_kernel_walks_the_same_graph(first):
    """32,569 nodes for a seat that starts (the other's mirror them): actions, answers, what follows, who wins."""
    assert len(same_graph(first)) == 32_569


def test_the_graphs_of_both_seats_have_56062_nodes():
    """Counted by words: two different words are two different rounds."""
    run = Lockstep(MINI)
    assert len(walked(run, Seat.A).keys() | walked(run, Seat.B).keys()) == 56_062


def test_features_and_refusals_at_nodes_of_the_graph():
    """Every twentieth node of the graph (interpreted every sixtieth): what both seats know, and codes that tempt."""
    run = Lockstep(MINI)
    source = SplitMix(11)
    for state in list(walked(run, Seat.A))[:: 20 if compiled() else 60]:
        run.position(run.kernel.decode(np.array(state, np.uint64)), source, actions=3, codes=3)
