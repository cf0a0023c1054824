"""The players by name: `greedy-1` is that version for ever, `greedy` the newest of its kind."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import UnknownPlayer
from .flatmc import FlatMonteCarloPlayer
from .heuristic import HeuristicPlayer
from .ismcts import InformationSetPlayer
from .protocol import Player
from .puct8 import FrozenWorldsPlayer
from .simple import GreedyPlayer, RandomPlayer

PLAYERS: dict[str, Callable[[], Player]] = {
    factory.name: factory
    for factory in (
        *(RandomPlayer, GreedyPlayer, HeuristicPlayer),
        *(FlatMonteCarloPlayer, InformationSetPlayer, FrozenWorldsPlayer),
    )
}
"""Every player by its versioned name, weakest first. To add one see CONTRIBUTING.md."""


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
