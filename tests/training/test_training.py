"""Learning: slopes are slopes, targets are what the rounds say, a run that is stopped comes to the same network."""

from __future__ import annotations

import json

import numpy as np
import pytest

from saudagar.kernel import Kernel, slots
from saudagar.kernel.network import ONE, whole_numbers
from saudagar.rules import STANDARD
from saudagar.training import Run, Settings
from saudagar.training.learner import LOGITS, WEIGHTS, Learner, wanted
from saudagar.training.run import TrainingError
from saudagar.training.selfplay import Share

SMALL = Settings(generations=3, rows=4_000, batch=256, steps=4, window=2, rivals=2, keep=1)


def some_rows(count, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.random((count, slots.SLOTS)) * np.array(slots.SIZES)).astype(np.uint8)


def test_slopes_are_differences():
    """Each slope is what the loss changes by when its parameter does, told by a difference in double precision."""
    learner, values = Learner(3), some_rows(40)
    told = np.random.default_rng(1).random((40, 5))
    learner.parameters = {name: value.astype(np.float64) for name, value in learner.parameters.items()}

    def loss():
        heads = learner.forward(learner.bits(values).astype(np.float64))[2]
        chance = 1 / (1 + np.exp(-heads))
        cross = -(told * np.log(chance) + (1 - told) * np.log(1 - chance))
        return float((np.where(LOGITS, cross, (heads - told) ** 2 / 2) * WEIGHTS).mean(axis=0).sum())

    found, _ = learner.slopes(values, told)
    rng, compared = np.random.default_rng(2), 0
    for name, value in learner.parameters.items():
        for _ in range(12):
            at = tuple(rng.integers(0, size) for size in value.shape)
            before = value[at]
            value[at] = before + 1e-5
            above = loss()
            value[at] = before - 1e-5
            below = loss()
            value[at] = before
            assert found[name][at] == pytest.approx((above - below) / 2e-5, rel=2e-3, abs=2e-6), (name, at)
            compared += 1
    assert compared == 72


def test_whole_numbers_are_near_the_real_ones():
    """The network in whole numbers says nearly what the learner does."""
    learner, values = Learner(5), some_rows(300)
    network = whole_numbers(learner.parameters, {})
    whole = network.heads(values) / ONE
    assert np.abs(whole - learner.forward(learner.bits(values))[2]).max() < 0.03


def test_thermometer_bits_count_up():
    """A slot of value v has its first v bits set and no others."""
    learner, values = Learner(1), some_rows(50)
    bits, at = learner.bits(values), 0
    for slot, size in enumerate(slots.SIZES):
        part = bits[:, at : at + size - 1]
        assert (part.sum(axis=1) == values[:, slot]).all()
        assert (np.diff(part, axis=1) <= 0).all()
        at += size - 1
    assert at == slots.BITS


def test_targets_follow_the_round():
    """With lambda 1 and no exploring, a row's target is how its round ended, and its facts agree with each other."""
    network = whole_numbers(Learner(2).parameters, {})
    rows = Share(network, network, 9, 3_000, trace=1.0).play(Kernel(STANDARD))
    facts = rows.facts
    assert rows.rounds > 10
    assert set(facts[:, 5]) <= {0, 1, 2}
    # A row before the last own action learns from that one's exact value: it may lie between lost and won.
    whole = np.isin(facts[:, 0], [0, ONE // 2, ONE])
    assert whole.mean() > 0.5
    assert (facts[whole, 0] * 2 == facts[whole, 5] * ONE).mean() > 0.98
    assert (facts[facts[:, 1] > 0, 5] == 2).all(), "who has more rupees has won"
    assert (facts[facts[:, 1] < 0, 5] == 0).all(), "and who has fewer has lost"
    assert (facts[:, 4] == (facts[:, 3] == 1)).all()
    told = wanted(facts)
    assert told.dtype == np.float32
    assert told[:, 0].min() >= 0
    assert told[:, 0].max() <= 1


def test_a_run_that_was_stopped_comes_to_the_same_network(tmp_path):
    """Three generations at once, and one, then two after a new start: the same numbers, whatever the threads."""
    whole = Run(tmp_path / "whole", SMALL)
    whole.go(2)

    class Stop(Exception):
        pass

    def stop(said):
        raise Stop

    with pytest.raises(Stop):
        Run(tmp_path / "parts", SMALL).go(1, stop)
    rest = Run(tmp_path / "parts")
    assert rest.generation == 1
    rest.go(1)
    assert rest.network.digest == whole.network.digest
    log = [json.loads(line) for line in (tmp_path / "parts" / "log.jsonl").read_text().splitlines()]
    assert [said["generation"] for said in log] == [0, 1, 2]
    assert sorted(path.name for path in (tmp_path / "parts").glob("network-*.npz")) == [
        f"network-{number:05}.npz" for number in (1, 2, 3)
    ]


def test_other_settings_are_another_run(tmp_path):
    """TrainingError rather than a mixture."""
    Run(tmp_path / "run", SMALL)
    with pytest.raises(TrainingError, match="other settings"):
        Run(tmp_path / "run", Settings(seed=2))


def test_learning_lowers_the_loss():
    """On the same rows again and again the loss falls far below where it began."""
    learner = Learner(1)
    values = some_rows(512, 3)
    told = np.zeros((512, 5), np.float32)
    told[:, 0] = values[:, 0] > 3
    first = learner.step(values, told, 1e-3)[0]
    for _ in range(60):
        last = learner.step(values, told, 1e-3)[0]
    assert last < first / 3
