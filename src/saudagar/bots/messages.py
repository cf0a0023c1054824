"""The lines of the bot protocol, version 1 (docs/bots.md): one JSON object a line, its `type` first of all.

What stands here is the whole protocol. Fields that a side does not know are passed over, so that later versions of a
host or a bot may say more.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

PROTOCOL = 1
LONGEST = 65_536
"""Bytes of a line from a bot, its end included. A host's lines may be longer: they list what is allowed."""

SeatName: TypeAlias = Literal["a", "b"]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
"""A whole number that every language can hold, JavaScript included."""
Short: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """A line of the protocol."""


# ---------------------------------------------------------------------------------------------------- said by the host


class Hello(Message, frozen=True, tag="hello"):
    """The first line: which protocol is spoken, and by whom."""

    protocol: int
    host: str


class NewMatch(Message, frozen=True, tag="newmatch"):
    """A match begins: forget the last one. `seat` is the bot's until the next match."""

    match: str
    seat: SeatName
    ruleset: str
    seals: int


class Event(Message, frozen=True, tag="event"):
    """What has happened, as the seat may know it. A host need not tell events: every `go` is complete without them.

    deal: `first` begins, `position` is what the seat sees. move: `seat` did `move` (`+D/S`, `-CCC/?`). end: the round
    is over, with its `winner` (None: nobody), `totals` in rupees. over: the match is over, with its `winner`; `forfeit`
    says why where a seat lost it by a fault.
    """

    match: str
    kind: Literal["deal", "move", "end", "over"]
    round: int = 0
    first: SeatName | None = None
    position: str | None = None
    seat: SeatName | None = None
    move: str | None = None
    winner: SeatName | None = None
    totals: dict[str, int] | None = None
    forfeit: str | None = None


class Go(Message, frozen=True, tag="go"):
    """Decide now: one of `legal`, in the `position` that the seat sees.

    `samples` and `movetime` (milliseconds) are how long it may think; without either, as it likes, within the host's
    patience. Who uses chance takes it from `seed`, so that a measurement can be repeated.
    """

    id: Number
    match: str
    position: str
    legal: list[str]
    seed: Number
    samples: Number | None = None
    movetime: Number | None = None


class Stop(Message, frozen=True, tag="stop"):
    """Time is up: answer the `go` with this id at once, unless it is answered already."""

    id: Number


class Error(Message, frozen=True, tag="error"):
    """What the bot did wrong; it has lost by it, and `quit` follows."""

    code: str
    message: str


class Quit(Message, frozen=True, tag="quit"):
    """Leave. The end of the input says the same."""


HostLine: TypeAlias = Hello | NewMatch | Event | Go | Stop | Error | Quit

# ----------------------------------------------------------------------------------------------------- said by the bot


class BotHello(Message, frozen=True, tag="hello"):
    """The answer to `hello`: who it is, and the rulesets that it can play."""

    protocol: int
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    version: Short = ""
    author: Short = ""
    rulesets: tuple[Short, ...] = ("standard",)


class Info(Message, frozen=True, tag="info"):
    """What the bot thinks while it thinks: a text for people, and its ranking so far, best first."""

    id: Number
    text: str = ""
    ranking: tuple[tuple[str, float], ...] = ()


class Choice(Message, frozen=True, tag="action"):
    """The answer to the `go` with this id. `seat` may be left out; where it stands it must be the bot's."""

    id: Number
    action: str
    seat: str | None = None


BotLine: TypeAlias = BotHello | Info | Choice

T = TypeVar("T")
_HOST: msgspec.json.Decoder[HostLine] = msgspec.json.Decoder(HostLine)
_BOT: msgspec.json.Decoder[BotLine] = msgspec.json.Decoder(BotLine)


class NoLine(ValueError):
    """Text that is no line of the protocol; the message says why."""


def line(message: Message) -> bytes:
    """Return a message as its line."""
    return msgspec.json.encode(message) + b"\n"


def read_host_line(text: bytes | str) -> HostLine:
    """Return what a host says. NoLine when it says nothing."""
    return _read(_HOST, text)


def read_bot_line(text: bytes | str) -> BotLine:
    """Return what a bot says. NoLine when it says nothing."""
    return _read(_BOT, text)


def _read(decoder: msgspec.json.Decoder[T], text: bytes | str) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise NoLine(_why(text, str(wrong))) from None


def _why(text: bytes | str, wrong: str) -> str:
    """Return what is wrong with a line, in words for whoever wrote the program."""
    plain = (text.decode(errors="replace") if isinstance(text, bytes) else text).strip()
    if not plain.startswith("{"):
        return "this is no line of JSON; print for yourself to the error output, not to the output"
    if plain.startswith("{'"):
        return 'JSON has double quotes, {"type": …}: a library writes it right, as json.dumps does in Python'
    field = _FIELD.fullmatch(wrong)
    if field:
        kinds = (_KINDS.get(field[name], field[name]) for name in ("wanted", "found"))
        return "{} has to be {}, not {}".format(field["field"], *kinds)
    for start, told in _TOLD.items():
        if found := re.match(start, wrong):
            return found.expand(told)
    return wrong


_TOLD = {
    r"Object missing required field `(\w+)`": r"the field \1 is missing",
    r"Invalid value ('.*') - at `\$\.type`": r"there is no line of the type \1",
    r"Input data was truncated": "the JSON breaks off before its end",
}
_FIELD = re.compile(r"Expected `(?P<wanted>\w+)`, got `(?P<found>\w+)` - at `\$\.(?P<field>[^`]+)`")
_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
    "null": "null",
}
