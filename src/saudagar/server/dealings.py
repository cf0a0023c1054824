"""The dealings of a room: the steps of JD1 as its two seats take them, and what happens when one of them does not."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ..dealers import Dealing, ProvenDealer
from ..dealers.jd1 import DealingRefused, Phase, Void
from ..errors import NotNow, StaleRequest
from ..rules import Seat
from ..table import Phase as TablePhase
from ..table import Table
from . import clock as clocks
from .clock import Clock, TurnClock
from .entries import first_table, stored
from .handshake import LIVE_PATIENCE, SLOW_PATIENCE, Handshake
from .sitting import Sitting, new_match

if TYPE_CHECKING:
    from .keeper import Keeper

Step = Callable[[Dealing], Dealing]
MOST_WITHDRAWN = 3
"""How often a seat may break off attempts at one round."""


class AnotherAttempt(Exception):
    """A step of a dealing names an attempt that is not the one that is on."""


class Dealings:
    """Takes the steps for one room. Each is stored, the server's secret too, before anything of it is published."""

    def __init__(self, room: Keeper) -> None:
        self._room: Keeper = weakref.proxy(room)  # the room holds this: both would be a ring
        self.terms = clocks.parse_terms(room.match.clock)
        self.patience = SLOW_PATIENCE if isinstance(self.terms, TurnClock) else LIVE_PATIENCE

    @property
    def deadline(self) -> float | None:
        """When the server goes on without whoever is late; None while there is nothing to go on from."""
        if self._room.now.phase != "dealing":
            return None
        if self._stuck(self._room.now.handshake):
            return self._room.began
        return self._room.now.handshake.deadline(self.patience, self._room.began)

    def begun(self, sitting: Sitting) -> Sitting:
        """Return a sitting in which the next attempt has begun."""
        match, at = sitting.match, self._room.time
        handshake = sitting.handshake.begin(match.id, match.names, new_match(match).ruleset, match.first, at)
        return replace(sitting, handshake=handshake)

    def withdrawn(self, handshake: Handshake) -> Handshake:
        """Return a handshake whose attempt, if one is on, is void because the match has ended."""
        last = handshake.last.dealing if handshake.last else None
        if last is None or last.phase in (Phase.DEALT, Phase.REVEALED, Phase.VOID):
            return handshake
        return handshake.but(last.void(Void.WITHDRAWN), self._room.time)

    async def begin(self, seat: Seat, ply: int, key: str) -> None:
        """Begin to deal the next round; asked for again while it is dealt, nothing more happens. In `alone` only."""
        room = self._room
        if ply != room.now.ply:
            raise StaleRequest(room.now.ply, ply)
        if room.now.phase == "dealing":
            return
        if room.now.aborted or room.table.phase is not TablePhase.ROUND_OVER:
            raise NotNow("the match is over" if room.now.over else "the round is not over")
        await room.commit(self.begun(room.now), note=room.note("next", seat, key))

    async def commit(self, seat: Seat, number: int, attempt: int, commitment: bytes) -> None:
        """Take a seat's commitment. DealingRefused for another than its first."""
        await self._alone(number, attempt, lambda dealing: dealing.commit(seat, commitment))

    async def open(self, seat: Seat, number: int, attempt: int, nonce: bytes) -> None:
        """Take a seat's number; with the second the round is dealt. DealingRefused for another than committed to."""
        await self._alone(number, attempt, lambda dealing: dealing.open(seat, nonce))

    async def withdraw(self, seat: Seat, number: int, attempt: int) -> None:
        """Break an attempt off, because a browser has lost its number, and begin another. NotNow if done too often."""

        async def work() -> None:
            room, handshake = self._room, self._attempt(number, attempt)
            last, made = handshake.attempts[-1].dealing, (seat, str(number))
            if last.clients[seat] is None or seat in last.absent:
                raise DealingRefused(f"seat {seat} has nothing to withdraw")
            after = last.void(Void.WITHDRAWN)
            earlier = [note for note in room.now.notes if note.kind == "withdraw" and (note.seat, note.data) == made]
            if len(earlier) >= MOST_WITHDRAWN:
                raise NotNow("this round has been withdrawn too often; the opponent will be asked how to go on")
            sitting = self.begun(replace(room.now, handshake=handshake.but(after, room.time)))
            await room.commit(sitting, note=room.note("withdraw", seat, None, str(number)))

        await self._room.alone(work)

    async def choose(self, seat: Seat, number: int, attempt: int, wish: Literal["again", "win"]) -> None:
        """Go on after the opponent has not opened its number. NotNow when there is nothing to choose."""

        async def work() -> None:
            room, handshake = self._room, self._attempt(number, attempt)
            if handshake.chooser is not seat:
                raise NotNow("there is nothing to choose")
            if wish == "again":
                await self._again(room.now)
            elif not handshake.may_win:
                raise NotNow("the win can be had when it happens a second time in a round, and not before the first")
            else:
                table = room.table.branch()
                table.forfeit(seat.other, at=room.time)
                await room.commit(room.moved(table, room.time), event=stored(table.log[-1], None, "unopened"))

        await self._room.alone(work)

    async def go_on(self, now: float) -> None:
        """Go on without whoever is late; in `alone` only."""
        due, handshake = self.deadline, self._room.now.handshake
        if due is None or now < due or handshake.last is None:
            return
        last = handshake.last.dealing
        if last.phase is Phase.COMMITTED:
            await self._take(handshake, last.close())
        elif last.phase is Phase.CLIENTS_COMMITTED:
            await self._take(handshake, last.void(Void.NOT_OPENED))
        else:
            await self._again(self._room.now)

    async def _alone(self, number: int, attempt: int, step: Step) -> None:
        async def work() -> None:
            handshake = self._attempt(number, attempt)
            last = handshake.attempts[-1].dealing
            after = step(last)
            if after is not last:
                await self._take(handshake, after)

        await self._room.alone(work)

    def _attempt(self, number: int, attempt: int) -> Handshake:
        handshake = self._room.now.handshake
        terms = handshake.last.dealing.terms if handshake.last else None
        if terms is None or (terms.round, terms.attempt) != (number, attempt):
            raise AnotherAttempt(f"round {number}, attempt {attempt} is not being dealt")
        return handshake

    async def _take(self, handshake: Handshake, dealing: Dealing) -> None:
        """Store a step, and what follows from it at once: the deal, or the next attempt."""
        room = self._room
        at = room.time
        if dealing.phase is not Phase.OPENED:
            after = replace(room.now, handshake=handshake.but(dealing, at))
            if self._stuck(after.handshake):
                await self._again(after)
            else:
                await room.commit(after)
            return
        dealing = dealing.deal()
        table = self._deal(dealing, at)
        clock = room.now.clock or (Clock.new(self.terms, at) if self.terms else None)
        if clock:
            clock = clock.turn(table.to_act, at, room.elapsed, acted=False)
        after = replace(room.now, handshake=handshake.but(dealing, at), table=table, clock=clock)
        await room.commit(after, event=stored(table.log[-1], None))

    def _deal(self, dealing: Dealing, at: float) -> Table:
        room = self._room
        if room.now.table is None:
            return first_table(room.match, ProvenDealer(dealing), new_match(room.match), at)
        table = room.now.table.branch()
        assert isinstance(table.dealer, ProvenDealer)  # noqa: S101 - no other dealer deals online
        table.dealer.add(dealing)
        table.next_round(Seat.A, at=at)
        return table

    async def _again(self, sitting: Sitting) -> None:
        """Begin another attempt, or call the match off when there have been so many that there is no sense in it."""
        room = self._room
        if not sitting.handshake.exhausted:
            await room.commit(self.begun(sitting))
        elif sitting.handshake.may_win:
            raise NotNow("there have been so many attempts that there will be no other")
        else:
            await room.commit(sitting, note=room.note("abort", None))

    def _stuck(self, handshake: Handshake) -> bool:
        """Whether an attempt is void and nobody has to choose: then another begins by itself."""
        last = handshake.last
        return last is not None and last.dealing.phase is Phase.VOID and handshake.chooser is None
