"""The live taps: a match's State whole, at once and whenever something has changed, over a WebSocket or as lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..rules import SPECTATOR, Audience
from .access import Access, enter
from .answers import since_of
from .caps import over
from .errors import Refused
from .rooms import Rooms
from .slim import STRAIGHT

BEAT = 15.0
"""Seconds without news after which a sign of life is sent; common proxies cut an idle line after 30 s or more."""
RESTART, SPOKE, NOT_YOURS = 1012, 1008, 4404
SIGN_OF_LIFE = b'{"type":"beat"}'


class Live:
    """The two live routes for some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def routes(self) -> list[BaseRoute]:
        """Return both routes."""
        one = "/api/matches/{id}"
        return [WebSocketRoute(f"{one}/live", self.socket), Route(f"{one}/stream", self.stream)]

    async def socket(self, socket: WebSocket) -> None:
        """Tell a match over a WebSocket until either side ends it. Nobody is asked to say anything here."""
        tap = await self._tap(socket)
        try:
            await socket.accept()
        except (WebSocketDisconnect, OSError):
            return  # it left before it was let in: a page that was reloaded
        teller = asyncio.get_running_loop().create_task(self._tell(socket, tap))
        # Only who receives notices that the other side has gone.
        with suppress(WebSocketDisconnect):
            message = await socket.receive()
            if message["type"] == "websocket.receive":
                await socket.close(SPOKE)
        teller.cancel()
        with suppress(asyncio.CancelledError):
            await teller

    async def stream(self, request: Request) -> Response:
        """Tell a match as lines of JSON."""
        tap = await self._tap(request)

        async def lines() -> AsyncIterator[bytes]:
            async for frame in tap.frames():
                yield frame + b"\n"

        headers = {"x-accel-buffering": "no", "cache-control": "no-store, no-transform"}
        return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)

    async def _tap(self, connection: HTTPConnection) -> Tap:
        access = await enter(self._rooms, connection, watch=True)
        audience = access.audience(connection.query_params.get("seat"))
        limits = self._rooms.limits
        if audience is SPECTATOR and limits and access.room.news.watchers >= limits.spectators_per_match:
            raise over("spectators_per_match", 60)
        return Tap(self._rooms, connection, access, audience, since_of(connection))

    async def _tell(self, socket: WebSocket, tap: Tap) -> None:
        code = RESTART
        straight: Callable[[bytes], Awaitable[None]] | None = socket.scope.get(STRAIGHT)
        try:
            async for frame in tap.frames():
                if straight:
                    await straight(frame)
                else:
                    await socket.send({"type": "websocket.send", "text": frame.decode()})
                del frame  # what was told is not kept while there is no news
        except Refused:
            code = NOT_YOURS
        except (WebSocketDisconnect, OSError):
            return
        with suppress(RuntimeError, OSError):
            await socket.close(code)


class Tap:
    """What one listener is told of one match. Between two frames only the latest State counts: nothing piles up."""

    def __init__(
        self, rooms: Rooms, connection: HTTPConnection, access: Access, audience: Audience, since: int | None
    ) -> None:
        self._rooms = rooms
        self._connection = connection
        self._access = access
        self._audience = audience
        self._since = since

    async def frames(self) -> AsyncIterator[bytes]:
        """Yield frame after frame, until the server stops."""
        room = self._access.room
        with room.news.subscribe(self._audience) as one:
            if self._since != room.now.step:
                yield self._state()
            while not room.closed:
                if not await one.wait(BEAT):
                    yield SIGN_OF_LIFE
                elif not room.closed:
                    if not room.sound:
                        self._access = await enter(self._rooms, self._connection, watch=True)
                    yield self._state()

    def _state(self) -> bytes:
        return b'{"type":"state","state":%b}' % bytes(self._access.told(self._audience))
