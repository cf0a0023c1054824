"""Every number of the game as data: a `Ruleset` (§1–§5, §10–§16, §20)."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property

from .cards import CAMEL, GOODS, Bundle, Card, bundle


class FullTie(Enum):
    """Who gets the seal when rupees, bonus tokens and goods tokens are all equal (§20)."""

    REPLAY = "replay"
    """Nobody; the next round is started by the seat that did not start the tied one."""
    NON_STARTER = "non_starter"
    """The seat that did not start the tied round."""


@dataclass(frozen=True)
class Ruleset:
    """The numbers of one edition or variant; the rules themselves are the same for all.

    Raises ValueError where the numbers cannot make a game. Equality is by all fields; `.id` names it for files.
    """

    name: str
    pack: Bundle
    tokens: tuple[tuple[int, ...], ...]
    """Goods tokens of each good, top first (§2)."""
    bonuses: tuple[tuple[int, tuple[int, ...]], ...]
    """Bonus piles: the smallest sale that draws from it, and its values in rising order (§3). Values tell the pile."""
    smallest_sale: tuple[int, ...] = (2, 2, 2, 1, 1, 1)
    """Fewest cards of each good in one sale (§11)."""
    market_size: int = 5
    open_camels: int = 3
    """Camels laid in the market before the shuffle (§5)."""
    deal: int = 5
    """Cards dealt to each seat (§5)."""
    hand_limit: int = 7
    smallest_exchange: int = 2
    exchange_cap: int = 12
    """Exchanges in a row after which somebody must take or sell; 0 = no cap, by the book (§15)."""
    camel_token: int = 5
    piles_to_end: int = 3
    """Empty goods piles that end the round (§16); goods that the pack does not have own no pile."""
    full_tie: FullTie = FullTie.REPLAY

    def __post_init__(self) -> None:
        values = [value for _, pile in self.bonuses for value in set(pile)]
        tiers = [tier for tier, _ in self.bonuses]
        if len(self.tokens) != len(GOODS) or len(self.smallest_sale) != len(GOODS):
            raise ValueError("a ruleset needs tokens and a smallest sale for each of the six goods")
        if len(values) != len(set(values)):
            raise ValueError("a bonus value must belong to one pile only: the value tells the pile")
        if tiers != sorted(set(tiers)) or any(list(pile) != sorted(pile) for _, pile in self.bonuses):
            raise ValueError("bonus piles stand in rising order, and so do the values in each")
        if self.pack[CAMEL] < self.open_camels or self.open_camels > self.market_size:
            raise ValueError("the camels of the set-up must be in the pack and fit in the market")
        if self.pack.size < self.market_size + 2 * self.deal or self.deal > self.hand_limit:
            raise ValueError("the pack must suffice for the set-up and the deal must fit in a hand")
        if self.smallest_exchange < 2 or min(self.smallest_sale) < 1:
            raise ValueError("an exchange is of two cards or more, a sale of one or more")

    @cached_property
    def id(self) -> str:
        """The name with a short hash of every number, so that two files can tell whether they mean the same rules."""
        numbers = [str(getattr(self, field.name)) for field in fields(self) if field.name not in ("name", "full_tie")]
        text = "|".join([*numbers, self.full_tie.value])
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    @cached_property
    def tiers(self) -> tuple[int, ...]:
        """The bonus tiers in rising order, each named by its smallest sale: 3, 4, 5 in the standard game."""
        return tuple(tier for tier, _ in self.bonuses)

    @cached_property
    def first_stock(self) -> int:
        """Cards left in the stock after the set-up: 40 in the standard game."""
        return self.pack.size - self.market_size - 2 * self.deal

    @cached_property
    def goods(self) -> tuple[Card, ...]:
        """The goods that the pack has, in canonical order."""
        return tuple(good for good in GOODS if self.pack[good])

    @cached_property
    def pile_sizes(self) -> tuple[float, ...]:
        """How many tokens the pile of each kind begins with; without end where there is none, which is never empty."""
        sizes = [float(len(self.tokens[good])) if good in self.goods else math.inf for good in GOODS]
        return (*sizes, math.inf)

    def tier_of_sale(self, count: int) -> int | None:
        """Return the tier that a sale of `count` cards draws from, None when it is too small for any (§11)."""
        return max((tier for tier in self.tiers if tier <= count), default=None)

    def tier_of_value(self, value: int) -> int | None:
        """Return the tier whose pile holds bonus tokens of this value, None when none does."""
        return next((tier for tier, pile in self.bonuses if value in pile), None)

    def bonus_pile(self, tier: int) -> tuple[int, ...]:
        """Return the whole pile of a tier at the start of a round, in rising order."""
        return dict(self.bonuses)[tier]

    def tokens_left(self, good: Card, sold: int) -> tuple[int, ...]:
        """Return the tokens still on a good's pile, top first, after `sold` cards of it have been sold."""
        return self.tokens[good][sold:]


STANDARD = Ruleset(
    name="standard",
    pack=bundle("D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10 + "K" * 11),
    tokens=(
        (7, 7, 5, 5, 5),
        (6, 6, 5, 5, 5),
        (5, 5, 5, 5, 5),
        (5, 3, 3, 2, 2, 1, 1),
        (5, 3, 3, 2, 2, 1, 1),
        (4, 3, 2, 1, 1, 1, 1, 1, 1),
    ),
    bonuses=((3, (1, 1, 2, 2, 2, 3, 3)), (4, (4, 4, 5, 5, 6, 6)), (5, (8, 8, 9, 10, 10))),
)
"""The game of the rulebook."""

SIX_EACH = Ruleset(
    name="six-each",
    pack=STANDARD.pack,
    tokens=STANDARD.tokens,
    bonuses=((3, (1, 1, 2, 2, 3, 3)), (4, (4, 4, 5, 5, 6, 6)), (5, (8, 8, 9, 9, 10, 10))),
)
"""The standard game with the bonus tokens of a set that holds six of each tier (§3)."""

MINI = Ruleset(
    name="mini",
    pack=bundle("DDDCCCCKKK"),
    tokens=((5, 4), (), (), (3, 2, 1), (), ()),
    bonuses=((2, (1, 2)), (3, (4,))),
    market_size=3,
    open_camels=2,
    deal=2,
    hand_limit=3,
    exchange_cap=2,
    camel_token=2,
    piles_to_end=2,
)
"""Ten cards of three kinds: small enough to walk every round that can happen."""

RULESETS: dict[str, Ruleset] = {ruleset.name: ruleset for ruleset in (STANDARD, SIX_EACH, MINI)}
"""Every ruleset by name."""
