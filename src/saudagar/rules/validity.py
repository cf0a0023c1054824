"""What is wrong with a position: every contradiction with the pack, the piles and itself."""

from __future__ import annotations

from collections import Counter

from .cards import CAMEL, GOODS, some
from .round import Round
from .scoring import Purse
from .seats import Seat


def problems(position: Round) -> list[str]:
    """Return every reason why a round cannot be one of its ruleset; an empty list when there is none.

    Checks all conservation laws: 55 cards, tokens and bonus tokens, limits, and owed chance. It does not prove that a
    line of play leads here.
    """
    rules, found = position.ruleset, list[str]()
    if min(*position.herds, position.exchanges) < 0:
        return ["no herd has fewer than no camels, and no row fewer than no exchanges"]
    total = position.market + position.stock + position.sold + some(CAMEL, sum(position.herds))
    total += position.hands.a + position.hands.b
    if total != rules.pack:
        found.append(f"the cards are {total}, the pack is {rules.pack}")
    if position.sold[CAMEL]:
        found.append("camels are never sold")
    for seat in Seat:
        hand, known = position.hands[seat], position.known[seat]
        if hand[CAMEL] or known[CAMEL]:
            found.append(f"camels stand in the herd, not in the hand of seat {seat}")
        if hand.size > rules.hand_limit:
            found.append(f"seat {seat} holds {hand.size} cards, the limit is {rules.hand_limit}")
        if not known <= hand:
            found.append(f"the known cards {known} are not all in the hand {hand} of seat {seat}")
    if position.market.size > rules.market_size:
        found.append(f"the market has {position.market.size} cards, it holds {rules.market_size}")
    if rules.exchange_cap and position.exchanges > rules.exchange_cap:
        found.append(f"{position.exchanges} exchanges in a row, the cap is {rules.exchange_cap}")
    return found + _token_problems(position) + _bonus_problems(position)


def _token_problems(position: Round) -> list[str]:
    rules, found = position.ruleset, list[str]()
    gone = [rules.tokens[good][: position.sold[good]] for good in GOODS]
    tokens, rupees = sum(map(len, gone)), sum(map(sum, gone))
    purses = position.purses
    if (purses.a.tokens + purses.b.tokens, purses.a.rupees + purses.b.rupees) != (tokens, rupees):
        found.append(f"the sales brought {rupees} rupees in {tokens} goods tokens, the purses hold something else")
    if not _can_be(purses.a, gone):
        found.append(f"{purses.a.rupees} rupees in {purses.a.tokens} goods tokens cannot be part of what was sold")
    return found


def _can_be(purse: Purse, gone: list[tuple[int, ...]]) -> bool:
    """Say whether some of the tokens gone add up to the purse: a sum over at most 38 tokens."""
    sums = {(0, 0)}
    for pile in gone:
        for value in pile:
            sums |= {(count + 1, total + value) for count, total in sums}
    return (purse.tokens, purse.rupees) in sums


def _bonus_problems(position: Round) -> list[str]:
    rules, found = position.ruleset, list[str]()
    if len(position.bonuses) != len(rules.bonuses):
        return [f"there are {len(rules.bonuses)} bonus piles, not {len(position.bonuses)}"]
    if any(purse.hidden for purse in position.purses):
        found.append("the truth hides no bonus tokens")
    drawn = Counter(value for purse in position.purses for value in purse.bonuses)
    for (tier, pile), left in zip(rules.bonuses, position.bonuses, strict=True):
        here = Counter({value: drawn[value] for value in set(pile)})
        if Counter(left) + here != Counter(pile):
            found.append(f"the bonus tokens for {tier} cards are not {'.'.join(map(str, pile))} in all")
    strays = [value for value in drawn if rules.tier_of_value(value) is None]
    if strays:
        found.append(f"no bonus token is worth {strays[0]}")
    due = position.bonus_due
    if due is not None:
        if due not in rules.tiers:
            found.append(f"there is no bonus pile for {due} cards")
        elif not position.bonuses[rules.tiers.index(due)]:
            found.append(f"a bonus token for {due} cards is owed, but its pile is empty")
        if position.market.size < rules.market_size:
            found.append("a bonus token and a refill are never owed together")
    return found
