"""The kernel's random numbers: the published stream, the same in Python and in the core, and no number likelier."""

from itertools import islice

import pytest
from tests.kernel.planted import SOURCE, grown
from tests.kernel.streams import GAMMA, WORD, below, outputs, rejecting_seed, seed_of

from saudagar.kernel import Kernel, ReferenceSimulator, SplitMix
from saudagar.rules import RULESETS, STANDARD, Seat

PUBLISHED = {
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
    0: (16294208416658607535, 7960286522194355700, 487617019471545679),
}
"""Of Vigna's splitmix64.c, as published with it and used to test ports of it."""


@pytest.mark.parametrize("seed", PUBLISHED)
def test_the_stream_is_the_published_one(seed):
    """By the package, and by the second telling that the other tests use."""
    stream = SplitMix(seed)
    assert tuple(stream.bits() for _ in PUBLISHED[seed]) == PUBLISHED[seed]
    assert tuple(islice(outputs(seed), len(PUBLISHED[seed]))) == PUBLISHED[seed]


def test_the_stream_can_be_run_backwards():
    """So that a test can meet any number it likes: the first output of `seed_of(x)` is x."""
    for number in range(0, WORD, WORD // 97):
        assert SplitMix(seed_of(number)).bits() == number


def test_any_whole_number_is_a_seed():
    """Its lowest 64 bits count, of negative numbers too."""
    assert SplitMix(-1).state == SplitMix(WORD - 1).state == SplitMix(3 * WORD - 1).state == WORD - 1


SIZES = (1, 2, 3, 7, 52, 167, 2**16, 2**16 + 1, 10**9, 3 * 2**30, 2**32 - 1)


@pytest.mark.parametrize("n", SIZES)
def test_below_is_that_of_the_definition(n):
    """For all sizes of n, over a stream and over its rarest numbers, redrawn ones included."""
    starts = [5, *(seed_of(high << 32) for high in (0, 1, 2, 2**31, 2**32 - 1, 2**32 // n))]
    for seed in starts:
        ours, theirs = SplitMix(seed), outputs(seed)
        assert [ours.below(n) for _ in range(20)] == [below(theirs, n) for _ in range(20)]


@pytest.mark.parametrize("n", [3, 7, 52, 167, 2**16 + 1, 10**9, 3 * 2**30, 2**32 - 1])
def test_below_is_exactly_uniform(n):
    """Of the 2^32 numbers that can be drawn, the same number stands for each result, and the rest is drawn again."""
    share, results = 2**32 // n, {0, 1, n // 3, n // 2, n - 2, n - 1}
    for result in results:
        first, last = -(-result * 2**32 // n), -(-(result + 1) * 2**32 // n) - 1
        near = [*range(first, min(first + 3, last + 1)), *range(max(last - 2, first + 3), last + 1)]
        taken = sum(drawn_once(high, n, result) for high in near)
        assert last - first + 1 - (len(near) - taken) == share


def drawn_once(high, n, result):
    """Whether a stream that begins with this number gives the result from it, or draws again."""
    stream = SplitMix(seed_of(high << 32))
    found = stream.below(n)
    once = stream.state == (seed_of(high << 32) + GAMMA) % WORD
    assert not once or found == result
    return once


@pytest.mark.parametrize("n", [0, -1, 2**32, 2**40])
def test_nothing_is_drawn_below_numbers_out_of_range(n):
    """ValueError, and no number of the stream is used."""
    stream = SplitMix(1)
    with pytest.raises(ValueError, match="cannot be drawn"):
        stream.below(n)
    assert stream.state == 1


def test_a_split_stream_goes_its_own_way():
    """It starts at the next number of the first, which goes on behind it."""
    stream = SplitMix(1234567)
    split = stream.split()
    assert split.bits() == next(outputs(PUBLISHED[1234567][0]))
    assert stream.bits() == PUBLISHED[1234567][1]


def test_the_core_draws_the_same_numbers():
    """`_next` and `_below` of the core's own text, interpreted, redrawn numbers included."""
    core = grown(SOURCE)
    for n in SIZES:
        for seed in (0, 1234567, seed_of(0), seed_of(1 << 32)):
            cell, stream = [seed], SplitMix(seed)
            assert [core._below(cell, n) for _ in range(9)] == [stream.below(n) for _ in range(9)]
            assert core._next(cell) == stream.bits()
            assert cell == [stream.state]


@pytest.mark.parametrize("name", RULESETS)
def test_the_core_deals_from_the_same_stream(name):
    """Set-ups of any seeds, one of which makes the core draw again: card by card those of the rules and `SplitMix`."""
    rules = RULESETS[name]
    kernel, reference = Kernel(rules), ReferenceSimulator(rules)
    for seed in (0, 1, WORD - 1, 1234567, rejecting_seed(rules), *range(100, 140)):
        game, stream = kernel.game(seed), SplitMix(seed)
        assert game.words() == kernel.encode(reference.start(Seat.A, stream)).tolist()
        game.start(1)
        assert game.words() == kernel.encode(reference.start(Seat.B, stream)).tolist()


def test_the_core_samples_from_the_same_stream():
    """`Game.sample` is one number below the number of legal codes."""
    kernel, reference = Kernel(STANDARD), ReferenceSimulator(STANDARD)
    for seed in range(20):
        game, stream = kernel.game(seed), SplitMix(seed)
        reference.start(Seat.A, stream)
        legal = game.legal()
        assert [game.sample() for _ in range(20)] == [legal[stream.below(len(legal))] for _ in range(20)]
