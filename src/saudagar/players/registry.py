"""The players by name: `greedy-1` is that version for ever, `greedy` the newest of its kind."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ..errors import UnknownPlayer
from .flatmc import FlatMonteCarloPlayer
from .heuristic import HeuristicPlayer
from .ismcts import InformationSetPlayer
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

OPPONENTS = ("random-1", "greedy-1", "heuristic-1", "network-1", "champion-1")
"""Those that people are offered, weakest first; the others are there to measure players by."""


def player(name: str) -> Player:
    """Return a new player by its versioned name, or the newest version by the name alone.

    UnknownPlayer, with the names there are, when none is registered.
    """
    if name in PLAYERS:
        return PLAYERS[name]()
    versions = [known for known in PLAYERS if known.rpartition("-")[0] == name]
    if not versions:
        raise UnknownPlayer(f"no player is called {name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[max(versions, key=lambda known: int(known.rpartition("-")[2]))]()
