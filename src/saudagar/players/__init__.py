"""Who decides: the players, from nothing but a seat's view."""

from .heuristic import HeuristicPlayer
from .protocol import Decision, Limit, Player
from .registry import OPPONENTS, PLAYERS, player
from .simple import GreedyPlayer, RandomPlayer

__all__ = [
    "OPPONENTS",
    "PLAYERS",
    "Decision",
    "GreedyPlayer",
    "HeuristicPlayer",
    "Limit",
    "Player",
    "RandomPlayer",
    "player",
]
