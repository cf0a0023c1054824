"""Sampled worlds: drawn from all the rounds that an audience cannot tell apart, each as likely as its cards are."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from tests.rules.boards import A, B, board

from saudagar.dealers import rng
from saudagar.errors import ImpossiblePosition
from saudagar.notation import parse_position
from saudagar.rules import SPECTATOR, Seat, sample_world

DRAWS = 4000
NEARLY_NEVER = {1: 19.5, 2: 23.0, 3: 25.9, 4: 28.5, 5: 30.9, 6: 33.1, 7: 35.3, 8: 37.3, 9: 39.3, 11: 43.2, 14: 48.7}
"""χ² that chance passes once in 100,000 times, by degrees of freedom."""


def chi_square(found, weights):
    """Pearson's statistic of counts against weights, and its degrees of freedom; what has no weight must not come."""
    assert set(found) <= set(weights)
    draws, all_weights = sum(found.values()), sum(weights.values())
    expected = {key: draws * weight / all_weights for key, weight in weights.items()}
    assert min(expected.values()) > 5
    return sum((found[key] - mean) ** 2 / mean for key, mean in expected.items()), len(weights) - 1


def is_fair(found, weights):
    statistic, freedom = chi_square(found, weights)
    return statistic < NEARLY_NEVER[freedom]


def test_unseen_hands_are_drawn_from_the_unseen_goods():
    """§24: two hidden cards of B out of six unseen goods D D G S S L; camels were laid open and are never in a hand."""
    position = board("CCPPK", a="DDGGLLS", b="SL", stock="DDGSKKKK", known=("", ""))
    unseen = "".join(sorted(str(position.seen_by(A).unseen.goods)))
    assert unseen == "".join(sorted("DDGSSL"))
    weights = Counter("".join(sorted(cards)) for cards in combinations(unseen, 2))
    view, source = position.seen_by(A), rng(1)
    found = Counter("".join(sorted(str(sample_world(view, source).hands.b))) for _ in range(DRAWS))
    assert is_fair(found, weights)


def test_known_cards_stay_where_they_are():
    """§24: one of B's two cards is known; only the other is drawn."""
    position = board("CCPPK", a="DDGGLLS", b="SL", stock="DDGSKKKK", known=("", "S"))
    weights = Counter("".join(sorted("S" + card)) for card in "DDGSL")
    view, source = position.seen_by(A), rng(2)
    found = Counter("".join(sorted(str(sample_world(view, source).hands.b))) for _ in range(DRAWS))
    assert is_fair(found, weights)


def test_a_spectator_draws_both_hands_from_one_pool():
    """§24: one hidden card each out of D G G L, so the same card is never in both hands."""
    position = board("CCPPK", a="DSSS", b="GSPP", stock="GLKKK", known=("SSS", "SPP"))
    unseen = str(position.seen_by(SPECTATOR).unseen.goods)
    assert sorted(unseen) == sorted("DGGL")
    weights = Counter(permutations(unseen, 2))
    view, source, found = position.seen_by(SPECTATOR), rng(3), Counter()
    for _ in range(DRAWS):
        world = sample_world(view, source)
        found[tuple(str(world.hands[seat] - world.known[seat]) for seat in Seat)] += 1
    assert is_fair(found, weights)


def test_unseen_bonus_values_are_drawn_from_what_is_left_of_their_pile():
    """§26: A knows its own 3; B's token for three cards is one of 1 1 2 2 2 3, B's for four one of 4 4 5 5 6 6."""
    line = "KKDGS {} CC|PP 0|0 0.0.0.0.0.7 1.1.2.2.3/4.4.5.5.6/8.8.9.10.10 4x1+3|9x6+2+6 a"
    rest = "DDDDDGGGGGSSSSSCCCCCCPPPPPPLLLKKKKKKKKK"
    position = parse_position(line.format(rest))
    weights = Counter((three, four) for three in (1, 1, 2, 2, 2, 3) for four in (4, 4, 5, 5, 6, 6))
    view, source = position.seen_by(A), rng(4)
    worlds = [sample_world(view, source) for _ in range(DRAWS)]
    assert is_fair(Counter(world.purses.b.bonuses for world in worlds), weights)
    assert {world.purses.a.bonuses for world in worlds} == {(3,)}


def test_the_same_numbers_draw_the_same_world():
    """Sampling has no chance of its own."""
    view = board("KKDGS", a="PPPL", b="CCGDD").seen_by(B)
    assert sample_world(view, rng(5)) == sample_world(view, rng(5))
    assert len({sample_world(view, rng(seed)) for seed in range(20)}) > 10


def test_a_view_without_a_world_is_refused():
    """Five hidden cards, but only three unseen goods: the line is turned down, and so is sampling."""
    line = "CCPPK ?{} DDGGLLS|????? 0|10 2.4.5.6.6.7 ?7/?6/?5 0x0|104x29 a"
    with pytest.raises(ImpossiblePosition):
        parse_position(line.format(0))


@pytest.mark.parametrize("seed", range(3))
def test_the_whole_hidden_part_is_redrawn(seed):
    """§24, §26: the other hand and the stock both change, together they are always the unseen cards."""
    position = board("KKDGS", a="PPPL", b="CCGDD")
    view, source = position.seen_by(A), rng(seed)
    worlds = [sample_world(view, source) for _ in range(50)]
    assert {world.stock + world.hands.b for world in worlds} == {view.unseen}
    assert len({world.hands.b for world in worlds}) > 20
    assert all(world.hands.a == position.hands.a for world in worlds)
