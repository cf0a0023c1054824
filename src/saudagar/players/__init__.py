"""Who decides: the players, from nothing but a seat's view."""

from .heuristic import HeuristicPlayer
from .levels import LEVELS, STYLE_NAMES
from .protocol import Decision, Limit, Player
from .registry import OPPONENTS, PLAYERS, opponent, player
from .simple import GreedyPlayer, RandomPlayer

__all__ = [
    "LEVELS",
    "OPPONENTS",
    "PLAYERS",
    "STYLE_NAMES",
    "Decision",
    "GreedyPlayer",
    "HeuristicPlayer",
    "Limit",
    "Player",
    "RandomPlayer",
    "opponent",
    "player",
]
