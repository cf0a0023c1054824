"""The environments: each toolkit's own test passes, and each agrees with the rules at every ply."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from saudagar.dealers import rng
from saudagar.errors import UnknownPlayer
from saudagar.kernel import Kernel, action_index
from saudagar.lab import ENCODERS, Factored, Rounds, SaudagarEnv, aec_env, encoder, open_spiel
from saudagar.lab.aec import AGENTS, RawEnv
from saudagar.rules import MINI, STANDARD, Round, Seat, sample_world

INDEX = action_index(STANDARD)


def true_round(env: RawEnv | SaudagarEnv) -> Round:
    return env.kernel.layout.decode(np.array(env._game.words(), np.uint64))


def lawful(position: Round, seat: Seat) -> set[int]:
    return {INDEX.id(action) for action in position.seen_by(seat).legal_actions}


# Each toolkit's own tests ------------------------------------------------------------------------------------------


def test_pettingzoo_accepts_the_environment() -> None:
    """Its API test and its seed test."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it remarks that an observation is a dictionary, as those with masks are
        api_test(aec_env(), num_cycles=120)
        seed_test(aec_env, num_cycles=60)


def test_gymnasium_accepts_the_environment() -> None:
    """Its checker, on a version of the environment that turns any number into a legal action."""

    class Lenient(gymnasium.ActionWrapper):  # type: ignore[misc,type-arg]
        def action(self, action: int) -> int:
            legal = self.env.unwrapped._game.legal()
            return int(INDEX.id_of_code[legal[int(action) % len(legal)]])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Lenient(SaudagarEnv()), skip_render_check=True)


@pytest.mark.parametrize("name", ["mini", "standard"])
def test_open_spiel_accepts_the_game(name: str) -> None:
    """Its simulation test: clones, undo by replay, strings, chances that add up to one."""
    pyspiel.random_sim_test(open_spiel.load(name), num_sims=2 if name == "mini" else 1, serialize=False, verbose=False)


# Lockstep with the rules --------------------------------------------------------------------------------------------


def aec_rounds(rounds: int) -> int:
    """Play rounds at random and compare masks, observations, turns and rewards with the rules; return the plies."""
    env, numbers, plies = RawEnv(), rng(1), 0
    counts = encoder("counts-1")
    for number in range(rounds):
        env.reset(seed=number)
        while not any(env.terminations.values()):
            position = true_round(env)
            acting = Seat(env.agent_selection)
            assert position.to_act is acting
            for agent in AGENTS:
                seen = env.observe(agent)
                mask = set(np.flatnonzero(seen["action_mask"]).tolist())
                assert mask == (lawful(position, acting) if Seat(agent) is acting else set())
                assert (seen["observation"] == counts.encode(position.seen_by(Seat(agent)))).all()
            choices = sorted(lawful(position, acting))
            env.step(choices[numbers.below(len(choices))])
            plies += 1
        result = true_round(env).result
        assert result
        won = [0.0 if result.winner is None else 1.0 if result.winner is seat else -1.0 for seat in Seat]
        assert [env.rewards[agent] for agent in AGENTS] == won
    return plies


def test_the_aec_environment_plays_by_the_rules() -> None:
    """Masks, observations, turns and rewards, at every ply of some rounds."""
    assert aec_rounds(6) > 150


def spiel_rounds(rounds: int) -> None:
    """Play rounds at random, and play the same in rules/."""
    game, numbers = open_spiel.load(), rng(2)
    for _ in range(rounds):
        state, position = game.new_initial_state(), None
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert sum(chance for _, chance in outcomes) == pytest.approx(1)
                state.apply_action(outcomes[numbers.below(len(outcomes))][0])
                continue
            position = game.kernel.layout.decode(np.array(state._words, np.uint64))
            assert position.to_act is tuple(Seat)[state.current_player()]
            legal = state.legal_actions()
            assert set(legal) == lawful(position, position.turn)
            assert state.observation_string(0) == str(position.seen_by(Seat.A))
            state.apply_action(legal[numbers.below(len(legal))])
        end = game.kernel.layout.decode(np.array(state._words, np.uint64))
        assert end.result
        won = 0 if end.result.winner is None else 1 if end.result.winner is Seat.A else -1
        assert state.returns() == [won, -won]


def test_the_open_spiel_game_plays_by_the_rules() -> None:
    """Legal actions, observations, chances and returns."""
    spiel_rounds(3)


def test_what_a_player_has_not_seen_is_not_in_its_information_state() -> None:
    """Two deals that differ in the other seat's hand alone tell a player the same, and the other another."""
    game = open_spiel.load("mini")
    first, second = game.new_initial_state(), game.new_initial_state()
    # The market's card, seat A's two, then seat B's two.
    for state, deal in ((first, (0, 3, 3, 0, 3)), (second, (0, 3, 3, 3, 3))):
        for kind in deal:
            state.apply_action(kind)
    assert first.information_state_string(0) == second.information_state_string(0)
    assert first.information_state_string(1) != second.information_state_string(1)


def vector_steps(steps: int, count: int, encoding: str) -> None:
    """Step rounds at random and compare everything with the rules in a few of them."""
    rounds, numbers = Rounds(count, 3, encoding=encoding), np.random.default_rng(1)
    written = encoder(encoding)
    for _ in range(steps):
        ins, outs = rounds.masks()
        listed = rounds.numbers()
        for place in range(0, count, max(1, count // 4)):
            position = rounds._games[place]
            view = position.seen_by(position.turn)
            assert rounds.seats[place] == list(Seat).index(position.turn)
            assert (rounds.observations[place] == written.encode(view)).all()
            legal = lawful(position, position.turn)
            assert set(listed[place][listed[place] >= 0].tolist()) == legal
            pairs = {rounds.factored.pair(INDEX.action(number)) for number in legal}
            assert set(np.flatnonzero(ins[place]).tolist()) == {a for a, _ in pairs}
            assert set(np.flatnonzero(outs[place]).tolist()) == {b for _, b in pairs}
        chosen = rounds.sample(numbers)
        pairs_chosen = rounds.factored.pairs_of_code[chosen]
        fits = rounds.out_masks(pairs_chosen[:, 0])
        assert fits[np.arange(count), pairs_chosen[:, 1]].all()
        seats = rounds.seats.copy()
        stepped = rounds.step_pairs(pairs_chosen[:, 0], pairs_chosen[:, 1])
        assert (stepped.seat == seats).all()
        assert set(np.unique(stepped.reward).tolist()) <= {-1.0, 0.0, 1.0}
        assert (stepped.reward[~stepped.done] == 0).all()


@pytest.mark.parametrize("encoding", ENCODERS)
def test_rounds_side_by_side_play_by_the_rules(encoding: str) -> None:
    """Observations, masks, pairs and rewards, through the ends of rounds."""
    vector_steps(60, 8, encoding)


@pytest.mark.long
def test_a_thousand_rounds_of_each() -> None:
    """The same over 1,000 rounds of every environment."""
    aec_rounds(1_000)
    spiel_rounds(1_000)
    for encoding in ENCODERS:
        vector_steps(1_500, 40, encoding)


# Nothing leaks, nothing is silent ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENCODERS)
def test_an_encoder_knows_nothing_hidden(name: str) -> None:
    """Worlds that a seat cannot tell apart are written alike, within the limits that the encoder names."""
    kernel, written, worlds = Kernel(), encoder(name), rng(5)
    for number in range(20):
        game = kernel.game(number)
        while not game.over:
            position = kernel.layout.decode(np.array(game.words(), np.uint64))
            for seat in Seat:
                view = position.seen_by(seat)
                row = written.encode(view)
                assert (row == written.encode(sample_world(view, worlds).seen_by(seat))).all()
                assert (row >= written.low).all()
                assert (row <= written.high).all()
            for _ in range(6):
                if not game.over:
                    game.step(game.sample())


def test_encoders_name_every_number() -> None:
    """As many fields as numbers, no two alike; and the names are those of the list."""
    for name in ENCODERS:
        written = encoder(name)
        assert written.name == name
        assert len(set(written.fields)) == written.size == len(written.low) == len(written.high)
    with pytest.raises(ValueError, match="counts-1"):
        encoder("nonsense")


def test_an_illegal_action_is_never_silent() -> None:
    """Raw and vector environments and Gymnasium's raise; PettingZoo's guard ends the round at the actor's cost."""
    raw = RawEnv()
    raw.reset(seed=1)
    wrong = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    for bad in (wrong, -1, 25_499, None):
        with pytest.raises(ValueError, match=r"legal|number"):
            raw.step(bad)
    guarded = aec_env()
    guarded.reset(seed=1)
    actor = guarded.agent_selection
    guarded.step(wrong)
    assert all(guarded.terminations.values())
    assert guarded.rewards[actor] == -1
    single = SaudagarEnv()
    seen, _ = single.reset(seed=1)
    with pytest.raises(ValueError, match="legal"):
        single.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    rounds = Rounds(3)
    before = rounds.observations.copy()
    with pytest.raises(ValueError, match="legal"):
        rounds.step(np.full(3, wrong))
    with pytest.raises(ValueError, match="number"):
        rounds.step(np.array([0, 1, 25_499]))
    with pytest.raises(ValueError, match="pair"):
        rounds.step_pairs(np.zeros(3, int), np.zeros(3, int))
    assert (rounds.observations == before).all()


def test_unknown_names_are_told() -> None:
    """Players, ways to render, seats, starters, rulesets."""
    with pytest.raises(UnknownPlayer):
        SaudagarEnv("nobody")
    with pytest.raises(ValueError, match="ansi"):
        RawEnv(render_mode="human")
    with pytest.raises(ValueError, match="seat"):
        SaudagarEnv().reset(options={"seat": "c"})
    with pytest.raises(ValueError, match="first"):
        RawEnv().reset(options={"first": "c"})
    with pytest.raises(ValueError, match="mini"):
        open_spiel.load("nonsense")


def test_the_agent_can_be_seated_and_the_opponent_is_real() -> None:
    """In seat B of a round that A starts, A has acted before the agent is asked."""
    env = SaudagarEnv("greedy")
    for number in range(8):
        env.reset(seed=number, options={"seat": "b"})
        assert true_round(env).turn is Seat.B


def test_pairs_and_actions_go_both_ways() -> None:
    """Every action has one pair, no two the same; a pair that says nothing is refused."""
    for ruleset in (STANDARD, MINI):
        factored = Factored(ruleset)
        index = action_index(ruleset)
        pairs = factored.pairs
        assert len({tuple(pair) for pair in pairs.tolist()}) == index.size
        for number in range(0, index.size, 997):
            assert factored.number(tuple(pairs[number])) == number
            come, go = factored.ins[pairs[number][0]], factored.outs[pairs[number][1]]
            assert come + go == str(index.action(number))
        with pytest.raises(ValueError, match="no action"):
            factored.number((0, 0))


def test_the_same_seed_gives_the_same_rounds() -> None:
    """Two vectors of rounds with one seed stay alike; another seed gives others."""
    one, two, three = Rounds(16, 5), Rounds(16, 5), Rounds(16, 6)
    numbers = [np.random.default_rng(9) for _ in range(2)]
    for _ in range(50):
        one.step_codes(one.sample(numbers[0]))
        two.step_codes(two.sample(numbers[1]))
    assert (one.observations == two.observations).all()
    assert (one.observations != three.observations).any()
