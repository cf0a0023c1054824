"""The kernel's tables, all derived from a `Ruleset`: nothing in them is typed in by hand.

A code is how the kernel says an action: 0 takes all camels, 1–6 take one good, 8·good + count + 8 sells, and an
exchange is (take + 1) << 10 | give, where take and give are places in two lists of bundles. Hands and markets are found
by their rank among all bundles of at most seven goods.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from ..rules import CAMEL, GOODS, Action, Bundle, Card, Exchange, Ruleset, Sell, Take, TakeCamels
from .layout import Layout, Unsuitable, packed

GIVE_BITS = 10
LARGEST = 7
"""The most goods that a rank is kept for."""
BYTE = 263
"""More entries than a byte and a sale of seven can reach."""
NIBBLES = 16
RANKS = 2_048
"""Rows by rank are kept for more ranks than there are: words that are no hand still meet a row, an empty one."""
ROW = 8
"""Rows are copied eight codes at a time, so that every list is followed by as many entries that do not count."""

Table = npt.NDArray[Any]


@dataclass(frozen=True)
class Tables:
    """Everything that the kernel looks up. Offsets point into the lists that follow them."""

    rank_high: Table
    """uint16[512]: by the counts of the last three goods (three bits each), the first rank of such a hand."""
    rank_low: Table
    """uint16[512]: by the counts of the first three goods, the place among those, smaller sums first."""
    singles_at: Table
    singles_n: Table
    singles: Table
    """By the rank of the goods in the market: the codes that take one of them."""
    sales_at: Table
    sales_n: Table
    sales: Table
    """By the rank of a hand: the codes of its sales."""
    takes_at: Table
    takes_n: Table
    takes: Table
    """By the rank of the goods in the market: the places of the bundles that an exchange can take."""
    take_word: Table
    take_rest: Table
    """By place: the bundle taken, and the mask of the goods that are not in it."""
    take_size: Table
    gives_at: Table
    """By (rank of what may be given) · sizes + size: where the bundles of that size start, fewest camels first."""
    gives_n: Table
    """By (the same) · (most camels + 1) + camels: how many of them use at most so many camels."""
    gives: Table
    give_word: Table
    token_sum: Table
    """uint16, by good · stride + cards sold: rupees of all tokens gone by then."""
    token_count: Table
    smallest_sale: Table
    bonus_value: Table
    """uint8, by nibble: the value of a bonus token; a zero ends the list."""
    bonus_total: Table
    """uint8, by nibble: how many tokens of that value there are."""
    tier_first: Table
    tier_end: Table
    """By tier: its nibbles, from the first up to but not including the end."""
    tier_of_count: Table
    """uint8, by cards sold: the tier (from 1) that a sale draws from, 0 for none."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The plain numbers of the ruleset."""


def low_bits(cards: Bundle, first: int) -> int:
    """Return the counts of three goods, three bits each."""
    return sum(cards.counts[first + place] << (3 * place) for place in range(3))


@cache
def bundles(ruleset: Ruleset) -> tuple[tuple[Bundle, ...], tuple[Bundle, ...]]:
    """Return the bundles that an exchange can take and those that it can give, each in its list's order."""
    sizes = range(ruleset.smallest_exchange, ruleset.market_size + 1)
    takes = tuple(part for size in sizes for part in ruleset.pack.goods.parts(size))
    gives = tuple(part for size in sizes for part in ruleset.pack.parts(size))
    return takes, gives


def code_of(action: Action, ruleset: Ruleset) -> int:
    """Return the code of an action. ValueError where it has none.

    Some actions that no position allows have one too: `Kernel.code` and `Kernel.action` refuse those.
    """
    takes, gives = _places(ruleset)
    match action:
        case TakeCamels():
            return 0
        case Take(card) if ruleset.pack[card]:
            return 1 + card
        case Sell(card, count) if card is not CAMEL and count <= LARGEST:
            return 8 + 8 * card + count
        case Exchange(take, give) if take in takes and give in gives:
            return takes[take] + 1 << GIVE_BITS | gives[give]
    raise ValueError(f"{action} is no action of {ruleset.name}")


def action_of(code: int, ruleset: Ruleset) -> Action:
    """Return the action of a code. ValueError for a number that is none."""
    takes, gives = bundles(ruleset)
    take, give = code >> GIVE_BITS, code & (1 << GIVE_BITS) - 1
    if 0 < take <= len(takes) and give < len(gives):
        return Exchange(takes[take - 1], gives[give])
    if code == 0:
        return TakeCamels()
    if 1 <= code <= len(GOODS):
        return Take(Card(code - 1))
    if 8 < code < 8 + 8 * len(GOODS) and (code - 8) % 8:
        return Sell(Card((code - 8) // 8), (code - 8) % 8)
    raise ValueError(f"{code} is no code of {ruleset.name}")


@cache
def _places(ruleset: Ruleset) -> tuple[dict[Bundle, int], dict[Bundle, int]]:
    takes, gives = bundles(ruleset)
    return {part: place for place, part in enumerate(takes)}, {part: place for place, part in enumerate(gives)}


@cache
def tables(ruleset: Ruleset) -> Tables:
    """Return the tables of a ruleset, made once a process: half a second for the standard game.

    Unsuitable where its numbers do not fit.
    """
    return _Builder(ruleset).build()


class _Builder:
    def __init__(self, ruleset: Ruleset) -> None:
        self.rules = ruleset
        self.layout = Layout(ruleset)
        self.takes, self.give_list = bundles(ruleset)
        if len(self.give_list) >= 1 << GIVE_BITS:
            raise Unsuitable("there are too many bundles to give")
        self.hands = self.ranked()

    def ranked(self) -> list[Bundle]:
        """Return all bundles of at most seven goods (of any kind) in the order of their ranks."""
        triples = sorted((sum(three), three) for three in product(range(LARGEST + 1), repeat=3))
        found = list[Bundle]()
        for many, high in triples:
            for few, low in triples:
                if many + few > LARGEST:
                    break  # smaller sums come first
                found.append(Bundle((*low, *high, 0)))
        return found

    def build(self) -> Tables:
        rules = self.rules
        rank_high, rank_low = self.ranks()
        goods = rules.goods
        stride = max(max(rules.pack[good], len(rules.tokens[good])) for good in goods) + 1
        singles = self.rows([[1 + good for good in hand.kinds] for hand in self.hands], np.uint16)
        sales = self.rows(
            [
                [
                    8 + 8 * good + count
                    for good in hand.kinds
                    for count in range(rules.smallest_sale[good], hand[good] + 1)
                ]
                for hand in self.hands
            ],
            np.uint16,
        )
        place = {part: number for number, part in enumerate(self.takes)}
        sizes = range(rules.smallest_exchange, rules.market_size + 1)
        takes = self.rows(
            [
                [place[part] for size in sizes for part in hand.parts(size) if part in place]
                if hand.size <= rules.market_size
                else []
                for hand in self.hands
            ],
            np.uint16,
        )
        gives_at, gives_n, gives = self.give_rows()
        tokens = [[rules.tokens[good][:sold] for sold in range(stride)] for good in range(len(GOODS))]
        bonus_values = self.layout.values
        bonus_counts = Counter(value for _, pile in rules.bonuses for value in pile)
        first = [bonus_values.index(min(pile)) for _, pile in rules.bonuses]
        end = [start + len(set(pile)) for start, (_, pile) in zip(first, rules.bonuses, strict=True)]
        tier_of = [
            0 if (tier := rules.tier_of_sale(count)) is None else rules.tiers.index(tier) + 1
            for count in range(LARGEST + 1)
        ]
        full = sum(0xFF << 8 * number for number in range(len(GOODS)))
        numbers = {
            "pack": packed(rules.pack),
            "open_camels": rules.open_camels,
            "market_size": rules.market_size,
            "deal": rules.deal,
            "hand_limit": rules.hand_limit,
            "exchange_cap": rules.exchange_cap or 256,
            "camel_token": rules.camel_token,
            "piles_to_end": rules.piles_to_end,
            "stride": stride,
            "sizes": len(sizes),
            "camels": rules.market_size,
            "tiers": len(rules.tiers),
            "take_count": len(self.takes),
            "give_count": len(self.give_list),
        }
        built = Tables(
            rank_high=rank_high,
            rank_low=rank_low,
            singles_at=singles[0],
            singles_n=singles[1],
            singles=singles[2],
            sales_at=sales[0],
            sales_n=sales[1],
            sales=sales[2],
            takes_at=takes[0],
            takes_n=takes[1],
            takes=takes[2],
            take_word=np.array([packed(part) for part in self.takes], np.uint64),
            take_rest=np.array(
                [full & ~sum(0xFF << 8 * kind for kind in part.kinds) for part in self.takes], np.uint64
            ),
            take_size=np.array([part.size - rules.smallest_exchange for part in self.takes], np.uint8),
            gives_at=gives_at,
            gives_n=gives_n,
            gives=gives,
            give_word=np.array([packed(part) for part in self.give_list], np.uint64),
            token_sum=np.array([sum(gone) for good in tokens for gone in good] + [0] * BYTE, np.uint16),
            token_count=np.array([len(gone) for good in tokens for gone in good] + [0] * BYTE, np.uint8),
            smallest_sale=np.array(rules.smallest_sale, np.uint8),
            bonus_value=np.array([*bonus_values, *[0] * (NIBBLES + 1 - len(bonus_values))], np.uint8),
            bonus_total=np.array([bonus_counts[value] for value in (*bonus_values, 0)], np.uint8),
            tier_first=np.array(first + [0] * (BYTE - len(first)), np.uint8),
            tier_end=np.array(end + [0] * (BYTE - len(end)), np.uint8),
            tier_of_count=np.array(tier_of, np.uint8),
            numbers=numbers,
        )
        numbers["most"] = self.most_actions(built)
        return built

    def ranks(self) -> tuple[Table, Table]:
        high, low = np.zeros(512, np.uint16), np.zeros(512, np.uint16)
        rank = {hand: number for number, hand in enumerate(self.hands)}
        for hand, number in rank.items():
            if hand.counts[:3] == (0, 0, 0):
                high[low_bits(hand, 3)] = number
            if hand.counts[3:6] == (0, 0, 0):
                low[low_bits(hand, 0)] = number
        return high, low

    def rows(self, lists: list[list[int]], kind: Any) -> tuple[Table, Table, Table]:
        """Return where each list starts, how long it is, and all of them one after the other."""
        starts, flat = [], list[int]()
        lists = lists + [[]] * (RANKS - len(lists))
        for row in lists:
            starts.append(len(flat))
            flat += row
        flat += [0] * ROW
        return np.array(starts, np.uint32), np.array([len(row) for row in lists], np.uint8), np.array(flat, kind)

    def give_rows(self) -> tuple[Table, Table, Table]:
        """Return where the gifts of each hand and size start, how many there are up to so many camels, and all of them.

        Hands and parts are compared all at once: one by one this took most of a cold start.
        """
        rules, kinds = self.rules, len(GOODS)
        sizes = range(rules.smallest_exchange, rules.market_size + 1)
        hands = np.array([hand.counts[:kinds] for hand in self.hands], np.int8)
        camels_of = np.arange(rules.market_size + 1)
        room = rules.hand_limit - hands.sum(axis=1, dtype=np.int64)
        fit, order, numbers = [], [], []
        counts = np.zeros((len(hands), len(sizes), len(camels_of)), np.int64)
        for at, size in enumerate(sizes):
            # As `Bundle.parts` lists them: fewest camels first, then the most of the first kind.
            listed = [(part, place) for place, part in enumerate(self.give_list) if part.size == size]
            listed.sort(key=lambda each: (each[0][CAMEL], [-count for count in each[0].counts]))
            parts = np.array([part.counts for part, _ in listed], np.int8).reshape(-1, kinds + 1)
            fits = (hands[:, None, :] >= parts[None, :, :kinds]).all(axis=2) & (parts[:, kinds] <= room[:, None])
            for camels in camels_of:
                counts[:, at, camels] = fits[:, parts[:, kinds] <= camels].sum(axis=1)
            rows, columns = np.nonzero(fits)
            fit.append(rows * len(sizes) + at)
            order.append(columns)
            numbers.append(np.array([place for _, place in listed], np.int64)[columns])
        flat = np.concatenate(numbers)[np.lexsort((np.concatenate(order), np.concatenate(fit)))]
        totals = counts[:, :, -1].reshape(-1)
        cells = RANKS * len(sizes)
        starts = np.zeros(cells, np.uint32)
        starts[: len(totals)] = np.cumsum(totals) - totals
        told = np.zeros(cells * len(camels_of), np.uint8)
        told[: counts.size] = counts.reshape(-1)
        return starts, told, np.append(flat, [0] * ROW).astype(np.uint16)

    def most_actions(self, built: Tables) -> int:
        """Return the most legal actions that any market, hand and herd allow: 167 in the standard game."""
        rules, most = self.rules, 0
        words = np.array([packed(hand) for hand in self.hands], np.uint64)
        room = rules.hand_limit - np.array([hand.size for hand in self.hands])
        columns = np.arange(rules.market_size + 1)
        usable = columns[None, :] <= room[:, None]
        gives = built.gives_n.reshape(-1, len(columns)).astype(np.int16)
        sales = built.sales_n[: len(room)].astype(np.int16)
        # What may be given for a bundle depends on its kinds and its size only: few pairs, met again and again.
        exchanges = dict[tuple[int, int], Table]()
        for take in range(len(self.takes)):
            key = int(built.take_rest[take]), int(built.take_size[take])
            if key not in exchanges:
                exchanges[key] = gives[rank_of(built, words & np.uint64(key[0])) * self.numbers_of_sizes + key[1]]
        for row, market in enumerate(self.hands):
            if market.size > rules.market_size or not market <= rules.pack:
                continue
            camels = int(market.size < rules.market_size)
            singles = camels + (room > 0) * int(built.singles_n[row])
            count = np.repeat((singles + sales).astype(np.int16)[:, None], len(columns), 1)
            for take in built.takes[built.takes_at[row] : built.takes_at[row] + built.takes_n[row]]:
                count += exchanges[int(built.take_rest[take]), int(built.take_size[take])]
            most = max(most, int((count * usable).max()))
        return most

    @property
    def numbers_of_sizes(self) -> int:
        return self.rules.market_size + 1 - self.rules.smallest_exchange


def rank_of(built: Tables, words: Table) -> Table:
    """Return the ranks of hands as words: the same two look-ups as the core's."""
    high = (words >> 24) & 7 | (words >> 29) & 0x38 | (words >> 34) & 0x1C0
    low = words & 7 | (words >> 5) & 0x38 | (words >> 10) & 0x1C0
    ranks: Table = built.rank_high[high].astype(np.int64) + built.rank_low[low]
    return ranks


def checksum(built: Tables) -> str:
    """Return a hash of all tables, to compare builds on different machines."""
    digest = hashlib.sha256()
    for each in fields(built):
        value = getattr(built, each.name)
        told = (
            repr(sorted(value.items())).encode()
            if isinstance(value, dict)
            else value.dtype.str.encode() + value.tobytes()
        )
        digest.update(each.name.encode() + told)
    return digest.hexdigest()
