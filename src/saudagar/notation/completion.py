"""Completing a record kept by one player: some full round that agrees with all it tells.

Cards that were dealt unseen show themselves when they are given or sold; the rest never moved, so any unseen goods
will do. The completed round is only replayed, never shown: what comes out of it is the keeper's view.
"""

from __future__ import annotations

from dataclasses import replace

from ..errors import RecordError
from ..rules import EMPTY, BonusDrawn, Bundle, BySeat, Refilled, Ruleset, Seat, Sell, bundle
from ..rules.actions import given, taken
from .record import DealtHand, RoundRecord, Unknown


def complete(rnd: RoundRecord, ruleset: Ruleset, number: int) -> RoundRecord:
    """Return the round with nothing unknown in it. RecordError where no full round agrees with what is told."""
    shown = BySeat(*(_shown(rnd, seat) for seat in Seat))
    laid = EMPTY
    for move in rnd.moves:
        laid += move.chance.cards if isinstance(move.chance, Refilled) else EMPTY
    needed = rnd.market + laid
    for seat in Seat:
        if shown[seat].size > rnd.deal[seat].unknown:
            raise RecordError(
                f"seat {seat} gives or sells {shown[seat]}, which cannot all have been among its unknown cards",
                round=number,
            )
        needed += rnd.deal[seat].cards + shown[seat]
    if not needed <= ruleset.pack:
        raise RecordError(f"the record shows more cards than the pack has: {needed.less(ruleset.pack)}", round=number)
    spare = list((ruleset.pack - needed).goods)
    deal = []
    for seat in Seat:
        hand, rest = rnd.deal[seat], rnd.deal[seat].unknown - shown[seat].size
        if rest > len(spare):
            raise RecordError("there are more unknown cards than unseen goods", round=number)
        deal.append(DealtHand(hand.cards + shown[seat] + bundle(spare[:rest])))
        del spare[:rest]
    return _with_bonuses(replace(rnd, deal=BySeat(*deal)), ruleset, number)


def _shown(rnd: RoundRecord, seat: Seat) -> Bundle:
    """Return the goods that must have been among the seat's unknown cards, for it gave or sold them."""
    held, shown = rnd.deal[seat].cards.goods, EMPTY
    for move in rnd.moves:
        if move.seat is seat:
            gone = given(move.action).goods
            shown += gone.less(held)
            held = held.less(gone) + taken(move.action)
    return shown


def _with_bonuses(rnd: RoundRecord, ruleset: Ruleset, number: int) -> RoundRecord:
    """Fill unknown bonus values so that the points told come out; any that the piles allow where none are told."""
    left = [value for _, pile in ruleset.bonuses for value in pile]
    wanted = {seat: rnd.points[seat].bonus for seat in Seat} if rnd.points else {}
    holes = list[tuple[int, Seat, int]]()
    for place, move in enumerate(rnd.moves):
        if isinstance(move.chance, BonusDrawn):
            if move.chance.value not in left:
                raise RecordError("no such bonus token is left", round=number, ply=place + 1, found=move.chance.value)
            left.remove(move.chance.value)
            if wanted:
                wanted[move.seat] -= move.chance.value
        elif isinstance(move.chance, Unknown):
            tier = ruleset.tier_of_sale(given(move.action).size)
            if tier is None or not isinstance(move.action, Sell):
                raise RecordError("no bonus token follows this move", round=number, ply=place + 1)
            holes.append((place, move.seat, tier))
    values = _fillings(holes, left, wanted, ruleset)
    if values is None:
        raise RecordError("no bonus tokens agree with the points told", round=number)
    moves = list(rnd.moves)
    for (place, _, _), value in zip(holes, values, strict=True):
        moves[place] = replace(moves[place], chance=BonusDrawn(value))
    return replace(rnd, moves=tuple(moves))


def _fillings(
    holes: list[tuple[int, Seat, int]], left: list[int], wanted: dict[Seat, int], ruleset: Ruleset
) -> list[int] | None:
    """Return a value for each hole so that nothing of `wanted` remains; None where there is no way."""
    dead = set[tuple[object, ...]]()

    def fill(place: int, left: tuple[int, ...], wanted: tuple[int, int] | None) -> list[int] | None:
        if place == len(holes):
            return [] if not wanted or wanted == (0, 0) else None
        if (place, left, wanted) in dead:
            return None
        _, seat, tier = holes[place]
        for value in dict.fromkeys(ruleset.bonus_pile(tier)):
            if value not in left:
                continue
            gap = left.index(value)
            less = (value, 0) if seat is Seat.A else (0, value)
            after = (wanted[0] - less[0], wanted[1] - less[1]) if wanted else None
            if after and min(after) < 0:
                continue
            rest = fill(place + 1, left[:gap] + left[gap + 1 :], after)
            if rest is not None:
                return [value, *rest]
        dead.add((place, left, wanted))
        return None

    return fill(0, tuple(sorted(left)), (wanted[Seat.A], wanted[Seat.B]) if wanted else None)
