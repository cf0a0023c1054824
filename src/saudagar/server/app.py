"""The application: the API and the built pages behind one guard."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from http import HTTPStatus
from importlib import resources
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from .api import Api
from .caps import Caps
from .errors import Refused
from .guard import Guard
from .health import Health
from .limits import Limits
from .live import Live
from .passkeys import Passkeys
from .referee import Referee
from .relying import Site
from .rooms import Rooms

LIVE = re.compile("/api/matches/([^/]+)/live")
ACT = re.compile("/api/matches/([^/]+)/act")
PACKED = frozenset({".html", ".js", ".css", ".svg", ".json", ".webmanifest"})
"""Kinds of files that become much smaller when they are packed; the others are packed already."""


class Pages(StaticFiles):
    """The built front end; files with a hash in their name may be kept for ever, all others are asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file with its caching header."""
        response = await super().get_response(path, scope)
        if isinstance(response, FileResponse) and response.status_code == 200 and Path(response.path).suffix in PACKED:
            response = await self._packed(response, scope)
        kept = path.startswith("assets/") and response.status_code in (200, 304)
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        if path == "scorer.html":  # for the disk: on this server the security policy would stop its script
            response.headers["content-disposition"] = 'attachment; filename="saudagar-score.html"'
        return response

    @staticmethod
    async def _packed(file: FileResponse, scope: Scope) -> Response:
        """Return a text packed, for those who can unpack it and want all of it."""
        asked = Headers(scope=scope)
        file.headers["vary"] = "accept-encoding"
        if scope["method"] != "GET" or "range" in asked or "gzip" not in asked.get("accept-encoding", ""):
            return file
        packed = await run_in_threadpool(_gzipped, Path(file.path), file.headers["etag"])
        headers = {name: file.headers[name] for name in ("etag", "last-modified", "vary")}
        return Response(packed, media_type=file.media_type, headers={**headers, "content-encoding": "gzip"})


@lru_cache(maxsize=256)
def _gzipped(path: Path, _version: str) -> bytes:
    """Return a file packed; once for each version of it."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


def create_app(
    rooms: Rooms,
    *,
    hosts: frozenset[str] | None = None,
    origins: frozenset[str] = frozenset(),
    limits: Limits | None = None,
    health: Health | None = None,
) -> Guard:
    """Return the application for some rooms.

    `hosts` are the host names it answers to, None for any; `origins` the addresses whose pages may speak to it, without
    any those of the host that is asked; `limits` how much and how often, None for no limit.
    """
    static = Path(str(resources.files(__package__) / "static"))
    pages: Mount | Route = (
        Mount("/", Pages(directory=static, html=True)) if (static / "index.html").is_file() else Route("/", _not_built)
    )
    api = Api(rooms)
    passkeys = Passkeys(rooms, Site(hosts, origins))
    routes = [*Referee().routes(), *passkeys.routes(), *api.routes(), *(health or Health(rooms)).routes(), pages]
    answers = ExceptionMiddleware(Router(routes), handlers={HTTPException: _elsewhere})
    guard = Guard(Straight(answers, Live(rooms), api), hosts, origins, Caps(limits) if limits else None)
    guard.routes = routes
    return guard


class Straight:
    """Leads straight to the live taps and to the actions.

    Whatever a socket went through would stay as long as it does; and actions are most of all requests.
    """

    def __init__(self, app: ASGIApp, live: Live, api: Api) -> None:
        self._app = app
        self._live = live
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, carry out an action, or begin to tell a match."""
        if scope["type"] != "websocket":
            if scope["method"] == "POST" and (act := ACT.fullmatch(scope["path"])):
                scope["path_params"] = {"id": act[1]}
                response = await self._api.act(Request(scope, receive, send))
                await response(scope, receive, send)
            else:
                await self._app(scope, receive, send)
            return
        found = LIVE.fullmatch(scope["path"])
        if not found:
            raise Refused(404, "not_found", "there is nothing live here")
        scope["path_params"] = {"id": found[1]}
        await self._live.socket(WebSocket(scope, receive, send))


async def _not_built(_: Request) -> Response:
    return PlainTextResponse("The pages are not built: run `make web` in the checkout, or install the wheel.\n", 503)


async def _elsewhere(request: Request, wrong: Exception) -> Response:
    """Answer for an address or a method that nothing is at: in JSON under /api/, in plain text for pages."""
    status = wrong.status_code if isinstance(wrong, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        raise Refused(404, "not_found", f"there is nothing at {request.method[:20]} {request.url.path[:100]}")
    return PlainTextResponse(f"{HTTPStatus(status).phrase}\n", status)
