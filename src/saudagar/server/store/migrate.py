"""Migrations: numbered steps that only go forward, each in one transaction."""

from __future__ import annotations

from importlib import resources

from . import rows
from .chain import link
from .sql import Run

VERSION = 6
"""The schema that this program reads and writes."""


def script(database: str, number: int) -> str:
    """Return the SQL of a step for `sqlite` or `postgresql`; empty when that database has nothing to do."""
    file = resources.files(__package__) / "migrations" / database / f"{number:04}.sql"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def complete(run: Run, number: int) -> None:
    """Do the part of a step that SQL cannot: the second gives every event its hash."""
    if number != 2:
        return
    for (match_id,) in run(rows.MATCH_IDS, ()):
        before = b""
        for row in run(rows.EVENTS, (match_id,)):
            event, _ = rows.event_of(row)
            before = link(match_id, before, event)
            run("UPDATE event SET hash = ? WHERE match_id = ? AND ply = ?", (before, match_id, event.ply))
