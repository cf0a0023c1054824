"""Sampled worlds: each one that may be, evenly spread, every way once near the end; and what is followed through them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import exp, sqrt

import numpy as np
import pytest
from tests.kernel.test_slots import filled
from tests.kernel.test_value import NETWORK, chance_at_the_end, decisions, ends_for_sure, state_list

from saudagar.kernel import Kernel, SplitMix
from saudagar.kernel.core import core
from saudagar.kernel.network import ONE
from saudagar.kernel.search import Searcher
from saudagar.rules import CAMEL, GOODS, STANDARD, Bundle, Refill, Refilled

KERNEL = Kernel(STANDARD)
CARDS = (*GOODS, CAMEL)


def bundle(cards):
    return Bundle(tuple(cards.count(card) for card in CARDS))


def world_of(position, number, seed):
    """Return a sampled world as a round, and the order of its stock."""
    words = np.zeros(13, np.uint64)
    out = words if core.COMPILED else [0] * 13
    order = core.world(KERNEL.core, core.Mind(NETWORK), state_list(position), number, seed, out)
    return KERNEL.decode(np.array(out, np.uint64)), [CARDS[kind] for kind in order]


def unseen_cards(position):
    view = position.seen_by(position.turn)
    hidden = view.hand_sizes[position.turn.other] - view.known[position.turn.other].size
    return [card for card in CARDS for _ in range(view.unseen[card])], hidden


def test_a_world_is_one_that_the_seat_cannot_tell_from_the_true_one():
    """The view is the same, the order is that of the world's own stock, and no two seeds have the same worlds."""
    orders = set()
    for at, position in enumerate(decisions(3)):
        if at % 5:
            continue
        for number in range(6):
            world, order = world_of(position, number, at)
            assert world.seen_by(position.turn) == position.seen_by(position.turn)
            assert bundle(order) == world.stock
            orders.add(tuple(order))
    assert len(orders) > 40


def test_near_the_end_every_way_comes_once():
    """As many worlds as the stock can lie in ways hold each of them exactly once, counted out by permutations."""
    compared, hiding = 0, 0
    for position in decisions(30 if core.COMPILED else 12):
        cards, hidden = unseen_cards(position)
        ways = core.ways_to_lie(state_list(position))
        if hidden or len(cards) > 5:
            hiding += bool(hidden)
            assert len(cards) == 6 or ways == 0
            continue
        expected = Counter(permutations(cards))
        assert ways == expected.total()
        if not 2 < ways <= (120 if core.COMPILED else 30) or compared == 8:
            continue
        found = Counter(tuple(world_of(position, number, 77)[1]) for number in range(ways))
        assert found == expected
        compared += 1
    assert compared > 2
    assert hiding > 10


def odds(position, good, held, left):
    """Return how likely one card of a good is to be hidden, by the tables of the network and what the seat sees."""
    view = position.seen_by(position.turn)
    other, place = position.turn.other, GOODS.index(good)
    told = (
        view.stock // 5,
        view.hand_sizes[other] - view.known[other].size,
        held,
        max(0, len(STANDARD.tokens[good]) - view.sold[good]),
        view.hands[position.turn][good],
        view.market[good],
        left,
    )
    sum_ = sum(int(NETWORK.hands[sign, place, min(number, 9)]) for sign, number in enumerate(told))
    return left * round(4096 * exp(max(-256, min(256, sum_)) / 64))


def hidden_hands(position):
    """Return the chance of every hand that the other seat may hide: one card after another, by their odds."""
    view = position.seen_by(position.turn)
    known = view.known[position.turn.other]
    chances = {(): 1.0}
    for _ in range(view.hand_sizes[position.turn.other] - known.size):
        after = Counter()
        for drawn, chance in chances.items():
            weights = {
                good: odds(position, good, known[good] + drawn.count(good), view.unseen[good] - drawn.count(good))
                for good in GOODS
                if view.unseen[good] > drawn.count(good)
            }
            for good, weight in weights.items():
                after[tuple(sorted((*drawn, good), key=GOODS.index))] += chance * weight / sum(weights.values())
        chances = after
    return chances


def test_hidden_cards_are_as_likely_as_the_network_finds_them():
    """Over many worlds each hand comes as often as the tables say, told from the view alone."""
    compared, worlds = 0, 3_000 if core.COMPILED else 150
    for at, position in enumerate(decisions(6)):
        _, hidden = unseen_cards(position)
        if not 1 <= hidden <= 3 or at % 4 or compared == 6:
            continue
        expected, found = hidden_hands(position), Counter()
        known = position.seen_by(position.turn).known[position.turn.other]
        for number in range(worlds):
            theirs = world_of(position, number, at)[0].hands[position.turn.other] - known
            found[tuple(good for good in GOODS for _ in range(theirs[good]))] += 1
        assert set(found) <= set(expected)
        for hand, chance in expected.items():
            assert found[hand] / worlds == pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / worlds) + 1e-9), (
                hand
            )
        compared += 1
    assert compared == 6


def test_a_network_without_tables_draws_hidden_cards_evenly():
    """Each unseen card is then as likely as any other."""
    position = next(iter(decisions(1)))
    view, known = position.seen_by(position.turn), position.seen_by(position.turn).known[position.turn.other]
    bare = core.Mind(NETWORK, np.zeros_like(NETWORK.hands))
    goods, worlds = Counter(), 4_000 if core.COMPILED else 200
    for number in range(worlds):
        out = np.zeros(13, np.uint64) if core.COMPILED else [0] * 13
        core.world(KERNEL.core, bare, state_list(position), number, 9, out)
        theirs = KERNEL.decode(np.array(out, np.uint64)).hands[position.turn.other] - known
        goods.update(good for good in GOODS for _ in range(theirs[good]))
    total = sum(view.unseen[good] for good in GOODS)
    for good in GOODS:
        share = view.unseen[good] / total
        assert goods[good] / goods.total() == pytest.approx(share, abs=4 * sqrt(share / worlds)), good


def test_early_worlds_spread_the_first_cards_evenly():
    """Over 400 worlds the first card of the stock is of each kind as often as it lies there, far nearer than by luck."""
    position = next(iter(decisions(1)))
    cards, hidden = unseen_cards(position)
    worlds, kinds = 400, Counter()
    for number in range(worlds):
        kinds[world_of(position, number, 3)[1][0]] += 1
    for card in set(cards):
        share = cards.count(card) / len(cards)  # hidden cards are goods, a few of many
        assert kinds[card] / worlds == pytest.approx(share, abs=0.02), card
    assert hidden


def follow(position, code, order, depth):
    """Return the value of an action to its seat, and what is told of it, by the readable rules and NumPy.

    None where a token is drawn, or two actions are as good.
    """
    seat, at, ply = position.turn, 0, 1
    while True:
        after = position.play(KERNEL.action(code))
        if after.bonus_due and (position.turn is not seat or not ends_for_sure(after)):
            return None
        if ends_for_sure(after):
            return (int(chance_at_the_end(after.seen_by(seat)) * ONE),) * 2
        if isinstance(after.owed, Refill):
            after, at = after.resolve(Refilled(bundle(order[at : at + after.owed.count]))), at + after.owed.count
        position, ply, found = after, ply + 1, []
        for action in position.seen_by(position.turn).legal_actions:
            here = position.play(action)
            number = KERNEL.code(action)
            if ends_for_sure(here):
                value = int(chance_at_the_end(here.seen_by(position.turn)) * ONE)
            else:
                value = int(NETWORK.chances(NETWORK.heads(np.array(filled(KERNEL, here, position.turn), np.uint8))[0]))
            haste = 1049 * (1 + position.exchanges) if number >> 10 else 0
            found.append((value - haste, value, number))
        top = max(wish for wish, _, _ in found)
        best = [(value, number) for wish, value, number in found if wish == top]
        if len(best) > 1:
            return None
        value, code = best[0]
        if ply >= depth:
            told = value if ends_for_sure(position.play(KERNEL.action(code))) else bent(value)
            return (value, told) if position.turn is seat else (ONE - value, ONE - told)


def bent(value):
    """Return what a chance is worth to those who look ahead: between two points of the table, rounded down."""
    at = value * 256 // ONE
    if at == 256:
        return int(NETWORK.ahead[256])
    low, high = int(NETWORK.ahead[at]), int(NETWORK.ahead[at + 1])
    return low + (high - low) * (value - at * ONE // 256) // (ONE // 256)


def test_futures_are_followed_as_the_rules_say():
    """Samples three plies deep equal a slow walk over rounds of the readable rules, in each of their worlds."""
    compared = bend = 0
    for at, position in enumerate(decisions(3)):
        if at % 9 != 4:
            continue
        codes = [KERNEL.code(action) for action in list(position.seen_by(position.turn).legal_actions)[:3]]
        for number in range(2):
            world, order = world_of(position, number, 5)
            for code in codes:
                expected = follow(world, code, order, 3)
                if expected is None:
                    continue
                sums, squares, told = (np.zeros(1, np.int64) for _ in range(3))
                searcher, listed = Searcher(KERNEL, NETWORK, threads=1), np.array([code], np.uint32)
                searcher.plan = type(searcher.plan)(depth=3)
                state = KERNEL.layout.encode(position)
                searcher.sample(state, listed, sums, squares, told, first=number, count=1, seed=5)
                assert (sums[0], told[0]) == expected, (position, code)
                bend += sums[0] != told[0]
                compared += 1
        if compared > 12 and not core.COMPILED:
            break
    assert compared > 12
    assert bend > 6


def test_looking_values_by_worlds_that_did_not_choose():
    """Gains are the means in the first worlds, the choice's too; what it hands back is its mean in fresh ones."""
    changed = 0
    for at, position in enumerate(decisions(2 if core.COMPILED else 1)):
        if at % 4:
            continue
        state, searcher = KERNEL.layout.encode(position), Searcher(KERNEL, NETWORK, threads=1)
        stream = np.array([at + 900], np.uint64)
        seed = SplitMix(at + 900).bits()
        given = (state, stream) if core.COMPILED else (state.tolist(), stream.tolist())
        back, *found = core.look(KERNEL.core, core.Mind(NETWORK), *given, 4, 6, 2)
        codes, values = searcher.weigh(state)
        haste = np.where(codes >> 10 > 0, 1049 * (1 + position.exchanges), 0)
        wishes = values - haste
        near = [i for i in np.argsort(-wishes, kind="stable") if wishes[i] >= wishes.max() - 83886][:4]
        assert {int(codes[i]) for i in near} == {code for code, _ in found}
        searcher.plan = type(searcher.plan)(depth=2)

        def mean(code, first, searcher=searcher, state=state, seed=seed):
            sums, squares, told = (np.zeros(1, np.int64) for _ in range(3))
            searcher.sample(state, np.array([code], np.uint32), sums, squares, told, first=first, count=6, seed=seed)
            return int(sums[0])

        first = {int(codes[i]): mean(codes[i], 0) for i in near}
        places = {int(codes[i]): i for i in near}
        if len(near) > 1:
            marks = {code: (4 * int(values[i]) + first[code]) // 10 - int(haste[i]) for code, i in places.items()}
            assert marks[found[0][0]] == max(marks.values())
        assert back == (mean(found[0][0], 6) if len(near) > 1 else first[found[0][0]]) // 6
        assert all(gain == first[code] // 6 for code, gain in found)
        changed += found[0][0] != int(codes[near[0]])
    assert changed > (3 if core.COMPILED else 0)
