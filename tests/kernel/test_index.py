"""The action index: every action has one number for ever, and the kernel's code of it is as much a bijection."""

import hashlib

import numpy as np
import pytest
from tests.conformance.files import load
from tests.conformance.generate import RULES, all_actions

from saudagar.kernel import Kernel, action_index
from saudagar.kernel.index import VERSION
from saudagar.notation import parse_action
from saudagar.rules import MINI, RULESETS, STANDARD, Exchange, Sell, Take, TakeCamels, bundle
from saudagar.rules.cards import CAMEL, GOODS

CASES = {case["ruleset"]: case for case in load("actions")}


@pytest.mark.parametrize("name", RULESETS)
def test_the_order_is_that_of_the_naive_rules(name):
    """Number by number the texts that are enumerated without the package: camels, takes, sales, exchanges by size."""
    index = action_index(RULESETS[name])
    assert [str(action) for action in index.actions] == list(all_actions(RULES[name]))


@pytest.mark.parametrize("name", RULESETS)
def test_the_hash_is_the_pinned_one(name):
    """conformance/actions.json pins version 1: the number of actions and the sha256 of their texts in order."""
    case = CASES["mini" if name == "mini" else "standard"]
    index = action_index(RULESETS[name])
    assert case["index_version"] == VERSION == 1
    assert index.size == case["count"]["total"] == {"mini": 25}.get(name, 25_499)
    text = "".join(f"{action}\n" for action in index.actions)
    assert hashlib.sha256(text.encode()).hexdigest() == case["sha256"]


@pytest.mark.parametrize(("number", "text"), [(0, "+K"), (1, "+D"), (6, "+L"), (7, "-DD"), (42, "-LLLLLLL")])
def test_the_first_numbers_can_be_counted_by_hand(number, text):
    """1 camels, 6 takes, 5 + 5 + 5 + 7 + 7 + 7 sales; then the exchanges begin."""
    index = action_index(STANDARD)
    assert index.action(number) == parse_action(text)
    assert index.id(parse_action(text)) == number
    assert str(index.action(43)) == "+DD-GG"
    assert index.action(index.size - 1) == Exchange(bundle("LLLLL"), bundle("KKKKK"))


@pytest.mark.parametrize("name", RULESETS)
def test_numbers_actions_and_codes_are_three_names_of_one_thing(name):
    """For all of them: number → action → number, number → code → number, code → action → code."""
    kernel = Kernel(RULESETS[name])
    index = kernel.index
    assert index is action_index(RULESETS[name])
    codes = index.code_of_id.tolist()
    assert len(set(codes)) == len(set(index.actions)) == index.size
    for number, (action, code) in enumerate(zip(index.actions, codes, strict=True)):
        assert index.id(action) == number
        assert index.action(number) is action
        assert kernel.code(action) == code
        assert kernel.action(code) == action
    assert (index.id_of_code[index.code_of_id] == np.arange(index.size)).all()
    assert (index.id_of_code >= 0).sum() == index.size
    assert index.id_of_code.min() == -1


@pytest.mark.parametrize("name", RULESETS)
def test_codes_are_as_documented(name):
    """0, 1 to 6, 8 + 8 · good + count, and two places ten bits apart for an exchange."""
    kernel = Kernel(RULESETS[name])
    for action in kernel.index.actions:
        code = kernel.code(action)
        match action:
            case TakeCamels():
                assert code == 0
            case Take(card):
                assert code == 1 + card
            case Sell(card, count):
                assert code == 8 + 8 * card + count
            case Exchange(take, give):
                places = [[part for size in (2, 3, 4, 5) for part in side.parts(size)] for side in sides(kernel, take)]
                assert (code >> 10) - 1 < len(places[0])
                assert places[0][(code >> 10) - 1] == take
                assert places[1][code & 1023] == give


def sides(kernel, take):
    """What can be taken and given at all: the pack without and with its camels; a market has as many cards as it has."""
    assert take.size <= kernel.ruleset.market_size
    return kernel.ruleset.pack.goods, kernel.ruleset.pack


STRANGE = (
    Sell(CAMEL, 1),
    Sell(GOODS[0], 8),
    Exchange(bundle("DDDDDD"), bundle("KKKKKK")),
    Exchange(bundle("DK"), bundle("GG")),
    Exchange(bundle("D"), bundle("G")),
)


@pytest.mark.parametrize("action", [*STRANGE, Exchange(bundle("DD"), bundle("DG")), Sell(GOODS[0], 1)], ids=str)
def test_actions_that_no_position_allows_have_no_number(action):
    """ValueError, with the action in it."""
    with pytest.raises(ValueError, match="no action of standard"):
        action_index(STANDARD).id(action)


@pytest.mark.parametrize("action", STRANGE, ids=str)
def test_actions_out_of_the_tables_have_no_code(action):
    """ValueError, with the action in it."""
    with pytest.raises(ValueError, match="no action of standard"):
        Kernel(STANDARD).code(action)


@pytest.mark.parametrize("number", [-1, 25, 26, 10**6, -(2**70), 2**70])
def test_numbers_out_of_range_have_no_action(number):
    """ValueError, and it says which there are."""
    with pytest.raises(ValueError, match="from 0 to 24"):
        action_index(MINI).action(number)


@pytest.mark.parametrize("code", [-1, -(2**40), 7, 8, 16, 24, 56, 57, 1000, 1023, 1 << 10 | 1023, 2**32 - 1, 2**70])
def test_numbers_that_are_no_code_have_no_action(code):
    """Between the takes and the sales, sales of no card, places beyond the lists."""
    with pytest.raises(ValueError, match="no code of standard"):
        Kernel(STANDARD).action(code)
