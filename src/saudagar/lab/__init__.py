"""The laboratory: the game as the environments that researchers know. All but `Rounds` and records needs `[lab]`.

- `aec_env()`: PettingZoo, two agents in turn (`saudagar_v1`).
- `SaudagarEnv`: Gymnasium, one agent against a named player.
- `Rounds`: thousands of rounds at once into NumPy arrays.
- `open_spiel.load()`: an OpenSpiel game with explicit chance.
- `selfplay`, `shards` and `tables`: rounds as data, for `saudagar selfplay` (docs/data.md).

Observations come from what a seat may know and from nothing else; `encoders()` lists the ways of writing it as numbers
(docs/observations.md). Actions are numbers of the 25,499 actions for ever, or pairs (`Factored`).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .encoders import ENCODERS, Encoder, encoder
from .factored import Factored
from .rounds import Rounds

if TYPE_CHECKING:
    from .aec import aec_env as aec_env
    from .single import SaudagarEnv as SaudagarEnv

__all__ = ["ENCODERS", "Encoder", "Factored", "Rounds", "SaudagarEnv", "aec_env", "encoder"]

_LATE = {"aec_env": ".aec", "SaudagarEnv": ".single"}


def __getattr__(name: str) -> object:
    """Load what needs a toolkit when it is asked for. ImportError, with the extra to install, where it is missing."""
    if name in _LATE:
        try:
            return getattr(importlib.import_module(_LATE[name], __name__), name)
        except ModuleNotFoundError as missing:
            raise ImportError(f"{missing.name} is not installed: pip install 'saudagar[lab]'") from missing
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
