"""Log entries of a table as stored events, and a table rebuilt from them."""

from __future__ import annotations

import re

from ..dealers import Dealer, FairDealer, ScriptedDealer
from ..errors import NotationError
from ..notation import parse_action
from ..notation.action import chance_text, parse_chance
from ..rules import RULESETS, Answer, BySeat, Dealt, Match, Seat, bundle
from ..table import Entry, Table, TakenBack
from .store import Standing, StoredEvent, StoredMatch

NO_SEED = b""
"""What is stored as the dealer's seed of a match that was played elsewhere and handed in (imports.py)."""


class CorruptMatch(Exception):
    """What is stored of a match does not replay; `ply` is the first event that differs, 0 the match's own facts."""

    def __init__(self, match_id: str, ply: int) -> None:
        super().__init__(f"match {match_id} does not replay at ply {ply}")


def stored(entry: Entry, key: str | None) -> StoredEvent:
    """Return the event to store for a log entry, under the sender's key."""
    if isinstance(entry.cause, Dealt):
        kind, cause = "deal", f"{entry.cause.market} {entry.cause.hands.a}|{entry.cause.hands.b}"
    elif isinstance(entry.cause, TakenBack):
        kind, cause = "takeback", None
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

    A match that was handed in has no dealer here: its chance is taken as told, and only checked by the rules.

    CorruptMatch where it does not. Costs about 0.2 ms an event.
    """
    if not events:
        raise CorruptMatch(match.id, 1)
    start = Match(RULESETS[match.ruleset], match.seals, match.first)
    try:
        dealer = _told(match, events) if seed == NO_SEED else FairDealer(seed)
    except (ValueError, NotationError) as wrong:
        raise CorruptMatch(match.id, 1) from wrong
    table = Table(start, dealer=dealer, names=match.names, at=events[0].at)
    for event in events:
        if event.ply > 1:
            _again(table, match, event)
        if stored(table.log[-1], event.key) != event:
            raise CorruptMatch(match.id, event.ply)
    return table


def _told(match: StoredMatch, events: list[StoredEvent]) -> Dealer:
    """Return a dealer that answers what the events say: chance was answered elsewhere, and is checked by the rules."""
    deals, answers = list[Dealt](), list[Answer]()
    for event in events:
        if event.kind == "deal":
            market, a, b = (bundle("" if text == "-" else text) for text in re.split("[ |]", event.cause or ""))
            deals.append(Dealt(market, BySeat(a, b)))
        elif event.chance and (answer := parse_chance(event.chance)):
            answers.append(answer)
    return ScriptedDealer(deals, answers, match.first or Seat.A)


def _again(table: Table, match: StoredMatch, event: StoredEvent) -> None:
    seat = event.seat or Seat.A
    try:
        if event.kind == "deal":
            table.next_round(seat, ply=event.ply - 1, at=event.at)
        elif event.kind == "act":
            table.act(seat, parse_action(event.cause or ""), ply=event.ply - 1, at=event.at)
        elif event.kind == "takeback":
            table.take_back(seat, ply=event.ply - 1, at=event.at)
        else:
            table.resign(seat, ply=event.ply - 1, at=event.at)
    except Exception as wrong:
        raise CorruptMatch(match.id, event.ply) from wrong
