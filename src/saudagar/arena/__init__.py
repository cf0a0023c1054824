"""Players against players: mirrored pairs of rounds, on all cores or machines, and what their results mean.

Read in this order: contestant, pair, pentanomial, elo, duel, sprt, ratings, round_robin, tournament; then workers,
schedule and cluster, which only make it fast, journal, which lets it go on, and page, which tells it in a browser.
docs/arena.md says how to measure and how to read the figures.
"""

from .contestant import Contestant
from .duel import Duel
from .elo import elo, expected
from .journal import Journal, JournalError
from .pair import PLY_CAP, Pair, Played, PlayerFailed, Thinking, play_pair
from .pentanomial import Pentanomial
from .round_robin import Rating, RoundRobin, pairings
from .schedule import play_all
from .sprt import Sprt, Verdict
from .tournament import Tournament, TournamentError
from .workers import Chunk, Here, Processes, WorkerLost, Workers

__all__ = [
    "PLY_CAP",
    "Chunk",
    "Contestant",
    "Duel",
    "Here",
    "Journal",
    "JournalError",
    "Pair",
    "Pentanomial",
    "Played",
    "PlayerFailed",
    "Processes",
    "Rating",
    "RoundRobin",
    "Sprt",
    "Thinking",
    "Tournament",
    "TournamentError",
    "Verdict",
    "WorkerLost",
    "Workers",
    "elo",
    "expected",
    "pairings",
    "play_all",
    "play_pair",
]
