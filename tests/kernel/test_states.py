"""Any thirteen words, any codes: either a round and a legal step, or a ValueError; hypothesis looks for the exception."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.kernel.directed import boards
from tests.kernel.planted import SOURCE, grown

from saudagar.kernel import Kernel, SplitMix, compiled
from saudagar.kernel.layout import WORDS, packed, unpacked
from saudagar.rules import MINI, RULESETS, STANDARD, Bundle, problems

KERNELS = {name: Kernel(rules) for name, rules in RULESETS.items()}
QUICK = settings(max_examples=120 if compiled() else 60, deadline=None, derandomize=True)
CORE = grown(SOURCE)


def states(name):
    """States of rounds at any point: dealt and played for so many plies, chance answered or still owed."""

    def played(seed, plies, owing):
        game = KERNELS[name].game(seed)
        game.playout(plies)
        if owing and not game.over:
            game.apply(game.sample())
        return game.words()

    return st.builds(played, st.integers(0, 2**64 - 1), st.integers(0, 100), st.booleans())


@pytest.mark.parametrize("name", RULESETS)
@QUICK
@given(words=st.lists(st.integers(0, 2**64 - 1), min_size=WORDS, max_size=WORDS))
@example(words=[0] * WORDS)
@example(words=[2**64 - 1] * WORDS)
@example(words=[2**63] * WORDS)
def test_any_words_are_a_round_or_a_value_error(name, words):
    """`checked` and `decode` either refuse them or give a valid round that has exactly these words."""
    decoded_or_refused(KERNELS[name], words)


@pytest.mark.parametrize("name", RULESETS)
@QUICK
@given(data=st.data())
def test_words_of_a_round_with_bits_turned_over_are_a_round_or_a_value_error(name, data):
    """The same of words that are nearly right: up to three bits turned over, or two words changed for each other."""
    words = data.draw(states(name))
    for place, bit in data.draw(st.lists(st.tuples(st.integers(0, WORDS - 1), st.integers(0, 63)), max_size=3)):
        words[place] ^= 1 << bit
    swap = data.draw(st.tuples(st.integers(0, WORDS - 1), st.integers(0, WORDS - 1)))
    words[swap[0]], words[swap[1]] = words[swap[1]], words[swap[0]]
    decoded_or_refused(KERNELS[name], words)


def decoded_or_refused(kernel, words):
    array = np.array(words, np.uint64)
    before = array.copy()
    try:
        found = kernel.decode(array)
    except ValueError as wrong:
        assert f"these words are no round of {kernel.ruleset.name}: " in str(wrong)
    else:
        assert problems(found) == []
        assert kernel.encode(found).tolist() == words
        assert kernel.checked(array)[1] == found
    assert (array == before).all()


@pytest.mark.parametrize("name", RULESETS)
@QUICK
@given(data=st.data())
def test_any_single_bit_turned_over_is_noticed_or_harmless(name, data):
    """A state with one wrong bit is refused, unless the bit says whose turn it is, or how many exchanges there were.

    Those two alone are not tied to anything else by a law of conservation.
    """
    words = data.draw(states(name))
    place, bit = data.draw(st.tuples(st.integers(0, WORDS - 1), st.integers(0, 63)))
    words[place] ^= 1 << bit
    kernel = KERNELS[name]
    if place == WORDS - 1 and (bit == 0 or 8 <= bit < 16):
        decoded_or_refused(kernel, words)
    elif place not in {4, 5}:  # what is known of a hand may be any part of it
        with pytest.raises(ValueError, match="are no round of"):
            kernel.decode(np.array(words, np.uint64))


@pytest.mark.parametrize("name", RULESETS)
@QUICK
@given(data=st.data())
def test_any_code_is_legal_or_a_value_error(name, data):
    """A code between 0 and 2^32 is taken if and only if it is listed; refused, it changes nothing."""
    kernel = KERNELS[name]
    game = kernel.game(0)
    game.load_unchecked(data.draw(states(name)))
    before, listed = game.words(), game.legal()
    near = [st.sampled_from(listed)] if listed else []
    code = data.draw(st.one_of(st.integers(0, 2**32 - 1), st.integers(0, 2000), st.integers(0, 1 << 19), *near))
    if code in listed:
        game.apply(code)
        assert problems(kernel.decode(np.array(game.words(), np.uint64))) == []
    else:
        with pytest.raises(ValueError, match="not legal here"):
            game.apply(code)
        assert game.words() == before


@pytest.mark.parametrize("name", RULESETS)
def test_exactly_the_listed_codes_of_all_codes_are_taken(name):
    """At a dozen positions, every code up to one place beyond the tables: `_allowed` and `_legal` agree on all of them."""
    kernel, source = KERNELS[name], SplitMix(6)
    game, top = kernel.game(1), len(kernel.index.id_of_code) + 1024
    step = 1 if name == "mini" else 101 if compiled() else 997
    acting = [position for position in boards(kernel.ruleset) if position.to_act]
    for number in range(4):
        position = acting[source.below(len(acting))]
        game = kernel.game(0, position)
        before, listed = game.words(), set(game.legal())
        taken = set()
        for code in [*range(number, top, step), *listed]:
            try:
                game.apply(code)
            except ValueError:
                continue
            taken.add(code)
            game.load_unchecked(before)
        assert taken == listed


COUNTS = st.lists(st.integers(0, 127), min_size=7, max_size=7).map(lambda counts: Bundle(tuple(counts)))


@QUICK
@given(cards=COUNTS, gone=COUNTS)
def test_words_of_cards_are_added_and_lessened_as_bundles(cards, gone):
    """`_less` is `Bundle.less` for all counts below 128, and a word holds a bundle."""
    assert unpacked(packed(cards)) == cards
    assert unpacked(CORE._less(packed(cards), packed(gone))) == cards.less(gone)


@QUICK
@given(cards=st.lists(st.integers(0, 18), min_size=7, max_size=7))
def test_cards_of_a_word_are_counted(cards):
    """`_total` for every pack that is allowed: at most 127 cards."""
    assert CORE._total(packed(Bundle(tuple(cards)))) == sum(cards)


@QUICK
@given(cards=st.lists(st.integers(0, 18), min_size=7, max_size=7).filter(any), seed=st.integers(0, 2**64 - 1))
def test_a_card_is_drawn_by_counting(cards, seed):
    """`_draw` gives the card at a place below the size, kinds in their order."""
    place = SplitMix(seed).below(sum(cards))
    expected = [kind for kind, count in enumerate(cards) for _ in range(count)][place]
    assert CORE._draw(packed(Bundle(tuple(cards))), [seed]) == 1 << 8 * expected


@pytest.mark.parametrize("rules", [STANDARD, MINI], ids=lambda rules: rules.name)
def test_every_state_of_random_play_is_a_round(rules):
    """Side by side, ply after ply: no step of the kernel leaves the rules."""
    kernel = Kernel(rules)
    games = kernel.games(3, seed=2)
    for _ in range(25):
        for place in range(3):
            assert problems(kernel.decode(games.states[place].copy())) == []
        games.playout(4)
