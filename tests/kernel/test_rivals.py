"""The searches of the yardstick players in the core: compiled and interpreted alike, from any thread."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from saudagar.kernel import Kernel, compiled, rivals
from saudagar.kernel.rivals import ROWS, Budget, Thought, linear_weights

ASK = """
import json, sys
from saudagar.kernel import Kernel, compiled
from saudagar.kernel.rivals import Budget, Thought

assert compiled() == (sys.argv[1] == "compiled")
found, kernel = [], Kernel()
for number in range(3):
    game = kernel.games(1, number)
    game.playout(limit=9 * number)
    position = game[0]
    view = position.seen_by(position.turn)
    if position.over or position.owed:
        continue
    found.append(Thought(view, 7).thumb(9))
    for told in (
        Thought(view, 7).flat(Budget(1), 3),
        Thought(view, 7).sighted(Budget(25), 6, 0.5),
        Thought(view, 7).frozen(Budget(30), worlds=8, width=8, plies=2, explore=1.5, heat=0.5),
    ):
        found.append([(str(action), value) for action, value in told])
print(json.dumps(found))
"""


def only_compiled(test):
    """Leave a test out of the collection where the kernel runs interpreted: there is nothing to compare, or no time."""
    return test if compiled() else None


def thoughts(count):
    """Return deliberations about positions met in play."""
    games = Kernel().games(count, 11)
    games.playout(limit=10)
    return [games[place].seen_by(games[place].turn) for place in range(count)]


@only_compiled
def test_compiled_and_interpreted_decide_alike():
    """The same small searches in two processes: every code and every value is the same."""
    told = []
    for kind, pure in (("compiled", "0"), ("interpreted", "1")):
        env = os.environ | {"SAUDAGAR_PURE": pure}
        run = subprocess.run(
            [sys.executable, "-c", ASK, kind], env=env, capture_output=True, text=True, check=True, timeout=120
        )
        told.append(json.loads(run.stdout))
    assert told[0] == told[1]
    assert len(told[0]) == 12


def test_the_rule_of_thumb_lists_legal_codes_best_first():
    """As many as asked for, or all there are; scores fall."""
    kernel = Kernel()
    for view in thoughts(5):
        listed = Thought(view, 1).thumb(200)
        assert sorted(code for code, _ in listed) == sorted(kernel.code(action) for action in view.legal_actions)
        scores = [score for _, score in listed]
        assert scores == sorted(scores, reverse=True)
        assert Thought(view, 1).thumb(3) == listed[:3]


@pytest.mark.parametrize("samples", [1, 7, 8, 9])
def test_visits_are_all_accounted_for(samples):
    """Shares of the visits sum to one; in frozen trees the first visit of each tree makes its root and goes nowhere."""
    for view in thoughts(2):
        shares = [value for _, value in Thought(view, 1).sighted(Budget(samples), 14, 0.5)]
        assert sum(shares) == pytest.approx(1)
        told = Thought(view, 1).frozen(Budget(samples), worlds=8, width=24, plies=2, explore=1.5, heat=0.5)
        assert sum(value for _, value in told) * samples == pytest.approx(max(0, samples - 8))
        assert told


@only_compiled
def test_trees_without_room_go_on_searching(monkeypatch):
    """A tree that may not grow any more still takes its visits."""
    monkeypatch.setattr(rivals, "MOST", 20)
    monkeypatch.setattr(rivals, "MOST_EDGES", 200)
    for view in thoughts(3):
        assert sum(value for _, value in Thought(view, 1).sighted(Budget(3_000), 14, 0.5)) <= 1
        told = Thought(view, 1).frozen(Budget(3_000), worlds=8, width=24, plies=2, explore=1.5, heat=0.5)
        assert sum(value for _, value in told) <= 1


@only_compiled
def test_a_yardstick_does_not_stretch():
    """Whoever makes one of these decide otherwise must give its player a new name: old results are measured by it."""
    expected = [
        (304, "-DD 1.000", "-L 0.467", "-DD 0.285"),
        (2755, "+DCL-KKK 1.000", "+DCLL-KKKK 0.147", "+DC-KK 0.180"),
        (379, "+GG-SP 1.000", "+GG-SP 0.163", "+GG-SP 0.325"),
        (1312, "+P 0.750", "+SP-KK 0.283", "+GSP-CLK 0.105"),
        (499, "+K 0.750", "-DD 0.643", "+K 0.535"),
        (719, "+SCC-DDK 0.625", "+SCC-GPK 0.190", "+C 0.120"),
    ]
    for view, (score, *told) in zip(thoughts(6), expected, strict=True):
        assert Thought(view, 0).thumb(1)[0][1] == score
        found = (
            Thought(view, 5).flat(Budget(4), 14),
            Thought(view, 5).sighted(Budget(300), 14, 0.5),
            Thought(view, 5).frozen(Budget(200), worlds=8, width=24, plies=10, explore=1.5, heat=0.5),
        )
        assert [f"{ranking[0][0]} {ranking[0][1]:.3f}" for ranking in found] == told


@only_compiled
def test_threads_do_not_meet():
    """Deliberations in several threads give what they give alone."""
    views = thoughts(6)

    def ask(view):
        return (
            Thought(view, 3).flat(Budget(6), 14),
            Thought(view, 3).sighted(Budget(300), 14, 0.5),
            Thought(view, 3).frozen(Budget(300), worlds=8, width=24, plies=6, explore=1.5, heat=0.5),
        )

    alone = [ask(view) for view in views]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(ask, views)) == alone


def test_the_weights_are_those_of_the_slots():
    """One weight for each value of each slot, none beyond what sums may hold."""
    weights = linear_weights()
    assert weights.shape == (ROWS,)
    assert weights.dtype == np.int32
    assert np.abs(weights.astype(np.int64)).max() * 69 < 1 << 31


def test_a_frozen_world_never_runs_out():
    """Rounds from the deal to the end, every decision by few frozen iterations: legal at each ply."""
    kernel = Kernel()
    games, plies = kernel.games(1, 2), 0
    while not games.over[0] and plies < (150 if compiled() else 6):
        position = games[0]
        budget = Budget(24 if compiled() else 8)
        view = position.seen_by(position.turn)
        told = Thought(view, plies).frozen(budget, worlds=8, width=4, plies=50, explore=1.0, heat=1.0)
        games.step(
            np.array([kernel.code(told[0][0])], np.uint32),
            np.zeros((1, kernel.width), np.uint32),
            np.zeros(1, np.int32),
            restart=False,
        )
        plies += 1
    assert games.over[0] or not compiled()
