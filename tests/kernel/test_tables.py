"""The tables: made of the ruleset alone, complete, and the same whenever they are made."""

from itertools import combinations_with_replacement as multisets
from math import comb

import numpy as np
import pytest
from tests.rules import test_most_actions as counted

from saudagar.kernel import Kernel
from saudagar.kernel.layout import packed
from saudagar.kernel.tables import GIVE_BITS, ROW, _Builder, bundles, checksum, rank_of, tables
from saudagar.rules import MINI, RULESETS, SIX_EACH, STANDARD, bundle
from saudagar.rules.cards import GOODS

HANDS = [bundle(cards) for size in range(8) for cards in multisets("DGSCPL", size)]


@pytest.mark.parametrize("name", RULESETS)
def test_every_hand_has_a_rank_of_its_own(name):
    """All 1,716 hands of at most seven goods, of any kinds: the ranks are 0 to 1,715, each once."""
    assert len(HANDS) == comb(13, 6) == 1716
    ranks = rank_of(tables(RULESETS[name]), np.array([packed(hand) for hand in HANDS], np.uint64))
    assert sorted(ranks.tolist()) == list(range(1716))


@pytest.mark.parametrize("name", RULESETS)
def test_the_rows_of_a_hand_are_its_own(name):
    """By rank: the takes of a market are its goods, the sales of a hand those that the ruleset allows."""
    rules, built = RULESETS[name], tables(RULESETS[name])
    for hand in HANDS[::7]:
        rank = int(rank_of(built, np.array([packed(hand)], np.uint64))[0])
        at, n = built.singles_at[rank], built.singles_n[rank]
        assert built.singles[at : at + n].tolist() == [1 + good for good in hand.kinds]
        at, n = built.sales_at[rank], built.sales_n[rank]
        sales = [(good, count) for good in GOODS for count in range(1, hand[good] + 1)]
        legal = [8 + 8 * good + count for good, count in sales if count >= rules.smallest_sale[good]]
        assert built.sales[at : at + n].tolist() == legal


def gives(rules, hand, size, camels):
    """What can be given, counted without the tables: so many camels and the rest of the hand, within the limit."""
    goods = [[hand[good] for good in GOODS]]
    return sum(
        counted.gives(tuple(goods[0]))[size - used] if size - used < 6 else 0
        for used in range(min(camels, size) + 1)
        if hand.size + used <= rules.hand_limit
    )


def test_the_number_of_gifts_is_counted_right():
    """For every sixth hand, size and number of camels, from another way to count bundles."""
    rules, built = STANDARD, tables(STANDARD)
    ranks = rank_of(built, np.array([packed(hand) for hand in HANDS], np.uint64))
    columns = built.gives_n.reshape(-1, 4, 6)
    for hand, rank in [*zip(HANDS, ranks, strict=True)][::6]:
        if hand <= rules.pack:
            for size in range(2, 6):
                for camels in range(6):
                    assert columns[rank, size - 2, camels] == gives(rules, hand, size, camels), (hand, size, camels)


def test_a_row_can_be_copied_to_its_end():
    """Eight entries at a time: behind the last row of every list there are as many more."""
    for name in RULESETS:
        built = tables(RULESETS[name])
        for prefix in ("singles", "sales", "gives"):
            starts, flat = getattr(built, f"{prefix}_at"), getattr(built, prefix)
            assert int(starts.max()) + ROW <= len(flat)
        counts = built.gives_n.reshape(len(built.gives_at), -1).max(axis=1)
        rows = -(-counts.astype(int) // ROW) * ROW
        assert int((built.gives_at + np.maximum(rows, ROW)).max()) <= len(built.gives)
        sales = -(-built.sales_n.astype(int) // ROW) * ROW
        assert int((built.sales_at + np.maximum(sales, ROW)).max()) <= len(built.sales)


def test_the_most_actions_are_167():
    """By the tables; that it is the most, an independent count says (tests/rules/test_most_actions.py)."""
    assert tables(STANDARD).numbers["most"] == tables(SIX_EACH).numbers["most"] == 167
    assert Kernel(STANDARD).width == 167 + ROW


@pytest.mark.long
def test_the_most_actions_are_those_of_an_independent_count():
    """Over every market and every hand, without the package."""
    assert counted.most_actions()[0] == tables(STANDARD).numbers["most"]


def test_the_most_actions_of_mini_are_those_of_its_graph():
    """Of the 56,062 nodes none has more than the tables say; the tables may count what no play leads to."""
    from tests.rules import naive
    from tests.rules.mini import graph

    most = max(len(naive.actions(state)) for state in graph("a").values())
    assert most <= tables(MINI).numbers["most"] < 2 * most


@pytest.mark.parametrize("name", RULESETS)
def test_tables_are_the_same_when_they_are_built_again(name):
    """`checksum` over every byte; of different rulesets the checksums differ."""
    built = tables(RULESETS[name])
    assert built is tables(RULESETS[name])
    again = _Builder(RULESETS[name]).build()
    assert again is not built
    assert checksum(again) == checksum(built)
    assert again.numbers == built.numbers
    assert len({checksum(tables(rules)) for rules in RULESETS.values()}) == len(RULESETS)


@pytest.mark.parametrize("name", RULESETS)
def test_bundles_are_those_of_the_pack(name):
    """Every bundle of two cards to a marketful, each once, in the order of size and then of letters."""
    rules = RULESETS[name]
    for side, cards in zip(bundles(rules), (str(rules.pack.goods), str(rules.pack)), strict=True):
        kinds = [letter for letter in "DGSCPLK" if letter in cards]
        expected = [
            "".join(pick)
            for size in range(2, rules.market_size + 1)
            for pick in multisets(kinds, size)
            if all(pick.count(letter) <= cards.count(letter) for letter in kinds)
        ]
        assert list(map(str, side)) == expected
        assert len(side) < 1 << GIVE_BITS


def test_the_tables_hold_the_numbers_of_the_ruleset():
    """Sums of tokens from the top, and the tier of every sale: by hand, from §2 and §3."""
    built = tables(STANDARD)
    stride = built.numbers["stride"]
    assert stride == 11
    assert built.token_sum[:7].tolist() == [0, 7, 14, 19, 24, 29, 29]
    assert built.token_sum[5 * stride : 6 * stride].tolist() == [0, 4, 7, 9, 10, 11, 12, 13, 14, 15, 15]
    assert built.token_count[5 * stride : 6 * stride].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]
    assert built.tier_of_count.tolist() == [0, 0, 0, 1, 2, 3, 3, 3]
    assert built.bonus_value[:10].tolist() == [1, 2, 3, 4, 5, 6, 8, 9, 10, 0]
    assert built.bonus_total.tolist() == [2, 3, 2, 2, 2, 2, 2, 1, 2, 0]
    assert built.smallest_sale.tolist() == [2, 2, 2, 1, 1, 1]
