"""Players against players: mirrored pairs of rounds, on all cores or machines, and what their results mean.

Read in this order: contestant, pair, pentanomial, elo, duel, sprt, ratings, round_robin; then workers, schedule and
cluster, which only make it fast. docs/arena.md says how to measure and how to read the figures.
"""

from .contestant import Contestant
from .duel import Duel
from .elo import elo, expected
from .pair import PLY_CAP, Pair, Played, PlayerFailed, Thinking, play_pair
from .pentanomial import Pentanomial
from .round_robin import Rating, RoundRobin, pairings
from .schedule import play_all
from .sprt import Sprt, Verdict
from .workers import Chunk, Here, Processes, WorkerLost, Workers

__all__ = [
    "PLY_CAP",
    "Chunk",
    "Contestant",
    "Duel",
    "Here",
    "Pair",
    "Pentanomial",
    "Played",
    "PlayerFailed",
    "Processes",
    "Rating",
    "RoundRobin",
    "Sprt",
    "Thinking",
    "Verdict",
    "WorkerLost",
    "Workers",
    "elo",
    "expected",
    "pairings",
    "play_all",
    "play_pair",
]
