"""Log entries of a table as stored events, and a table rebuilt from them."""

from __future__ import annotations

from ..dealers import FairDealer
from ..notation import parse_action
from ..notation.action import chance_text
from ..rules import RULESETS, Dealt, Match, Seat
from ..table import Entry, Table
from .store import Standing, StoredEvent, StoredMatch


class CorruptMatch(Exception):
    """What is stored of a match does not replay; `ply` is the first event that differs, 0 the match's own facts."""

    def __init__(self, match_id: str, ply: int) -> None:
        super().__init__(f"match {match_id} does not replay at ply {ply}")


def stored(entry: Entry, key: str | None) -> StoredEvent:
    """Return the event to store for a log entry, under the sender's key."""
    if isinstance(entry.cause, Dealt):
        kind, cause = "deal", f"{entry.cause.market} {entry.cause.hands.a}|{entry.cause.hands.b}"
    elif entry.cause is not None:
        kind, cause = "act", str(entry.cause)
    else:
        kind, cause = "resign", None
    chance = chance_text(entry.chance) if entry.chance else None
    return StoredEvent(entry.ply, kind, entry.seat, cause, chance, key, entry.at)


def standing(table: Table) -> Standing:
    """Return how a table's match stands, for lists."""
    match = table.match
    return Standing(table.round_number, table.phase.value, match.seals, match.winner, table.log[-1].at)


def rebuild(match: StoredMatch, seed: bytes, events: list[StoredEvent]) -> Table:
    """Return the table that the events lead to; the dealer deals everything again and must give the same.

    CorruptMatch where it does not. Costs about 0.2 ms an event.
    """
    if not events:
        raise CorruptMatch(match.id, 1)
    start = Match(RULESETS[match.ruleset], match.seals, match.first)
    table = Table(start, dealer=FairDealer(seed), names=match.names, at=events[0].at)
    for event in events:
        if event.ply > 1:
            _again(table, match, event)
        if stored(table.log[-1], event.key) != event:
            raise CorruptMatch(match.id, event.ply)
    return table


def _again(table: Table, match: StoredMatch, event: StoredEvent) -> None:
    seat = event.seat or Seat.A
    try:
        if event.kind == "deal":
            table.next_round(seat, ply=event.ply - 1, at=event.at)
        elif event.kind == "act":
            table.act(seat, parse_action(event.cause or ""), ply=event.ply - 1, at=event.at)
        else:
            table.resign(seat, ply=event.ply - 1, at=event.at)
    except Exception as wrong:
        raise CorruptMatch(match.id, event.ply) from wrong
