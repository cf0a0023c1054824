"""Log entries of a table as stored events, and a table rebuilt from them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..dealers import Dealer, Dealing, FairDealer, OnwardDealer, ProvenDealer, ScriptedDealer
from ..dealers.jd1 import DealingRefused
from ..dealers.jd1 import Phase as DealingPhase
from ..errors import NotationError
from ..notation import parse_action
from ..notation.action import chance_text, parse_chance
from ..rules import RULESETS, Answer, BySeat, Dealt, Match, Seat, bundle
from ..table import Entry, Table, TakenBack
from .store import Standing, StoredEvent, StoredMatch

NO_SEED = b""
"""What is stored as the dealer's seed of a match that was played elsewhere and handed in (imports.py)."""


ONWARD = b"onward"
"""What the dealer's seed of a match begins with that goes on from a record (onward.py); then two bytes, how many
answers of chance were told, and the seed from which the rest is dealt."""


class CorruptMatch(Exception):
    """What is stored of a match does not replay; `ply` is the first event that differs, 0 the match's own facts."""

    def __init__(self, match_id: str, ply: int) -> None:
        super().__init__(f"match {match_id} does not replay at ply {ply}")


def stored(entry: Entry, key: str | None, kind: str | None = None) -> StoredEvent:
    """Return the event to store for a log entry, under the sender's key.

    `kind` names another end than giving up: `time` (the clock ran out), `unopened` (a number was not opened).
    """
    if isinstance(entry.cause, Dealt):
        named, cause = "deal", f"{entry.cause.market} {entry.cause.hands.a}|{entry.cause.hands.b}"
    elif isinstance(entry.cause, TakenBack):
        named, cause = "takeback" if entry.cause.plies == 2 else "withdraw", None
    elif entry.cause is not None:
        named, cause = "act", str(entry.cause)
    else:
        named, cause = kind if kind in ("time", "unopened") else "resign", None
    chance = chance_text(entry.chance) if entry.chance else None
    return StoredEvent(entry.ply, named, entry.seat, cause, chance, key, entry.at)


def standing(table: Table) -> Standing:
    """Return how a table's match stands, for lists."""
    match, to_act = table.match, table.to_act
    awaited = to_act.value if to_act else "" if match.over else "ab"
    return Standing(table.round_number, table.phase.value, match.seals, match.winner, table.last.at, awaited)


def rebuild(match: StoredMatch, seed: bytes, events: list[StoredEvent], dealings: Sequence[Dealing] = ()) -> Table:
    """Return the table that the events lead to; the dealer deals everything again and must give the same.

    `dealings` are all attempts to deal by JD1; without any the seed deals. A match that was handed in has no dealer
    here: its chance is taken as told, and only checked by the rules. CorruptMatch where the two differ.
    Costs about 0.2 ms an event.
    """
    if not events:
        raise CorruptMatch(match.id, 1)
    start = Match(RULESETS[match.ruleset], match.seals, match.first)
    try:
        if goes_on(match, seed):
            dealer: Dealer = _onward(match, seed, events)
        else:
            dealer = _told(match, events) if seed == NO_SEED and not match.online else dealer_of(match, seed, dealings)
    except (ValueError, NotationError) as wrong:
        raise CorruptMatch(match.id, 1) from wrong
    table = first_table(match, dealer, start, events[0].at)
    for event in events:
        if event.ply > 1:
            _again(table, match, event)
        if stored(table.last, event.key, event.kind) != event:
            raise CorruptMatch(match.id, event.ply)
    return table


def goes_on(match: StoredMatch, seed: bytes) -> bool:
    """Whether a match, by its dealer's seed, goes on from a record: its first actions are told and not its players'."""
    return seed.startswith(ONWARD) and not match.online and len(seed) != 32


def dealer_of(match: StoredMatch, seed: bytes, dealings: Sequence[Dealing]) -> Dealer:
    """Return who deals a match: both players and the server together, or for one player's device the seed alone."""
    if not match.online:
        return FairDealer(seed)
    dealt = (DealingPhase.DEALT, DealingPhase.REVEALED)
    return ProvenDealer(*(each for each in dealings if each.phase in dealt))


def first_table(match: StoredMatch, dealer: Dealer, start: Match, at: float) -> Table:
    """Return a match's table after its first deal. CorruptMatch when the dealer cannot deal it."""
    try:
        return Table(start, dealer=dealer, names=match.names, at=at)
    except (DealingRefused, ValueError) as wrong:
        raise CorruptMatch(match.id, 1) from wrong


def _told(match: StoredMatch, events: list[StoredEvent]) -> Dealer:
    """Return a dealer that answers what the events say: chance was answered elsewhere, and is checked by the rules."""
    return ScriptedDealer(*_chance(events), match.first or Seat.A)


def _onward(match: StoredMatch, seed: bytes, events: list[StoredEvent]) -> Dealer:
    deals, answers = _chance(events[:1]), _chance(events)[1]
    told, rest = int.from_bytes(seed[len(ONWARD) :][:2], "big"), seed[len(ONWARD) + 2 :]
    return OnwardDealer(rest, deals[0][0], answers[:told], match.first or Seat.A)


def _chance(events: list[StoredEvent]) -> tuple[list[Dealt], list[Answer]]:
    """Return what the events say of chance: all deals, and all answers."""
    deals, answers = list[Dealt](), list[Answer]()
    for event in events:
        if event.kind == "deal":
            market, a, b = (bundle("" if text == "-" else text) for text in re.split("[ |]", event.cause or ""))
            deals.append(Dealt(market, BySeat(a, b)))
        elif event.chance and (answer := parse_chance(event.chance)):
            answers.append(answer)
    return deals, answers


def _again(table: Table, match: StoredMatch, event: StoredEvent) -> None:
    seat = event.seat or Seat.A
    try:
        if event.kind == "deal":
            table.next_round(seat, ply=event.ply - 1, at=event.at)
        elif event.kind == "act":
            table.act(seat, parse_action(event.cause or ""), ply=event.ply - 1, at=event.at)
        elif event.kind == "takeback":
            table.take_back(seat, ply=event.ply - 1, at=event.at)
        elif event.kind == "withdraw":
            table.withdraw(seat, ply=event.ply - 1, at=event.at)
        elif event.kind in ("time", "unopened"):
            table.forfeit(seat, at=event.at)
        else:
            table.resign(seat, ply=event.ply - 1, at=event.at)
    except Exception as wrong:
        raise CorruptMatch(match.id, event.ply) from wrong
