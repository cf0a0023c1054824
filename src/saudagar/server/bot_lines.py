"""A match as a bot is told of it: the very lines of the bot protocol (docs/bots.md), and its part in the dealing."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator

from ..bots import line
from ..bots.messages import Event, Go, Message, NewMatch, SeatName
from ..dealers.jd1 import DealingRefused, Phase
from ..dealers.jd1.commitment import client_commitment
from ..errors import NotNow, StaleRequest
from ..notation import Move, Unknown
from ..rules import BonusDrawn, Dealt, Seat
from ..table import Entry, TakenBack
from .bot_tokens import Bot, Streams
from .clock import Clock
from .dealings import AnotherAttempt
from .live import BEAT, SIGN_OF_LIFE
from .room import Room
from .store import NotWritten

SHARE = 30
"""Of the time that a clock has left, one part in so many is given for a decision."""
REFUSED = (AnotherAttempt, DealingRefused, NotNow, StaleRequest, NotWritten)


class BotTap:
    """What a bot is told of one match that it plays, and what is done for it: the dealing, and the next round."""

    def __init__(self, room: Room, seat: Seat, bot: Bot, streams: Streams) -> None:
        self._room, self._seat, self._bot, self._streams = room, seat, bot, streams
        self._told = 0
        """Entries of the log."""
        self._rounds = 0
        """Finished rounds."""
        self._begun = False
        self._asked = -1

    async def frames(self) -> AsyncIterator[bytes]:
        """Yield line after line, until the match or the token is over or the server stops."""
        room = self._room
        with room.news.subscribe(self._seat) as one, self._streams.opened(self._bot, one.tell):
            while not room.closed and await self._streams.may(self._bot):
                if not room.sound:
                    await room.read()
                for message in self._messages():
                    yield line(message)
                if room.now.over:
                    return
                await self._go_on()
                if not await one.wait(BEAT):
                    yield SIGN_OF_LIFE + b"\n"

    def _messages(self) -> Iterator[Message]:
        now, seat, match = self._room.now, self._seat, self._room.match
        if not self._begun and now.phase != "waiting":
            self._begun = True
            yield NewMatch(match=match.id, seat=_name(seat), ruleset=match.ruleset, seals=match.seals)
        if now.table is not None:
            log = now.table.log
            for entry in log[self._told :]:
                yield from self._entry(entry, last=entry is log[-1])
            self._told = len(log)
            yield from self._ends(len(now.table.match.rounds))
        if now.over:
            winner = now.table.match.winner if now.table else None
            yield Event(match=match.id, kind="over", winner=_name(winner) if winner else None)
        elif now.to_act is seat and self._asked != now.ply:
            self._asked = now.ply
            view = self._room.table.view(seat)
            yield Go(
                id=now.ply,
                match=match.id,
                position=str(view),
                legal=[str(action) for action in view.legal_actions],
                seed=secrets.randbits(52),
                movetime=self._time(now.clock),
            )

    def _entry(self, entry: Entry, *, last: bool) -> Iterator[Message]:
        match = self._room.match.id
        if isinstance(entry.cause, Dealt):
            yield from self._ends(entry.round - 1)
            view = self._room.table.view(self._seat) if last else None
            first = _name(view.turn) if view else None
            yield Event(match=match, kind="deal", round=entry.round, first=first, position=str(view) if view else None)
        elif entry.cause is not None and entry.seat and not isinstance(entry.cause, TakenBack):
            hidden = isinstance(entry.chance, BonusDrawn) and entry.seat is not self._seat
            text = str(Move(entry.seat, entry.cause, Unknown() if hidden else entry.chance)).partition(" ")[2]
            yield Event(match=match, kind="move", round=entry.round, seat=_name(entry.seat), move=text)

    def _ends(self, finished: int) -> Iterator[Message]:
        """Tell of rounds that are over."""
        for number in range(self._rounds + 1, finished + 1):
            result = self._room.table.match.rounds[number - 1].result
            totals = {seat.value: result.scores[seat].total for seat in Seat}
            winner = _name(result.winner) if result.winner else None
            yield Event(match=self._room.match.id, kind="end", round=number, winner=winner, totals=totals)
        self._rounds = max(self._rounds, finished)

    def _time(self, clock: Clock | None) -> int | None:
        if clock is None:
            return None
        left = clock.left_at(self._seat, self._room.time, self._room.elapsed)
        return max(100, int(left * 1000 / SHARE))

    async def _go_on(self) -> None:
        """Take the seat's part in a dealing, or ask for the next round. What comes too late has been done already."""
        room, seat = self._room, self._seat
        now = room.now
        try:
            if now.phase == "round_over":
                await room.next_round(seat, now.ply, f"bot-next-{now.ply}")
            elif now.phase == "dealing" and now.handshake.last:
                dealing = now.handshake.last.dealing
                where = (seat, dealing.terms.round, dealing.terms.attempt)
                number = self._bot.number(room.match.id, *where[1:])
                if now.handshake.chooser is seat:
                    await room.dealings.choose(*where, "again")
                elif seat in dealing.waiting and dealing.phase is Phase.COMMITTED:
                    made = client_commitment(dealing.terms.hash, dealing.server, seat, number)
                    await room.dealings.commit(*where, made)
                elif seat in dealing.waiting and dealing.phase is Phase.CLIENTS_COMMITTED:
                    await room.dealings.open(*where, number)
        except REFUSED:
            return


def _name(seat: Seat) -> SeatName:
    return "a" if seat is Seat.A else "b"
