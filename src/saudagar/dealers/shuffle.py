"""A shuffle: the order of everything in one round, as a 32-byte key determines it (docs/design/dealing.md)."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import CAMEL, Card, Ruleset, Seat, bundle
from .stream import Stream


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The order of everything in one round: the deck without the open camels, and each bonus pile, top first."""

    deck: tuple[Card, ...]
    bonuses: dict[int, tuple[int, ...]]
    first: Seat


def shuffle(key: bytes, ruleset: Ruleset) -> Shuffle:
    """Return the shuffle that a 32-byte key determines, from its streams "deck", "bonus<tier>" and "first"."""
    deck = ruleset.pack - bundle([CAMEL] * ruleset.open_camels)
    return Shuffle(
        deck=tuple(Stream(key, "deck").shuffle(deck)),
        bonuses={tier: tuple(Stream(key, f"bonus{tier}").shuffle(pile)) for tier, pile in ruleset.bonuses},
        first=(Seat.A, Seat.B)[Stream(key, "first").below(2)],
    )
