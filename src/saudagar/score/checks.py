"""What cannot be on the table, noticed by a program that knows the game: doubts, never refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.scoring import Ending, Ruleset
from .count import GOODS, Count
from .settle import RoundEntry


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that cannot be: its name, and what a sentence about it needs. Texts: `check.<name>` in score.json."""

    name: str
    params: tuple[tuple[str, int | str], ...] = ()

    def to_json(self) -> dict[str, int | str]:
        """Return the doubt as one flat JSON object."""
        return {"name": self.name, **dict(self.params)}


def checks(entry: RoundEntry, ruleset: Ruleset) -> list[Doubt]:
    """Return what cannot be in a round as it was entered, in a fixed order; nothing where all may be true."""
    return [*_goods(entry, ruleset), *_bonuses(entry, ruleset), *_sums(entry, ruleset), *_ending(entry, ruleset)]


def _doubt(name: str, **params: int | str) -> Doubt:
    return Doubt(name, tuple(params.items()))


def _held(entry: RoundEntry, good: str) -> Counter[int]:
    return Counter([*entry.a.tokens.get(good, ()), *entry.b.tokens.get(good, ())])


def _goods(entry: RoundEntry, ruleset: Ruleset) -> Iterator[Doubt]:
    """More of a kind than exists, values that do not exist, and tokens from under others that nobody has (§2, §11)."""
    both = entry.a.by_tokens and entry.b.by_tokens
    for good, pile in zip(GOODS, ruleset.tokens, strict=True):
        held, there = _held(entry, good), Counter(pile)
        total = sum(held.elements())
        wrong = sorted((value for value in held if held[value] > there[value]), reverse=True)
        if total > sum(pile):
            yield _doubt("goods_total", good=good, total=total, most=sum(pile))
        elif wrong:
            yield _doubt("goods_value", good=good, value=wrong[0], count=held[wrong[0]], most=there[wrong[0]])
        elif both and held != Counter(pile[: held.total()]):
            missing = max(value for value in set(pile) if held[value] < Counter(pile[: held.total()])[value])
            yield _doubt("goods_skipped", good=good, value=missing)


def _bonuses(entry: RoundEntry, ruleset: Ruleset) -> Iterator[Doubt]:
    """Bonus values outside the set, or drawn by more cards than the pack has goods (§3, §11); two camel tokens (§4)."""
    held = Counter([*entry.a.bonuses, *entry.b.bonuses])
    there = Counter(value for _, pile in ruleset.bonuses for value in pile)
    for value in sorted(value for value in held if held[value] > there[value]):
        yield _doubt("bonus_value", value=value, count=held[value], most=there[value])
    cards = sum((ruleset.tier_of_value(value) or 0) for value in held.elements())
    goods = sum(ruleset.pack[good] for good in ruleset.goods)
    if cards > goods:
        yield _doubt("bonus_cards", cards=cards, most=goods)
    if entry.a.camel and entry.b.camel:
        yield _doubt("camel_twice")


def _sums(entry: RoundEntry, ruleset: Ruleset) -> Iterator[Doubt]:
    """More tokens than there are, more rupees than there are, totals that so many tokens cannot make (§2, §3, §18)."""
    goods = sorted((value for pile in ruleset.tokens for value in pile), reverse=True)
    bonuses = sorted((value for _, pile in ruleset.bonuses for value in pile), reverse=True)
    counts = (entry.a, entry.b)
    for name, told, most in (
        ("goods_tokens", [count.goods_count for count in counts], len(goods)),
        ("bonus_tokens", [count.bonus_count for count in counts], len(bonuses)),
    ):
        total = sum(each or 0 for each in told)
        if total > most:
            yield _doubt(name, count=total, most=most)
    rupees = sum(count.rupees(ruleset.camel_token) for count in counts)
    most = sum(goods) + sum(bonuses) + ruleset.camel_token
    if rupees > most:
        yield _doubt("rupees", total=rupees, most=most)
    for seat, count in zip("ab", counts, strict=True):
        yield from _possible(seat, count, goods, bonuses, ruleset.camel_token)


def _possible(seat: str, count: Count, goods: list[int], bonuses: list[int], camel: int) -> Iterator[Doubt]:
    """Whether a total fits the number of tokens that were counted for a tie."""
    if count.total is None or (count.goods_tokens is None and count.bonus_tokens is None):
        return
    g, b = count.goods_tokens, count.bonus_tokens
    most = sum(goods[:g]) + sum(bonuses[:b]) + camel
    least = (sum(goods[len(goods) - g :]) if g else 0) + (sum(bonuses[len(bonuses) - b :]) if b else 0)
    if count.total > most:
        yield _doubt("total_above", seat=seat, total=count.total, most=most)
    elif count.total < least:
        yield _doubt("total_below", seat=seat, total=count.total, least=least)


def _ending(entry: RoundEntry, ruleset: Ruleset) -> Iterator[Doubt]:
    """A round that cannot have ended: too few piles are empty, and nobody said that the stock ran out (§16)."""
    if entry.ending is Ending.STOCK_EMPTY or not (entry.a.by_tokens and entry.b.by_tokens):
        return
    piles = [(good, pile) for good, pile in zip(GOODS, ruleset.tokens, strict=True) if pile]
    empty = sum(_held(entry, good).total() >= len(pile) for good, pile in piles)
    if empty < ruleset.piles_to_end:
        yield _doubt("not_ended", count=empty, needed=ruleset.piles_to_end)
