"""What the network is told: every slot once more from a `View`, by its name, and nothing in it that the seat cannot know."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from saudagar.dealers import FairDealer, rng, settle
from saudagar.kernel import Kernel, SplitMix, slots
from saudagar.kernel.core import core
from saudagar.rules import CAMEL, GOODS, RULESETS, STANDARD, Bonus, Refill, Round, sample_world

NAMES = slots.NAMES


def told(view):
    """Return the slots by name, from a view right after its audience's action."""
    rules, me, other = view.ruleset, view.audience, view.audience.other
    found = {"own.herd": view.herds[me], "other.herd": view.herds[other], "market.K": view.market[CAMEL]}
    found["herd.lead"] = 11 + view.herds[me] - view.herds[other]
    found["stock"], found["unseen.K"] = view.stock, view.unseen[CAMEL]
    found["own.hand"], found["other.hand"] = view.hand_sizes[me], view.hand_sizes[other]
    found["other.hidden"] = view.hand_sizes[other] - view.known[other].size
    found["exchanges"] = min(view.exchanges, 12)
    found["owed"] = view.owed.count if isinstance(view.owed, Refill) else 0
    means = []
    for place, (tier, pile) in enumerate(rules.bonuses):
        left = list(pile)
        for value in view.purses[me].bonuses:
            if value in left:
                left.remove(value)
        mean = Fraction(2 * sum(left), len(left)) if left else Fraction(0)
        means.append(floor(mean))
        name = (3, 4, 5)[place]
        found[f"bonus.{name}"] = view.bonuses[place]
        found[f"other.bonus.{name}"] = view.purses[other].hidden.count(tier)

    def sale(good, count):
        if not count or count < rules.smallest_sale[good]:
            return 0
        worth = sum(rules.tokens_left(good, view.sold[good])[:count])
        tier = rules.tier_of_sale(count)
        if tier is not None and view.bonuses[rules.tiers.index(tier)]:
            worth += means[rules.tiers.index(tier)] // 2
        return worth

    empty = sum(not rules.tokens_left(good, view.sold[good]) for good in rules.goods)
    closes = {"own": 0, "other": 0}
    for good in GOODS:
        letter, tokens = good.letter, len(rules.tokens_left(good, view.sold[good]))
        hands = {"own": view.hand[good], "other": view.known[other][good]}
        found[f"own.{letter}"], found[f"other.known.{letter}"] = hands["own"], hands["other"]
        found[f"own.known.{letter}"] = view.known[me][good]
        found[f"market.{letter}"], found[f"unseen.{letter}"] = view.market[good], view.unseen[good]
        found[f"tokens.{letter}"] = tokens
        for who, count in hands.items():
            found[f"{who}.sale.{letter}"] = min(19, (sale(good, count) + 1) // 2)
            if empty + 1 == rules.piles_to_end and 0 < tokens <= count and sale(good, count):
                closes[who] = 1
    found["empty"] = empty
    found["own.closes"], found["other.closes"] = closes["own"], closes["other"]
    mine = 2 * (view.purses[me].rupees + sum(view.purses[me].bonuses))
    if isinstance(view.owed, Bonus):
        mine += means[rules.tiers.index(view.owed.tier)]
    theirs = 2 * view.purses[other].rupees
    for place, tier in enumerate(rules.tiers):
        theirs += means[place] * view.purses[other].hidden.count(tier)
    lead = (mine - theirs) // 2
    herds = view.herds[me] - view.herds[other]
    with_herd = lead + rules.camel_token * ((herds > 0) - (herds < 0))
    found["lead"], found["lead.with.herd"] = (max(-40, min(40, each)) + 40 for each in (lead, with_herd))
    return [found.get(name, 0) for name in NAMES]


def filled(kernel, position, seat):
    """Return the slots as the core fills them."""
    out = np.zeros(slots.SLOTS, np.uint8)
    state = kernel.layout.encode(position)
    core.fill(kernel.core, state if core.COMPILED else state.tolist(), list(type(seat)).index(seat), out)
    return out.tolist()


def after_actions(rules, number):
    """Yield rounds right after every action of a round at random, with the seat that acted."""
    dealer, numbers = FairDealer(number.to_bytes(32, "big")), rng(number)
    position = Round.start(rules, dealer.first(), dealer.deal(rules))
    while not position.over:
        actions = list(position.seen_by(position.turn).legal_actions)
        action = actions[numbers.below(len(actions))]
        seat, position = position.turn, position.play(action)
        if not position.over:
            yield position, seat
        position = settle(position, dealer)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
def test_every_slot_is_what_the_view_says(rules):
    """Over whole rounds, and each slot stays below the number of its values."""
    kernel, seen = Kernel(rules), np.zeros(slots.SLOTS, int)
    for number in range(25 if core.COMPILED else 8):
        for position, seat in after_actions(rules, number):
            found = filled(kernel, position, seat)
            assert dict(zip(NAMES, found, strict=True)) == dict(
                zip(NAMES, told(position.seen_by(seat)), strict=True)
            ), position
            assert all(value < size for value, size in zip(found, slots.SIZES, strict=True))
            seen = np.maximum(seen, found)
    if rules is STANDARD and core.COMPILED:
        never = {name for name, most in zip(NAMES, seen, strict=True) if most == 0}
        assert never <= {"own.closes", "other.closes", "other.bonus.5"}, "every slot but the rarest has been used"


def test_slots_do_not_know_what_is_hidden():
    """In every world that the seat cannot tell from the true one the slots are the same."""
    kernel, numbers = Kernel(STANDARD), SplitMix(4)
    for number in range(6):
        for position, seat in after_actions(STANDARD, 100 + number):
            expected = filled(kernel, position, seat)
            for _ in range(3):
                assert filled(kernel, sample_world(position.seen_by(seat), numbers), seat) == expected
