"""The hash of JD1, and the one way to write data as text before hashing."""

from __future__ import annotations

import hashlib
import json
import re

from .refusal import DealingRefused

_HEX = re.compile(r"[0-9a-f]{64}")


def digest(tag: str, *parts: bytes) -> bytes:
    """Return SHA-256 of `tag`, a zero byte, and the parts with a zero byte between them."""
    return hashlib.sha256(b"\0".join([tag.encode(), *parts])).digest()


def canonical(value: object) -> str:
    """Return the value as canonical JSON: keys sorted, no spaces, raw UTF-8, no fractions."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def unhex(text: object, what: str) -> bytes:
    """Return the 32 bytes that 64 small hexadecimal digits stand for. DealingRefused for anything else."""
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise DealingRefused(f"{what} is not 64 small hexadecimal digits")
    return bytes.fromhex(text)
