"""What clients may send: exact shapes, nothing more, all of them small."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Annotated, Literal, TypeVar

import msgspec
from starlette.requests import Request

from .clock import MatchClock, TurnClock
from .errors import Refused

LIMIT = 4096
"""Bytes a body may have; the largest honest one has about 300."""
RECORD_LIMIT = 128 * 1024
"""Bytes a record may have; a long match with its proofs has about 10 kB."""
NAME_LIMIT = 40
PROGRAM = " (bot)"
"""Stands behind the name of a program that plays over the network, so that nobody takes it for a person."""
JOINERS = "\u200c\u200d"
"""Invisible signs that hold letters of some scripts, and the people of a family emoji, together or apart."""

SeatName = Literal["a", "b"]
Ply = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
LinkToken = Annotated[str, msgspec.Meta(min_length=43, max_length=43, pattern=r"^[A-Za-z0-9_-]+$")]
Hex = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]+$")]
Key = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Names(msgspec.Struct, forbid_unknown_fields=True):
    """The names of both players, as they are shown."""

    a: str
    b: str


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A new match: against a computer player (its id), a friend, or two people on one device (no opponent)."""

    names: Names
    opponent: str | None = None
    seals: Literal[1, 2, 3] = 2
    ruleset: str = "standard"
    first: SeatName | None = None
    clock: MatchClock | TurnClock | None = None
    rated: bool = False
    key: Key | None = None


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """A command that needs nothing but its sender: next round, resign, rematch."""

    seat: SeatName
    ply: Ply
    key: Key


class Act(Command, forbid_unknown_fields=True):
    """An action in its text form."""

    action: Annotated[str, msgspec.Meta(max_length=32)]


class Ask(Command, forbid_unknown_fields=True):
    """A wish for a hint; with an action, what that would be worth too."""

    action: Annotated[str, msgspec.Meta(max_length=32)] | None = None


class OneSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A wish of a seat that changes nothing on the table."""

    seat: SeatName


class Token(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a link."""

    token: LinkToken


class Join(Token, forbid_unknown_fields=True):
    """Somebody takes the seat that an invitation keeps."""

    name: str = ""


class Take(Token, forbid_unknown_fields=True):
    """A device becomes another guest; `replace` even if it would lose sight of matches of its own."""

    replace: bool = False


class HandOver(msgspec.Struct, forbid_unknown_fields=True):
    """A guest wants to play on another device too."""


class Deal(OneSeat, forbid_unknown_fields=True):
    """A seat's step in one attempt to deal: one of the last four."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    attempt: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    commitment: Hex | None = None
    number: Hex | None = None
    withdraw: Literal[True] | None = None
    choose: Literal["again", "win"] | None = None


class Say(OneSeat, forbid_unknown_fields=True):
    """A quick phrase."""

    phrase: Annotated[str, msgspec.Meta(max_length=32)]
    key: Key


T = TypeVar("T", bound=msgspec.Struct)


@cache
def _decoder(shape: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(shape)


async def read(request: Request, shape: type[T], limit: int = LIMIT) -> T:
    """Return the body of a request in a shape. Refused: 415 if not JSON, 413 if too large, 400 if unreadable."""
    body = await _whole(request, b"application/json", limit, "a request")
    try:
        found: T = _decoder(shape).decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refused(400, "bad_request", f"the request cannot be read: {wrong}") from None
    return found


async def read_record(request: Request) -> str:
    """Return a record that is sent as it is. Refused: 415 if not said to be one, 413 if too large, 400 if no text."""
    body = await _whole(request, b"application/toml", RECORD_LIMIT, "a record")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(400, "bad_record", "a record is text in UTF-8") from None


async def _whole(request: Request, kind: bytes, limit: int, what: str) -> bytes:
    said = next((value for name, value in request.scope["headers"] if name == b"content-type"), b"")
    if said.partition(b";")[0].strip().lower() != kind:
        raise Refused(415, "unsupported", f"send {kind.decode()}")
    body, more = b"", True
    while more:
        part = await request.receive()
        if part["type"] == "http.disconnect":
            raise Refused(400, "bad_request", "the request broke off")
        body += part.get("body", b"")
        more = part.get("more_body", False)
        if len(body) > limit:
            raise Refused(413, "too_large", f"{what} has at most {limit} bytes")
    return body


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
