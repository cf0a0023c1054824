"""What every command shares: how it says its results, and what a seed is."""

from __future__ import annotations

import sys
from typing import Annotated, Any, TypeAlias

import msgspec
from cyclopts import Parameter


def between(least: int, most: int) -> Parameter:
    """Return a parameter that takes whole numbers from `least` to `most` only."""

    def check(_: Any, value: Any) -> None:
        if not least <= value <= most:
            raise ValueError(f"It is a whole number from {least} to {most}.")

    return Parameter(validator=check)


Seed: TypeAlias = Annotated[int, between(-(2**63), 2**63 - 1)]
"""A whole number that chance follows from."""


def say(text: str = "") -> None:
    """Print a line."""
    print(text)


def complain(text: str) -> None:
    """Print a line on the error output."""
    print(f"saudagar: {text}", file=sys.stderr)


def say_json(value: Any) -> None:
    """Print a value as one JSON document, indented."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
