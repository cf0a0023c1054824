"""Chance: what the stock and the bonus piles owe, what they may answer, and how likely each answer is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import TypeAlias

from .cards import Bundle
from .seats import BySeat, Seat


@dataclass(frozen=True, slots=True)
class Refill:
    """Owed: `count` cards from the stock into the market (§8, §9)."""

    count: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Owed: a bonus token of a tier for a seat (§11)."""

    seat: Seat
    tier: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Answered: a set-up (§5), with the whole market and, per seat, the cards dealt, camels still among them."""

    market: Bundle
    hands: BySeat[Bundle]


@dataclass(frozen=True, slots=True)
class Refilled:
    """Answered: these cards were laid in the market."""

    cards: Bundle


@dataclass(frozen=True, slots=True)
class BonusDrawn:
    """Answered: the bonus token is worth `value` rupees."""

    value: int


Owed: TypeAlias = Refill | Bonus
Answer: TypeAlias = Refilled | BonusDrawn


def refills(stock: Bundle, count: int) -> tuple[tuple[Refilled, Fraction], ...]:
    """Return every refill of `count` cards that a shuffled stock can give, with its exact probability."""
    ways = comb(stock.size, count)
    return tuple(
        (Refilled(part), Fraction(prod(map(comb, stock.counts, part.counts)), ways)) for part in stock.parts(count)
    )


def draws(pile: tuple[int, ...]) -> tuple[tuple[BonusDrawn, Fraction], ...]:
    """Return every value that a shuffled bonus pile can give, in rising order, with its exact probability."""
    return tuple((BonusDrawn(value), Fraction(times, len(pile))) for value, times in sorted(Counter(pile).items()))
