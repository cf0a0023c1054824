"""The authority over one match: commands in, events out, an append-only log."""

from .past import round_at
from .table import Entry, Phase, Table, TakenBack

__all__ = ["Entry", "Phase", "Table", "TakenBack", "round_at"]
