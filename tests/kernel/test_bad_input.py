"""Bad input to a kernel and to a single game: a clear error, nothing changed, and never a crash."""

from dataclasses import replace

import numpy as np
import pytest
from tests.rules.boards import A, B, board

from saudagar.kernel import Kernel, KernelSimulator, Unsuitable
from saudagar.rules import MINI, SIX_EACH, STANDARD

KERNEL = Kernel(STANDARD)
COUNT = 4


@pytest.mark.parametrize("count", [0, -1, -(2**40)])
def test_there_is_no_batch_of_no_games(count):
    """ValueError, and it says so."""
    with pytest.raises(ValueError, match=r"there are 1 to 2\^24 games"):
        KERNEL.games(count)


@pytest.mark.parametrize(("rounds", "threads"), [(-1, 1), (1, 0), (1, -1), (-(2**70), 1)])
def test_fewer_rounds_than_none_cannot_be_played(rounds, threads):
    """Nor by fewer threads than one."""
    with pytest.raises(ValueError, match=r"rounds are 0 to 2\^40, threads 1 to 1,024"):
        KERNEL.random_rounds(rounds, threads=threads)


@pytest.mark.parametrize("code", [7, 8, 1000, 1 << 10 | 1023, 2**32 - 1])
def test_a_game_refuses_what_is_not_legal(code):
    """`apply` and `step`: ValueError, and nothing has changed."""
    game = KERNEL.game(3)
    before = game.words()
    for method in (game.apply, game.step):
        with pytest.raises(ValueError, match="not legal here"):
            method(code)
    assert game.words() == before


@pytest.mark.parametrize("code", [-1, -(2**31), -(2**70), 2**32, 2**70])
def test_codes_beyond_32_bits_are_refused(code):
    """ValueError of ours or OverflowError of the conversion, compiled or not, and nothing has changed."""
    for position in (None, board("DGSCP", "SSLLCCP")):
        game = KERNEL.game(3, position)
        before = game.words()
        for method in (game.apply, game.step):
            with pytest.raises((ValueError, OverflowError)):
                method(code)
        assert game.words() == before


@pytest.mark.parametrize("wrong", [None, "0", [0], object()])
def test_a_code_is_a_number(wrong):
    """TypeError, and nothing has changed."""
    game = KERNEL.game(3)
    before = game.words()
    with pytest.raises(TypeError):
        game.apply(wrong)
    assert game.words() == before


def test_nobody_samples_where_nobody_acts():
    """ValueError while chance is owed and after the end, and it says why."""
    game = KERNEL.game(1)
    game.apply(game.legal()[0])
    assert game.legal() == []
    with pytest.raises(ValueError, match="nobody is to act"):
        game.sample()
    game.playout()
    assert game.over
    with pytest.raises(ValueError, match="nobody is to act"):
        game.sample()


@pytest.mark.parametrize("rules", [MINI, SIX_EACH], ids=lambda rules: rules.name)
def test_a_round_of_another_ruleset_is_refused(rules):
    """By encode, game and games alike, also where every card would fit."""
    foreign = board("DKK" if rules is MINI else "DGSCK", rules=rules)
    games = KERNEL.games(2)
    before = games.states.copy()
    for call in (
        lambda: KERNEL.encode(foreign),
        lambda: KERNEL.game(0, foreign),
        lambda: games.__setitem__(0, foreign),
        lambda: KernelSimulator(STANDARD).of_round(foreign),
    ):
        with pytest.raises(ValueError, match=f"a round of {rules.id} for a kernel of {STANDARD.id}"):
            call()
    assert (games.states == before).all()


@pytest.mark.parametrize("place", [COUNT, COUNT + 1, -COUNT - 1, 10**9])
def test_there_is_no_game_beyond_the_last(place):
    """IndexError, to read and to write."""
    games = KERNEL.games(COUNT)
    with pytest.raises(IndexError):
        games[place]
    with pytest.raises(IndexError):
        games[place] = board("DGSCK")


def test_a_round_can_be_put_in_the_place_of_a_game():
    """And only that game is another one."""
    games = KERNEL.games(COUNT)
    before = games.states.copy()
    position = board("DGSCK", "LL", "PP", turn=B, herds=(2, 3))
    games[2] = position
    assert games[2] == position
    assert (np.delete(games.states == before, 2, axis=0)).all()
    assert games.turns.tolist() == [0, 1, 1, 1]
    assert games[0].turn is A


def test_the_states_are_for_reading():
    """Writing to them is refused."""
    games = KERNEL.games(1)
    with pytest.raises(ValueError, match="read-only"):
        games.states[0, 0] = 1


@pytest.mark.parametrize(
    "changes",
    [{"hand_limit": 8}, {"market_size": 8}, {"market_size": 6}, {"exchange_cap": 256}, {"bonuses": ((3, (1,) * 16),)}],
    ids=str,
)
def test_a_ruleset_whose_numbers_do_not_fit_is_refused(changes):
    """`Unsuitable`, a ValueError, before anything is built of it."""
    with pytest.raises(Unsuitable, match=r"the kernel cannot play|too many"):
        Kernel(replace(STANDARD, **changes))
