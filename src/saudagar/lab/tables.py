"""Self-play as a table of decisions, for Parquet: the schema of docs/data.md. Needs the extra `data`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ..kernel import action_index
from ..rules import RULESETS
from .encoders import encoder
from .selfplay import DataError, Told

VERSION = 1
"""Of the columns; it rises whenever one of them changes its meaning."""
ENCODING = "counts-1"


def arrow() -> Any:
    """Return the library. DataError where it is not installed."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise DataError("Parquet tables need pyarrow: pip install 'saudagar[data]'") from None


@cache
def schema(ruleset: str) -> Any:
    """Return the columns of a ruleset's tables."""
    pa, coder = arrow(), encoder(ENCODING, RULESETS[ruleset])
    told = {"data": VERSION, "ruleset": RULESETS[ruleset].id, "encoder": coder.name, "fields": coder.fields}
    columns = [
        pa.field("round", pa.int64(), nullable=False),
        pa.field("ply", pa.int16(), nullable=False),
        pa.field("seat", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("player", pa.dictionary(pa.int16(), pa.string()), nullable=False),
        pa.field("view", pa.string(), nullable=False),
        pa.field("observation", pa.list_(pa.int16(), coder.size), nullable=False),
        pa.field("action", pa.string(), nullable=False),
        pa.field("action_id", pa.int32(), nullable=False),
        pa.field("legal", pa.int16(), nullable=False),
        pa.field("value", pa.float32()),
        pa.field("outcome", pa.float32()),
        pa.field("margin", pa.int16()),
        pa.field("plies", pa.int16(), nullable=False),
    ]
    return pa.schema(columns, {"saudagar": json.dumps(told)})


def table(rounds: Sequence[Told], ruleset: str) -> Any:
    """Return the decisions of rounds as an Arrow table, in their order."""
    pa, rules = arrow(), RULESETS[ruleset]
    coder, index, rows, seen = encoder(ENCODING, rules), action_index(rules), list[dict[str, Any]](), list[Any]()
    for told in rounds:
        for ply, choice in enumerate(told.choices, 1):
            seen.append(coder.encode(choice.view))
            seat, result = choice.seat, told.result
            outcome = margin = None
            if result is not None:
                outcome = 0.5 if result.winner is None else float(result.winner is seat)
                margin = result.scores[seat].total - result.scores[seat.other].total
            rows.append(
                {
                    "round": told.number,
                    "ply": ply,
                    "seat": seat.value,
                    "player": told.players[seat],
                    "view": str(choice.view),
                    "action": str(choice.action),
                    "action_id": index.id(choice.action),
                    "legal": len(choice.view.legal_actions),
                    "value": choice.value,
                    "outcome": outcome,
                    "margin": margin,
                    "plies": len(told.choices),
                }
            )
    shape = schema(ruleset)
    flat = pa.array(np.array(seen, np.int16).reshape(-1))
    columns = [
        pa.FixedSizeListArray.from_arrays(flat, coder.size)
        if field.name == "observation"
        else pa.array([row[field.name] for row in rows], pa.string() if _names(field) else field.type)
        for field in shape
    ]
    columns = [each.cast(field.type) if _names(field) else each for each, field in zip(columns, shape, strict=True)]
    return pa.Table.from_arrays(columns, schema=shape)


def write(found: Any, path: Path) -> None:
    """Write a table as a Parquet file, compressed by Zstandard."""
    arrow()
    import_module("pyarrow.parquet").write_table(found, path, compression="zstd", compression_level=9)


def _names(field: Any) -> bool:
    return field.name in {"seat", "player"}
