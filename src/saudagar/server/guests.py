"""Guests: whoever plays without an account, known by a random token in a cookie of which only the hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "saudagar_guest"
SECURE_COOKIE = "__Host-saudagar_guest"
"""Its name over TLS: browsers take it from this very host only, never from a neighbour under the same domain."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
YEAR = 365 * 24 * 3600
GUEST = "saudagar.guest"
"""Where a request keeps the hash of its guest, so that its cookies are read once."""


def guest_of(request: HTTPConnection) -> bytes | None:
    """Return the hash of the guest's token, None for somebody who has none."""
    if GUEST not in request.scope:
        token = token_of(request)
        request.scope[GUEST] = hash_of(token) if token else None
    guest: bytes | None = request.scope[GUEST]
    return guest


def token_of(request: HTTPConnection) -> str | None:
    """Return the guest's token itself, for nobody but the guest."""
    name = SECURE_COOKIE if request.scope["scheme"] in ("https", "wss") else COOKIE
    found = next((value for head, value in request.scope["headers"] if head == b"cookie"), b"").decode("latin-1")
    # Mostly it is the only cookie, and there is nothing to take apart.
    alone = found.startswith(f"{name}=") and TOKEN.fullmatch(found[len(name) + 1 :])
    token = alone[0] if alone else request.cookies.get(name, "")
    return token if TOKEN.fullmatch(token) else None


def bearer_of(request: HTTPConnection) -> str | None:
    """Return the token that a program shows in the header Authorization, None for who shows none."""
    said = next((value for head, value in request.scope["headers"] if head == b"authorization"), b"")
    kind, _, token = said.decode("latin-1").partition(" ")
    token = token.strip()
    return token if kind.lower() == "bearer" and TOKEN.fullmatch(token) else None


def new_guest() -> tuple[str, bytes]:
    """Return a new guest's token (256 random bits) and its hash."""
    token = secrets.token_urlsafe(32)
    return token, hash_of(token)


def hash_of(token: str) -> bytes:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


def remember(response: Response, token: str, *, secure: bool) -> None:
    """Let the browser keep a guest's token, out of reach of scripts and of other sites."""
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
