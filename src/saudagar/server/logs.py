"""Logs: one line an event, as text or as JSON; tokens, seeds and hands are masked in every one of them."""

from __future__ import annotations

import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Format = Literal["text", "json"]

TOKEN = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")
"""256 bits in URL-safe base64: the token of a guest, an invitation, a spectator, a hand-over."""
HEX = re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{32,}(?![0-9A-Fa-f])")
"""A seed, a nonce, a salt, or a hash of one."""
RAW = re.compile(r"b(['\"])(?:\\.|(?!\1).){16,}\1")
"""Bytes as Python shows them, long enough for a key."""
POSITION = re.compile(r"\[[A-Z]* ?[^\[\]]*[?|][^\[\]]*\]")
"""A position line in brackets, with the hand of whoever saw it."""
OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def masked(text: str) -> str:
    """Return a text without what nobody may read in a log."""
    text = TOKEN.sub("[token]", text)
    text = HEX.sub("[hex]", text)
    text = RAW.sub("[bytes]", text)
    return POSITION.sub("[position]", text)


class TextLines(logging.Formatter):
    """Date, level, logger, message, and what else is known, in words; a traceback in lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        rest = "".join(f" {name}={value}" for name, value in _extra(record).items())
        line = f"{_when(record)} {record.levelname.lower()} {record.name}: {record.getMessage()}{rest}"
        return masked(line + (f"\n{_trace(record)}" if record.exc_info else ""))


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        told: dict[str, Any] = {
            "at": _when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        told |= {name: masked(value) if isinstance(value, str) else value for name, value in _extra(record).items()}
        if record.exc_info:
            told["trace"] = masked(_trace(record))
        return msgspec.json.encode(told, enc_hook=lambda value: masked(repr(value))).decode()


def set_up(kind: Format, *, requests: bool = False) -> None:
    """Let the server's messages go to the error output in a format; each request too, when asked for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    for name in ("saudagar", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == "saudagar" else logging.WARNING)
    logging.getLogger("saudagar.requests").setLevel(logging.INFO if requests else logging.WARNING)


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in OWN}


def _trace(record: logging.LogRecord) -> str:
    """Return the lines of an error."""
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    return "".join(traceback.format_exception(record.exc_info[1])).rstrip()
