"""The same law on machine words: a derived implementation for search, training and mass simulation.

It owns no numbers (all tables are made from the `Ruleset`) and is held to `rules/` by tests/kernel. Importing this
package is cheap; the tables of a ruleset are made when its first `Kernel` is. Without a compiled core (no compiler at
install time, or `SAUDAGAR_PURE=1`) everything works the same, about two hundred times slower; `compiled()` tells.
"""

from .engine import Games, Kernel, compiled
from .features import feature_names, features
from .index import ActionIndex, action_index
from .layout import Unsuitable
from .simulator import KernelSimulator, ReferenceSimulator, Simulator
from .splitmix import SplitMix

__all__ = [
    "ActionIndex",
    "Games",
    "Kernel",
    "KernelSimulator",
    "ReferenceSimulator",
    "Simulator",
    "SplitMix",
    "Unsuitable",
    "action_index",
    "compiled",
    "feature_names",
    "features",
]
