"""Looking into positions and games; so far only counting."""

from .perft import perft, perft_split

__all__ = ["perft", "perft_split"]
