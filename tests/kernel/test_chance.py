"""Chance in the core: deals, refills, bonus tokens and choices come as often as their exact probabilities say."""

from collections import Counter
from fractions import Fraction
from math import comb, prod, sqrt

import numpy as np
import pytest
from tests.rules import naive
from tests.rules.boards import A, B, board

from saudagar.kernel import Kernel, compiled
from saudagar.kernel.layout import unpacked
from saudagar.rules import MINI, STANDARD, Refilled, Sell, Take, TakeCamels, bundle
from saudagar.rules.cards import GOODS

DRAWS = 20_000 if compiled() else 1_500


def surprising(found, chances):
    """How far off counts are: chi-square in standard deviations of its own, rare answers taken together.

    For a right source it is about 0 ± 1; seeds are fixed, so that a test passes always or never.
    """
    total = sum(found.values())
    assert set(found) <= set(chances), "something came that cannot come"
    assert sum(chances.values()) == 1
    common = [answer for answer, chance in chances.items() if chance * total >= 5]
    cells = [(found[answer], float(chances[answer]) * total) for answer in common]
    rest = total - sum(expected for _, expected in cells)
    if rest > 5:
        cells.append((total - sum(number for number, _ in cells), rest))
    square = sum((number - expected) ** 2 / expected for number, expected in cells)
    return (square - (len(cells) - 1)) / sqrt(2 * (len(cells) - 1))


def answered(kernel, owed, draws=DRAWS, seed=1):
    """How often each answer came to a position that owes chance, drawn in games side by side."""
    games = kernel.games(draws, seed)
    games._states[:] = kernel.encode(owed)
    games.chance()
    words, times = np.unique(games.states, axis=0, return_counts=True)
    return Counter({kernel.decode(row): int(number) for row, number in zip(words, times, strict=True)})


OWED = {
    "one card": board("DCPKK", "SLL").play(Take(GOODS[0])),
    "two cards": board("DCPKK", "SLL", turn=B).play(TakeCamels()),
    "five cards of few": board("KKKKK", "DDDGGG", "LLLSSS", stock="CCPPLLK").play(TakeCamels()),
    "all that is left": board("DKKKK", "DDGGLL", "SSPPPLL", stock="CP").play(TakeCamels()),
    "three of three kinds": board("DGKKK", "DDGGLL", "SSPPPLL", stock="KKKKCCCCPPPP", herds=(1, 0)).play(TakeCamels()),
    "bonus of three": board("DGSCK", "PPPL").play(Sell(GOODS[4], 3)),
    "bonus of four": board("DGSCK", "", "PPPPL", turn=B).play(Sell(GOODS[4], 4)),
    "bonus of five": board("DGSCK", "LLLLLL").play(Sell(GOODS[5], 6)),
    "bonus of few": board("DGSCK", "LLLLL", bonuses_left=((1,), (4, 5), (8, 10, 10))).play(Sell(GOODS[5], 5)),
    "the last bonus": board("DGSCK", "LLLLL", bonuses_left=((), (), (9,))).play(Sell(GOODS[5], 5)),
}


@pytest.mark.parametrize("name", OWED)
def test_answers_come_as_often_as_they_should(name):
    """Every answer of `Round.outcomes()` and no other, by chi-square against its exact probability."""
    owed = OWED[name]
    chances = {owed.resolve(answer): chance for answer, chance in owed.outcomes()}
    found = answered(Kernel(STANDARD), owed)
    assert found.total() == DRAWS
    if len(chances) == 1:
        assert found.keys() == chances.keys()
    else:
        assert abs(surprising(found, chances)) < 4


def test_the_measure_finds_a_small_bias():
    """Answers that come by a die with one face in six thirty in a hundred too often are surprising; fair ones are not."""
    fair = dict.fromkeys(range(6), Fraction(1, 6))
    assert abs(surprising(Counter({face: 1000 + (-1) ** face * 20 for face in range(6)}), fair)) < 2
    assert surprising(Counter({0: 1300, **dict.fromkeys(range(1, 6), 940)}), fair) > 10


def deals_of_mini(first):
    """The exact probability of every set-up: the ways to deal it out of eight cards, by the naive rules."""
    shuffled, chances = naive.minus(naive.MINI["pack"], "K" * naive.MINI["open"]), {}
    for market, a, b in naive.deals(naive.MINI):
        rest, ways = shuffled, 1
        for part in (naive.minus(market, "K" * naive.MINI["open"]), a, b):
            ways *= prod(comb(rest.count(letter), part.count(letter)) for letter in naive.LETTERS)
            rest = naive.minus(rest, part)
        key = (first, bundle(market), bundle(a).goods, bundle(b).goods, a.count("K"), b.count("K"))
        chances[key] = Fraction(ways, comb(8, 1) * comb(7, 2) * comb(5, 2))
    return chances


@pytest.mark.parametrize("first", [0, 1])
def test_deals_come_as_often_as_they_should(first):
    """MINI's 43 set-ups, each against its exact probability, whoever starts."""
    kernel = Kernel(MINI)
    games = kernel.games(DRAWS, seed=first)
    games.start(np.full(DRAWS, first, np.uint8))
    words, times = np.unique(games.states, axis=0, return_counts=True)
    found = Counter()
    for row, number in zip(words, times, strict=True):
        position = kernel.decode(row)
        herds, turn = position.herds, 0 if position.turn is A else 1
        found[turn, position.market, position.hands.a, position.hands.b, herds.a, herds.b] += int(number)
    assert len(found) == 43
    assert abs(surprising(found, deals_of_mini(first))) < 4


def test_cards_of_a_standard_deal_are_spread_evenly():
    """The expected number of each kind in a hand and in the market follows from the pack: five of 52, two of 52."""
    kernel = Kernel(STANDARD)
    words = kernel.games(DRAWS, seed=3).states
    for column, cards in ((2, 5), (3, 5), (0, 2)):
        counts = np.array([unpacked(int(word)).counts for word in words[: 4 * DRAWS // 5, column]])
        for kind, mean in enumerate(counts.mean(axis=0)):
            there = STANDARD.pack.counts[kind] - (3 if kind == 6 else 0)
            share, extra = there / 52, 3 if kind == 6 and column == 0 else 0
            spread = sqrt(cards * share * (1 - share) * (52 - cards) / 51 / len(counts))
            assert abs(mean - extra - cards * share) < 4.5 * spread


def test_every_legal_code_is_chosen_equally_often():
    """By `Games.choose`, by `Game.sample`, at a position with 21 codes."""
    kernel = Kernel(STANDARD)
    position = board("DCPKK", "SLL", herds=(2, 0))
    games = kernel.games(DRAWS, seed=8)
    games._states[:] = kernel.encode(position)
    codes, counts = np.zeros((DRAWS, kernel.width), np.uint32), np.zeros(DRAWS, np.int32)
    chosen = np.zeros(DRAWS, np.uint32)
    games.legal(codes, counts)
    games.choose(codes, counts, chosen)
    game = kernel.game(9, position)
    legal = game.legal()
    assert sorted(map(kernel.action, legal), key=str) == sorted(position.seen_by(A).legal_actions, key=str)
    even = dict.fromkeys(legal, Fraction(1, len(legal)))
    assert abs(surprising(Counter(chosen.tolist()), even)) < 4
    assert abs(surprising(Counter(game.sample() for _ in range(DRAWS)), even)) < 4


def test_a_new_round_is_started_by_either_seat():
    """`step` with `restart` draws the starter: both come, equally often."""
    kernel = Kernel(MINI)
    last = next(position for position in ends(kernel) if position.stock.size == 0)
    games = kernel.games(DRAWS, seed=4)
    games._states[:] = kernel.encode(last)
    codes, counts = np.zeros((DRAWS, kernel.width), np.uint32), np.zeros(DRAWS, np.int32)
    chosen = np.full(DRAWS, kernel.code(TakeCamels()), np.uint32)
    assert games.step(chosen, codes, counts) == DRAWS
    assert not games.over.any()
    assert abs(surprising(Counter(games.turns.tolist()), {0: Fraction(1, 2), 1: Fraction(1, 2)})) < 4


def ends(kernel):
    """Positions of MINI in which taking the camels ends the round."""
    game = kernel.game(0)
    for seed in range(1000):
        game = kernel.game(seed)
        while not game.over:
            position = kernel.decode(np.array(game.words(), np.uint64))
            if position.market[6] and not position.stock:
                yield position
            game.step(game.sample())


def test_an_answer_is_of_the_kind_that_is_owed():
    """A refill changes market and stock alone, a bonus token a pile and a purse alone (a check of the checks above)."""
    for name, owed in OWED.items():
        cards = isinstance(owed.outcomes()[0][0], Refilled)
        assert cards == ("bonus" not in name)
        for after in answered(Kernel(STANDARD), owed, draws=20):
            assert (after.market != owed.market) == cards
            assert (after.purses != owed.purses) != cards
            assert after.hands == owed.hands
