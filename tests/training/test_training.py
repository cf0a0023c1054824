"""Learning: slopes are slopes, targets are what the rounds say, a run that is stopped comes to the same network."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest

from saudagar.kernel import Kernel, slots
from saudagar.kernel.network import ONE, Network, whole_numbers
from saudagar.rules import STANDARD
from saudagar.training import Run, Settings, Threads, TrainingError
from saudagar.training.learner import LOGITS, NOT_PLAYED, WEIGHTS, Learner, wanted
from saudagar.training.selfplay import Looking, Share

SMALL = Settings(generations=3, rows=4_000, batch=256, steps=4, window=2, rivals=2, contest=1_000, keep=1)
SECOND = msgspec.structs.replace(SMALL, rules=3, looked=0.1, look_width=3, look_worlds=2, look_depth=2)


def go(run, threads, told=lambda _: None):
    with Threads(threads) as workers:
        run.go(workers, told)


def some_rows(count, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.random((count, slots.SLOTS)) * np.array(slots.SIZES)).astype(np.uint8)


def test_slopes_are_differences():
    """Each slope is what the loss changes by when its parameter does, told by a difference in double precision."""
    learner, values = Learner(3), some_rows(40)
    told = np.random.default_rng(1).random((40, 5))
    told[::3, 1:] = np.nan  # of these rows only the first head's word is known
    learner.parameters = {name: value.astype(np.float64) for name, value in learner.parameters.items()}

    def loss():
        heads = learner.forward(learner.bits(values).astype(np.float64))[2]
        chance = 1 / (1 + np.exp(-heads))
        cross = -(told * np.log(chance) + (1 - told) * np.log(1 - chance))
        return float((np.nanmean(np.where(LOGITS, cross, (heads - told) ** 2 / 2), axis=0) * WEIGHTS).sum())

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


@pytest.mark.parametrize("stage", [SMALL, SECOND], ids=["from nothing", "with search"])
def test_a_run_that_was_stopped_comes_to_the_same_network(tmp_path, stage):
    """Three generations at once, and one, then two after a new start: the same numbers, whatever the threads."""
    start = {} if stage is SMALL else {"start": whole_numbers(Learner(8).parameters, {})}
    whole = Run(tmp_path / "whole", stage, **start)
    go(whole, 2)

    class Stop(Exception):
        pass

    def stop(said):
        raise Stop

    with pytest.raises(Stop):
        go(Run(tmp_path / "parts", stage, **start), 1, stop)
    rest = Run(tmp_path / "parts")
    assert rest.generation == 1
    go(rest, 1)
    assert rest.network.digest == whole.network.digest
    log = [json.loads(line) for line in (tmp_path / "parts" / "log.jsonl").read_text().splitlines()]
    assert [said["generation"] for said in log] == [0, 1, 2]
    assert ("changed" in log[0]) == (stage is SECOND)
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


def told_back(rows, trace):
    """Return the targets of every round's rows by the seat that did not act last, told with fractions of the result.

    Those of decisions that were looked at are what search said, of which the facts alone do not tell.
    """
    facts, expected, at = rows.facts, {}, len(rows.facts)
    while at:
        begin = at - 1
        # Going back through a round there are ever more plies left; rows that were not played have none of their own.
        left, at = 0, begin + 1
        back = {}
        while begin >= 0:
            fact = facts[begin]
            if fact[5] == NOT_PLAYED:
                begin -= 1
                continue
            if fact[3] < left:
                break
            left, seat = int(fact[3]), int(fact[7]) & 1
            if left % 2:  # an even number of plies is left to the seat that ends the round
                target = back.get(seat, int(fact[5]) * ONE // 2)
                if not fact[7] & 8:
                    expected[begin] = target
                back[seat] = (int(fact[6]) * (1024 - trace) + target * trace) >> 10
            begin -= 1
        at = begin + 1
    return expected


@pytest.mark.parametrize("looked", [0.0, 0.2])
def test_targets_are_handed_back(looked):
    """A target is the result faded into later judgements, told once more.

    Of what was looked at it is what search found; what that hands back comes from other worlds, and is near.
    """
    network = whole_numbers(Learner(2).parameters, {})
    looking = Looking(4, 3, 2)
    rows = Share(network, network, 9, 3_000, trace=0.75, looked=looked, looking=looking).play(Kernel(STANDARD))
    expected = told_back(rows, 768)
    assert len(expected) > 500
    assert {at: int(rows.facts[at, 0]) for at in expected} == expected
    chosen = rows.facts[(rows.facts[:, 7] & 8) > 0]
    assert (chosen[:, 0] != chosen[:, 6]).any() == bool(looked)
    assert looked == 0 or abs(chosen[:, 0].mean() - chosen[:, 6].mean()) < 0.05 * ONE
    others = rows.facts[:, 5] == NOT_PLAYED
    assert others.any() == bool(looked) == bool(rows.looked)
    assert rows.changed < rows.looked or not looked
    told = wanted(rows.facts)
    assert np.isnan(told[others, 1:]).all()
    assert not np.isnan(told[~others]).any()
    assert ((told[:, 0] >= 0) & (told[:, 0] <= 1)).all()


def test_what_was_passed_over_is_told_beside_the_choice():
    """Rows of one decision differ in what the action changes and agree in what it cannot."""
    network = whole_numbers(Learner(2).parameters, {})
    rows = Share(network, network, 5, 2_000, looked=0.3, looking=Looking(4, 2, 2)).play(Kernel(STANDARD))
    same = [slots.NAMES.index(name) for name in ("other.herd", "other.hand", "other.hidden", "stock")]
    at = 0
    compared = 0
    while at < len(rows.facts):
        first = at
        while rows.facts[at, 5] == NOT_PLAYED:
            at += 1
        if at > first and rows.facts[at, 7] & 8:
            group = rows.slots[first : at + 1]
            assert (group[:, same] == group[0, same]).all()
            assert len({row.tobytes() for row in group}) == len(group)
            compared += 1
        at += 1
    assert compared > 50


def test_a_network_taken_over_is_the_same_network():
    """Adopted and written again it has the same hash."""
    network = whole_numbers(Learner(4).parameters, {})
    learner = Learner(1)
    learner.adopt(network)
    assert whole_numbers(learner.parameters, {}).digest == network.digest


def test_a_run_goes_on_from_a_network_and_against_one(tmp_path):
    """Both networks are kept in the folder; with other ones it is another run; the rival's share is told."""
    one, other = (whole_numbers(Learner(seed).parameters, {}) for seed in (1, 2))
    settings = msgspec.structs.replace(SMALL, generations=1, against_looked=0.05, look_worlds=1, look_depth=2)
    run = Run(tmp_path / "run", settings, start=one, against=other)
    assert run.network.digest == one.digest
    said = []
    go(run, 1, said.append)
    assert 0 <= said[0]["score_against_rival"] <= 1
    assert Network.load(tmp_path / "run" / "against.npz").digest == other.digest
    assert Run(tmp_path / "run").network.digest == run.network.digest != one.digest
    with pytest.raises(TrainingError, match="other settings"):
        Run(tmp_path / "run", settings, start=other, against=other)


def test_the_rule_of_thumb_is_a_rival():
    """Its seat's rows are not kept: about half as many a ply as of self-play."""
    network, kernel = whole_numbers(Learner(2).parameters, {}), Kernel(STANDARD)
    both = Share(network, network, 3, 3_000).play(kernel)
    one = Share(network, network, 3, 3_000, thumb=0.1).play(kernel)
    assert 0.85 < len(both.facts) / both.plies < 1
    assert 0.4 < len(one.facts) / one.plies < 0.55
    assert one.score < 0.5, "a network that has learnt nothing loses to it"


def test_a_run_that_is_finished_early_can_still_go_on(tmp_path):
    """The finished network is another one, said to be so, and the run comes to the network it would have come to."""

    class Stop(Exception):
        pass

    def stop(said):
        raise Stop

    with pytest.raises(Stop):
        go(Run(tmp_path / "run", SMALL), 1, stop)
    run = Run(tmp_path / "run")
    before = run.network.digest
    finished = [Network.load(Run(tmp_path / "run").finish(6)) for _ in range(2)]
    assert finished[0].digest == finished[1].digest != before
    assert finished[0].about["finished"] == 6
    assert Run(tmp_path / "run").network.digest == before
    go(run, 1)
    whole = Run(tmp_path / "whole", SMALL)
    go(whole, 1)
    assert run.network.digest == whole.network.digest
