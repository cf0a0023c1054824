"""Matches played on a device without a network, handed in later: checked by replay, and taken once.

An imported match has no dealer's seed: chance was answered on the device, and stands in its events.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import msgspec

from ..dealers import ScriptedDealer
from ..notation import Record
from ..rules import BonusDrawn, BySeat, Dealt, Match, Refilled, Seat
from ..table import Table
from .bodies import Key, clean_name
from .entries import NO_SEED, standing, stored
from .errors import Refused
from .store import Standing, Store, StoredEvent, StoredMatch

LIMIT = 128 * 1024
"""Bytes of a request; a long match has about 10 kB."""
PLAYER_NAME = r"^[a-z0-9-]{1,32}(:[a-z-]{1,24})?(/[a-z-]{1,24})?$"


class Players(msgspec.Struct, forbid_unknown_fields=True):
    """Who played each seat: null for a person, the name of a program for a computer."""

    a: Annotated[str, msgspec.Meta(pattern=PLAYER_NAME)] | None = None
    b: Annotated[str, msgspec.Meta(pattern=PLAYER_NAME)] | None = None


class Import(msgspec.Struct, forbid_unknown_fields=True):
    """A finished match: the device's own key for it, its record, and who played."""

    key: Key
    record: str
    players: Players


def take_in(store: Store, body: Import, guest: bytes, now: float) -> tuple[str, bool]:
    """Write the match that a record tells; return its id, and whether it is new. The guest holds every person's seat.

    What broke off is finished, and what is there is left as it is. RecordError where the rules refuse the record;
    Refused when its match is not over, the record does not tell all of it, or nobody who played it was a person.
    """
    record = Record.parse(body.record)
    if record.keeper is not None:
        raise Refused(400, "bad_request", "the record does not tell the whole match")
    if record.winner is None:
        raise Refused(409, "not_over", "only a finished match can be handed in")
    if body.players.a and body.players.b:
        raise Refused(400, "bad_request", "nobody at this table was a person")
    match = StoredMatch(
        import_id(guest, body.key),
        now,
        record.ruleset.name,
        record.seals_to_win,
        record.rounds[0].first,
        BySeat(clean_name(record.players.a, "A"), clean_name(record.players.b, "B")),
        BySeat(body.players.a, body.players.b),
        BySeat(None if body.players.a else guest, None if body.players.b else guest),
    )
    steps = list(_steps(record, match, now))
    there = store.events(match.id) if store.match(match.id) else []
    if [replace(event, at=now) for event in there] != [event for event, _ in steps[: len(there)]]:
        raise Refused(409, "other_match", "another match was handed in under this key")
    if not there:
        store.create(match, (NO_SEED, secrets.token_bytes(32)), *steps[0], after=None).result()
    written = [store.append(match.id, *step) for step in steps[max(1, len(there)) :]]
    for each in written:
        each.result()
    return match.id, not there


def import_id(guest: bytes, key: str) -> str:
    """Return the id of what a guest hands in under a key: the same every time, so that it is taken once."""
    digest = hashlib.sha256(b"saudagar/import\0" + guest + b"\0" + key.encode()).digest()
    return urlsafe_b64encode(digest[:15]).decode()


def _steps(record: Record, match: StoredMatch, now: float) -> Iterator[tuple[StoredEvent, Standing]]:
    """Yield every event of the match as it is stored, and how the match stands after it."""
    dealt = [Dealt(rnd.market, BySeat(rnd.deal.a.cards, rnd.deal.b.cards)) for rnd in record.rounds]
    chances = [move.chance for rnd in record.rounds for move in rnd.moves]
    # An empty refill says that the stock had run out: nobody was asked for it.
    answers = [each for each in chances if isinstance(each, BonusDrawn) or (isinstance(each, Refilled) and each.cards)]
    dealer = ScriptedDealer(dealt, answers)
    table = Table(Match(record.ruleset, match.seals, match.first), dealer=dealer, names=match.names, at=now)
    yield stored(table.log[-1], None), standing(table)
    for number, rnd in enumerate(record.rounds):
        if number:
            table.next_round(Seat.A, at=now)
            yield stored(table.log[-1], None), standing(table)
        for move in rnd.moves:
            table.act(move.seat, move.action, at=now)
            yield stored(table.log[-1], None), standing(table)
    if record.resigned:
        table.resign(record.resigned, at=now)
        yield stored(table.log[-1], None), standing(table)
