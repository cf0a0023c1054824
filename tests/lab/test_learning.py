"""The examples that learn: their slopes are right, they run in small, and the solver agrees with OpenSpiel's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from saudagar.lab import Rounds
from saudagar.rules import MINI, bundle

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
import exact
import learn_ppo
import learn_td
import mini_equilibrium


def agree(arrays: dict[str, Any], slopes: dict[str, Any], loss: Callable[[], float]) -> None:
    """The steepest slope of each array is that of the loss, by differences."""
    for name, array in arrays.items():
        at = np.unravel_index(np.abs(slopes[name]).argmax(), array.shape)
        old, found = array[at], []
        for step in (1e-5, -1e-5):
            array[at] = old + step
            found.append(loss())
        array[at] = old
        assert (found[0] - found[1]) / 2e-5 == pytest.approx(slopes[name][at], rel=1e-3), name


def test_the_slopes_of_td_are_those_of_its_error() -> None:
    """Half the mean squared error, by differences, on real observations."""
    rounds, rng = Rounds(24, 1, encoding="thermometer-1"), np.random.default_rng(1)
    network = learn_td.Network(rounds.encoder.size, 8, 1)
    views, numbers, wanted, _ = learn_td.SelfPlay(network, rounds, 1).collect(2, 0.8, 0.5)
    network.w = {name: each.astype(float) for name, each in network.w.items()}
    wanted = wanted + rng.normal(0, 0.3, len(wanted))

    def loss() -> float:
        return float(((network.values(network.sums(views), numbers) - wanted) ** 2).mean() / 2)

    agree(network.w, network.slopes(views.astype(float), numbers, wanted)[0], loss)


def test_the_slopes_of_ppo_are_those_of_its_loss() -> None:
    """The clipped objective, the value's error and the entropy, written down plainly, by differences."""
    rounds, rng = Rounds(16, 1, encoding="thermometer-1"), np.random.default_rng(1)
    net = learn_ppo.Policy(rounds.encoder.size, 16, 1)
    net.w = {name: each.astype(float) for name, each in net.w.items()}
    net.w["value"] += rng.normal(0, 0.02, 16)
    seen, _ = learn_ppo.collect(net, rounds, 2, rng, 0.9)
    seen["logs"] = seen["logs"] + rng.normal(0, 0.05, 32)

    def loss() -> float:
        hidden, ins, value = net.first(seen["views"])
        chances = [learn_ppo.softmax(ins, seen["in_mask"])]
        chances.append(learn_ppo.softmax(net.second(hidden, seen["come"])[1], seen["out_mask"]))
        taken = [p[np.arange(32), seen[name]] for p, name in zip(chances, ("come", "go"), strict=True)]
        ratio, good = taken[0] * taken[1] / np.exp(seen["logs"]), seen["advantage"]
        told = -np.minimum(ratio * good, np.clip(ratio, 0.8, 1.2) * good).mean()
        told += ((value - seen["wanted"]) ** 2).mean() / 2
        return float(told + sum(0.01 * (p * np.log(p + 1e-12)).sum(1).mean() for p in chances))

    slopes = net.slopes(seen)
    length = np.sqrt(sum(float((each * each).sum()) for each in slopes.values()))
    assert length <= 0.5 + 1e-9
    scale = None
    for name, array in net.w.items():  # slopes longer than ½ are shortened, all by the same part
        at = np.unravel_index(np.abs(slopes[name]).argmax(), array.shape)
        old, found = array[at], []
        for step in (1e-5, -1e-5):
            array[at] = old + step
            found.append(loss())
        array[at] = old
        part = slopes[name][at] / ((found[0] - found[1]) / 2e-5)
        scale = part if scale is None else scale
        assert part == pytest.approx(scale, rel=1e-3), name
    assert scale is not None
    assert scale <= 1 + 1e-3
    if length < 0.499:
        assert scale == pytest.approx(1, rel=1e-3)


@pytest.mark.parametrize("example", [learn_td, learn_ppo])
def test_the_examples_run_in_small(example: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A moment of learning, weights that are saved and read back, a measure against greedy, a curve."""
    course = example.train(0.003, count=32, plies=8, width=16, pairs=0, save=tmp_path / "weights.npz")
    again = example.train(0, count=1, width=16, load=tmp_path / "weights.npz")
    assert all((again.weights[name] == array).all() for name, array in course.weights.items())
    course.points = [(0.0, 0.1), (2.0, 0.5)]
    assert len(course.end(1, tmp_path).pairs) == 1
    assert "of 2 rounds against greedy" in capsys.readouterr().out
    assert "60.0,201.0 660.0,125.0" in (tmp_path / f"{course.name}.svg").read_text()


def test_the_solver_agrees_with_open_spiel() -> None:
    """On Kuhn poker: exploitability of the even policy as OpenSpiel's; CFR+ comes to the known value of −1/18."""
    game = pyspiel.load_game("kuhn_poker")
    solver = exact.Solver(exact.build(game))
    told = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert solver.judge(solver.normal(solver.average))[1] == pytest.approx(told)
    for _ in range(300):
        solver.step()
    value, left = solver.judge(solver.normal(solver.average))
    assert value == pytest.approx(-1 / 18, abs=2e-3)
    assert left < 0.01


def test_self_play_approaches_the_equilibrium() -> None:
    """MINI without a camel, to be quick: what 81,920 rounds taught leaves a best answer little, and has the exact value."""
    rules = replace(MINI, name="tiny", pack=bundle("DDDCCCCKK"))
    solver = exact.Solver(exact.tree_of(rules))
    tables = mini_equilibrium.Tables(rules, seed=1)
    assert solver.judge(tables.average(solver.tree))[1] > 0.5, "who has learnt nothing loses much to a best answer"
    ((_, value, left),) = mini_equilibrium.self_play(solver, tables, [20])
    assert left < 0.03
    for _ in range(30):
        solver.step()
    known, error = solver.judge(solver.normal(solver.average))
    assert value == pytest.approx(known, abs=left + error + 1e-9)


@pytest.mark.long
def test_self_play_approaches_the_equilibrium_of_mini() -> None:
    """Half a million rounds of the MINI rules come to the value that CFR+ finds, and leave a best answer less than 0.03."""
    solver = exact.Solver(exact.tree_of())
    assert solver.judge(mini_equilibrium.Tables().average(solver.tree))[1] > 0.5
    ((_, value, left),) = mini_equilibrium.self_play(solver, mini_equilibrium.Tables(), [120])
    assert left < 0.03
    assert value == pytest.approx(0.4857, abs=0.02)


@pytest.mark.long
def test_the_small_game_has_the_value_that_the_documents_tell() -> None:
    """The whole MINI tree: CFR+ comes near 0.4857 for the seat that begins, and best answers hardly gain."""
    solver = exact.Solver(exact.tree_of())
    assert len(solver.tree.player) == 566_059
    for _ in range(30):
        solver.step()
    value, left = solver.judge(solver.normal(solver.average))
    assert left < 0.01
    assert value == pytest.approx(0.4857, abs=left + 1e-4)
