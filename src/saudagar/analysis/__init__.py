"""Looking into positions and games: counting (perft), advice on a position, the review of a match (docs/review.md)."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .perft import perft, perft_split

if TYPE_CHECKING:
    from .judge import Judge as Judge
    from .reviewer import analyse as analyse

__all__ = ["Judge", "analyse", "perft", "perft_split"]

_LATE = {"analyse": "reviewer", "Judge": "judge"}


def __getattr__(name: str) -> object:
    """Load the judge when it is first asked for: it brings the network and NumPy."""
    if name in _LATE:
        return getattr(importlib.import_module(f".{_LATE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
