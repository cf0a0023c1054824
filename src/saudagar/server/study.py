"""The routes for learning: a hint, an earlier moment, the replay of finished rounds, a record from a file."""

from __future__ import annotations

import asyncio
import re
import secrets
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..dealers import Stream
from ..errors import NotationError, RecordError, StaleRequest
from ..kernel import Unsuitable
from ..notation import Record, parse_action
from ..rules import BySeat
from ..table import round_at
from .access import enter
from .bodies import Ask, read, read_record
from .errors import Refused
from .hints import hint
from .json import JsonResponse
from .records import finished
from .replays import replay_facts
from .rooms import Rooms
from .state import view_facts


class Study:
    """The routes of some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    def routes(self) -> list[Route]:
        """Return all routes."""
        one = "/api/matches/{id}"
        return [
            Route(f"{one}/hint", self.hint, methods=["POST"]),
            Route(f"{one}/moment", self.moment),
            Route(f"{one}/replay", self.replay),
            Route("/api/records", self.open_record, methods=["POST"]),
        ]

    async def hint(self, request: Request) -> Response:
        """Say what the strongest player would do; only in a match against the computer, and only on one's own turn."""
        body = await read(request, Ask)
        access = await enter(self.rooms, request)
        seat, room = access.seat(body.seat), access.room
        if room.match.players[seat.other] is None:
            raise Refused(409, "no_hints", "hints are for matches against the computer")
        if body.ply != room.table.ply:
            raise Refused(409, "stale", str(StaleRequest(room.table.ply, body.ply)))
        if room.table.to_act is not seat:
            raise Refused(409, "illegal_action", "it is not your turn", reason="NOT_YOUR_TURN")
        try:
            chosen = None if body.action is None else parse_action(body.action)
        except NotationError as wrong:
            raise Refused(400, "bad_request", str(wrong), reason=wrong.reason) from None
        numbers = Stream(secrets.token_bytes(32), "hint")
        try:
            told = await asyncio.to_thread(hint, room.table.view(seat), numbers, chosen)
        except Unsuitable:
            raise Refused(409, "no_hints", "the adviser has not learnt these rules") from None
        except ValueError as wrong:
            raise Refused(409, "illegal_action", str(wrong)) from None
        return JsonResponse(told)

    async def moment(self, request: Request) -> Response:
        """Show the table after an earlier ply, to a seat or a spectator, as it was seen then."""
        access = await enter(self.rooms, request, watch=True)
        audience = access.audience(request.query_params.get("seat"))
        table, wanted = access.room.now.table, request.query_params.get("ply", "")
        if not re.fullmatch(r"\d{1,7}", wanted, re.ASCII):
            raise Refused(400, "bad_request", "ply is a line of the log, a whole number")
        if table is None or not 1 <= int(wanted) <= table.ply:
            raise Refused(400, "bad_request", f"the log has no ply {wanted}")
        then = await asyncio.to_thread(round_at, table, int(wanted))
        return JsonResponse({"ply": int(wanted), "view": view_facts(then.seen_by(audience), running=False)})

    async def replay(self, request: Request) -> Response:
        """Hand out the moments of the finished rounds."""
        room = (await enter(self.rooms, request, watch=True)).room
        record = finished(room.now, datetime.fromtimestamp(room.match.created_at, UTC).date())
        if record is None:
            raise Refused(409, "over", "no round is finished yet")
        return JsonResponse(await asyncio.to_thread(replay_facts, record, room.match.players))

    async def open_record(self, request: Request) -> Response:
        """Read a record that somebody sends, check all of it by the rules, and return its moments; nothing is kept."""
        text = await read_record(request)
        try:
            return JsonResponse(await asyncio.to_thread(_facts, text))
        except RecordError as wrong:
            raise Refused(400, "bad_record", str(wrong), reason=getattr(wrong, "reason", None)) from None


def _facts(text: str) -> dict[str, object]:
    record = Record.parse(text)
    if not any(each.moves for each in record.rounds):
        raise RecordError("the record tells of no move")
    return replay_facts(record, BySeat(None, None))
