"""With hindsight: what would have been best had all cards been face up, the next ones of the stock too."""

from __future__ import annotations

from ..rules import EMPTY, Action, Bundle, Card, Refill, Refilled, Round, Seat
from ..rules.cards import some
from .luck import Luck
from .review import Hindsight

MOST = 40
"""Actions looked at; in the richest positions the others are left out."""


def in_hindsight(before: Round, played: Action, coming: list[Bundle], luck: Luck) -> Hindsight | None:
    """Return the best action with the true hands and the next cards known; None where too few next cards are known.

    `coming` are the refills that followed in the record, from this ply on. An action that owes a bonus token is given
    its mean.
    """
    stock = [card for cards in coming for card in cards]
    seat = before.turn
    sign = 1.0 if seat is Seat.A else -1.0
    best: tuple[float, Action] | None = None
    own: float | None = None
    actions = list(before.seen_by(seat).legal_actions)
    for action in sorted(actions[:MOST] + ([] if played in actions[:MOST] else [played]), key=str):
        value = _value(before.play_unchecked(action), stock, luck)
        if value is None:
            continue
        win = value if sign > 0 else 1 - value
        if action == played:
            own = win
        if best is None or win > best[0]:
            best = (win, action)
    if best is None or own is None:
        return None
    return Hindsight(best[1], best[0], own)


def _value(owing: Round, stock: list[Card], luck: Luck) -> float | None:
    if isinstance(owing.owed, Refill):
        if owing.owed.count > len(stock):
            return None
        cards = EMPTY
        for card in stock[: owing.owed.count]:
            cards += some(card)
        return luck.standing(owing.resolve(Refilled(cards)))
    return luck.mean(owing) if owing.owed else luck.standing(owing)
