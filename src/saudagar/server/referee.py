"""The referee of the physical game: what is allowed, why not, what is known, and the best move.

It keeps nothing: every question brings its whole position, or the set-up and all moves so far as one player saw them.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..dealers import rng
from ..errors import IllegalAction, SaudagarError
from ..notation import DealtHand, Move, RoundRecord, Unknown, parse_action, parse_chance, parse_position
from ..notation.completion import complete
from ..players import Limit, player
from ..rules import STANDARD, Answer, Bonus, BySeat, Dealt, Round, Seat, View, bundle
from .bodies import SeatName, read
from .errors import Refused
from .hints import reasons
from .json import JsonResponse

SAMPLES = 1500
"""What the champion may look at for one question: a few tenths of a second on one machine of 2026."""
SHOWN = 3

Cards = Annotated[str, msgspec.Meta(max_length=20, pattern="^([DGSCPLK]*|-)$")]


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A round as one player follows it: who began, the market, the own deal, the camels the other laid down, moves."""

    seat: SeatName
    first: SeatName
    market: Cards
    hand: Cards
    camels: Annotated[int, msgspec.Meta(ge=0, le=5)]
    moves: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=150)] = []


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """A question about a position line, or a table that is followed; `action` asks why not, `think` for advice."""

    position: Annotated[str, msgspec.Meta(max_length=300)] | None = None
    table: Table | None = None
    action: Annotated[str, msgspec.Meta(max_length=32)] | None = None
    think: bool = False


class Referee:
    """Answers questions, one thinking at a time."""

    def __init__(self) -> None:
        self._thinking = asyncio.Semaphore(1)

    def routes(self) -> list[Route]:
        """Return the one route."""
        return [Route("/api/referee", self.judge, methods=["POST"])]

    async def judge(self, request: Request) -> Response:
        """Answer a question. Refused: 400 with the reason for what is no position or breaks a rule."""
        asked = await read(request, Question)
        try:
            if asked.table is not None:
                view = await run_in_threadpool(follow, asked.table)
            elif asked.position is not None:
                view = seen(asked.position)
            else:
                raise Refused(400, "bad_request", "ask about a position or about a table")
            told = verdict(view, asked.action)
        except IllegalAction as wrong:
            name = getattr(wrong.reason, "name", None)
            raise Refused(409, "illegal_action", str(wrong), reason=name, position=str(wrong.view)) from None
        except SaudagarError as wrong:
            raise Refused(400, "bad_request", str(wrong)) from None
        if asked.think and view.to_act is view.audience:
            async with self._thinking:
                told["best"] = await run_in_threadpool(advice, view)
        return JsonResponse(told)


def seen(line: str) -> View:
    """Return the view of a position line; of one that tells the whole truth, that of the seat to act."""
    found = parse_position(line)
    return found.seen_by(found.turn) if isinstance(found, Round) else found


def follow(table: Table) -> View:
    """Return what the keeper of a followed round knows after the moves. RecordError, IllegalAction, NotationError."""
    keeper = Seat(table.seat)
    own, other = DealtHand(bundle(table.hand.strip("-"))), DealtHand(bundle("K" * table.camels), 5 - table.camels)
    deal = BySeat(own, other) if keeper is Seat.A else BySeat(other, own)
    moves = tuple(map(_move, table.moves))
    told = RoundRecord(Seat(table.first), bundle(table.market.strip("-")), deal, moves)
    whole = complete(told, STANDARD, 1)
    hands = whole.deal.map(lambda hand: hand.cards)
    try:
        rnd = Round.start(STANDARD, whole.first, Dealt(whole.market, hands))
    except ValueError as wrong:
        raise Refused(400, "bad_request", str(wrong)) from None
    for move in whole.moves:
        if move.seat is not rnd.turn:
            raise Refused(409, "illegal_action", f"it is the turn of seat {rnd.turn}", reason="NOT_YOUR_TURN")
        rnd = rnd.play(move.action)
        if rnd.owed and move.chance is not None and not isinstance(move.chance, Unknown):
            rnd = rnd.resolve(move.chance)
    return rnd.seen_by(keeper)


def _move(text: str) -> Move:
    seat, _, rest = text.partition(" ")
    action, slash, chance = rest.partition("/")
    if seat not in ("a", "b"):
        raise Refused(400, "bad_request", "a move begins with its seat, a or b")
    answer: Answer | Unknown | None = None
    if slash:
        answer = Unknown() if chance == "?" else parse_chance(chance)
    return Move(Seat(seat), parse_action(action), answer)


def verdict(view: View, action: str | None) -> dict[str, Any]:
    """Return everything that follows from a view without thinking."""
    owed = view.owed
    legal = [str(each) for each in view.legal_actions]
    told: dict[str, Any] = {
        "position": str(view),
        "seat": str(view.audience),
        "to_act": str(view.to_act) if view.to_act else None,
        "owed": None if owed is None else {"bonus": owed.tier} if isinstance(owed, Bonus) else {"refill": owed.count},
        "over": view.over,
        "legal": legal,
        "known": {seat.value: str(view.known[seat]) for seat in Seat},
        "hands": {seat.value: view.hand_sizes[seat] for seat in Seat},
        "herds": {seat.value: view.herds[seat] for seat in Seat},
        "unseen": str(view.unseen),
        "stock": view.stock,
    }
    if action is not None:
        reason = view.why_not(parse_action(action))
        told["reason"] = reason.name if reason else None
    return told


def advice(view: View) -> dict[str, Any]:
    """Return the best actions with their chances of winning the round, by the strongest player there is time for."""
    from ..kernel import compiled  # noqa: PLC0415 - brings numpy along, for which a server that starts does not wait

    bot = player("champion" if compiled() else "network")
    limit = Limit(samples=SAMPLES) if compiled() else Limit()
    decision = bot.choose(view, limit, rng(secrets.randbits(62)))
    ranking = [{"action": str(action), "value": round(value, 4)} for action, value in decision.ranking[:SHOWN]]
    why = reasons(view, decision.action)
    return {"player": bot.name, "action": str(decision.action), "ranking": ranking, "reasons": why}
