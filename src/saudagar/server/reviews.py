"""The routes of reviews: asked for, looked after, broken off, handed out. Never of a round that is played."""

from __future__ import annotations

import asyncio
import zlib
from base64 import b64decode
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import RecordError
from ..notation import Record
from .access import enter
from .bodies import read, read_record
from .desk import Full
from .errors import Refused
from .guests import guest_of, new_guest, remember
from .jobs import Job
from .json import JsonResponse
from .records import finished
from .rooms import Rooms

MOST = 2_000
"""Decisions of a record that is reviewed; a match of three rounds has some 140."""
DEEP = 500
"""Decisions up to which a record is looked into at full depth; longer ones are at middle depth."""
FILES = {"html": "text/html; charset=utf-8", "tgn": "application/toml; charset=utf-8"}


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """How deeply a match is to be looked into."""

    depth: Literal["quick", "middle", "full"] = "full"


class Reviews:
    """The routes of some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    def routes(self) -> list[Route]:
        """Return all routes."""
        one = "/api/reviews/{id}"
        return [
            Route("/api/matches/{id}/review", self.of_match, methods=["POST"]),
            Route("/api/reviews", self.of_record, methods=["POST"]),
            Route(one, self.show),
            Route(one, self.cancel, methods=["DELETE"]),
            Route(f"{one}/file", self.file),
        ]

    async def of_match(self, request: Request) -> Response:
        """Begin the review of a match that is over, for who played it; asked for again, it is the same one."""
        body = await read(request, Wish)
        access = await enter(self.rooms, request)
        if access.room.now.phase != "match_over":
            raise Refused(409, "over", "a match is reviewed when it is over")
        record = finished(access.room.now, datetime.fromtimestamp(access.room.match.created_at, UTC).date())
        if record is None:
            raise Refused(409, "over", "no round of this match was finished")
        guest = guest_of(request)
        assert guest is not None  # noqa: S101 - nobody else has a seat
        return JsonResponse((await self._open(record, body.depth, guest)).told(None), 202)

    async def of_record(self, request: Request) -> Response:
        """Begin the review of the finished rounds of a record that somebody sends."""
        text = await read_record(request)
        try:
            record = await asyncio.to_thread(finished_rounds, text)
        except RecordError as wrong:
            raise Refused(400, "bad_record", str(wrong), reason=getattr(wrong, "reason", None)) from None
        depth = request.query_params.get("depth", "full")
        if depth not in ("quick", "middle", "full"):
            raise Refused(400, "bad_request", "depth is quick, middle or full")
        guest, token = guest_of(request), None
        if guest is None:
            token, guest = new_guest()
        response = JsonResponse((await self._open(record, depth, guest)).told(None), 202)
        if token:
            remember(response, token, secure=request.url.scheme == "https")
        return response

    async def show(self, request: Request) -> Response:
        """Tell how far a review is, and what it says so far."""
        return JsonResponse((await self._find(request)).told(request.query_params.get("have")))

    async def cancel(self, request: Request) -> Response:
        """Break a review off; what it has found so far stays."""
        job, guest = await self._find(request), guest_of(request)
        assert guest is not None  # noqa: S101 - nobody else finds a job
        await self.rooms.desk.cancel(job, guest)
        return JsonResponse(job.told(job.reached))

    async def file(self, request: Request) -> Response:
        """Hand a finished review out, as a page or as the record with marks: `?kind=html|tgn&lang=`."""
        job = await self._find(request)
        kind, language = request.query_params.get("kind", "html"), request.query_params.get("lang", "en")
        if kind not in FILES:
            raise Refused(400, "bad_request", "kind is html or tgn")
        packed = job.files.get(language, job.files.get("en", {})).get(kind)
        if packed is None:
            raise Refused(409, "over", "this review is not finished")
        text = zlib.decompress(b64decode(packed))
        # A page of ours, yet made of names that people gave: it is only ever saved, never shown from this address.
        headers = {"content-disposition": f'attachment; filename="saudagar-review-{job.id[:6]}.{kind}"'}
        return Response(text, media_type=FILES[kind], headers=headers)

    async def _open(self, record: Record, depth: str, guest: bytes) -> Job:
        decisions = sum(len(rnd.moves) for rnd in record.rounds)
        if decisions > MOST:
            raise Refused(
                413, "too_large", f"a record of at most {MOST} actions can be reviewed; this one has {decisions}"
            )
        if decisions > DEEP and depth == "full":
            depth = "middle"
        try:
            return await self.rooms.desk.open(str(record), depth, guest)
        except Full as full:
            yours = "two reviews of yours are under way already"
            raise Refused(
                429, "too_many", yours if full.own else "many reviews are under way; try again in a while", wait=30
            ) from None

    async def _find(self, request: Request) -> Job:
        job = await self.rooms.desk.find(request.path_params["id"], guest_of(request))
        if job is None:
            raise Refused(404, "not_found", "there is no such review of yours")
        return job


def finished_rounds(text: str) -> Record:
    """Return a record without a last round that is still played. RecordError where the rules refuse it or none is left.

    Whoever could have a round reviewed while it is played would know what to do next.
    """
    record = Record.parse(text)
    steps = list(record.replay())
    over = record.resigned is not None or (bool(steps) and steps[-1].after.over)
    rounds = record.rounds if over else record.rounds[:-1]
    if not any(rnd.moves for rnd in rounds):
        raise RecordError("no round in this record is finished")
    return replace(record, rounds=rounds)
