"""The kernel and the rules, side by side in steered play, complete only when everything that matters has occurred."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.conformance.files import by_id, cases
from tests.conformance.test_scoring import SEAT, purse
from tests.kernel.directed import boards, from_files
from tests.kernel.drivers import DRIVERS
from tests.kernel.lockstep import DECISIONS, SAYABLE, Lockstep, needed
from tests.rules.boards import A, B, board

from saudagar.kernel import Kernel, SplitMix
from saudagar.kernel.layout import BONUS_SUM, BONUSES, DRAWN, OWN, PURSE, TOKENS, WORDS
from saudagar.notation import parse_position
from saudagar.rules import MINI, RULESETS, SIX_EACH, STANDARD, Exchange, Reason, Seat, Sell, Take, bundle
from saudagar.rules.cards import CAMEL, GOODS

ROUNDS = {STANDARD: 3, SIX_EACH: 1, MINI: 24}
"""By each driver."""


@cache
def lockstep(rules):
    return Lockstep(rules)


def played(rules, rounds, first=0):
    run = Lockstep(rules)
    for number, driver in enumerate(DRIVERS):
        for seed in range(rounds):
            run.round(first + len(DRIVERS) * seed + number, driver)
    source = SplitMix(first)
    for position in boards(rules):
        run.position(position, source, actions=3, codes=8)
    return run


@pytest.mark.parametrize("name", RULESETS)
def test_the_kernel_and_the_rules_in_lockstep(name):
    """Every reason, kind, size, tier, short pile, ending, tie-break and limit has occurred, and all was the same."""
    rules = RULESETS[name]
    run = played(rules, ROUNDS[rules])
    assert needed(rules) - run.seen.keys() == set()


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_a_long_run_in_lockstep(name):
    """The same, twenty times as long and from other seeds."""
    rules = RULESETS[name]
    run = played(rules, 20 * ROUNDS[rules], first=1_000_000)
    assert needed(rules) - run.seen.keys() == set()


@pytest.mark.parametrize("rules", dict.fromkeys(rules for rules, _ in from_files()), ids=lambda rules: rules.id)
def test_the_positions_of_conformance_under_each_ruleset(rules):
    """Every position of the files, with all its actions, answers and many codes; changed numbers are obeyed as well."""
    run, source = lockstep(rules), SplitMix(1)
    for position in [position for of, position in from_files() if of == rules]:
        run.position(position, source, actions=40, codes=20)
        assert run.kernel.decode(run.kernel.encode(position)) == position


CHANGED = (
    {"bonuses": (), "piles_to_end": 1, "smallest_exchange": 3},
    {"market_size": 4, "hand_limit": 5, "deal": 3, "exchange_cap": 1, "open_camels": 4},
    {"bonuses": tuple((tier, (tier,) * tier) for tier in range(1, 8)), "deal": 7, "piles_to_end": 6},
    {
        "pack": bundle("DDDGGGSSSCCCPPPLLLDDDGGG"),
        "open_camels": 0,
        "camel_token": 1,
        "smallest_sale": (1, 1, 1, 2, 2, 3),
    },
)


@pytest.mark.parametrize("changes", CHANGED, ids="-".join)
def test_no_number_is_the_kernels_own(changes):
    """Other limits, piles, caps and packs: whatever a ruleset says, both play it alike."""
    run = Lockstep(replace(STANDARD, name="changed", **changes))
    for number, driver in enumerate(("random", "hoarder", "emptier")):
        run.round(number, driver, actions=1, codes=4)
    assert run.seen["owed", "NoneType"] > 50


@pytest.mark.parametrize("case", cases("scoring", part="purses"), ids=by_id)
def test_purses_and_herds_give_a_winner(case):
    """§17 to §19 of scoring.json, and with the seats changed over."""
    purses, game = [purse(text) for text in case["purses"]], lockstep(STANDARD).kernel.game(0)
    for turn in (1, -1):
        words = [0] * WORDS
        for place, (mine, herd) in enumerate(zip(purses[::turn], case["herds"][::turn], strict=True)):
            words[OWN + place] = herd << 8 * CAMEL
            words[PURSE + place] = mine.rupees | mine.tokens << TOKENS | len(mine.bonuses) << BONUSES
            words[PURSE + place] |= sum(mine.bonuses) << BONUS_SUM
            words[DRAWN + place] = 0
        game.load_unchecked(words)
        winner = SEAT[case["winner"]]
        winner = winner.other if winner and turn < 0 else winner
        who = 0 if winner is None else 1 if winner is Seat.A else 2
        assert game.winner() == DECISIONS.get(case["decided_by"], 0) + who, case["situation"]


def test_the_reasons_that_a_code_cannot_meet_are_about_wishes_without_a_code():
    """The other nine: whose turn it is, no choice, some camels, mixed sales; no code says any of them."""
    assert {reason.name for reason in set(Reason) - SAYABLE} == {
        "NOT_YOUR_TURN",
        "NOTHING_CHOSEN",
        "TAKE_ONE_GOOD",
        "TAKE_GOODS_AND_CAMELS",
        "CAMELS_ALL_TOGETHER",
        "EXCHANGE_TAKES_NO_CAMELS",
        "EXCHANGE_TOO_FEW",
        "SELL_ONE_KIND",
        "SELL_NO_CAMELS",
    }
    kernel = lockstep(STANDARD).kernel
    for action in (
        Exchange(bundle("DK"), bundle("GG")),
        Exchange(bundle("D"), bundle("G")),
        Exchange(bundle("DDDGGG"), bundle("SSSCCC")),
        Sell(CAMEL, 2),
        Sell(GOODS[0], 8),
    ):
        with pytest.raises(ValueError, match="no action of standard"):
            kernel.code(action)
    with pytest.raises(ValueError, match="no action of mini"):
        lockstep(MINI).kernel.code(Take(GOODS[1]))


def test_the_position_with_the_most_actions():
    """Two pairs and a single against three other pairs and a usable camel: 167 actions, each carried out."""
    run = lockstep(STANDARD)
    for turn, cards in ((A, ("CCPPLL", "")), (B, ("", "CCPPLL"))):
        position = board("DDGGS", *cards, herds=(1, 1), turn=turn)
        assert len(position.seen_by(turn).legal_actions) == 167
        run.position(position, SplitMix(3), codes=200)


def test_every_round_reads_back_from_its_words():
    """`decode` is the inverse of `encode`, at every position of a round that the kernel plays by itself."""
    kernel = Kernel(STANDARD)
    game = kernel.game(5)
    while not game.over:
        position = kernel.decode(np.array(game.words(), np.uint64))
        assert kernel.encode(position).tolist() == game.words()
        assert parse_position(str(position)) == position
        game.step(game.sample())
