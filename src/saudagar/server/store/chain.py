"""The chain of a match: each event's hash covers the event and the hash before it, so the last one covers them all."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from .errors import BrokenChain
from .values import StoredEvent

LABEL = "saudagar event 1"
_text = json.JSONEncoder(separators=(",", ":")).encode


def link(match_id: str, before: bytes, event: StoredEvent) -> bytes:
    """Return the hash of an event that follows one with the hash `before` (empty for the first)."""
    seat = event.seat.value if event.seat else None
    told = [LABEL, match_id, before.hex(), event.ply, event.kind, seat, event.cause, event.chance, event.key]
    return sha256(_text([*told, float(event.at)]).encode()).digest()


def check(match_id: str, events: Iterable[tuple[StoredEvent, bytes | None]]) -> list[StoredEvent]:
    """Return the events; BrokenChain at the first that is missing or changed."""
    before, checked = b"", []
    for ply, (event, found) in enumerate(events, 1):
        before = link(match_id, before, event)
        if event.ply != ply or found != before:
            raise BrokenChain(match_id, ply)
        checked.append(event)
    return checked
