"""Cards: seven kinds, and immutable multisets of them (§1)."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

LETTERS = "DGSCPLK"


class Card(IntEnum):
    """One of the seven kinds of card; the number is its place in every table and in the canonical order."""

    DIAMOND = 0
    GOLD = 1
    SILVER = 2
    CLOTH = 3
    SPICE = 4
    LEATHER = 5
    CAMEL = 6

    @property
    def letter(self) -> str:
        """The letter that stands for the kind in all text forms."""
        return LETTERS[self]


CARDS: tuple[Card, ...] = tuple(Card)
"""All seven kinds: what iterating over `Card` gives, without the cost of an enumeration."""
GOODS: tuple[Card, ...] = CARDS[:6]
"""The six kinds that can be held in a hand and sold. Camels are not goods (§1)."""
CAMEL = Card.CAMEL


@dataclass(frozen=True, slots=True)
class Bundle:
    """An immutable multiset of cards: `+`, `-`, `<=`, `.size`; iterates card by card in canonical order.

    `counts` holds seven numbers ≥ 0, one per `Card`. `b[Card.GOLD]` is how many golds are in it, `len(b)` the
    number of cards. Subtraction raises ValueError where a card is not there to be removed.
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(LETTERS) or min(self.counts) < 0:
            raise ValueError(f"a bundle needs seven counts that are not negative: {self.counts}")

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    @property
    def goods(self) -> Bundle:
        """The same cards without the camels."""
        return Bundle((*self.counts[:CAMEL], 0))

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The different kinds in it, in canonical order."""
        return _kinds(self.counts)

    def without(self, kinds: Iterable[Card]) -> Bundle:
        """Return the bundle with every card of these kinds left out."""
        counts = list(self.counts)
        for card in kinds:
            counts[card] = 0
        return Bundle(tuple(counts))

    def parts(self, size: int) -> tuple[Bundle, ...]:
        """Return every different bundle of `size` cards that can be picked out of this one (computed once, kept)."""
        return _parts(self, size)

    def less(self, other: Bundle) -> Bundle:
        """Return what is left when as many of `other` as are there are removed (never below zero)."""
        return Bundle(tuple([max(0, mine - theirs) for mine, theirs in zip(self.counts, other.counts, strict=True)]))

    def __add__(self, other: Bundle) -> Bundle:
        return Bundle(tuple(map(operator.add, self.counts, other.counts)))

    def __sub__(self, other: Bundle) -> Bundle:
        return Bundle(tuple(map(operator.sub, self.counts, other.counts)))

    def __le__(self, other: Bundle) -> bool:
        return all(map(operator.le, self.counts, other.counts))

    def __ge__(self, other: Bundle) -> bool:
        return other <= self

    def __getitem__(self, card: Card) -> int:
        return self.counts[card]

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.counts[card] > 0

    def __iter__(self) -> Iterator[Card]:
        return (card for card in CARDS for _ in range(self.counts[card]))

    def __len__(self) -> int:
        return sum(self.counts)

    def __str__(self) -> str:
        return _letters(self.counts)

    def __repr__(self) -> str:
        return f"bundle({str(self)!r})" if self.size else "bundle()"


EMPTY = Bundle((0,) * len(LETTERS))


def bundle(cards: str | Iterable[Card] = "") -> Bundle:
    """Return the bundle of these cards: letters in any order (`"KDD"`) or `Card`s. ValueError on other letters."""
    counts = [0] * len(LETTERS)
    for card in cards:
        place = LETTERS.find(card) if isinstance(card, str) else int(card)
        if place < 0:
            raise ValueError(f"no card has the letter {card!r}: the letters are {LETTERS}")
        counts[place] += 1
    return _shared(tuple(counts))


@lru_cache(1 << 12)
def _shared(counts: tuple[int, ...]) -> Bundle:
    # The same few bundles are read again and again: in thousands of matches each stands in memory once.
    return Bundle(counts)


@lru_cache(1 << 8)
def some(card: Card, count: int = 1) -> Bundle:
    """Return the bundle of `count` cards of one kind."""
    counts = [0] * len(LETTERS)
    counts[card] = count
    return Bundle(tuple(counts))


@lru_cache(1 << 14)
def _kinds(counts: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple([card for card in CARDS if counts[card]])


@lru_cache(1 << 14)
def _letters(counts: tuple[int, ...]) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True)) or "-"


@lru_cache(1 << 14)
def _parts(whole: Bundle, size: int) -> tuple[Bundle, ...]:
    # At most a few hundred bundles ever come out. Only a few thousand different hands and markets ever go in; of stocks
    # there are too many to keep all.
    return tuple(map(Bundle, _picks(whole.counts, size)))


def _picks(counts: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    # One kind at a time, so that equal picks are never made twice.
    picks: list[tuple[int, ...]] = [()]
    for count in counts:
        picks = [(*pick, n) for pick in picks for n in range(min(count, size - sum(pick)), -1, -1)]
    return [pick for pick in picks if sum(pick) == size]


@lru_cache(1 << 10)
def part_counts(counts: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """Return the counts of every bundle of `size` cards that can be picked out of so many of each, as `parts` does."""
    return tuple(_picks(counts, size))


@lru_cache(1 << 13)
def part_texts(counts: tuple[int, ...], size: int) -> tuple[str, ...]:
    """Return the letters of the same bundles."""
    after = sum(counts)
    texts = [("", size)] if size <= after else []
    for letter, count in zip(LETTERS, counts, strict=True):
        if not count:
            continue
        after -= count
        texts = [
            (text + letter * n, wanted - n)
            for text, wanted in texts
            for n in range(min(count, wanted), max(wanted - after, 0) - 1, -1)
        ]
    return tuple([text or "-" for text, _ in texts])
