"""No position has more than 167 legal actions: counted over every market and every hand, without the package."""

from collections import Counter
from functools import cache
from itertools import chain, combinations
from itertools import combinations_with_replacement as multisets

import pytest
from tests.rules.naive import GOODS, STANDARD

MARKET, LIMIT = STANDARD["market"], STANDARD["hand"]


def ways(counts):
    """How many different bundles of each size can be picked where so many cards of each kind are there."""
    found = [1]
    for count in counts:
        longer = [0] * (len(found) + count)
        for size, number in enumerate(found):
            for more in range(count + 1):
                longer[size + more] += number
        found = longer
    return found


@cache
def gives(counts):
    """The same, for all sizes up to the market's."""
    return (*ways(counts), *[0] * MARKET)[: MARKET + 1]


def takes(market):
    """How many picks of two goods or more there are, by their kinds and their number."""
    picks = {pick for size in range(2, len(market) + 1) for pick in combinations(market, size)}
    return Counter((frozenset(pick), len(pick)) for pick in picks)


def sales(hand):
    return sum(max(0, hand.count(good) - STANDARD["least"][good] + 1) for good in set(hand))


def most_actions():
    """The largest number, and the markets and hands that have it; a herd as large as can be used never hurts."""
    best, where = 0, []
    markets = [(goods, takes(goods)) for size in range(MARKET + 1) for goods in multisets(GOODS, size)]
    for hand in chain.from_iterable(multisets(GOODS, size) for size in range(LIMIT + 1)):
        own = [(good, hand.count(good)) for good in sorted(set(hand))]
        room = LIMIT - len(hand)
        for goods, picks in markets:
            number = (len(goods) < MARKET) + len(set(goods)) * (room > 0) + sales(hand)
            for (kinds, size), times in picks.items():
                left = [count for good, count in own if good not in kinds]
                number += times * gives((*sorted(left), min(room, MARKET)))[size]
            if number > best:
                best, where = number, []
            if number == best:
                where.append(("".join(goods), "".join(hand)))
    return best, where


@pytest.mark.long
def test_no_position_has_more_than_167_actions():
    """The most come with two pairs and a single in the market against three other pairs and one usable camel."""
    best, where = most_actions()
    assert best == 167
    assert ("DDGGS", "CCPPLL") in where
    assert {tuple(sorted(Counter(goods).values())) for goods, _ in where} == {(1, 2, 2)}
    assert {tuple(sorted(Counter(hand).values())) for _, hand in where} == {(2, 2, 2)}


def test_the_count_is_that_of_the_rules_in_small_cases():
    """Bundles of each size out of A A B: one of none, two of one, two of two, one of three."""
    assert ways((2, 1)) == [1, 2, 2, 1]
    assert takes("DDG") == {(frozenset("D"), 2): 1, (frozenset("DG"), 2): 1, (frozenset("DG"), 3): 1}
    assert sales("DCC") == 2
