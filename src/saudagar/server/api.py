"""The routes of docs/design/http.md."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import IllegalAction, NotationError, NotNow, RecordError, RoundOver, StaleRequest, UnknownPlayer
from ..notation import parse_action
from ..players import OPPONENTS, player
from ..rules import RULESETS, BySeat, Match, Seat
from ..version import __version__
from . import imports
from .bodies import Act, Command, NewMatch, clean_name, read
from .entries import CorruptMatch
from .errors import Refused
from .guests import guest_of, new_guest, remember
from .json import JsonResponse
from .rooms import Room, Rooms
from .state import state
from .store import Standing, StoredMatch
from .study import Study

log = logging.getLogger("saudagar.server")

PATIENCE = 25.0
"""Seconds a request for news waits; below the 60 s after which common proxies cut an idle connection."""


class Api:
    """The HTTP interface of some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    def routes(self) -> list[Route]:
        """Return all routes."""
        one = "/api/matches/{id}"
        return [
            Route("/api/about", self.about),
            Route("/api/matches", self.new, methods=["POST"]),
            Route("/api/matches", self.mine),
            Route("/api/matches/import", self.take_in, methods=["POST"]),
            Route(one, self.show),
            Route(f"{one}/act", self.act, methods=["POST"]),
            Route(f"{one}/next-round", self.next_round, methods=["POST"]),
            Route(f"{one}/resign", self.resign, methods=["POST"]),
            Route(f"{one}/takeback", self.take_back, methods=["POST"]),
            Route(f"{one}/rematch", self.rematch, methods=["POST"]),
            Route(f"{one}/record", self.record),
            *Study(self._room, self._seat).routes(),
            Route("/api/{path:path}", self.nowhere, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
        ]

    async def about(self, request: Request) -> Response:
        """Tell the version, the players and the rulesets."""
        players = [{"id": name, "level": level} for level, name in enumerate(OPPONENTS, 1)]
        rulesets = [{"id": ruleset.id, "name": ruleset.name} for ruleset in RULESETS.values()]
        return JsonResponse({"version": __version__, "players": players, "rulesets": rulesets})

    async def new(self, request: Request) -> Response:
        """Open a match: against the computer, or for two people on one device."""
        body = await read(request, NewMatch)
        if body.opponent is not None and body.opponent not in OPPONENTS:
            raise Refused(
                400, "bad_request", f"no player has the id {body.opponent!r}; there are {', '.join(OPPONENTS)}"
            )
        named = {word: ruleset for ruleset in RULESETS.values() for word in (ruleset.name, ruleset.id)}
        if body.ruleset not in named:
            raise Refused(400, "bad_request", f"no ruleset is called {body.ruleset!r}; there are {', '.join(RULESETS)}")
        names = BySeat(clean_name(body.names.a, "A"), clean_name(body.names.b, "B"))
        guest, token = guest_of(request), None
        if guest is None:
            token, guest = new_guest()
        match = Match(named[body.ruleset], body.seals, Seat(body.first) if body.first else None)
        guests: BySeat[bytes | None] = BySeat(guest, None if body.opponent else guest)
        room = self.rooms.open(match, names, BySeat(None, body.opponent), guests)
        response = JsonResponse(_state(room, room.seats_of(guest), None), 201)
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response

    async def take_in(self, request: Request) -> Response:
        """Take a finished match that was played on a device; the same one again is answered as it is."""
        body = await read(request, imports.Import, imports.LIMIT)
        guest, token = guest_of(request), None
        if guest is None:
            token, guest = new_guest()
        try:
            match_id, new = await asyncio.to_thread(imports.take_in, self.rooms.store, body, guest, self.rooms.now())
        except RecordError as wrong:
            raise Refused(400, "bad_record", str(wrong), reason=getattr(wrong, "reason", None)) from None
        room = self.rooms.find(match_id)
        assert room is not None  # noqa: S101 - it has just been written
        response = JsonResponse(_state(room, room.seats_of(guest), None), 201 if new else 200)
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response

    async def mine(self, request: Request) -> Response:
        """List the guest's matches, newest first."""
        guest = guest_of(request)
        matches = self.rooms.store.matches_of(guest) if guest else []
        return JsonResponse({"matches": [_summary(match, standing) for match, standing in matches]})

    async def show(self, request: Request) -> Response:
        """Tell the State to a seat, at once or when there is news."""
        room, seats = self._room(request)
        since = request.query_params.get("since")
        if since is not None:
            if not re.fullmatch(r"\d{1,7}", since, re.ASCII):
                raise Refused(400, "bad_request", "since is a ply, a whole number")
            await room.wait_beyond(int(since), PATIENCE)
            room, seats = self._room(request)
        return JsonResponse(_state(room, seats, request.query_params.get("seat")))

    async def act(self, request: Request) -> Response:
        """Carry out an action."""
        body = await read(request, Act)

        def do(room: Room, seat: Seat) -> None:
            try:
                action = parse_action(body.action)
            except NotationError as wrong:
                position = str(room.table.view(seat))
                raise Refused(400, "bad_request", str(wrong), reason=wrong.reason, position=position) from None
            room.act(seat, action, body.ply, body.key)

        return await self._command(request, body, do)

    async def next_round(self, request: Request) -> Response:
        """Deal the next round."""
        body = await read(request, Command)
        return await self._command(request, body, lambda room, seat: room.next_round(seat, body.ply, body.key))

    async def resign(self, request: Request) -> Response:
        """Give the match up."""
        body = await read(request, Command)
        return await self._command(request, body, lambda room, seat: room.resign(seat, body.ply, body.key))

    async def take_back(self, request: Request) -> Response:
        """Take one's last action back; against the computer, where nothing was turned up."""
        body = await read(request, Command)
        return await self._command(request, body, lambda room, seat: room.take_back(seat, body.ply, body.key))

    async def rematch(self, request: Request) -> Response:
        """Open the rematch, or find it when it has been opened already."""
        body = await read(request, Command)
        room, seats = self._room(request)
        self._seat(room, seats, body.seat)
        try:
            for name in filter(None, room.match.players):
                player(name)
            opened = self.rooms.rematch(room)
        except UnknownPlayer:
            raise Refused(409, "over", "that player is not here", state=_state(room, seats, body.seat)) from None
        except NotNow as wrong:
            raise Refused(409, "over", str(wrong), state=_state(room, seats, body.seat)) from None
        return JsonResponse(_state(opened, opened.seats_of(guest_of(request)), body.seat), 201)

    async def record(self, request: Request) -> Response:
        """Hand out the record of the finished rounds, never of one that is played."""
        room, _ = self._room(request)
        began = datetime.fromtimestamp(room.match.created_at, UTC)
        record = room.table.record(day=began.date(), finished_only=True)
        if not record.rounds:
            raise Refused(409, "over", "no round is finished yet")
        name = f"saudagar-{began:%Y-%m-%d}-{re.sub('[^A-Za-z0-9]', '', room.match.id)[:6]}.tgn"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(str(record), media_type="application/toml; charset=utf-8", headers=headers)

    async def nowhere(self, request: Request) -> Response:
        """Refuse every other address under /api/."""
        raise Refused(404, "not_found", f"there is nothing at {request.method} {request.url.path[:100]}")

    async def _command(self, request: Request, body: Command, do: Callable[[Room, Seat], None]) -> Response:
        room, seats = self._room(request)
        seat = self._seat(room, seats, body.seat)
        try:
            do(room, seat)
        except StaleRequest as wrong:
            raise Refused(409, "stale", str(wrong), state=_state(room, seats, body.seat)) from None
        except (RoundOver, NotNow) as wrong:
            told = _state(room, seats, body.seat)
            reason = getattr(getattr(wrong, "reason", None), "name", None)
            raise Refused(
                409, "over", str(wrong), reason=reason, position=told["view"]["position"], state=told
            ) from None
        except IllegalAction as wrong:
            told = _state(room, seats, body.seat)
            name = getattr(wrong.reason, "name", None)
            position = told["view"]["position"]
            raise Refused(409, "illegal_action", str(wrong), reason=name, position=position, state=told) from None
        return JsonResponse(_state(room, seats, body.seat))

    def _room(self, request: Request) -> tuple[Room, list[Seat]]:
        """Find the room and the asker's seats in it. Who holds no seat is told the same as if there were no match."""
        try:
            room = self.rooms.find(request.path_params["id"])
        except CorruptMatch as wrong:
            log.warning("%s", wrong)
            raise Refused(
                500, "internal", "what is stored of this match cannot be read; others are not affected"
            ) from None
        seats = room.seats_of(guest_of(request)) if room else []
        if room is None or not seats:
            raise Refused(404, "not_found", "there is no such match of yours")
        return room, seats

    def _seat(self, room: Room, seats: list[Seat], name: str) -> Seat:
        if Seat(name) not in seats:
            raise Refused(403, "not_yours", f"seat {name} is not yours")
        return Seat(name)


def _state(room: Room, seats: list[Seat], wanted: str | None) -> dict[str, Any]:
    """Return the State for one of the asker's seats: the one wanted, or the one to act, or the first."""
    if wanted is not None and wanted not in [seat.value for seat in seats]:
        raise Refused(403, "not_yours", "that seat is not yours")
    acting = room.table.to_act
    seat = Seat(wanted) if wanted else acting if acting is not None and acting in seats else seats[0]
    return state(room.table, room.match.id, seat, seats, room.match.players)


def _summary(match: StoredMatch, standing: Standing) -> dict[str, Any]:
    return {
        "id": match.id,
        "seats": {seat.value: {"name": match.names[seat], "player": match.players[seat]} for seat in Seat},
        "seals": {seat.value: standing.seals[seat] for seat in Seat},
        "seals_to_win": match.seals,
        "round": standing.round,
        "phase": standing.phase,
        "winner": standing.winner.value if standing.winner else None,
        "updated": standing.updated,
    }
