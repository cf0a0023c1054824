"""What one seat counted at the end of a round: a total as on a pad, or the tokens that lie before it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import LedgerError
from ..rules.scoring import Ruleset, Score

GOODS = "DGSCPL"
MOST = 999
"""The largest number that an entry may hold: far above anything possible, so that a slip is warned of, not lost."""


def number(value: Any, name: str, most: int = MOST) -> int:
    """Return a whole number from 0 to `most`. LedgerError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise LedgerError(f"{name} must be a whole number from 0 to {most}, not {str(value)[:40]!r}")
    return value


@dataclass(frozen=True, slots=True)
class Count:
    """What a seat counted. Either `total` is given, with token counts as far as a tie asked for them, or `tokens`.

    `tokens` are the values of the goods tokens by good (D G S C P L), `bonuses` those of the bonus tokens, in any
    order; `camel` says who holds the camel token (§17, §18).
    """

    total: int | None = None
    bonus_tokens: int | None = None
    goods_tokens: int | None = None
    tokens: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    bonuses: tuple[int, ...] = ()
    camel: bool = False

    @staticmethod
    def of_total(total: int, bonus_tokens: int | None = None, goods_tokens: int | None = None) -> Count:
        """Return a count by its total alone, or with the counts that a tie needs (§19)."""
        return Count(total, bonus_tokens, goods_tokens)

    @staticmethod
    def of_tokens(tokens: Mapping[str, Sequence[int]], bonuses: Sequence[int] = (), *, camel: bool = False) -> Count:
        """Return a count by the tokens that a seat holds."""
        held = {good: tuple(sorted(tokens.get(good, ()), reverse=True)) for good in GOODS}
        return Count(tokens=held, bonuses=tuple(sorted(bonuses, reverse=True)), camel=camel)

    @staticmethod
    def parse(text: str) -> Count:
        """Return the count of a short text: `70`, `70/3`, `70/3/14`, or tokens held, `D75.L431+3+5K`. LedgerError else.

        Goods stand by kind and value, bonus values after each +, K for the camel token, - for no goods.
        """
        if re.fullmatch(r"\d{1,3}(/\d{1,2}){0,2}", text, re.ASCII):
            total, *ties = map(int, text.split("/"))
            bonus_tokens, goods_tokens = [*ties, None, None][:2]
            return Count(total, bonus_tokens, goods_tokens)
        if not re.fullmatch(r"(-|[DGSCPL][1-9]+(\.[DGSCPL][1-9]+)*)(\+\d{1,2})*K?", text, re.ASCII):
            raise LedgerError(f"this is no count: {text[:40]!r}")
        goods, *bonuses = text.removesuffix("K").split("+")
        held: dict[str, list[int]] = {}
        for pile in goods.strip("-").split(".") if goods != "-" else []:
            held.setdefault(pile[0], []).extend(map(int, pile[1:]))
        return Count.of_tokens(held, [*map(int, bonuses)], camel=text.endswith("K"))

    @property
    def by_tokens(self) -> bool:
        """Whether the tokens were entered, not the total."""
        return self.total is None

    def rupees(self, camel_token: int) -> int:
        """Return the rupees in all (§18)."""
        if self.total is not None:
            return self.total
        return sum(map(sum, self.tokens.values())) + sum(self.bonuses) + (camel_token if self.camel else 0)

    @property
    def bonus_count(self) -> int | None:
        """How many bonus tokens, None where nobody said."""
        return len(self.bonuses) if self.by_tokens else self.bonus_tokens

    @property
    def goods_count(self) -> int | None:
        """How many goods tokens, None where nobody said."""
        return sum(map(len, self.tokens.values())) if self.by_tokens else self.goods_tokens

    def score(self, ruleset: Ruleset) -> Score:
        """Return the score as the rules compare it; counts that nobody said are 0."""
        return Score(self.rupees(ruleset.camel_token), 0, 0, self.bonus_count or 0, self.goods_count or 0)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value of an entry."""
        if not self.by_tokens:
            return {"total": self.total, "bonus_tokens": self.bonus_tokens, "goods_tokens": self.goods_tokens}
        tokens = {good: list(self.tokens.get(good, ())) for good in GOODS}
        return {"tokens": tokens, "bonuses": list(self.bonuses), "camel": self.camel}

    @staticmethod
    def from_json(value: Any) -> Count:
        """Return the count of a JSON value. LedgerError when it is none."""
        if isinstance(value, dict) and set(value) == {"total", "bonus_tokens", "goods_tokens"}:
            told = {name: None if value[name] is None else number(value[name], name) for name in value}
            if told["total"] is None:
                raise LedgerError("a count needs its total")
            return Count(told["total"], told["bonus_tokens"], told["goods_tokens"])
        if isinstance(value, dict) and set(value) == {"tokens", "bonuses", "camel"}:
            tokens, bonuses, camel = value["tokens"], value["bonuses"], value["camel"]
            if not isinstance(tokens, dict) or set(tokens) != set(GOODS) or not isinstance(camel, bool):
                raise LedgerError("a count by tokens lists each of the six goods and says who has the camel token")
            held = {good: _values(tokens[good], f"tokens of {good}") for good in GOODS}
            return Count.of_tokens(held, _values(bonuses, "bonus tokens"), camel=camel)
        raise LedgerError("a count has total, bonus_tokens, goods_tokens, or tokens, bonuses, camel")


def _values(value: Any, name: str) -> list[int]:
    if not isinstance(value, list) or len(value) > 99:
        raise LedgerError(f"{name} must be a list of at most 99 values")
    return [number(each, name) for each in value]
