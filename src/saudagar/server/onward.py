"""Playing on from a point of a record: a new match against the computer in which that point is reached again.

What the person's seat could not know is dealt anew (§23–§26): the unseen cards in the other hand, the bonus tokens of
the other seat, and everything that comes after. So nobody learns from the record what they were not told at the table.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..dealers import OnwardDealer, Stream
from ..errors import RecordError
from ..notation.completion import complete
from ..notation.record import Move
from ..players import opponent
from ..rules import Answer, BonusDrawn, BySeat, Dealt, Match, Refilled, Round, Seat, sample_world
from ..table import Table
from .access import Access
from .answers import NOT_SAVED
from .bodies import RECORD_LIMIT, SeatName, clean_name, read
from .entries import ONWARD, standing, stored
from .errors import Refused
from .guests import guest_of, new_guest, remember
from .json import JsonResponse
from .listing import may_open
from .reviews import finished_rounds
from .rooms import Rooms
from .store import NotWritten, StoredMatch


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    """Where to go on: after `ply` actions of a round of a record, for a seat, against a computer player."""

    record: str
    round: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    seat: SeatName
    opponent: Annotated[str, msgspec.Meta(max_length=80)]
    name: str = ""
    """What the computer player is called at the table."""


class Onward:
    """The route of some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    def routes(self) -> list[Route]:
        """Return all routes."""
        return [Route("/api/play-on", self.play_on, methods=["POST"])]

    async def play_on(self, request: Request) -> Response:
        """Open a match of one round that goes on from a point of a finished round."""
        body = await read(request, PlayOn, RECORD_LIMIT)
        against = opponent(body.opponent)
        if against is None:
            raise Refused(400, "bad_request", f"no player has the id {body.opponent[:60]!r}")
        guest, token = guest_of(request), None
        if guest is None:
            token, guest = new_guest()
        await may_open(self.rooms, guest)
        try:
            match_id = await asyncio.to_thread(begin, self.rooms, body, against, guest)
        except RecordError as wrong:
            raise Refused(400, "bad_record", str(wrong), reason=getattr(wrong, "reason", None)) from None
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        room = await self.rooms.find(match_id)
        assert room is not None  # noqa: S101 - it has just been written
        response = JsonResponse(Access(room, room.seats_of(guest)).state(None), 201)
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response


def begin(rooms: Rooms, body: PlayOn, against: str, guest: bytes) -> str:
    """Write the new match and return its id. RecordError where the record has no such point, or not for this seat."""
    record, seat = finished_rounds(body.record), Seat(body.seat)
    if record.keeper is not None and record.keeper is not seat:
        raise RecordError(f"the record does not tell what seat {seat} knew")
    if body.round > len(record.rounds) or body.ply >= len(record.rounds[body.round - 1].moves):
        raise RecordError("the record has no such point, or the round ends there", round=body.round, ply=body.ply)
    rnd = record.rounds[body.round - 1]
    if record.keeper is not None:
        rnd = complete(rnd, record.ruleset, body.round)
    start = Dealt(rnd.market, BySeat(rnd.deal.a.cards, rnd.deal.b.cards))
    anew = Stream(secrets.token_bytes(32), "onward")
    seed, players_seed = secrets.token_bytes(32), secrets.token_bytes(32)
    dealt, moves = dealt_anew(Round.start(record.ruleset, rnd.first, start), start, rnd.moves[: body.ply], seat, anew)
    answers = [answer for each in moves if (answer := answered(each))]
    names = BySeat(clean_name(record.players.a, "A"), clean_name(record.players.b, "B"))
    names = names.but(seat.other, clean_name(body.name, against))
    now = rooms.time()
    players: BySeat[str | None] = BySeat(None, None)
    guests: BySeat[bytes | None] = BySeat(None, None)
    match = StoredMatch(
        secrets.token_urlsafe(9),
        now,
        record.ruleset.name,
        1,
        rnd.first,
        names,
        players.but(seat.other, against),
        guests.but(seat, guest),
    )
    dealer = OnwardDealer(seed, dealt, answers, rnd.first)
    table = Table(Match(record.ruleset, 1, rnd.first), dealer=dealer, names=names, at=now)
    steps = [(stored(table.log[-1], None), standing(table))]
    for move in moves:
        table.act(move.seat, move.action, at=now)
        steps.append((stored(table.log[-1], None), standing(table)))
    whole = ONWARD + len(answers).to_bytes(2, "big") + seed
    rooms.store.create(match, (whole, players_seed), *steps[0], after=None).result()
    for written in [rooms.store.append(match.id, *step) for step in steps[1:]]:
        written.result()
    return match.id


def answered(move: Move) -> Answer | None:
    """Return what chance answered to a move. An empty refill says that the stock had run out: nobody was asked."""
    if isinstance(move.chance, BonusDrawn):
        return move.chance
    return move.chance if isinstance(move.chance, Refilled) and move.chance.cards else None


def dealt_anew(
    start: Round, dealt: Dealt, moves: Sequence[Move], seat: Seat, numbers: Stream
) -> tuple[Dealt, list[Move]]:
    """Return a deal and moves that a seat cannot tell from the true ones, drawn uniformly from all there are.

    What it does not see of the other hand was dealt at the start and never moved, so that only the deal changes, and
    the values of the bonus tokens that the other seat drew.
    """
    position = start
    for move in moves:
        position = position.play(move.action)
        if position.owed and isinstance(move.chance, BonusDrawn | Refilled):
            position = position.resolve(move.chance)
    other = seat.other
    world = sample_world(position.seen_by(seat), numbers)
    hidden = position.hands[other] - position.known[other]
    hand = dealt.hands[other] - hidden + (world.hands[other] - world.known[other])
    drawn = list(world.purses[other].bonuses)
    again = list[Move]()
    for move in moves:
        if move.seat is other and isinstance(move.chance, BonusDrawn):
            pile = next(pile for _, pile in start.ruleset.bonuses if move.chance.value in pile)
            value = next(value for value in drawn if value in pile)
            drawn.remove(value)
            again.append(replace(move, chance=BonusDrawn(value)))
        else:
            again.append(move)
    return Dealt(dealt.market, dealt.hands.but(other, hand)), again
