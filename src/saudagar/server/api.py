"""The routes of docs/design/http.md."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..errors import NotationError, NotNow, RecordError, UnknownPlayer
from ..notation import parse_action
from ..players import OPPONENTS, STYLE_NAMES, opponent, player
from ..rules import RULESETS, STANDARD, BySeat, Match, Seat
from ..version import __version__
from . import imports
from .access import Access, enter
from .answers import NOT_SAVED, carried_out, since_of
from .bodies import Act, Command, NewMatch, clean_name, read
from .bots import Bots
from .clock import problem
from .errors import Refused
from .friends import Friends
from .guests import guest_of, hash_of, new_guest, remember
from .json import JsonResponse
from .listing import listing, may_open, rating_of
from .live import Live
from .onward import Onward
from .phrases import PHRASES
from .programs import PREFIX
from .records import finished
from .reviews import Reviews
from .room import Room
from .rooms import Rooms
from .store import Conflict, NotWritten
from .study import Study
from .sums import Sums

PATIENCE = 25.0
"""Seconds a request for news waits; below the 60 s after which common proxies cut an idle connection."""
LONG_KEY = 22
"""Characters of a key that nobody can guess: 128 random bits."""
RATED_RULES = (STANDARD.name, STANDARD.id)
FRIEND = "friend"
"""The opponent of an online match: whoever follows the invitation."""


class Api:
    """The HTTP interface of some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        one = "/api/matches/{id}"
        return [
            Route(f"{one}/act", self.act, methods=["POST"]),  # the one that is asked most stands first
            Route(one, self.show),
            Route("/api/about", self.about),
            Route("/api/matches", self.new, methods=["POST"]),
            Route("/api/matches", self.mine),
            Route("/api/matches/import", self.take_in, methods=["POST"]),
            Route(f"{one}/next-round", self.next_round, methods=["POST"]),
            Route(f"{one}/resign", self.resign, methods=["POST"]),
            Route(f"{one}/takeback", self.take_back, methods=["POST"]),
            Route(f"{one}/takeback/agree", self.agree_back, methods=["POST"]),
            Route(f"{one}/takeback/decline", self.keep, methods=["POST"]),
            Route(f"{one}/abort", self.abort, methods=["POST"]),
            Route(f"{one}/rematch", self.rematch, methods=["POST"]),
            Route(f"{one}/record", self.record),
            *Live(self.rooms).routes(),
            *Friends(self.rooms).routes(),
            *Study(self.rooms).routes(),
            *Sums(self.rooms).routes(),
            *Reviews(self.rooms).routes(),
            *Bots(self.rooms).routes(),
            *Onward(self.rooms).routes(),
            Route("/api/{path:path}", self.nowhere, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
        ]

    async def about(self, request: Request) -> Response:
        """Tell the version, the players and the rulesets."""
        ids = (*OPPONENTS, *self.rooms.programs.ids)
        players = [{"id": name, "level": level} for level, name in enumerate(ids, 1)]
        rulesets = [{"id": ruleset.id, "name": ruleset.name} for ruleset in RULESETS.values()]
        told = {"version": __version__, "players": players, "styles": STYLE_NAMES, "rulesets": rulesets}
        return JsonResponse({**told, "phrases": PHRASES})

    async def new(self, request: Request) -> Response:
        """Open a match: against the computer, for two people on one device, or with a friend who is invited."""
        body = await read(request, NewMatch)
        friend = body.opponent == FRIEND
        named = {word: ruleset for ruleset in RULESETS.values() for word in (ruleset.name, ruleset.id)}
        if body.ruleset not in named:
            raise Refused(400, "bad_request", f"no ruleset is called {body.ruleset!r}; there are {', '.join(RULESETS)}")
        against = None if body.opponent is None or friend else self._opponent(body.opponent, named[body.ruleset].name)
        if body.clock and (not friend or problem(body.clock)):
            raise Refused(400, "bad_request", problem(body.clock) or "only a match with a friend has a clock")
        if body.rated and not (friend and body.ruleset in RATED_RULES and body.first is None):
            raise Refused(400, "bad_request", "only a standard match with a friend, whose starter is drawn, is rated")
        if body.key and (again := await self._again(request, body.key)):
            return again
        guest, token = guest_of(request), None
        if guest is None:
            if body.key and len(body.key) < LONG_KEY:
                message = f"without a cookie a key has at least {LONG_KEY} characters: it alone finds the match again"
                raise Refused(400, "bad_request", message)
            token, guest = new_guest()
        await may_open(self.rooms, guest)
        match = Match(named[body.ruleset], body.seals, Seat(body.first) if body.first else None)
        name = clean_name(body.names.a, "A")
        opening = self.rooms.links.opening(None if token else guest, body.key, token) if body.key else None
        invitation: str | None = None
        try:
            if friend:
                room = await self.rooms.invite(match, name, guest, body.clock, opening, rated=body.rated)
                invitation = await self.rooms.links.make("invitation", room.match.id)
            else:
                names = BySeat(name, clean_name(body.names.b, "B"))
                guests: BySeat[bytes | None] = BySeat(guest, None if against else guest)
                room = await self.rooms.open(match, names, BySeat(None, against), guests, opening)
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        except Conflict:
            # The same wish came twice at once, and the other was faster.
            if body.key and (again := await self._again(request, body.key)):
                return again
            raise
        return self._opened(request, room, guest, token, invitation)

    async def _again(self, request: Request, key: str) -> Response | None:
        """Return the answer to a wish for a match that has been opened already, None when it has not."""
        guest = guest_of(request)
        found = await self.rooms.links.opened(guest, key)
        room = await self.rooms.find(found[0]) if found else None
        if found is None or room is None:
            return None
        invitation: str | None = None
        if room.now.phase == "waiting":
            try:
                invitation = await self.rooms.links.make("invitation", room.match.id)
            except NotWritten as wrong:
                raise NOT_SAVED from wrong
        token = found[1] if guest is None else None
        return self._opened(request, room, hash_of(token) if token else guest, token, invitation)

    def _opened(
        self, request: Request, room: Room, guest: bytes | None, token: str | None, invitation: str | None
    ) -> Response:
        told = Access(room, room.seats_of(guest)).state(None)
        response = JsonResponse({**told, "invitation": invitation} if invitation else told, 201)
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response

    def _opponent(self, name: str, ruleset: str) -> str:
        """Return the whole name of a player or the id of a program that people may play against. Refused (400)."""
        programs = self.rooms.programs
        if name in programs.ids:
            if not programs.plays(name, ruleset):
                raise Refused(400, "bad_request", f"{name.removeprefix(PREFIX)} does not play by the rules {ruleset}")
            return name
        found = opponent(name)
        if found is None:
            known = ", ".join((FRIEND, *programs.ids, *OPPONENTS))
            styles = f"each player of the house but the first also with a style ({', '.join(STYLE_NAMES)})"
            raise Refused(400, "bad_request", f"no player has the id {name[:60]!r}; there are {known}, {styles}")
        return found

    async def take_in(self, request: Request) -> Response:
        """Take a finished match that was played on a device; the same one again is answered as it is."""
        body = await read(request, imports.Import, imports.LIMIT)
        guest, token = guest_of(request), None
        if guest is None:
            token, guest = new_guest()
        try:
            match_id, new = await asyncio.to_thread(imports.take_in, self.rooms.store, body, guest, self.rooms.time())
        except RecordError as wrong:
            raise Refused(400, "bad_record", str(wrong), reason=getattr(wrong, "reason", None)) from None
        room = await self.rooms.find(match_id)
        assert room is not None  # noqa: S101 - it has just been written
        response = JsonResponse(Access(room, room.seats_of(guest)).state(None), 201 if new else 200)
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response

    async def mine(self, request: Request) -> Response:
        """List the guest's matches, newest first."""
        guest = guest_of(request)
        if guest is None:
            return JsonResponse({"matches": [], "rating": None})
        rating = await asyncio.to_thread(rating_of, self.rooms, guest)
        return JsonResponse({"matches": await listing(self.rooms, guest), "rating": rating})

    async def show(self, request: Request) -> Response:
        """Tell the State to a seat or a spectator, at once or when there is news."""
        access = await enter(self.rooms, request, watch=True)
        wanted = request.query_params.get("seat")
        since = since_of(request)
        if since is not None:
            await access.room.wait_beyond(since, PATIENCE, access.audience(wanted))
            access = await enter(self.rooms, request, watch=True)
        return JsonResponse(access.told(access.audience(wanted)))

    async def act(self, request: Request) -> Response:
        """Carry out an action."""
        body = await read(request, Act)
        access = await enter(self.rooms, request)
        seat = access.seat(body.seat)
        try:
            action = parse_action(body.action)
        except NotationError as wrong:
            table = access.room.now.table
            position = str(table.view(seat)) if table else None
            raise Refused(400, "bad_request", str(wrong), reason=wrong.reason, position=position) from None
        return await carried_out(access, seat, access.room.act(seat, action, body.ply, body.key))

    async def next_round(self, request: Request) -> Response:
        """Deal the next round, or begin to deal it together."""
        body = await read(request, Command)
        access = await enter(self.rooms, request)
        seat = access.seat(body.seat)
        return await carried_out(access, seat, access.room.next_round(seat, body.ply, body.key))

    async def resign(self, request: Request) -> Response:
        """Give the match up."""
        body = await read(request, Command)
        access = await enter(self.rooms, request)
        seat = access.seat(body.seat)
        return await carried_out(access, seat, access.room.resign(seat, body.ply, body.key))

    async def abort(self, request: Request) -> Response:
        """Call the match off before its first action."""
        body = await read(request, Command)
        access = await enter(self.rooms, request)
        seat = access.seat(body.seat)
        return await carried_out(access, seat, access.room.abort(seat, body.ply, body.key))

    async def take_back(self, request: Request) -> Response:
        """Take one's last action back, where nothing was turned up; between two browsers: ask the other for it."""
        body = await read(request, Command)
        access = await enter(self.rooms, request)
        seat, room = access.seat(body.seat), access.room
        do = room.ask_back if room.match.online else room.take_back
        return await carried_out(access, seat, do(seat, body.ply, body.key))

    async def agree_back(self, request: Request) -> Response:
        """Let the other's last action be undone, who asks for it."""
        return await self._answer_back(request, agree=True)

    async def keep(self, request: Request) -> Response:
        """Decline that."""
        return await self._answer_back(request, agree=False)

    async def _answer_back(self, request: Request, *, agree: bool) -> Response:
        body = await read(request, Command)
        access = await enter(self.rooms, request)
        seat = access.seat(body.seat)
        return await carried_out(access, seat, access.room.answer_back(seat, body.ply, body.key, agree=agree))

    async def rematch(self, request: Request) -> Response:
        """Open the rematch, or find it when it has been opened already; online, when both seats have asked for it."""
        body = await read(request, Command)
        access = await enter(self.rooms, request)
        seat, room = access.seat(body.seat), access.room
        if room.match.online:
            response = await carried_out(access, seat, room.offer(seat, body.key))
            if len(room.now.offered) < len(Seat):
                return response
        try:
            for name in filter(None, room.match.players):
                if name not in self.rooms.programs.ids:
                    player(name)
            opened = await self.rooms.rematch(room)
        except UnknownPlayer:
            raise Refused(409, "over", "that player is not here", state=access.state(body.seat)) from None
        except NotNow as wrong:
            raise Refused(409, "over", str(wrong), state=access.state(body.seat)) from None
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        return JsonResponse(Access(opened, opened.seats_of(guest_of(request))).state(body.seat), 201)

    async def record(self, request: Request) -> Response:
        """Hand out the record of the finished rounds, never of one that is played."""
        room = (await enter(self.rooms, request, watch=True)).room
        began = datetime.fromtimestamp(room.match.created_at, UTC)
        record = finished(room.now, began.date())
        if record is None:
            raise Refused(409, "over", "no round is finished yet")
        name = f"saudagar-{began:%Y-%m-%d}-{re.sub('[^A-Za-z0-9]', '', room.match.id)[:6]}.tgn"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(str(record), media_type="application/toml; charset=utf-8", headers=headers)

    async def nowhere(self, request: Request) -> Response:
        """Refuse every other address under /api/."""
        raise Refused(404, "not_found", f"there is nothing at {request.method} {request.url.path[:100]}")
