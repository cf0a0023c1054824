"""The levels, from somebody who sits down for the first time to the champion: what each of them notices and knows.

A level is weaker because it knows less, sees less or does not think as far, not because its judgement is shaken at
random. benchmarks/levels.py measures what stands here, and finds the heats anew when the network changes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """What a player of one level notices, knows, and how it makes up its mind."""

    name: str
    early: bool = False
    """Judges with the network as it was early in its training."""
    memory: int = 7
    """How many cards it remembers of those that the other seat took openly, the dearest first."""
    largest: int = 5
    """The most cards of an exchange that it sees."""
    counts_bonuses: bool = True
    """Reckons with bonus tokens when it compares rupees, and sees how many are left."""
    counts_camels: bool = True
    """Follows who will have the larger herd."""
    sees_end: bool = True
    """Notices that the other seat can end the round in its next turn."""
    reckons: bool = True
    """Reckons exactly what ending the round would bring; never leaves an ending that wins for certain."""
    heat: float = 0.0
    """How freely it chooses among what seems good, in chances of winning; 0 takes the best."""
    cap: float = 0.12
    """It takes nothing that the network finds this much worse than the best (chance of winning)."""
    samples: int = 0
    """How many samples it looks ahead; 0 does not look ahead."""

    @property
    def clear(self) -> bool:
        """Whether nothing dims what it notices of a position."""
        return self.memory >= 7 and self.counts_bonuses and self.counts_camels and self.sees_end and self.reckons


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level(
            "novice",
            early=True,
            memory=0,
            largest=2,
            counts_bonuses=False,
            counts_camels=False,
            sees_end=False,
            reckons=False,
            heat=0.0117,
            cap=0.32,
        ),
        Level(
            "beginner",
            early=True,
            memory=0,
            largest=2,
            counts_bonuses=False,
            counts_camels=False,
            sees_end=False,
            reckons=False,
            heat=0.02,
            cap=0.24,
        ),
        Level(
            "apprentice",
            early=True,
            memory=0,
            largest=3,
            counts_bonuses=False,
            counts_camels=False,
            sees_end=False,
            heat=0.0507,
            cap=0.19,
        ),
        Level("peddler", early=True, memory=1, largest=3, counts_camels=False, sees_end=False, heat=0.0506, cap=0.155),
        Level("trader", memory=1, largest=3, counts_bonuses=False, counts_camels=False, heat=0.2162, cap=0.15),
        Level("haggler", memory=2, largest=3, counts_bonuses=False, heat=0.1324),
        Level("caravaneer", memory=3, largest=4, heat=0.0461),
        Level("expert", memory=4, heat=0.022),
        Level("master"),
        Level("grandmaster", samples=32),
        Level("champion", samples=16_000),
    )
}
"""All levels by name, weakest first."""

STYLE_NAMES = ("collector", "quick-seller", "camel-driver", "jeweller", "closer", "spoiler")
"""The names of the styles, whose likings are in styles.py."""
