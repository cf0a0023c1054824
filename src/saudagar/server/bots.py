"""The bot API: programs that play over HTTP with a bearer token, told by streams of lines (docs/design/http.md)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from ..errors import NotationError, NotNow
from ..notation import parse_action
from ..rules import RULESETS, BySeat, Match, Seat
from .access import Access
from .answers import NOT_SAVED, carried_out
from .bodies import PROGRAM, LinkToken, Ply, clean_name, read
from .bot_lines import BotTap
from .bot_tokens import Bot, Kept, Streams, bot_of, end, make, of
from .errors import Refused
from .friends import GONE, NO_LINK
from .guests import guest_of, hash_of, new_guest, remember
from .json import JsonResponse
from .listing import ENDED, may_open
from .live import BEAT, SIGN_OF_LIFE
from .rooms import Rooms
from .slim import SlimEvent
from .store import NotWritten

HEADERS = {"x-accel-buffering": "no", "cache-control": "no-store, no-transform"}


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """A wish for a token: the bot's name, what it may do, for how many days, and whether the browser shall list it."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    scopes: Annotated[tuple[Literal["read", "play"], ...], msgspec.Meta(min_length=1, max_length=2)] = ("read", "play")
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 90
    mine: bool = False


class Ended(msgspec.Struct, forbid_unknown_fields=True):
    """A token to be ended: the one that is shown, or one of the browser's own by its id."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A command that needs no more than its sender."""


class Invite(msgspec.Struct, forbid_unknown_fields=True):
    """A match that the bot opens for whoever follows the invitation."""

    seals: Literal[1, 2, 3] = 2
    ruleset: Annotated[str, msgspec.Meta(max_length=60)] = "standard"


class Accept(msgspec.Struct, forbid_unknown_fields=True):
    """An invitation that the bot takes."""

    invitation: LinkToken


class Answer(msgspec.Struct):
    """The answer to a `go`, as in the bot protocol: its id is the ply."""

    id: Ply
    action: Annotated[str, msgspec.Meta(max_length=32)]


class Bots:
    """The routes for some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._streams = Streams(rooms)

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        one = "/api/bot/matches/{id}"
        return [
            Route("/api/bot/tokens", self.tokens),
            Route("/api/bot/tokens", self.token, methods=["POST"]),
            Route("/api/bot/tokens/revoke", self.revoke, methods=["POST"]),
            Route("/api/bot/account", self.account),
            Route("/api/bot/events", self.events),
            Route("/api/bot/matches", self.invite, methods=["POST"]),
            Route("/api/bot/accept", self.accept, methods=["POST"]),
            Route(f"{one}/stream", self.stream),
            Route(f"{one}/action", self.act, methods=["POST"]),
            Route(f"{one}/resign", self.resign, methods=["POST"]),
        ]

    async def token(self, request: Request) -> Response:
        """Make a token, shown once: whoever has it is the bot."""
        body = await read(request, NewToken)
        name, cookie = clean_name(body.name, "bot"), None
        guest = guest_of(request) if body.mine else None
        if body.mine and guest is None:
            cookie, guest = new_guest()
        try:
            token = await make(self.rooms, name, list(body.scopes), body.days, guest)
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        told = {"token": token, "name": name, "scopes": body.scopes, "days": body.days}
        response = JsonResponse(told | {"id": hash_of(token).hex()}, 201)
        if cookie:
            remember(response, cookie, secure=request.url.scheme == "https")
        return response

    async def tokens(self, request: Request) -> Response:
        """List the tokens that this browser has made, without the tokens themselves."""
        guest = guest_of(request)
        return JsonResponse({"tokens": [_told(each) for each in await of(self.rooms, guest)] if guest else []})

    async def revoke(self, request: Request) -> Response:
        """End the token that is shown, or one that this browser has made; its streams end at once."""
        asked = (await read(request, Ended)).id
        if asked is None:
            hash_ = hash_of((await bot_of(self.rooms, request, None)).token)
        else:
            guest = guest_of(request)
            mine = [each.hash for each in await of(self.rooms, guest)] if guest else []
            hash_ = bytes.fromhex(asked)
            if hash_ not in mine:
                raise Refused(404, "not_found", "this browser has no such token, or not any more")
        await end(self.rooms, hash_)
        self._streams.wake(hash_)
        return JsonResponse({"revoked": True})

    async def account(self, request: Request) -> Response:
        """Tell who the token is, and what it may do."""
        bot = await bot_of(self.rooms, request, None)
        return JsonResponse({"name": bot.name, "scopes": bot.scopes})

    async def invite(self, request: Request) -> Response:
        """Open a match in which the bot has seat a."""
        body = await read(request, Invite)
        bot = await bot_of(self.rooms, request, "play")
        if body.ruleset not in RULESETS:
            raise Refused(400, "bad_request", f"no ruleset is called {body.ruleset!r}; there are {', '.join(RULESETS)}")
        await may_open(self.rooms, bot.guest)
        try:
            room = await self.rooms.invite(
                Match(RULESETS[body.ruleset], body.seals), bot.name + PROGRAM, bot.guest, None
            )
            invitation = await self.rooms.links.make("invitation", room.match.id)
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        self._tell(bot)
        return JsonResponse({"id": room.match.id, "seat": "a", "invitation": invitation}, 201)

    async def accept(self, request: Request) -> Response:
        """Take the seat that an invitation keeps."""
        body = await read(request, Accept)
        bot = await bot_of(self.rooms, request, "play")
        match_id = await self.rooms.links.opens("invitation", body.invitation)
        room = await self.rooms.find(match_id) if match_id else None
        if room is None:
            raise NO_LINK
        if Seat.A in room.seats_of(bot.guest):
            raise Refused(409, "over", "this is the bot's own invitation")
        try:
            await room.join(bot.guest, bot.name + PROGRAM)
        except NotNow:
            raise GONE from None
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        self._tell(bot)
        return JsonResponse({"id": room.match.id, "seat": "b"}, 201)

    async def events(self, request: Request) -> Response:
        """Tell which matches the bot plays, at once and whenever there is a new one, as lines."""
        bot = await bot_of(self.rooms, request, "read")
        return _lines(self._events(bot))

    async def stream(self, request: Request) -> Response:
        """Tell one match as the lines of the bot protocol, and take the bot's part in the dealing."""
        access, bot = await self._enter(request, "read")
        return _lines(BotTap(access.room, access.seats[0], bot, self._streams).frames())

    async def act(self, request: Request) -> Response:
        """Carry out the answer to a `go`."""
        body = await read(request, Answer)
        access, _ = await self._enter(request, "play")
        seat, room = access.seats[0], access.room
        try:
            action = parse_action(body.action)
        except NotationError as wrong:
            raise Refused(400, "bad_request", str(wrong), reason=wrong.reason) from None
        return await carried_out(access, seat, room.act(seat, action, body.id, f"bot-{body.id}-{action}"))

    async def resign(self, request: Request) -> Response:
        """Give the match up."""
        await read(request, Nothing)
        access, _ = await self._enter(request, "play")
        seat, room = access.seats[0], access.room
        return await carried_out(access, seat, room.resign(seat, room.now.ply, f"bot-resign-{room.now.ply}"))

    # ------------------------------------------------------------------------------------------------ inner

    async def _enter(self, request: Request, scope: str) -> tuple[Access, Bot]:
        """Return the match that an address names, if the bot plays it. Refused (404) as if there were none."""
        bot = await bot_of(self.rooms, request, scope)
        room = await self.rooms.find(request.path_params["id"])
        seats = room.seats_of(bot.guest) if room else []
        if room is None or not seats:
            raise Refused(404, "not_found", "there is no such match of this bot")
        return Access(room, seats), bot

    async def _events(self, bot: Bot) -> AsyncIterator[bytes]:
        news, told = SlimEvent(), set[str]()
        self.rooms.waiting.add(news)
        try:
            with self._streams.opened(bot, news.set):
                while not self.rooms.closed:
                    news.clear()
                    if not await self._streams.may(bot):
                        return
                    for match, standing in await asyncio.to_thread(self.rooms.store.matches_of, bot.guest):
                        if match.id not in told and standing.phase not in ENDED:
                            told.add(match.id)
                            seat = next(seat for seat in Seat if match.guests[seat] == bot.guest)
                            facts = {"id": match.id, "seat": seat.value, "ruleset": match.ruleset}
                            yield _line(type="match", **facts, names=_names(match.names))
                    if not await news.wait(BEAT):
                        yield SIGN_OF_LIFE + b"\n"
        finally:
            self.rooms.waiting.discard(news)

    def _tell(self, bot: Bot) -> None:
        self._streams.wake(hash_of(bot.token))


def _lines(frames: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(frames, media_type="application/x-ndjson", headers=HEADERS)


def _line(**told: Any) -> bytes:
    return msgspec.json.encode(told) + b"\n"


def _told(token: Kept) -> dict[str, Any]:
    times = {"made": token.made, "ends": token.ends}
    return {"id": token.hash.hex(), "name": token.name, "scopes": token.scopes, **times}


def _names(names: BySeat[str]) -> dict[str, str]:
    return {seat.value: names[seat] for seat in Seat}
