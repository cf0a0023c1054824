"""Forfeits: what a program can do wrong at the table, each with a code of its own."""

from __future__ import annotations

from enum import Enum

from ..errors import SaudagarError, shorten


class Fault(Enum):
    """Why a program forfeits; the value is the code that is written down and told to the program."""

    NOT_STARTED = "not_started"
    NO_HELLO = "no_hello"
    OTHER_PROTOCOL = "other_protocol"
    OTHER_RULESET = "other_ruleset"
    LATE = "late"
    ENDED = "ended"
    NOT_READING = "not_reading"
    NO_LINE = "no_line"
    LONG_LINE = "long_line"
    FLOOD = "flood"
    NOT_ASKED = "not_asked"
    TWICE = "answered_twice"
    WRONG_SEAT = "wrong_seat"
    NO_ACTION = "no_action"
    ILLEGAL = "illegal_action"

    def __str__(self) -> str:
        return self.value


class Forfeit(SaudagarError):
    """A program has lost by a fault of its own: `.bot` is its name, `.fault` the kind, `.story` what happened."""

    def __init__(self, bot: str, fault: Fault, story: str, *, position: str = "", said: str = "") -> None:
        """`said` is the end of what the program wrote on its error output, for its author."""
        where = f" [{position}]" if position else ""
        errors = f'; its error output ends: "{shorten(said, 400)}"' if said else ""
        super().__init__(f"{bot} forfeits ({fault}): {story}{errors}{where}")
        self.bot = bot
        self.fault = fault
        self.story = story
        self.position = position
        self.said = said
