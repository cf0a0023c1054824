"""A room: one match while it is played. A command is carried out, stored, and only then answered and made known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..errors import NotNow, StaleRequest
from ..rules import Action, Seat
from ..table import Table
from .bodies import PROGRAM
from .entries import stored
from .keeper import Keeper
from .store import Joined


class Room(Keeper):
    """The commands of a match: what its seats may do, and whoever comes to take one."""

    async def act(self, seat: Seat, action: Action, ply: int, key: str) -> None:
        """Carry out and store an action; nothing when this key has been carried out before. Raises as `Table.act`."""
        at = self.time

        def on(table: Table) -> None:
            table.act(seat, action, ply=ply, at=at)

        await self.command(seat, key, lambda: self._move(on, key, at), at)

    async def take_back(self, seat: Seat, ply: int, key: str) -> None:
        """Take a seat's last action back, as `act`; NotNow between people, where a move that was made is made."""
        at = self.time

        def on(table: Table) -> None:
            table.take_back(seat, ply=ply, at=at)

        if self.match.players[seat.other] is None:
            raise NotNow("between people a move that was made is made")
        await self.command(seat, key, lambda: self._move(on, key, at), at)

    async def ask_back(self, seat: Seat, ply: int, key: str) -> None:
        """Ask the other to let one's last action be undone; asked twice is asked once. StaleRequest as `act`.

        NotNow in a rated match, of a program, once the other has declined, and where the action turned something up or
        was answered.
        """

        async def work() -> None:
            if ply != self.now.ply:
                raise StaleRequest(self.now.ply, ply)
            if self.match.rated:
                raise NotNow("in a rated match a move that was made is made")
            if self.match.names[seat.other].endswith(PROGRAM):
                raise NotNow("a program plays there, and answers no wishes")
            if self.now.to_act is None or self.table.can_withdraw is not seat:
                raise NotNow("that can not be taken back: something was turned up, or it was answered")
            if self.now.kept:
                raise NotNow("the other wants the move to stay")
            if self.now.asks_back is None:
                await self.commit(self.now, note=self.note("ask_back", seat, key, str(ply)))

        await self.command(seat, key, work)

    async def answer_back(self, seat: Seat, ply: int, key: str, *, agree: bool) -> None:
        """Let the other's last action be undone, or let it stay. StaleRequest as `act`; NotNow if nothing was asked."""
        at = self.time

        async def work() -> None:
            if ply != self.now.ply:
                raise StaleRequest(self.now.ply, ply)
            if self.now.asks_back is not seat.other:
                raise NotNow("nobody asks to take a move back")
            if not agree:
                await self.commit(self.now, note=self.note("keep", seat, key, str(ply)))
                return
            table = self.table.branch()
            table.withdraw(seat.other, ply=ply, at=at)
            # The event is the other's; the answer's own key stands in a note beside it.
            note = self.note("agree_back", seat, key, str(ply))
            await self.commit(self.moved(table, at), event=stored(table.last, None), note=note)

        await self.command(seat, key, work, at)

    async def resign(self, seat: Seat, ply: int, key: str) -> None:
        """Resign for a seat, as `act`."""
        at = self.time

        def on(table: Table) -> None:
            table.resign(seat, ply=ply, at=at)

        await self.command(seat, key, lambda: self._move(on, key, at), at)

    async def abort(self, seat: Seat, ply: int, key: str) -> None:
        """Call an online match off before its first action. StaleRequest as `act`; NotNow later."""

        async def work() -> None:
            if ply != self.now.ply:
                raise StaleRequest(self.now.ply, ply)
            if not self.now.may_abort:
                raise NotNow("only an online match can be called off, and only before its first action")
            await self.call_off(seat, key)

        await self.command(seat, key, work)

    async def join(self, guest: bytes, name: str) -> None:
        """Let a guest take seat b and begin to deal. NotNow when it is taken, or the match was called off."""

        async def work() -> None:
            if self.match.guests.b == guest:
                return  # said again, before the first time was answered
            if self.now.phase != "waiting" or self.match.guests.b is not None:
                raise NotNow("this invitation is not open any more")
            match = replace(
                self.match, guests=self.match.guests.but(Seat.B, guest), names=self.match.names.but(Seat.B, name)
            )
            after = self.dealings.begun(replace(self.now, match=match))
            await self.commit(after, note=self.note("joined", Seat.B), joined=Joined(guest, name))

        await self.alone(work)

    async def say(self, seat: Seat, phrase: str, key: str) -> None:
        """Say a quick phrase."""

        async def work() -> None:
            await self.commit(self.now, note=self.note("say", seat, key, phrase))

        await self.command(seat, key, work)

    async def offer(self, seat: Seat, key: str) -> None:
        """Ask for a rematch; asked twice is asked once. NotNow while the match runs."""

        async def work() -> None:
            if self.now.phase != "match_over":
                raise NotNow("the match is not over")
            if seat not in self.now.offered:
                await self.commit(self.now, note=self.note("offer", seat, key))

        await self.command(seat, key, work)

    async def agreed(self, match_id: str) -> None:
        """Let everybody know of the rematch that has been opened."""

        async def work() -> None:
            after = replace(self.now, match=replace(self.match, rematch=match_id))
            await self.commit(after, note=self.note("rematch", None, None, match_id))

        await self.alone(work)

    async def call_off(self, seat: Seat | None, key: str | None) -> None:
        """End the match without a winner; in `alone` only."""
        handshake, clock = self.dealings.withdrawn(self.now.handshake), self.now.clock
        if clock:
            clock = clock.turn(None, self.time, self.elapsed, acted=False)
        await self.commit(replace(self.now, handshake=handshake, clock=clock), note=self.note("abort", seat, key))

    async def next_round(self, seat: Seat, ply: int, key: str) -> None:
        """Deal and store the next round, as `act`; online this begins a dealing in which the seats take part."""
        at = self.time
        if self.match.online:
            await self.command(seat, key, lambda: self.dealings.begin(seat, ply, key), at)
            return

        def on(table: Table) -> None:
            table.next_round(seat, ply=ply, at=at)

        await self.command(seat, key, lambda: self._move(on, key, at), at)

    async def _move(self, do: Callable[[Table], None], key: str, at: float) -> None:
        if self.now.aborted:
            raise NotNow("the match was called off")
        if self.now.ended == "time":
            raise NotNow("the match is over: the time of a seat ran out")
        table = self.table.branch()
        do(table)
        await self.commit(self.moved(table, at), event=stored(table.last, key))
