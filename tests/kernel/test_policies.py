"""Rounds played by a policy, and how much importing costs."""

import subprocess
import sys

import numpy as np
import pytest

from saudagar.kernel import Kernel, compiled
from saudagar.kernel.engine import NOTHING

KERNEL = Kernel()
COUNT = 40 if compiled() else 6


def sellers(games, codes, counts, chosen):
    """Sell the most cards that can be sold, else take the first code of the list."""
    for place in range(games.count):
        listed = codes[place, : counts[place]]
        sales = [code for code in listed if 8 < code < 1024]
        chosen[place] = max(sales, key=lambda code: code % 8, default=listed[0] if len(listed) else NOTHING)


def test_a_policy_plays_every_game_to_its_end():
    """All games are over, each ply was a legal code (or it would have raised), and the same seed plays the same again."""
    one, other = KERNEL.games(COUNT, 4), KERNEL.games(COUNT, 4)

    plies = one.play(sellers)

    assert one.over.all()
    assert plies == other.play(sellers) > 10 * COUNT
    assert (one.states == other.states).all()
    assert all(one[place].over for place in range(COUNT))


def test_playing_at_random_is_a_policy():
    """`choose` itself can be handed over; the plies are those of so many rounds."""
    games = KERNEL.games(COUNT, 5)
    plies = games.play(lambda these, codes, counts, chosen: these.choose(codes, counts, chosen))
    assert games.over.all()
    assert 30 * COUNT < plies < 200 * COUNT


def test_a_limit_stops_a_policy():
    """Three plies in each game and no more."""
    games = KERNEL.games(COUNT, 6)
    assert games.play(sellers, limit=3) == 3 * COUNT
    assert not games.over.any()


@pytest.mark.parametrize("code", [NOTHING, 7, 1023])
def test_a_policy_that_chooses_no_legal_code_is_told(code):
    """Nothing chosen, or a code that is none: ValueError, and the games stand as they stood."""
    games = KERNEL.games(2, 7)
    before = games.states.tolist()

    def wrong(these, codes, counts, chosen):
        chosen[:] = np.uint32(code)

    with pytest.raises(ValueError, match=r"chosen nothing|not legal"):
        games.play(wrong)
    assert games.states.tolist() == before


def test_importing_the_package_does_not_load_numpy():
    """`import saudagar` leaves the kernel and NumPy alone until `saudagar.kernel` is asked for."""
    code = (
        "import sys, saudagar; assert 'numpy' not in sys.modules, 'numpy was loaded';"
        "saudagar.kernel.compiled(); assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
