"""How a round lies in memory: thirteen 64-bit words, and the way to and from a `Round`.

Seven counts of cards share a word, one byte a kind in the order of `Card`, so that adding a bundle is one addition. A
seat's word holds its hand and, in the byte of the camels, its herd.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..rules import CAMEL, GOODS, Bundle, BySeat, Ending, Purse, Round, Ruleset, Seat

MARKET, STOCK, OWN, KNOWN, SOLD, BONUS, PURSE, DRAWN, META = 0, 1, 2, 4, 6, 7, 8, 10, 12
WORDS = 13
"""Words of a state. `OWN`, `KNOWN`, `PURSE` and `DRAWN` are two words each, seat A's and seat B's."""

EXCHANGES, REFILL, TIER, ENDING, PILES = 8, 16, 24, 32, 40
"""Bits of the last word where these numbers stand, eight bits each; bit 0 is the seat whose turn it is."""
TOKENS, BONUSES, BONUS_SUM = 16, 24, 32
"""Bits of a purse where the numbers of goods tokens and bonus tokens and the sum of the latter stand; rupees at 0."""
NIBBLE = 4
"""Bits of one bonus value's count, in `BONUS` (left on the piles) and `DRAWN` (in a purse)."""

ENDINGS = (None, Ending.SOLD_OUT, Ending.STOCK_EMPTY)

State = npt.NDArray[np.uint64]


class Unsuitable(ValueError):
    """A ruleset whose numbers do not fit the kernel's words."""


def packed(cards: Bundle) -> int:
    """Return a bundle as a word: one byte a kind."""
    return sum(count << (8 * place) for place, count in enumerate(cards.counts))


def unpacked(word: int) -> Bundle:
    """Return the bundle that a word holds."""
    return Bundle(tuple(word >> (8 * place) & 0xFF for place in range(len(GOODS) + 1)))


def unsuitable(rules: Ruleset) -> str:
    """Return why the kernel's words and tables cannot hold a ruleset, empty when they can."""
    values = [value for _, pile in rules.bonuses for value in pile]
    tokens = [value for pile in rules.tokens for value in pile]
    checks = (
        (rules.hand_limit <= 7 and rules.market_size <= 7, "hands and markets have at most 7 cards"),
        (rules.pack.size <= 127, "a pack has at most 127 cards"),
        (
            len(rules.bonuses) <= 7 and all(1 <= len(pile) <= 15 for _, pile in rules.bonuses),
            "7 piles of 1 to 15 bonus tokens",
        ),
        (len(set(values)) <= 16 and all(1 <= value <= 255 for value in values), "16 bonus values from 1 to 255"),
        (all(0 <= value <= 255 for value in tokens), "goods tokens are worth 0 to 255"),
        (all(1 <= len(rules.tokens[good]) <= 99 for good in rules.goods), "every good has 1 to 99 tokens"),
        (all(value <= 255 for value in rules.smallest_sale), "a smallest sale is at most 255"),
        (0 <= rules.camel_token <= 255, "the camel token is worth 0 to 255"),
        (1 <= rules.piles_to_end <= 255, "1 to 255 empty piles end a round"),
        (0 <= rules.exchange_cap <= 255, "a cap is at most 255 exchanges"),
    )
    return "; ".join(limit for fits, limit in checks if not fits)


@dataclass(frozen=True)
class Layout:
    """The way between rounds of one ruleset and states. Unsuitable where its numbers do not fit."""

    ruleset: Ruleset

    def __post_init__(self) -> None:
        wrong = unsuitable(self.ruleset)
        if wrong:
            raise Unsuitable(f"the kernel cannot play {self.ruleset.name}: {wrong}")

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Every different bonus value, pile by pile in rising order: its place is its nibble."""
        return tuple(value for _, pile in self.ruleset.bonuses for value in sorted(set(pile)))

    def encode(self, position: Round) -> State:
        """Return the state of a round: `WORDS` words; exchanges in a row beyond 255 count as 255.

        ValueError for a round of another ruleset; one that cannot be gives anything: see `Kernel.encode`.
        """
        if position.ruleset != self.ruleset:
            raise ValueError(f"a round of {position.ruleset.id} for a kernel of {self.ruleset.id}")
        rules, ending = self.ruleset, position.ending
        words = [0] * WORDS
        words[MARKET], words[STOCK], words[SOLD] = map(packed, (position.market, position.stock, position.sold))
        for place, seat in enumerate(Seat):
            purse = position.purses[seat]
            words[OWN + place] = packed(position.hands[seat]) | position.herds[seat] << 8 * CAMEL
            words[KNOWN + place] = packed(position.known[seat])
            words[DRAWN + place] = self._counted(purse.bonuses)
            words[PURSE + place] = (
                purse.rupees | purse.tokens << TOKENS | len(purse.bonuses) << BONUSES | sum(purse.bonuses) << BONUS_SUM
            )
        words[BONUS] = self._counted(tuple(value for pile in position.bonuses for value in pile))
        refill = getattr(position.owed, "count", 0)
        tier = rules.tiers.index(position.bonus_due) + 1 if position.bonus_due else 0
        words[META] = (
            (position.turn is Seat.B)
            | min(position.exchanges, 255) << EXCHANGES
            | refill << REFILL
            | tier << TIER
            | ENDINGS.index(ending) << ENDING
            | position.empty_piles << PILES
        )
        return np.array(words, dtype=np.uint64)

    def decode(self, state: State) -> Round:
        """Return the round that a state holds."""
        rules, words = self.ruleset, [int(word) for word in state]
        own = [unpacked(words[OWN + place]) for place in (0, 1)]
        meta = words[META]
        tier = meta >> TIER & 0xFF
        return Round(
            rules,
            market=unpacked(words[MARKET]),
            stock=unpacked(words[STOCK]),
            hands=BySeat(own[0].goods, own[1].goods),
            known=BySeat(unpacked(words[KNOWN]), unpacked(words[KNOWN + 1])),
            herds=BySeat(own[0][CAMEL], own[1][CAMEL]),
            sold=unpacked(words[SOLD]),
            bonuses=tuple(self.left(words, place) for place in range(len(rules.bonuses))),
            purses=BySeat(*(self._purse(words[PURSE + place], words[DRAWN + place]) for place in (0, 1))),
            turn=Seat.B if meta & 1 else Seat.A,
            exchanges=meta >> EXCHANGES & 0xFF,
            bonus_due=rules.tiers[tier - 1] if tier else None,
        )

    def left(self, state: Sequence[int], tier: int) -> tuple[int, ...]:
        """Return the values left on a bonus pile (the first is 0), in rising order."""
        return tuple(value for value in self._listed(int(state[BONUS])) if value in self.ruleset.bonuses[tier][1])

    def _purse(self, word: int, drawn: int) -> Purse:
        return Purse(word & 0xFFFF, word >> TOKENS & 0xFF, tuple(self._listed(drawn)))

    def _counted(self, values: tuple[int, ...]) -> int:
        return sum(1 << NIBBLE * self.values.index(value) for value in values)

    def _listed(self, word: int) -> list[int]:
        return sorted(value for place, value in enumerate(self.values) for _ in range(word >> NIBBLE * place & 0xF))
