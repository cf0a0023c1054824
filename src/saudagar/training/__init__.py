"""How the value network is made: rounds of self-play, and what is learnt from them."""

from .run import Run
from .settings import Settings

__all__ = ["Run", "Settings"]
