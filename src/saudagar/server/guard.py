"""The guard around every request: who may ask (host, origin), headers on every answer, and no traceback for anybody."""

from __future__ import annotations

import logging
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import Refused
from .json import JsonResponse

log = logging.getLogger("saudagar.server")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    """Wraps the application. `hosts` are the host names it answers to; None for any (behind a proxy that checks)."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what comes from elsewhere, answer everything else, and log what goes wrong."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, receive, send_guarded)
        except Refused as refusal:
            await JsonResponse(refusal.body(), refusal.status)(scope, receive, send_guarded)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not started:
                failure = Refused(500, "internal", "the server failed; nothing confirmed is lost, please try again")
                await JsonResponse(failure.body(), failure.status)(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        # A page elsewhere may point its own name at this machine; a browser then sends that name as the host.
        if self.hosts is not None and _split(f"//{host}").hostname not in self.hosts:
            raise Refused(403, "not_yours", "this server does not answer to that host name")
        origin = headers.get("origin")
        if scope["method"] not in ("GET", "HEAD") and origin is not None and _split(origin).netloc != host:
            raise Refused(403, "not_yours", "this request comes from another site")


def _split(address: str) -> SplitResult:
    """Return the parts of an address; no parts of one that cannot be read."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
