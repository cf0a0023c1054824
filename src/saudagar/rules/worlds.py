"""Worlds: full rounds that an audience cannot tell from the true one (§23–§26)."""

from __future__ import annotations

from typing import Protocol, TypeVar

from ..errors import ImpossiblePosition
from .cards import EMPTY, bundle
from .round import Round
from .scoring import Purse
from .seats import BySeat, Seat
from .view import View

T = TypeVar("T")


class Rng(Protocol):
    """A source of whole numbers; the rules have none of their own."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1, each equally likely."""
        ...


def sample_world(view: View, rng: Rng) -> Round:
    """Return a round drawn uniformly from those the view allows; `world.seen_by(view.audience) == view`.

    Unseen hands are drawn from the unseen *goods* (dealt camels were laid open), the rest is the stock; unseen bonus
    values are drawn from what is left of their piles. ImpossiblePosition where no such round exists.
    """
    unseen = view.unseen
    goods = list(unseen.goods)
    hands, known, seen = {}, view.known, EMPTY
    for seat in Seat:
        hand = view.hands[seat]
        seen += known[seat] if hand is None else hand
        if hand is None:
            hidden = view.hand_sizes[seat] - known[seat].size
            if hidden > len(goods):
                raise ImpossiblePosition(["more hidden cards than unseen goods"], str(view))
            hand = known[seat] + bundle(_draw(goods, hidden, rng))
        hands[seat] = hand
    purses, bonuses = _sample_bonuses(view, rng)
    return Round(
        ruleset=view.ruleset,
        market=view.market,
        stock=unseen - (hands[Seat.A] + hands[Seat.B] - seen),
        hands=BySeat(hands[Seat.A], hands[Seat.B]),
        known=known,
        herds=view.herds,
        sold=view.sold,
        bonuses=bonuses,
        purses=purses,
        turn=view.turn,
        exchanges=view.exchanges,
        bonus_due=getattr(view.owed, "tier", None),
    )


def _sample_bonuses(view: View, rng: Rng) -> tuple[BySeat[Purse], tuple[tuple[int, ...], ...]]:
    purses, piles = dict(zip(Seat, view.purses, strict=True)), []
    for place, (tier, pile) in enumerate(view.ruleset.bonuses):
        left = list(pile)
        for purse in view.purses:
            for value in purse.bonuses:
                if value in pile and value not in left:
                    raise ImpossiblePosition([f"more bonus tokens are worth {value} than there are"], str(view))
                if value in pile:
                    left.remove(value)
        for seat in Seat:
            hidden = view.purses[seat].hidden.count(tier)
            if hidden > len(left):
                raise ImpossiblePosition([f"more bonus tokens of {tier} cards than there are"], str(view))
            for value in _draw(left, hidden, rng):
                purses[seat] = purses[seat].with_bonus(value)
        if len(left) != view.bonuses[place]:
            raise ImpossiblePosition(
                [f"{view.bonuses[place]} bonus tokens left of {tier} cards, not {len(left)}"], str(view)
            )
        piles.append(tuple(sorted(left)))
    opened = BySeat(*(Purse(p.rupees, p.tokens, p.bonuses) for p in purses.values()))
    return opened, tuple(piles)


def _draw(pool: list[T], count: int, rng: Rng) -> list[T]:
    return [pool.pop(rng.below(len(pool))) for _ in range(count)]
