"""The guard around every request: who may ask (host, origin), how much and how often, and headers on every answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .caps import Caps, Counted
from .errors import Refused
from .heads import heads_of
from .json import JsonResponse
from .metrics import metrics

log = logging.getLogger("saudagar.server")
requests = logging.getLogger("saudagar.requests")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
SCANNER = HEADERS | {"permissions-policy": HEADERS["permissions-policy"].replace("camera=()", "camera=(self)")}
"""For the score keeper, which reads the code of a match with the camera."""
TLS_HEADERS = {"strict-transport-security": "max-age=31536000"}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
KEPT_HEADERS = frozenset({b"cookie", b"host"})
SAFE = frozenset({"GET", "HEAD"})
FAILED = Refused(500, "internal", "the server failed; nothing confirmed is lost, please try again")


class Guard:
    """Wraps the application.

    `hosts` are the host names it answers to, None for any (behind a proxy that checks); `origins` the addresses whose
    pages may speak to it, each like `https://play.example.org`; without any, only pages of the very host that is asked.
    """

    routes: Sequence[BaseRoute] = ()
    """What it answers to, for whoever asks what there is."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str] | None = None,
        origins: frozenset[str] = frozenset(),
        caps: Caps | None = None,
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.origins = origins
        self.caps = caps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what comes from elsewhere or too often, answer everything else, and log what goes wrong."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(scope, message)
            await send(message)

        counted: Counted | None = None
        try:
            heads = heads_of(scope)
            self._check(heads, must_come_from_a_page=False, changes=scope["method"] not in SAFE)
            if self.caps and scope["path"].startswith("/api/"):
                counted = self.caps.request(scope)
                receive = self.caps.bounded(receive, heads.get(b"content-length", b"0"), scope["path"])
            await self.app(scope, receive, send_guarded)
        except Refused as refusal:
            if not status:
                answer = JsonResponse(refusal.body(), refusal.status, refusal.headers())
                await answer(scope, receive, send_guarded)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not status:
                await JsonResponse(FAILED.body(), FAILED.status)(scope, receive, send_guarded)
        if counted:
            counted.answered(status)
        _note(scope, status, time.perf_counter() - began)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        sender = Sender(scope, send)
        try:
            await self._live(scope, receive, sender)
        except Refused as refusal:
            await sender.refuse(refusal)
        except OSError:
            return  # the other side has gone, perhaps before it was let in
        except Exception:
            log.exception("socket %s failed", scope["path"])
            await sender.refuse(FAILED)

    async def _live(self, scope: Scope, receive: Receive, sender: Sender) -> None:
        self._check(heads_of(scope), must_come_from_a_page=True, changes=True)
        held = self.caps.socket(scope) if self.caps else None
        metrics.sockets.add()
        try:
            await self.app(scope, held.slowed(receive) if held else receive, sender)
        except Refused as refusal:
            if held and not sender.accepted:
                held.answered(refusal.status)
            raise
        finally:
            metrics.sockets.add(-1)
            if held:
                held.release()

    def _check(self, heads: dict[bytes, bytes], *, must_come_from_a_page: bool, changes: bool) -> None:
        host = heads.get(b"host", b"").decode("latin-1")
        # A page elsewhere may point its own name at this machine; a browser then sends that name as the host.
        if self.hosts is not None and _hostname(host) not in self.hosts:
            raise Refused(403, "not_yours", "this server does not answer to that host name")
        said = heads.get(b"origin")
        origin = None if said is None else said.decode("latin-1")
        if not changes or (origin is None and not must_come_from_a_page):
            return
        # Browsers do not ask other sites for leave before they open a WebSocket there, and send the cookie along.
        if origin is None or not self._welcome(origin, host):
            metrics.refusals.add(1, "origin")
            raise Refused(403, "not_yours", "this request comes from another site")

    def _welcome(self, origin: str, host: str) -> bool:
        return origin in self.origins if self.origins else bool(host) and _split(origin).netloc == host


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


RAW_HEADERS = {
    (scanner, secure): _raw((SCANNER if scanner else HEADERS) | (TLS_HEADERS if secure else {}))
    for scanner in (False, True)
    for secure in (False, True)
}
NO_STORE = (b"cache-control", b"no-store")


def _add_headers(scope: Scope, message: Message) -> None:
    """Add to an answer what every answer has, where it does not say something else itself."""
    headers = list(message.get("headers", ()))
    there = {name for name, _ in headers}
    wanted = RAW_HEADERS[scope["path"].startswith("/score"), scope["scheme"] == "https"]
    headers += [each for each in wanted if each[0] not in there]
    if NO_STORE[0] not in there and scope["path"].startswith("/api/"):
        headers.append(NO_STORE)
    message["headers"] = headers


def _note(scope: Scope, status: int, seconds: float) -> None:
    """Count an answer, and log it where that is asked for."""
    method, path = scope["method"], scope["path"]
    metrics.requests.add(1, method if method in ("GET", "POST") else "other", str(status))
    if b"since=" not in scope["query_string"]:
        metrics.request_seconds.observe(seconds)
    if requests.isEnabledFor(logging.INFO):
        told = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 2)}
        requests.info("%s %s %d", method, path, status, extra=told)


class Sender:
    """Sends for a WebSocket, and knows whether it is one yet."""

    __slots__ = ("_scope", "_send", "accepted")

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.accepted = False

    async def __call__(self, message: Message) -> None:
        """Send a message."""
        if message["type"] == "websocket.accept":
            self.accepted = True
            # The rest of the headers would stay in memory as long as the connection.
            headers = self._scope["headers"]
            self._scope["headers"] = [(name, value) for name, value in headers if name in KEPT_HEADERS]
        elif message["type"] == "websocket.send":
            metrics.messages.add(1, "out")
        await self._send(message)

    async def refuse(self, refusal: Refused) -> None:
        """End it: before it is a WebSocket with an answer of HTTP, where the server can; later with a code."""
        if self.accepted:
            code = 1011 if refusal.status == 500 else 1008
            await self._send({"type": "websocket.close", "code": code, "reason": refusal.code})
        elif "websocket.http.response" not in self._scope.get("extensions", {}):
            await self._send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
        else:
            body = JsonResponse(refusal.body(), refusal.status, refusal.headers())
            headers = [*body.raw_headers, *((name.encode(), value.encode()) for name, value in HEADERS.items())]
            await self._send({"type": "websocket.http.response.start", "status": refusal.status, "headers": headers})
            await self._send({"type": "websocket.http.response.body", "body": body.body})


@lru_cache(1024)
def _hostname(host: str) -> str | None:
    """Return the name in a Host header, None where there is none that can be read."""
    return _split(f"//{host}").hostname


def _split(address: str) -> SplitResult:
    """Return the parts of an address; no parts of one that cannot be read."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
