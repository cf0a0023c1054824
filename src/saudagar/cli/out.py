"""What every command shares: how it says its results, and what a seed is."""

from __future__ import annotations

import re
import sys
from typing import Annotated, Any, TypeAlias

import msgspec
from cyclopts import Parameter


def between(least: int, most: int) -> Parameter:
    """Return a parameter that takes whole numbers from `least` to `most` only."""

    def read(_: Any, tokens: Any) -> int:
        text = tokens[0].value
        if not re.fullmatch(r"[+-]?[0-9]{1,20}", text, re.ASCII) or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return int(text)

    return Parameter(converter=read)


Seed: TypeAlias = Annotated[int, between(-(2**63), 2**63 - 1)]
"""A whole number that chance follows from."""


def say(text: str = "", end: str = "\n") -> None:
    """Print a line, or with another end a part of one."""
    print(text, end=end)


def complain(text: str) -> None:
    """Print a line on the error output."""
    print(f"saudagar: {text}", file=sys.stderr)


def say_json(value: Any) -> None:
    """Print a value as one JSON document, indented."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
