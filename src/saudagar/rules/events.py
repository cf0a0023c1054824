"""What happened: frozen facts with a public and a private form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from .actions import Action, Exchange, Sell, Take, TakeCamels
from .cards import CAMEL, EMPTY, Bundle, Card
from .chance import Answer, BonusDrawn, Dealt, Refilled
from .round import Round
from .scoring import RoundResult
from .seats import Audience, BySeat, Seat


class _Public:
    """A fact that everybody at the table sees."""

    __slots__ = ()

    def seen_by(self, audience: Audience) -> Event:
        """Return the fact as an audience may know it."""
        return self  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Began:
    """A round was set up; `goods` are the goods dealt to each seat (None where unseen), `camels` went to the herds."""

    first: Seat
    market: Bundle
    goods: BySeat[Bundle | None]
    camels: BySeat[int]

    def seen_by(self, audience: Audience) -> Event:
        """Return the fact with only the audience's own goods in it."""
        return replace(self, goods=BySeat(*(self.goods[seat] if seat is audience else None for seat in Seat)))


@dataclass(frozen=True, slots=True)
class Took(_Public):
    """A seat took one good."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TookCamels(_Public):
    """A seat took all the camels."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Exchanged(_Public):
    """A seat took several goods and gave as many cards."""

    seat: Seat
    take: Bundle
    give: Bundle


@dataclass(frozen=True, slots=True)
class Sold(_Public):
    """A seat sold cards and received these goods tokens, top first."""

    seat: Seat
    card: Card
    count: int
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoBonus(_Public):
    """A sale was large enough for a bonus token, but its pile is empty (§12)."""

    seat: Seat
    tier: int


@dataclass(frozen=True, slots=True)
class DrewBonus:
    """A seat drew a bonus token; its value is None for everybody else (§26)."""

    seat: Seat
    tier: int
    value: int | None

    def seen_by(self, audience: Audience) -> Event:
        """Return the fact, without the value for everybody but its owner."""
        return self if audience is self.seat else replace(self, value=None)


@dataclass(frozen=True, slots=True)
class Laid(_Public):
    """Cards were laid in the market; none when the stock had run out."""

    cards: Bundle


@dataclass(frozen=True, slots=True)
class Ended(_Public):
    """The round ended."""

    result: RoundResult


@dataclass(frozen=True, slots=True)
class Sealed(_Public):
    """A finished round brought a seat its Seal of Excellence; None when a full tie is replayed (§19, §20)."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Resigned(_Public):
    """A seat gave the match up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Forfeited(_Public):
    """A seat lost the match away from the table: its time ran out, or it did not take its part in a deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won(_Public):
    """A seat won the match."""

    seat: Seat


Event: TypeAlias = (
    Began
    | Took
    | TookCamels
    | Exchanged
    | Sold
    | NoBonus
    | DrewBonus
    | Laid
    | Ended
    | Sealed
    | Resigned
    | Forfeited
    | Won
)


def of_deal(start: Round, dealt: Dealt) -> tuple[Event, ...]:
    """Return what happened when a round was set up."""
    return (Began(start.turn, dealt.market, start.hands.map(lambda hand: hand), start.herds),)


def of_action(before: Round, action: Action, after: Round) -> tuple[Event, ...]:
    """Return what happened when a seat acted: the deed, and whatever follows from it without chance."""
    seat, events = before.turn, list[Event]()
    match action:
        case Take(card):
            events.append(Took(seat, card))
        case TakeCamels():
            events.append(TookCamels(seat, before.market[CAMEL]))
        case Exchange(take, give):
            events.append(Exchanged(seat, take, give))
        case Sell(card, count):
            events.append(Sold(seat, card, count, before.tokens_for(action)))
            tier = before.ruleset.tier_of_sale(count)
            if tier and not after.owed:
                events.append(NoBonus(seat, tier))
    if isinstance(action, Take | TakeCamels) and not after.owed:
        events.append(Laid(EMPTY))
    return (*events, *_end(after))


def of_answer(before: Round, answer: Answer, after: Round) -> tuple[Event, ...]:
    """Return what happened when chance answered."""
    match answer:
        case Refilled(cards):
            return (Laid(cards), *_end(after))
        case BonusDrawn(value):
            tier = before.ruleset.tier_of_value(value)
            return (DrewBonus(before.turn, tier or 0, value), *_end(after))


def _end(after: Round) -> tuple[Event, ...]:
    return (Ended(after.result),) if after.result else ()
