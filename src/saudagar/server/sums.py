"""What finished matches amount to: a few figures for each round, for the page that adds up many matches."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..rules import DrewBonus, Seat, Sold
from ..table import Entry, Table, TakenBack
from .entries import CorruptMatch, goes_on
from .errors import Refused
from .guests import guest_of
from .json import JsonResponse
from .listing import summary
from .rooms import Rooms
from .sitting import load
from .state import round_facts

MOST = 500
"""Of the newest matches of a guest, how many are looked at."""
PAGE = 15
"""Matches in one answer: each is replayed, at about 0.2 ms an event."""
KEPT = 2_000
"""Matches whose figures stay in memory: a finished match never changes."""


class Sums:
    """The route of some rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._told: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._one = asyncio.Lock()
        """Replaying is work for a processor: one guest after the other."""

    def routes(self) -> list[Route]:
        """Return the route."""
        return [Route("/api/sums", self.show)]

    async def show(self, request: Request) -> Response:
        """Tell the figures of a guest's finished matches, the newest first, some at a time."""
        skip = request.query_params.get("skip", "0")
        if not (skip.isascii() and skip.isdigit() and len(skip) < 6):
            raise Refused(400, "bad_request", "skip is how many matches are left out, a whole number")
        guest = guest_of(request)
        if guest is None:
            return JsonResponse({"matches": [], "next": None})
        async with self._one:
            return JsonResponse(await asyncio.to_thread(self._page, guest, int(skip)))

    def _page(self, guest: bytes, skip: int) -> dict[str, Any]:
        found = self.rooms.store.matches_of(guest, MOST)
        over = [(match, standing) for match, standing in found if standing.phase == "match_over"]
        told = [
            {**summary(self.rooms, guest, match, standing), **figures}
            for match, standing in over[skip : skip + PAGE]
            if (figures := self._figures(match.id))
        ]
        return {"matches": told, "next": skip + PAGE if skip + PAGE < len(over) else None}

    def _figures(self, match_id: str) -> dict[str, Any] | None:
        """Return the figures of a finished match; None where what is stored of it does not replay."""
        if match_id not in self._told:
            try:
                loaded = load(self.rooms.store, match_id)
            except CorruptMatch:
                return None  # one damaged match does not take the others from their player
            if loaded is None or (table := loaded.sitting.table) is None:
                return None
            sitting, seed = loaded.sitting, self.rooms.store.seeds(match_id)[0]
            self._told[match_id] = {
                "ruleset": table.match.ruleset.name,
                "ended": sitting.ended,
                "onward": goes_on(sitting.match, seed),
                "rounds": rounds_of(table),
            }
        self._told.move_to_end(match_id)
        if len(self._told) > KEPT:
            self._told.popitem(last=False)
        return self._told[match_id]


def rounds_of(table: Table) -> list[dict[str, Any]]:
    """Return the figures of a table's finished rounds; what was taken back has not been done."""
    done = list[Entry]()
    for entry in table.log:
        if isinstance(entry.cause, TakenBack):
            del done[-entry.cause.plies :]
        elif entry.seat and entry.cause:
            done.append(entry)
    return [
        _round(round_facts(number, played, table), [entry for entry in done if entry.round == number])
        for number, played in enumerate(table.match.rounds, 1)
    ]


def _round(facts: dict[str, Any], acts: list[Entry]) -> dict[str, Any]:
    return {
        **{name: facts[name] for name in ("seal", "ending", "decided_by")},
        "totals": {seat.value: facts["scores"][seat.value]["total"] for seat in Seat},
        "turns": {seat.value: sum(entry.seat is seat for entry in acts) for seat in Seat},
        "best": {seat.value: _best(seat, acts) for seat in Seat},
    }


def _best(seat: Seat, acts: list[Entry]) -> dict[str, Any] | None:
    """Return a seat's best sale of a round with the bonus it drew, the first of equals; None if it sold nothing."""
    sales = list[dict[str, Any]]()
    for entry in acts:
        sold = next((event for event in entry.events if isinstance(event, Sold)), None)
        if entry.seat is seat and sold:
            # The round is over, so bonus values are open to everybody (§26).
            bonus = sum(event.value or 0 for event in entry.events if isinstance(event, DrewBonus))
            sales.append({"cards": sold.card.letter * sold.count, "rupees": sum(sold.tokens) + bonus})
    return max(sales, key=lambda sale: int(sale["rupees"]), default=None)
