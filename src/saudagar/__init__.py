"""saudagar: the two-player card game Jaipur as a small law, with players, records, a table and a browser to play in.

Unofficial; see TRADEMARKS.md. The names below are the public interface; README.md tours them.
"""

import importlib

from .dealers import FairDealer, ManualDealer, ScriptedDealer, rng, settle
from .errors import (
    IllegalAction,
    ImpossibleChance,
    ImpossiblePosition,
    LedgerError,
    NotationError,
    NotNow,
    NotYourTurn,
    RecordError,
    RoundOver,
    SaudagarError,
    StaleRequest,
    UnknownPlayer,
)
from .notation import Record, parse_action, parse_position
from .players import Decision, Limit, Player, player
from .rules import (
    CAMEL,
    EMPTY,
    GOODS,
    MINI,
    SIX_EACH,
    SPECTATOR,
    STANDARD,
    BonusDrawn,
    Bundle,
    BySeat,
    Card,
    Dealt,
    Exchange,
    Match,
    Reason,
    Refilled,
    Round,
    Ruleset,
    Seat,
    Sell,
    Take,
    TakeCamels,
    View,
    bundle,
    every_action,
    sample_world,
)
from .table import Table
from .version import __version__

__all__ = [
    "CAMEL",
    "EMPTY",
    "GOODS",
    "MINI",
    "SIX_EACH",
    "SPECTATOR",
    "STANDARD",
    "BonusDrawn",
    "Bundle",
    "BySeat",
    "Card",
    "Dealt",
    "Decision",
    "Exchange",
    "FairDealer",
    "IllegalAction",
    "ImpossibleChance",
    "ImpossiblePosition",
    "LedgerError",
    "Limit",
    "ManualDealer",
    "Match",
    "NotNow",
    "NotYourTurn",
    "NotationError",
    "Player",
    "Reason",
    "Record",
    "RecordError",
    "Refilled",
    "Round",
    "RoundOver",
    "Ruleset",
    "SaudagarError",
    "ScriptedDealer",
    "Seat",
    "Sell",
    "StaleRequest",
    "Table",
    "Take",
    "TakeCamels",
    "UnknownPlayer",
    "View",
    "__version__",
    "bundle",
    "every_action",
    "parse_action",
    "parse_position",
    "player",
    "rng",
    "sample_world",
    "settle",
]


def __getattr__(name: str) -> object:
    """Load a part when it is first asked for: the kernel brings NumPy, and few need the ledger of the physical game."""
    if name in {"kernel", "score"}:
        return importlib.import_module(f".{name}", __name__)
    if name == "analyse":
        return importlib.import_module(".analysis.reviewer", __name__).analyse
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
