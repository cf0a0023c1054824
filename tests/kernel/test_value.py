"""The network on whole numbers: in the core as in NumPy, exact where a round ends, blind to what is hidden."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from tests.kernel.test_slots import after_actions, filled

from saudagar.kernel import Kernel, SplitMix, slots
from saudagar.kernel.core import core
from saudagar.kernel.network import AHEAD, HEADS, NECK, ONE, WIDTH, Network, UnsuitableWeights, whole_numbers
from saudagar.kernel.search import Plan, Searcher
from saudagar.rules import CAMEL, STANDARD, Bonus, BySeat, Seat, sample_world
from saudagar.rules.actions import Sell
from saudagar.rules.scoring import Purse

KERNEL = Kernel(STANDARD)


def random_network(seed, spread=1.0):
    """Return a network of random numbers: it judges without sense, and everything must hold for it all the same."""
    rng = np.random.default_rng(seed)
    made = whole_numbers(
        {
            "w1": rng.normal(0, 0.08 * spread, (slots.BITS, WIDTH)),
            "b1": rng.normal(0, 0.3, WIDTH),
            "w2": rng.normal(0, 0.15, (WIDTH, NECK)),
            "b2": rng.normal(0, 0.2, NECK),
            "w3": rng.normal(0, 0.5, (NECK, len(HEADS))),
            "b3": rng.normal(0, 0.2, len(HEADS)),
        },
        {},
    )
    return replace(made, ahead=np.sort(rng.integers(0, ONE + 1, AHEAD)).astype(np.int32))


NETWORK = random_network(1)


def state_list(position):
    state = KERNEL.layout.encode(position)
    return state if core.COMPILED else state.tolist()


def decisions(count):
    """Yield rounds in which a seat is to act."""
    for number in range(count):
        for position, _ in after_actions(STANDARD, 300 + number):
            if position.owed is None and not position.over:
                yield position


def test_the_core_says_what_numpy_says():
    """Every action's value equals the network told in NumPy, to the last bit, wherever the round goes on."""
    mind = core.Mind(NETWORK)
    compared = 0
    for position in decisions(12 if core.COMPILED else 2):
        codes, values = np.zeros(KERNEL.width, np.uint32), np.zeros(KERNEL.width, np.int32)
        count = core.weigh(KERNEL.core, mind, state_list(position), codes, values)
        assert count == len(position.seen_by(position.turn).legal_actions)
        for code, value in list(zip(codes[:count], values[:count], strict=True))[::5]:
            after = position.play(KERNEL.action(int(code)))
            if after.over or ends_for_sure(after):
                continue
            logit = NETWORK.heads(np.array(filled(KERNEL, after, position.turn), np.uint8))[0]
            assert value == NETWORK.chances(logit), (position, code)
            compared += 1
    assert compared > 50


def ends_for_sure(after):
    """Say whether a round is over whatever chance answers: piles sold out, or a refill that cannot fill the market."""
    empty = sum(not after.ruleset.tokens_left(good, after.sold[good]) for good in after.ruleset.goods)
    return empty >= after.ruleset.piles_to_end or (
        after.owed is not None
        and not after.bonus_due
        and (after.market.size + after.owed.count < after.ruleset.market_size)
    )


def chance_at_the_end(view):
    """Return the exact chance of having won, by laying out every way in which the unseen bonus tokens can lie."""
    rules, me, other = view.ruleset, view.audience, view.audience.other
    mine, theirs = view.purses[me], view.purses[other]
    herds = view.herds[me] - view.herds[other]
    lead = mine.rupees + sum(mine.bonuses) - theirs.rupees + rules.camel_token * ((herds > 0) - (herds < 0))
    spread = {lead: Fraction(1)}
    for tier, pile in rules.bonuses:
        left = list(pile)
        for value in mine.bonuses:
            if value in left:
                left.remove(value)
        hidden = theirs.hidden.count(tier)
        draws = isinstance(view.owed, Bonus) and view.owed.tier == tier
        ways = []
        for held in combinations(range(len(left)), hidden):
            rest = [left[i] for i in range(len(left)) if i not in held]
            taken = sum(left[i] for i in held)
            ways += [value - taken for value in rest] if draws else [-taken]
        spread_now = {}
        for lead_before, weight in spread.items():
            for change in ways:
                total = lead_before + change
                spread_now[total] = spread_now.get(total, 0) + weight / len(ways)
        spread = spread_now
    bonuses = len(mine.bonuses) + isinstance(view.owed, Bonus) - len(theirs.hidden)
    tie = bonuses or mine.tokens - theirs.tokens
    half = Fraction(1) if tie > 0 else Fraction(1, 2) if tie == 0 else Fraction(0)
    return sum(weight * (1 if total > 0 else half if total == 0 else 0) for total, weight in spread.items())


def closer(position, seat):
    """Yield the same round with purses so near each other that the hidden tokens decide, or nothing does."""
    theirs = position.purses[seat.other].rupees + sum(position.purses[seat.other].bonuses)
    mine = position.purses[seat]
    for ahead in range(-12, 13):
        rupees = max(0, theirs + ahead - sum(mine.bonuses))
        purse = Purse(rupees, mine.tokens, mine.bonuses)
        purses = {seat: purse, seat.other: position.purses[seat.other]}
        yield replace(position, purses=BySeat(purses[Seat.A], purses[Seat.B]))


def test_the_end_of_a_round_is_counted_out():
    """Where an action ends the round its value is the exact chance of having won it, hidden tokens and all."""
    mind, ended, uncertain = core.Mind(NETWORK), 0, 0
    for number in range(60 if core.COMPILED else 45):
        for position, seat in after_actions(STANDARD, 900 + number):
            if not ends_for_sure(position):
                continue
            for near in (position, *closer(position, seat)):
                found = core.final(KERNEL.core, mind, state_list(near), list(Seat).index(seat))
                expected = chance_at_the_end(near.seen_by(seat))
                assert found == expected.numerator * ONE // expected.denominator, near
                uncertain += 0 < expected < 1
            ended += 1
    assert ended > 15
    assert uncertain > 40


def test_no_decision_knows_what_is_hidden():
    """Values, samples and rankings are the same in every world that the seat cannot tell apart."""
    searcher, numbers = Searcher(KERNEL, NETWORK, threads=1), SplitMix(11)
    samples = 60 if core.COMPILED else 4
    for number, position in enumerate(decisions(4 if core.COMPILED else 1)):
        if number % 4:
            continue
        expected = searcher.search(KERNEL.layout.encode(position), number, samples)
        for _ in range(2):
            world = sample_world(position.seen_by(position.turn), numbers)
            assert searcher.search(KERNEL.layout.encode(world), number, samples) == expected


def test_the_number_of_threads_does_not_matter():
    """One thread, two and three give the same numbers."""
    position = next(iter(decisions(1)))
    state, samples = KERNEL.layout.encode(position), 600 if core.COMPILED else 12
    found = [Searcher(KERNEL, NETWORK, threads=threads).search(state, 5, samples) for threads in (1, 2, 3)]
    assert found[0] == found[1] == found[2]
    assert found[0] != Searcher(KERNEL, NETWORK, threads=1).search(state, 6, samples)


def test_sampled_worlds_are_those_that_may_be():
    """Following a sale that ends the round through many worlds gives its exact chance, in the mean."""
    for number in range(40):
        for position, _ in after_actions(STANDARD, 900 + number):
            if position.owed is not None or position.over:
                continue
            view = position.seen_by(position.turn)
            ending = [a for a in view.legal_actions if isinstance(a, Sell) and ends_for_sure(position.play(a))]
            if not ending:
                continue
            codes = np.array([KERNEL.code(ending[0])], np.uint32)
            sums, squares, told = (np.zeros(1, np.int64) for _ in range(3))
            searcher = Searcher(KERNEL, NETWORK, threads=1)
            searcher.sample(KERNEL.layout.encode(position), codes, sums, squares, told, first=0, count=50, seed=1)
            expected = chance_at_the_end(position.play(ending[0]).seen_by(position.turn))
            assert sums[0] == told[0] == 50 * (expected.numerator * ONE // expected.denominator)
            return
    pytest.fail("no round had a sale that ends it")


def test_a_network_comes_back_from_its_file(tmp_path):
    """Numbers and what is said about them are the same; the same numbers give the same file."""
    NETWORK.save(tmp_path / "one.npz")
    NETWORK.save(tmp_path / "two.npz")
    found = Network.load(tmp_path / "one.npz")
    assert found.digest == NETWORK.digest
    assert (found.rows == NETWORK.rows).all()
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_a_table_that_says_nothing_is_not_part_of_the_hash(tmp_path):
    """A network from before there were such tables keeps its hash, and comes back with those that change nothing."""
    bare = replace(NETWORK, hands=np.zeros_like(NETWORK.hands), ahead=np.arange(257, dtype=np.int32) * 4096)
    bare.save(tmp_path / "bare.npz")
    with np.load(tmp_path / "bare.npz") as file:
        assert not {"hands", "ahead"} & set(file.files)
    found = Network.load(tmp_path / "bare.npz")
    assert (found.ahead == bare.ahead).all()
    assert found.digest == bare.digest != NETWORK.digest


@pytest.mark.parametrize("ahead", [np.arange(257)[::-1] << 12, np.arange(257) - 1, np.arange(257) << 13])
def test_a_table_that_falls_or_leaves_its_bounds_is_refused(ahead):
    """What is better by the network cannot be worse to those who look ahead, and a chance is one."""
    with pytest.raises(UnsuitableWeights, match="ahead"):
        replace(NETWORK, ahead=np.ascontiguousarray(ahead.astype(np.int32)))


@pytest.mark.parametrize("spoil", ["cut", "empty", "text", "flipped"])
def test_a_file_that_is_no_network_is_refused(tmp_path, spoil):
    """UnsuitableWeights names the file."""
    path = tmp_path / "n.npz"
    NETWORK.save(path)
    content = path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(
        {
            "cut": content[:middle],
            "empty": b"",
            "text": b"hello",
            "flipped": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
        }[spoil]
    )
    with pytest.raises(UnsuitableWeights, match=r"n\.npz"):
        Network.load(path)


def test_weights_that_could_leave_their_words_are_refused():
    """A sum of 32 bits must never overflow."""
    with pytest.raises(UnsuitableWeights, match="too large"):
        whole_numbers(
            {
                "w1": np.zeros((slots.BITS, WIDTH)),
                "b1": np.zeros(WIDTH),
                "w2": np.full((WIDTH, NECK), 31.0),
                "b2": np.zeros(NECK),
                "w3": np.zeros((NECK, len(HEADS))),
                "b3": np.zeros(len(HEADS)),
            },
            {},
        )


def test_a_plan_without_samples_is_the_network_alone():
    """With no samples the ranking is the network's, every legal action once."""
    position = next(iter(decisions(1)))
    found = Searcher(KERNEL, NETWORK, Plan(), 1).search(KERNEL.layout.encode(position), 1, 0)
    actions = {KERNEL.action(each.code) for each in found}
    assert actions == set(position.seen_by(position.turn).legal_actions)
    assert all(each.samples == 0 and each.value == each.prior for each in found)
    assert position.market[CAMEL] >= 0
