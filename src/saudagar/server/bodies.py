"""What clients may send: exact shapes, nothing more, all of them small."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from .errors import Refused

LIMIT = 4096
"""Bytes a body may have; the largest honest one has about 300."""
NAME_LIMIT = 40
JOINERS = "\u200c\u200d"
"""Invisible signs that hold letters of some scripts, and the people of a family emoji, together or apart."""

SeatName = Literal["a", "b"]
Ply = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Key = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Names(msgspec.Struct, forbid_unknown_fields=True):
    """The names of both players, as they are shown."""

    a: str
    b: str


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A new match: against a computer player (its id), or two people on one device (no opponent)."""

    names: Names
    opponent: str | None = None
    seals: Literal[1, 2, 3] = 2
    ruleset: str = "standard"
    first: SeatName | None = None


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """A command that needs nothing but its sender: next round, resign, rematch."""

    seat: SeatName
    ply: Ply
    key: Key


class Act(Command, forbid_unknown_fields=True):
    """An action in its text form."""

    action: Annotated[str, msgspec.Meta(max_length=32)]


T = TypeVar("T", bound=msgspec.Struct)


async def read(request: Request, shape: type[T], limit: int = LIMIT) -> T:
    """Return the body of a request in a shape. Refused: 415 if not JSON, 413 if too large, 400 if unreadable."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "unsupported", "send application/json")
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > limit:
                raise Refused(413, "too_large", f"a request has at most {limit} bytes")
    except ClientDisconnect:
        raise Refused(400, "bad_request", "the request broke off") from None
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refused(400, "bad_request", f"the request cannot be read: {wrong}") from None


def clean_name(name: str, fallback: str) -> str:
    """Return a name without control and direction characters and outer spaces, or the fallback when nothing is left.

    Refused (400) when it is longer than 40 characters.
    """
    signs = unicodedata.normalize("NFC", name)
    kept = "".join(sign for sign in signs if unicodedata.category(sign)[0] != "C" or sign in JOINERS)
    kept = " ".join(kept.split())
    if len(kept) > NAME_LIMIT:
        raise Refused(400, "bad_request", f"a name has at most {NAME_LIMIT} characters")
    return kept if kept.strip(JOINERS) else fallback
