"""The `Simulator` protocol over both its implementations: one program, one seed, one round."""

import numpy as np
import pytest
from tests.kernel.streams import below, outputs
from tests.rules.boards import board

from saudagar.errors import IllegalAction, ImpossibleChance
from saudagar.kernel import KernelSimulator, ReferenceSimulator, SplitMix, action_index, features
from saudagar.kernel.simulator import draw
from saudagar.rules import (
    CAMEL,
    EMPTY,
    MINI,
    RULESETS,
    STANDARD,
    Bonus,
    BonusDrawn,
    Refill,
    Refilled,
    Seat,
    Sell,
    TakeCamels,
    bundle,
)

BOTH = (ReferenceSimulator, KernelSimulator)
SIMULATORS = [
    pytest.param(kind(rules), id=f"{kind.__name__}-{name}") for kind in BOTH for name, rules in RULESETS.items()
]
STANDARDS = [kind(STANDARD) for kind in BOTH]

REFUSED = (ValueError, IllegalAction, ImpossibleChance)
NOT_LEGAL = "a number from 0|is not legal|TAKE_|CAMELS_|EXCHANGE_|SELL_|CHANCE_OWED"


def history(simulator, seed):
    """Everything that a caller sees of one random round."""
    rng = SplitMix(seed)
    state = simulator.start(Seat.B if seed & 1 else Seat.A, rng)
    seen = []
    while True:
        legal = list(simulator.legal(state))
        rows = [simulator.observe(state, seat).tolist() for seat in Seat]
        seen.append((str(simulator.to_round(state)), simulator.to_act(state), legal, rows, simulator.result(state)))
        if simulator.result(state):
            return seen
        state = simulator.play(state, legal[rng.below(len(legal))]) if legal else simulator.chance(state, rng)


@pytest.mark.parametrize("name", RULESETS)
def test_the_same_seed_gives_the_same_round(name):
    """Lines, seats, legal numbers, features and results of both simulators are equal at every step."""
    first, second = (kind(RULESETS[name]) for kind in BOTH)
    for seed in range(6):
        assert history(first, seed) == history(second, seed)


def test_different_seeds_give_different_rounds():
    """Or the test above would say little."""
    for simulator in STANDARDS:
        assert len({str(history(simulator, seed)[-1]) for seed in range(6)}) == 6


@pytest.mark.parametrize("simulator", SIMULATORS)
def test_a_round_through_the_protocol(simulator):
    """Who acts, what is legal, what is known and how it ended are those of the round that the state stands for."""
    index, rng = action_index(simulator.ruleset), SplitMix(9)
    state = simulator.start(Seat.B, rng)
    assert simulator.to_act(state) is Seat.B
    while simulator.result(state) is None:
        position = simulator.to_round(state)
        assert simulator.of_round(position) == state
        assert simulator.to_act(state) is position.to_act
        legal = simulator.legal(state)
        assert list(legal) == sorted(set(legal))
        assert {index.action(number) for number in legal} == set(position.seen_by(position.turn).legal_actions)
        for seat in Seat:
            row = simulator.observe(state, seat)
            assert row.dtype == np.int16
            assert (row == features(position.seen_by(seat))).all()
        if legal:
            action = legal[rng.below(len(legal))]
            after = simulator.play(state, action)
            assert simulator.to_round(after) == position.play(index.action(action))
        else:
            answer, _ = position.outcomes()[-1]
            assert simulator.to_round(simulator.resolve(state, answer)) == position.resolve(answer)
            after = simulator.chance(state, rng)
            assert after in [simulator.resolve(state, answer) for answer, _ in position.outcomes()]
        assert simulator.to_round(state) == position, "a state was changed"
        state = after
    assert simulator.result(state) == simulator.to_round(state).result
    assert (simulator.to_act(state), list(simulator.legal(state))) == (None, [])


@pytest.mark.parametrize("simulator", SIMULATORS)
def test_what_cannot_be_is_refused(simulator):
    """No number, an illegal action, an action when chance is owed, an answer that is not owed or not there."""
    index, rng = action_index(simulator.ruleset), SplitMix(2)
    state = simulator.start(Seat.A, rng)
    illegal = next(number for number in range(index.size) if number not in simulator.legal(state))
    for number in (-1, -(2**40), index.size, 2**40, illegal):
        with pytest.raises(REFUSED, match=NOT_LEGAL):
            simulator.play(state, number)
    for answer in (Refilled(bundle("D")), Refilled(EMPTY), BonusDrawn(simulator.ruleset.bonuses[0][1][0])):
        with pytest.raises(REFUSED, match="answer"):
            simulator.resolve(state, answer)
    taken = simulator.play(state, index.id(TakeCamels()))
    count = simulator.to_round(taken).owed.count
    assert list(simulator.legal(taken)) == []
    with pytest.raises(REFUSED, match=NOT_LEGAL):
        simulator.play(taken, index.id(TakeCamels()))
    for answer in (Refilled(bundle("D" * (count + 1))), Refilled(EMPTY), Refilled(bundle("G" * 30)), BonusDrawn(1)):
        with pytest.raises(REFUSED, match="answer"):
            simulator.resolve(taken, answer)


@pytest.mark.parametrize("simulator", STANDARDS, ids=lambda simulator: type(simulator).__name__)
def test_a_bonus_token_that_is_not_there_is_refused(simulator):
    """Of the pile of four with a 6 left: no 4, no value of another pile, no number that is none, no cards."""
    position = board("DGSCK", "PPPPL", bonuses_left=((1,), (6,), (8, 9)))
    state = simulator.play(simulator.of_round(position), action_index(STANDARD).id(Sell(bundle("P").kinds[0], 4)))
    assert simulator.to_round(state).owed == Bonus(Seat.A, 4)
    for value in (4, 1, 8, 0, -6, 1000):
        with pytest.raises(REFUSED, match=r"answer|no bonus token"):
            simulator.resolve(state, BonusDrawn(value))
    with pytest.raises(REFUSED, match="answer"):
        simulator.resolve(state, Refilled(bundle("D")))
    after = simulator.to_round(simulator.resolve(state, BonusDrawn(6)))
    assert after.purses.a.bonuses == (6,)
    assert after.bonuses == ((1,), (), (8, 9))
    assert after.turn is Seat.B


@pytest.mark.parametrize("simulator", SIMULATORS)
def test_nothing_owed_is_nothing_answered(simulator):
    """`chance` gives the state itself back, and draws no number."""
    rng = SplitMix(4)
    state = simulator.start(Seat.A, rng)
    before = rng.state
    assert simulator.chance(state, rng) is state
    assert rng.state == before


@pytest.mark.parametrize("simulator", SIMULATORS)
def test_any_source_of_numbers_will_do(simulator):
    """`below` is all that is asked: with the naive stream the round starts as with the package's."""

    class Naive:
        def __init__(self):
            self.stream = outputs(77)

        def below(self, n):
            return below(self.stream, n)

    assert simulator.start(Seat.A, Naive()) == simulator.start(Seat.A, SplitMix(77))


@pytest.mark.parametrize("simulator", SIMULATORS)
def test_the_set_up_takes_card_after_card_from_the_stock(simulator):
    """§5: two to the market, then one by one to a and b, each by counting through the kinds that are left."""
    rules, stream, left = simulator.ruleset, outputs(31), list(simulator.ruleset.pack)
    market = [left.pop() for _ in range(rules.open_camels)]
    assert set(market) == {CAMEL}
    market += [left.pop(below(stream, len(left))) for _ in range(rules.market_size - rules.open_camels)]
    hands = [[], []]
    for turn in range(2 * rules.deal):
        hands[turn % 2].append(left.pop(below(stream, len(left))))
    position = simulator.to_round(simulator.start(Seat.A, SplitMix(31)))
    assert position.market == bundle(market)
    assert position.stock == bundle(left)
    assert list(position.hands) == [bundle(hand).goods for hand in hands]
    assert list(position.herds) == [bundle(hand)[CAMEL] for hand in hands]


def test_no_card_is_drawn_of_no_stock():
    """ValueError, whether the source or the counting says so."""
    with pytest.raises(ValueError, match=r"below 0|empty"):
        draw(EMPTY, SplitMix(0))


def test_states_of_the_kernel_are_plain_values():
    """Tuples of thirteen numbers: they can be kept in sets, and a later use of the simulator changes none of them."""
    simulator = KernelSimulator(MINI)
    rng = SplitMix(0)
    states = [simulator.start(Seat.A, rng) for _ in range(50)]
    assert len(set(states)) > 5
    before = [tuple(state) for state in states]
    for state in states:
        for number in simulator.legal(state):
            simulator.chance(simulator.play(state, number), rng)
    assert states == before
    assert all(isinstance(word, int) and 0 <= word < 2**64 for state in states for word in state)
    assert isinstance(simulator.to_round(simulator.play(states[0], simulator.legal(states[0])[0])).owed, Refill)
