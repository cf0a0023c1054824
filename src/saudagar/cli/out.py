"""What every command says its results with."""

from __future__ import annotations

import sys
from typing import Any

import msgspec


def say(text: str = "") -> None:
    """Print a line."""
    print(text)


def complain(text: str) -> None:
    """Print a line on the error output."""
    print(f"saudagar: {text}", file=sys.stderr)


def say_json(value: Any) -> None:
    """Print a value as one JSON document, indented."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
