"""The routes of play between two browsers: invitations, watching, dealing together, phrases, other devices."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..dealers.jd1.hashing import canonical
from ..errors import NotNow
from ..notation.deals import exported
from ..rules import RULESETS, Seat
from .access import Access, enter
from .answers import NOT_SAVED, carried_out
from .becoming import ask_first, become
from .bodies import Deal, HandOver, Join, OneSeat, Say, Take, Token, clean_name, read
from .clock import parse_terms
from .errors import Refused
from .guests import guest_of, hash_of, new_guest, remember, token_of
from .json import JsonResponse
from .limits import Rate
from .links import HAND_OVER
from .listing import rating_of
from .phrases import PHRASES
from .proofs import proofs
from .rate import Buckets, whole
from .records import finished
from .room import Room
from .rooms import Rooms
from .store import NotWritten

GONE = Refused(410, "gone", "this invitation is not open any more")
NO_LINK = Refused(404, "not_found", "this link leads nowhere, or not any more")


class Friends:
    """The routes for some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._said = Buckets(Rate(0.25, 5))

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        one = "/api/matches/{id}"
        return [
            Route(f"{one}/invitation", self.invite, methods=["POST"]),
            Route("/api/invitations", self.look, methods=["POST"]),
            Route("/api/invitations/join", self.join, methods=["POST"]),
            Route(f"{one}/watch-link", self.watch_link, methods=["POST"]),
            Route("/api/watch", self.watch, methods=["POST"]),
            Route(f"{one}/deal", self.deal, methods=["POST"]),
            Route(f"{one}/say", self.say, methods=["POST"]),
            Route(f"{one}/proofs", self.proofs),
            Route(f"{one}/deals", self.deals),
            Route("/api/handover", self.hand_over, methods=["POST"]),
            Route("/api/handover/take", self.take, methods=["POST"]),
        ]

    async def invite(self, request: Request) -> Response:
        """Make a new invitation to a match that still waits; the old one ends."""
        body = await read(request, OneSeat)
        access = await enter(self.rooms, request)
        access.seat(body.seat)
        if access.room.now.phase != "waiting":
            raise Refused(409, "over", "nobody is awaited in this match", state=access.state(body.seat))
        return JsonResponse({"invitation": await self._link("invitation", access.room)})

    async def look(self, request: Request) -> Response:
        """Tell who invites, and on what terms."""
        room = await self._invited((await read(request, Token)).token)
        seats = room.seats_of(guest_of(request))
        match = room.match
        status = "own" if Seat.A in seats else "joined" if seats else "open"
        if status == "open" and room.now.phase != "waiting":
            raise GONE
        ruleset, terms = RULESETS[match.ruleset], parse_terms(match.clock)
        return JsonResponse(
            {
                "status": status,
                "from": match.names.a,
                "ruleset": {"id": ruleset.id, "name": ruleset.name},
                "seals": match.seals,
                "first": match.first.value if match.first else None,
                "clock": terms,
                "rated": match.rated,
                "rating": await self._rating(match.guests.a) if match.rated else None,
                "id": match.id if seats else None,
            }
        )

    async def join(self, request: Request) -> Response:
        """Take the seat that an invitation keeps."""
        body = await read(request, Join)
        room = await self._invited(body.token)
        guest, token = guest_of(request), None
        if guest is None:
            token, guest = new_guest()
        seats = room.seats_of(guest)
        if Seat.A in seats:
            raise Refused(409, "over", "this is your own invitation: send the link to whom you want to play with")
        if not seats:
            try:
                await room.join(guest, clean_name(body.name, "B"))
            except NotNow:
                raise GONE from None
            except NotWritten as wrong:
                raise NOT_SAVED from wrong
        response = JsonResponse(Access(room, [Seat.B]).state("b"), 201)
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response

    async def watch_link(self, request: Request) -> Response:
        """Make a link for spectators; an earlier one ends."""
        body = await read(request, OneSeat)
        access = await enter(self.rooms, request)
        access.seat(body.seat)
        if not access.room.match.online:
            raise Refused(409, "over", "only a match between two browsers can be watched")
        return JsonResponse({"token": await self._link("watch", access.room)})

    async def watch(self, request: Request) -> Response:
        """Let a guest watch the match that a link leads to."""
        body = await read(request, Token)
        match_id = await self.rooms.links.opens("watch", body.token)
        room = await self.rooms.find(match_id) if match_id else None
        if room is None:
            raise NO_LINK
        guest, token = guest_of(request), None
        if guest is None:
            token, guest = new_guest()
        seats = room.seats_of(guest)
        if not seats:
            if await asyncio.to_thread(self.rooms.store.watchers, room.match.id) >= 10_000:
                raise Refused(429, "too_many", "this match has all the spectators that it can have")
            await self._written(self.rooms.store.watch_match(room.match.id, guest))
        response = JsonResponse(Access(room, seats).state(None))
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response

    async def deal(self, request: Request) -> Response:
        """Take a seat's step of a dealing."""
        body = await read(request, Deal)
        access = await enter(self.rooms, request)
        seat, dealings = access.seat(body.seat), access.room.dealings
        where = (seat, body.round, body.attempt)
        wishes = [body.commitment, body.number, body.withdraw, body.choose]
        if sum(wish is not None for wish in wishes) != 1:
            raise Refused(400, "bad_request", "one of commitment, number, withdraw and choose is wanted")
        if body.commitment is not None:
            work = dealings.commit(*where, bytes.fromhex(body.commitment))
        elif body.number is not None:
            work = dealings.open(*where, bytes.fromhex(body.number))
        elif body.choose is not None:
            work = dealings.choose(*where, body.choose)
        else:
            work = dealings.withdraw(*where)
        return await carried_out(access, seat, work)

    async def say(self, request: Request) -> Response:
        """Say a quick phrase to the other seat."""
        body = await read(request, Say)
        access = await enter(self.rooms, request)
        seat, room = access.seat(body.seat), access.room
        if body.phrase not in PHRASES:
            raise Refused(400, "bad_request", f"no phrase is called {body.phrase!r}; there are {', '.join(PHRASES)}")
        if not room.match.online or room.now.phase == "waiting":
            raise Refused(409, "over", "there is nobody to say it to", state=access.state(body.seat))
        if wait := self._said.take((room.match.id, seat)):
            raise Refused(429, "too_many", "five phrases in twenty seconds are enough", wait=whole(wait))
        return await carried_out(access, seat, room.say(seat, body.phrase, body.key))

    async def proofs(self, request: Request) -> Response:
        """Prove every card and token of the round on the table that the asker may know."""
        access = await enter(self.rooms, request, watch=True)
        skip = request.query_params.get("skip", "0")
        if not (skip.isascii() and skip.isdigit() and len(skip) < 4):
            raise Refused(400, "bad_request", "skip is a whole number")
        audience = access.audience(request.query_params.get("seat"))
        told = proofs(access.room.now, audience, int(skip))
        if told is None:
            raise Refused(409, "over", "there is no round that was dealt together")
        return JsonResponse(told)

    async def deals(self, request: Request) -> Response:
        """Hand out the deals of the finished rounds with what proves them."""
        room = (await enter(self.rooms, request, watch=True)).room
        record = finished(room.now, None)
        if record is None or not room.match.online:
            raise Refused(409, "over", "no round that was dealt together is finished yet")
        # Canonical to the byte, as a file of `saudagar verify --export` is: the second verifier insists on it.
        return Response(canonical(exported(record)) + "\n", media_type="application/json")

    async def hand_over(self, request: Request) -> Response:
        """Make a link that lets another device be this guest."""
        await read(request, HandOver)
        guest_token = token_of(request)
        if guest_token is None:
            raise Refused(409, "over", "this device is no guest yet: there is nothing to hand over")
        try:
            token = await self.rooms.links.hand_over(guest_token)
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        return JsonResponse({"token": token, "seconds": HAND_OVER})

    async def take(self, request: Request) -> Response:
        """Become the guest that another device is."""
        body = await read(request, Take)
        links = self.rooms.links
        guest_token = await links.peek(body.token)
        if guest_token is None:
            raise NO_LINK
        await ask_first(self.rooms, request, hash_of(guest_token), replace=body.replace)
        if not await links.spend(body.token):
            raise NO_LINK
        return await become(self.rooms, request, guest_token)

    async def _rating(self, guest: bytes | None) -> dict[str, Any] | None:
        return await asyncio.to_thread(rating_of, self.rooms, guest) if guest else None

    async def _invited(self, token: str) -> Room:
        match_id = await self.rooms.links.opens("invitation", token)
        room = await self.rooms.find(match_id) if match_id else None
        if room is None:
            raise NO_LINK
        return room

    async def _link(self, kind: str, room: Room) -> str:
        try:
            return await self.rooms.links.make("invitation" if kind == "invitation" else "watch", room.match.id)
        except NotWritten as wrong:
            raise NOT_SAVED from wrong

    async def _written(self, future: Future[None]) -> None:
        try:
            await asyncio.wrap_future(future)
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
