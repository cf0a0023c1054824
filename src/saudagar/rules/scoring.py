"""Scoring a round: rupees, the camel token, both tie-breaks (§17–§19)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .ruleset import RULESETS, FullTie, Ruleset
from .seats import BySeat, Seat

# With the words that scores are told in: the ledger of the physical game needs this module alone.
__all__ = [
    "RULESETS",
    "BySeat",
    "DecidedBy",
    "Ending",
    "FullTie",
    "Purse",
    "RoundResult",
    "Ruleset",
    "Score",
    "Seat",
    "camel_tokens",
    "decide",
    "score",
    "settle_scores",
]


@dataclass(frozen=True, slots=True)
class Purse:
    """The tokens a seat has won, as one audience knows them.

    `rupees` and `tokens` count the goods tokens; `bonuses` are the bonus values known, in rising order, and `hidden`
    the tiers of those whose value the audience does not know (§26). In the true state nothing is hidden.
    """

    rupees: int = 0
    tokens: int = 0
    bonuses: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()

    def with_goods(self, tokens: tuple[int, ...]) -> Purse:
        """Return the purse with these goods tokens added."""
        return Purse(self.rupees + sum(tokens), self.tokens + len(tokens), self.bonuses, self.hidden)

    def with_bonus(self, value: int) -> Purse:
        """Return the purse with a bonus token of this value added."""
        return Purse(self.rupees, self.tokens, tuple(sorted((*self.bonuses, value))), self.hidden)

    def closed(self, ruleset: Ruleset) -> Purse:
        """Return the purse as others see it before the round ends: tiers in the place of values (§26)."""
        if not self.bonuses:
            return self
        tiers = sorted(ruleset.tier_of_value(value) or 0 for value in self.bonuses)
        return Purse(self.rupees, self.tokens, (), tuple(tiers))


class Ending(Enum):
    """What ended a round (§16)."""

    SOLD_OUT = "sold_out"
    STOCK_EMPTY = "stock_empty"


class DecidedBy(Enum):
    """What decided a round: the first of these in which the seats differ (§19, §20)."""

    RUPEES = "rupees"
    BONUS_TOKENS = "bonus_tokens"
    GOODS_TOKENS = "goods_tokens"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's points by source, in rupees, and the token counts that break ties."""

    goods: int
    bonus: int
    camel: int
    bonus_tokens: int
    goods_tokens: int

    @property
    def total(self) -> int:
        """Rupees in all (§18)."""
        return self.goods + self.bonus + self.camel


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended: who won it (None after a full tie), by what, with which scores and herds."""

    winner: Seat | None
    ending: Ending
    decided_by: DecidedBy
    scores: BySeat[Score]
    herds: BySeat[int]


def camel_tokens(ruleset: Ruleset, herds: BySeat[int]) -> BySeat[int]:
    """Return the rupees each seat gets for its herd: the token for the larger, nothing for equal herds (§17)."""
    token = ruleset.camel_token
    return BySeat(token if herds.a > herds.b else 0, token if herds.b > herds.a else 0)


def score(purse: Purse, camel: int) -> Score:
    """Return the score of a purse whose bonus values are all known, with `camel` rupees for the herd (§18)."""
    return Score(purse.rupees, sum(purse.bonuses), camel, len(purse.bonuses), purse.tokens)


def decide(scores: BySeat[Score]) -> tuple[Seat | None, DecidedBy]:
    """Return who wins a round with these scores, and by what (§19); nobody after a full tie."""
    a, b = scores
    for ours, theirs, by in (
        (a.total, b.total, DecidedBy.RUPEES),
        (a.bonus_tokens, b.bonus_tokens, DecidedBy.BONUS_TOKENS),
        (a.goods_tokens, b.goods_tokens, DecidedBy.GOODS_TOKENS),
    ):
        if ours != theirs:
            return (Seat.A if ours > theirs else Seat.B), by
    return None, DecidedBy.NOTHING


def settle_scores(ruleset: Ruleset, purses: BySeat[Purse], herds: BySeat[int], ending: Ending) -> RoundResult:
    """Return the result of a round that ended with these purses and herds (§17–§19)."""
    camel = camel_tokens(ruleset, herds)
    scores = BySeat(score(purses.a, camel.a), score(purses.b, camel.b))
    winner, by = decide(scores)
    return RoundResult(winner, ending, by, scores, herds)
