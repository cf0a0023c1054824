"""The routes for learning: a hint against the computer, the replay of finished rounds, a record from a file."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ..dealers import Stream
from ..errors import RecordError, SaudagarError, StaleRequest
from ..notation import Record
from ..rules import BySeat, Seat
from .bodies import Command, read
from .errors import Refused
from .hints import hint
from .json import JsonResponse
from .replays import replay_facts
from .rooms import Room

RECORD_LIMIT = 128 * 1024
"""Bytes a record may have; a long match with its proofs has about 10 kB."""


class Study:
    """The routes, given how a request's room and seats are found."""

    def __init__(
        self,
        room_of: Callable[[Request], tuple[Room, list[Seat]]],
        seat_of: Callable[[Room, list[Seat], str], Seat],
    ) -> None:
        self._room = room_of
        self._seat = seat_of

    def routes(self) -> list[Route]:
        """Return all routes."""
        one = "/api/matches/{id}"
        return [
            Route(f"{one}/hint", self.hint, methods=["POST"]),
            Route(f"{one}/replay", self.replay),
            Route("/api/records", self.open_record, methods=["POST"]),
        ]

    async def hint(self, request: Request) -> Response:
        """Say what the strongest player would do; only in a match against the computer, and only on one's own turn."""
        body = await read(request, Command)
        room, seats = self._room(request)
        seat = self._seat(room, seats, body.seat)
        if room.match.players[seat.other] is None:
            raise Refused(409, "no_hints", "hints are for matches against the computer")
        if body.ply != room.table.ply:
            raise Refused(409, "stale", str(StaleRequest(room.table.ply, body.ply)))
        if room.table.to_act is not seat:
            raise Refused(409, "illegal_action", "it is not your turn", reason="NOT_YOUR_TURN")
        numbers = Stream(secrets.token_bytes(32), "hint")
        try:
            told = await asyncio.to_thread(hint, room.table.view(seat), numbers)
        except SaudagarError:
            raise Refused(409, "no_hints", "the adviser has not learnt these rules") from None
        return JsonResponse(told)

    async def replay(self, request: Request) -> Response:
        """Hand out the moments of the finished rounds."""
        room, _ = self._room(request)
        began = datetime.fromtimestamp(room.match.created_at, UTC)
        record = room.table.record(day=began.date(), finished_only=True)
        if not record.rounds:
            raise Refused(409, "over", "no round is finished yet")
        return JsonResponse(await asyncio.to_thread(replay_facts, record, room.match.players))

    async def open_record(self, request: Request) -> Response:
        """Read a record that somebody sends, check all of it by the rules, and return its moments; nothing is kept."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/toml":
            raise Refused(415, "unsupported", "send application/toml")
        body = b""
        try:
            async for part in request.stream():
                body += part
                if len(body) > RECORD_LIMIT:
                    raise Refused(413, "too_large", f"a record has at most {RECORD_LIMIT} bytes")
        except ClientDisconnect:
            raise Refused(400, "bad_request", "the request broke off") from None
        try:
            return JsonResponse(await asyncio.to_thread(_facts, body))
        except RecordError as wrong:
            raise Refused(400, "bad_record", str(wrong), reason=getattr(wrong, "reason", None)) from None
        except UnicodeDecodeError:
            raise Refused(400, "bad_record", "a record is text in UTF-8") from None


def _facts(body: bytes) -> dict[str, object]:
    record = Record.parse(body.decode("utf-8"))
    if not any(each.moves for each in record.rounds):
        raise RecordError("the record tells of no move")
    return replay_facts(record, BySeat(None, None))
