"""How the value network is made: rounds of self-play, and what is learnt from them."""

from .run import Run, TrainingError
from .settings import Settings
from .workers import Threads, Workers

__all__ = ["Run", "Settings", "Threads", "TrainingError", "Workers"]
