"""Hands for store tests: matches, events and standings made up, and real ones played to the end."""

from __future__ import annotations

import itertools
import os

from saudagar.rules import BySeat, Seat
from saudagar.server.store import Standing, Store, StoredEvent, StoredMatch

_numbers = itertools.count(1)
GUEST = b"g" * 32


def match(**fields: object) -> StoredMatch:
    """A match with an id of its own."""
    id_ = f"match-{os.getpid()}-{next(_numbers):06}"
    facts: dict[str, object] = {
        "id": id_,
        "created_at": 1000.25 + next(_numbers),
        "ruleset": "standard",
        "seals": 2,
        "first": Seat.A,
        "names": BySeat("Änna ✓", "O'Meera; --"),
        "players": BySeat(None, None),
        "guests": BySeat(GUEST, None),
        **fields,
    }
    return StoredMatch(**facts)  # type: ignore[arg-type]


def event(ply: int, key: str | None = None, seat: Seat | None = Seat.A) -> StoredEvent:
    """An event: a deal at ply 1, an action later."""
    if ply == 1:
        return StoredEvent(1, "deal", None, "DDKKK GGGSS|CCCPP", None, None, 0.1)
    return StoredEvent(ply, "act", seat, "+K", "DG", key or f"key-{ply:08}", 0.1 + ply)


def standing(ply: int, phase: str = "play") -> Standing:
    """A standing after a ply."""
    return Standing(1, phase, BySeat(0, 1), Seat.B if phase == "match_over" else None, 0.1 + ply)


def begin(store: Store, after: str | None = None, **fields: object) -> StoredMatch:
    """Write a new match with its first event."""
    made = match(**fields)
    store.create(made, (b"s" * 32, b"p" * 32), event(1), standing(1), after=after).result(20)
    return made
