"""A player: whoever decides for a seat, from nothing but that seat's view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..rules import Action, Rng, View


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think: in samples (equally strong on every device) or seconds; None = its default."""

    samples: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player decided, and how it valued the actions it looked at: best first, in a unit of its own."""

    action: Action
    ranking: tuple[tuple[Action, float], ...] = ()


class Player(Protocol):
    """Decides for a seat. The same view, limit and random numbers give the same decision."""

    name: str
    """The registered name with its version, `greedy-1`; the version rises whenever decisions change."""

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return a legal action for the view's audience. ValueError when the audience is not to act."""
        ...


def best(ranked: list[tuple[Action, float]], rng: Rng) -> Decision:
    """Return the decision for the highest value; among equals (within a millionth) each is equally likely."""
    if not ranked:
        raise ValueError("this audience is not to act")
    ordered = sorted(ranked, key=lambda pair: -pair[1])
    top = [action for action, value in ordered if value >= ordered[0][1] - 1e-6]
    return Decision(top[rng.below(len(top))], tuple(ordered))
