"""How deeply positions are looked into: quick for a first picture, full for a verdict."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Depth:
    """A budget for one decision, in worlds, so that the same depth says the same on every device."""

    name: str
    first: int
    """Worlds through which every candidate is followed, to choose those that are looked at closely; 0: network only."""
    second: int
    """Fresh worlds for those few: what is told comes from these alone, so that no lucky first look is believed."""
    few: int = 6
    """How many candidates are looked at closely, the action that was played among them."""


QUICK = Depth("quick", 0, 0)
MIDDLE = Depth("middle", 60, 400)
FULL = Depth("full", 150, 1_500)

DEPTHS = {depth.name: depth for depth in (QUICK, MIDDLE, FULL)}
