"""Ways around the kernel's doors that were open once: memory, odd rulesets, rounds that words cannot hold."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from saudagar.kernel import Kernel, KernelSimulator, ReferenceSimulator, SplitMix, Unsuitable, compiled
from saudagar.kernel.engine import NOTHING
from saudagar.rules import STANDARD, Purse, Seat, Take, bundle, every_action
from saudagar.rules.cards import Card

KERNEL = Kernel()


def lists(games):
    codes, counts = np.zeros((games.count, KERNEL.width), np.uint32), np.zeros(games.count, np.int32)
    games.legal(codes, counts)
    return codes, counts


def test_a_choice_that_lies_in_the_lists_is_carried_out_all_the_same():
    """The codes are copied before they are checked, so that lists written over them change nothing."""
    one, other = KERNEL.games(64, 3), KERNEL.games(64, 3)
    codes, counts = lists(one)
    chosen = np.zeros(64, np.uint32)
    one.choose(codes, counts, chosen)
    codes_too, counts_too = lists(other)
    chosen_too = np.zeros(64, np.uint32)
    other.choose(codes_too, counts_too, chosen_too)
    inside = codes_too.reshape(-1)[:64]
    inside[:] = chosen_too

    one.step(chosen, codes, counts)
    other.step(inside, codes_too, counts_too)

    assert (one.states == other.states).all()
    assert all(KERNEL.encode(other[place]).tolist() == other.states[place].tolist() for place in range(64))


def test_lists_that_share_memory_are_refused():
    """Codes, counts and choices that are written together must lie apart."""
    games = KERNEL.games(8, 1)
    codes = np.zeros((8, KERNEL.width), np.uint32)
    inside = codes.reshape(-1)[:8]
    with pytest.raises(ValueError, match="share memory"):
        games.legal(codes, inside.view(np.int32))
    codes, counts = lists(games)
    with pytest.raises(ValueError, match="share memory"):
        games.choose(codes, counts, codes.reshape(-1)[:8])


def test_states_stay_read_only():
    """What `states` gives cannot be made writeable, and neither can what lies under it."""
    states = KERNEL.games(2).states
    with pytest.raises(ValueError, match="WRITEABLE"):
        states.flags.writeable = True
    with pytest.raises((ValueError, TypeError)):
        np.asarray(states.base).flags.writeable = True


@pytest.mark.parametrize("words", [[], [1], None, [0] * 14])
def test_a_state_has_thirteen_words(words):
    """The unchecked door checks at least how many words there are."""
    with pytest.raises((ValueError, TypeError), match=r"thirteen|list"):
        KERNEL.game(0).load_unchecked(words)


def test_words_that_are_no_round_are_safe_to_ask():
    """Whatever words are loaded, listing and playing ends and stays in its tables."""
    numbers, game = SplitMix(1), KERNEL.game(0)
    for _ in range(20_000 if compiled() else 300):
        game.load_unchecked([numbers.bits() >> (8, 40, 56, 0)[numbers.below(4)] for _ in range(13)])
        assert len(game.legal()) < 2_600
        game.playout(3)


def test_a_game_without_a_kernel_is_an_error():
    """A game that was not made by a kernel raises, whatever is asked of it."""
    kind = type(KERNEL.game(1))
    with pytest.raises((AttributeError, TypeError)):
        kind.__new__(kind).legal()
    with pytest.raises(TypeError):
        kind(None, 1)


def test_copies_are_apart_and_pickles_refused():
    """A copied game goes its own way from the same place; a game cannot be pickled."""
    game = KERNEL.game(3)
    twin = copy.copy(game)
    before = game.words()
    assert twin.words() == before
    twin.playout()
    assert game.words() == before
    game.playout()
    assert game.words() == twin.words()
    if compiled():
        with pytest.raises(TypeError):
            pickle.dumps(game)


@pytest.mark.parametrize(
    "changes",
    [
        {"bonuses": ((3, (0, 1)), (4, (4,)))},
        {"bonuses": ((3, (300,)),)},
        {"bonuses": ((3, ()),)},
        {"tokens": ((), *STANDARD.tokens[1:])},
        {"tokens": ((-1, 2), *STANDARD.tokens[1:])},
        {"piles_to_end": 0},
        {"camel_token": 2**40},
        {"smallest_sale": (300, 1, 1, 1, 1, 1)},
        {"exchange_cap": 300},
    ],
    ids=str,
)
def test_numbers_that_words_cannot_hold_are_unsuitable(changes):
    """The reason is told before anything is built."""
    with pytest.raises(Unsuitable, match="the kernel cannot play"):
        Kernel(replace(STANDARD, **changes))


def test_without_a_cap_exchanges_go_on():
    """With the cap off (§15) more exchanges in a row are legal than the word can count, and the round stays right."""
    rules = replace(STANDARD, exchange_cap=0)
    reference, kernel = ReferenceSimulator(rules), KernelSimulator(rules)
    pairs = ["+CC-PP", "+LL-GG", "+PP-CC", "+GG-LL"]
    from saudagar import parse_action, parse_position

    position = parse_position(
        "SCCLL DDDDDDGGGGSSSSSCCCCCCPPPPPPLLLLLLLLKKKKKKKKKKK PP|GG 0|0 0.0.0.0.0.0 "
        "1.1.2.2.2.3.3/4.4.5.5.6.6/8.8.9.10.10 0x0|0x0 a",
        rules,
    )
    state = kernel.of_round(position)
    for turn in range(300):
        number = kernel.kernel.index.id(parse_action(pairs[turn % 4]))
        position, state = reference.play(position, number), kernel.play(state, number)
        assert kernel.legal(state) == reference.legal(position)
    assert position.exchanges == 300
    assert kernel.to_round(state) == replace(position, exchanges=255)


@pytest.mark.parametrize("tokens", [(1,), (5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1)])
def test_piles_may_have_fewer_or_more_tokens_than_cards(tokens):
    """A pile is empty when its last token is gone, however many cards there are; the kernel and the rules agree."""
    rules = replace(STANDARD, tokens=(*STANDARD.tokens[:5], tokens))
    reference, kernel = ReferenceSimulator(rules), KernelSimulator(rules)
    for seed in range(6):
        numbers, again, choice = SplitMix(seed), SplitMix(seed), SplitMix(seed + 50)
        position, state = reference.start(Seat.A, numbers), kernel.start(Seat.A, again)
        while legal := reference.legal(position):
            assert kernel.legal(state) == legal
            number = legal[choice.below(len(legal))]
            position = reference.chance(reference.play(position, number), numbers)
            state = kernel.chance(kernel.play(state, number), again)
        assert kernel.result(state) == reference.result(position)


def nonsense():
    position = ReferenceSimulator(STANDARD).start(Seat.A, SplitMix(2))
    yield "hidden bonus", replace(position, purses=replace(position.purses, a=Purse(0, 0, (), (3,))))
    yield "nobody's turn", replace(position, turn=None)
    yield "256 diamonds for a gold", replace(position, stock=position.stock.less(bundle("G")) + bundle("D" * 256))
    yield "seventeen cards", replace(position, hands=replace(position.hands, a=bundle("L" * 17)))
    yield "a bonus worth 99", replace(position, bonuses=((99,), (), ()))
    yield "owed for nine", replace(position, bonus_due=9)


@pytest.mark.parametrize(("name", "position"), list(nonsense()), ids=lambda each: each if isinstance(each, str) else "")
def test_rounds_that_cannot_be_are_refused_at_every_door(name, position):
    """Encoding, a game, a place in a batch and the simulator: ValueError, and nothing changed."""
    games = KERNEL.games(1)
    before = games.states.tolist()
    for door in (
        lambda: KERNEL.encode(position),
        lambda: KERNEL.game(0, position),
        lambda: games.__setitem__(0, position),
        lambda: KernelSimulator(STANDARD).of_round(position),
    ):
        with pytest.raises(ValueError, match=r"no round|cannot be"):
            door()
    assert games.states.tolist() == before


def test_codes_and_actions_are_those_of_the_index():
    """What no position allows has no code, and a number that says such a thing is no code."""
    known = set(every_action(STANDARD))
    for text in ("+DD-KKK", "+DD-DG", "-D", "-DDDDDDD"):
        from saudagar import parse_action

        assert parse_action(text) not in known
        with pytest.raises(ValueError, match="no action of standard"):
            KERNEL.code(parse_action(text))
    codes = {KERNEL.code(action) for action in known}
    strays = [code for code in range(1 << 12) if code not in codes]
    assert strays
    for code in strays:
        with pytest.raises(ValueError, match="no"):
            KERNEL.action(code)
    assert KERNEL.action(KERNEL.code(Take(Card.GOLD))) == Take(Card.GOLD)


def test_seeds_are_any_whole_numbers():
    """NumPy's integers and huge or negative numbers are seeds like any other."""
    assert KERNEL.game(np.int64(5)).words() == KERNEL.game(5).words()
    assert (KERNEL.games(2, np.int64(5)).states == KERNEL.games(2, 5).states).all()
    assert KERNEL.game(2**70 + 5).words() == KERNEL.game(5).words()
    assert KERNEL.game(-1).words() == KERNEL.game(2**64 - 1).words()


def test_places_are_whole_numbers():
    """A slice or None in the place of a game's number is refused, so that no round lands in every game."""
    games = KERNEL.games(3, 1)
    before = games.states.tolist()
    for place in (slice(None), None, 1.0):
        with pytest.raises(TypeError):
            games[place] = games[0]
    with pytest.raises(IndexError):
        games[3] = games[0]
    assert games.states.tolist() == before


def test_nothing_leaves_a_game_alone():
    """`NOTHING` in the place of a code changes nothing there, also where the round is over."""
    games = KERNEL.games(4, 9)
    games.playout()
    codes, counts = lists(games)
    chosen = np.zeros(4, np.uint32)
    games.choose(codes, counts, chosen)
    before = games.states.tolist()
    assert (counts == 0).all()
    assert (chosen == NOTHING).all()
    assert games.step(chosen, codes, counts, restart=False) == 0
    games.apply(chosen)
    assert games.states.tolist() == before
