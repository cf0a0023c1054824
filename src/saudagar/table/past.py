"""The past of a table: how the round stood after any line of its log."""

from __future__ import annotations

from ..rules import Dealt, Round
from .table import Table, TakenBack


def round_at(table: Table, ply: int) -> Round:
    """Return the round that lay on the table after a ply, by playing it once more. Holds secrets: show `seen_by` only.

    IndexError where the log has no such ply.
    """
    if not 1 <= ply <= table.ply:
        raise IndexError(f"the log has the plies 1 to {table.ply}, not {ply}")
    number, match = table.log[ply - 1].round, table.match
    entries = [entry for entry in table.log[:ply] if entry.round == number]
    first = table.first if number == table.round_number else match.rounds[number - 1].first
    dealt = next(entry.cause for entry in entries if isinstance(entry.cause, Dealt))
    now = Round.start(match.ruleset, first, dealt)
    before = [now]
    for entry in entries[1:]:
        # As at the table: what a move that is taken back began from lies as many entries back as were undone.
        before.append(now)
        if isinstance(entry.cause, TakenBack):
            now = before[-1 - entry.cause.plies]
        elif entry.cause and not isinstance(entry.cause, Dealt):
            now = now.play(entry.cause)
            now = now.resolve(entry.chance) if entry.chance else now
    return now
