"""The players by name: `greedy-1` is that version for ever, `greedy` the newest of its kind, and levels and styles.

`champion-1:master/collector` is a level of the champion with a style. The level alone will do (`master`), and so will
the player with a style (`champion/collector`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from ..errors import UnknownPlayer
from .flatmc import FlatMonteCarloPlayer
from .heuristic import HeuristicPlayer
from .ismcts import InformationSetPlayer
from .levels import LEVELS, STYLE_NAMES
from .protocol import Player
from .puct8 import FrozenWorldsPlayer
from .simple import GreedyPlayer, RandomPlayer


def _learned(name: str) -> Callable[[], Player]:
    """Return a factory in network.py, which loads the kernel and NumPy only when somebody wants to play it."""

    def make() -> Player:
        made: Player = getattr(import_module(".network", __package__), name)()
        return made

    return make


PLAYERS: dict[str, Callable[[], Player]] = {
    **{factory.name: factory for factory in (RandomPlayer, GreedyPlayer, HeuristicPlayer)},
    **{factory.name: factory for factory in (FlatMonteCarloPlayer, InformationSetPlayer, FrozenWorldsPlayer)},
    "network-1": _learned("NetworkPlayer"),
    "champion-1": _learned("ChampionPlayer"),
}
"""Every player by its versioned name, weakest first. To add one see CONTRIBUTING.md."""

LEVELLED = "champion-1"
"""The player that has levels and styles; its highest level is the player itself."""
OPPONENTS = tuple(LEVELLED if name == "champion" else f"{LEVELLED}:{name}" for name in LEVELS)
"""Those that people are offered, weakest first; the others are there to measure players by."""
FORMER = ("random-1", "greedy-1", "heuristic-1", "network-1")
"""Those that people were offered before there were levels: they still play whoever names them."""


def player(name: str, *, level: str | None = None, style: str | None = None) -> Player:
    """Return a new player by its versioned name, or the newest version by the name alone.

    Level and style are part of the name (`champion:master/collector`, `master`) or are named beside it. UnknownPlayer,
    with the names there are, when none is registered.
    """
    asked = name + (f":{level}" if level else "") + (f"/{style}" if style else "")
    full = full_name(asked)
    if full is None:
        raise UnknownPlayer(
            f"no player is called {asked!r}; there are {', '.join(PLAYERS)}; "
            f"champion has the levels {', '.join(LEVELS)} (champion:{next(iter(LEVELS))}) "
            f"and the styles {', '.join(STYLE_NAMES)} (champion:{next(iter(LEVELS))}/{STYLE_NAMES[0]})"
        )
    if full in PLAYERS:
        return PLAYERS[full]()
    rest, _, liking = full.partition(":")[2].partition("/")
    made: Player = import_module(".trader", __package__).Trader(full, LEVELS[rest], liking or None)
    return made


def full_name(name: str) -> str | None:
    """Return the whole name, with its version, of the player that a name means; None when it means none."""
    found = re.fullmatch(r"([a-z0-9-]*)(?::([a-z-]+))?(?:/([a-z-]+))?", name, re.ASCII)
    if found is None:
        return None
    who, level, style = found.groups()
    if who in LEVELS and level is None and not (who == "champion" and style is None):
        who, level = "champion", who
    base = _newest(who)
    if level is None and style is None:
        return base
    if base != LEVELLED or (level or "champion") not in LEVELS or (style or STYLE_NAMES[0]) not in STYLE_NAMES:
        return None
    if style is None:
        return base if level == "champion" else f"{base}:{level}"
    return f"{base}:{level or 'champion'}/{style}"


def opponent(name: str) -> str | None:
    """Return the whole name of a player that people may play against; None when there is none of this name."""
    full = full_name(name)
    offered = full and (full.partition("/")[0] in (*OPPONENTS, f"{LEVELLED}:champion") or full in FORMER)
    return full if offered else None


def _newest(name: str) -> str | None:
    if name in PLAYERS:
        return name
    versions = [known for known in PLAYERS if known.rpartition("-")[0] == name]
    return max(versions, key=lambda known: int(known.rpartition("-")[2]), default=None)
