"""The authority over one match: commands in, events out, an append-only log."""

from .table import Entry, Phase, Table, TakenBack

__all__ = ["Entry", "Phase", "Table", "TakenBack"]
