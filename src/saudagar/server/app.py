"""The application: the API and the built pages behind one guard."""

from __future__ import annotations

from http import HTTPStatus
from importlib import resources
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .api import Api
from .errors import Refused
from .guard import Guard
from .referee import Referee
from .rooms import Rooms


class Pages(StaticFiles):
    """The built front end; files with a hash in their name may be kept for ever, all others are asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file with its caching header."""
        response = await super().get_response(path, scope)
        kept = path.startswith("assets/") and response.status_code in (200, 304)
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        if path == "scorer.html":  # for the disk: on this server the security policy would stop its script
            response.headers["content-disposition"] = 'attachment; filename="saudagar-score.html"'
        return response


def create_app(rooms: Rooms, *, hosts: frozenset[str] | None = None) -> Starlette:
    """Return the application for some rooms; `hosts` are the host names it answers to, None for any."""
    static = Path(str(resources.files(__package__) / "static"))
    pages: Mount | Route = (
        Mount("/", Pages(directory=static, html=True)) if (static / "index.html").is_file() else Route("/", _not_built)
    )
    return Starlette(
        routes=[*Referee().routes(), *Api(rooms).routes(), pages],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _elsewhere},
    )


async def _not_built(_: Request) -> Response:
    return PlainTextResponse("The pages are not built: run `make web` in the checkout, or install the wheel.\n", 503)


async def _elsewhere(request: Request, wrong: Exception) -> Response:
    """Answer for an address or a method that nothing is at: in JSON under /api/, in plain text for pages."""
    status = wrong.status_code if isinstance(wrong, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        raise Refused(404, "not_found", f"there is nothing at {request.method[:20]} {request.url.path[:100]}")
    return PlainTextResponse(f"{HTTPStatus(status).phrase}\n", status)
