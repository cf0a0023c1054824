"""A program at the table: somebody's own bot, asked over the protocol, as any player is asked."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import NoReturn

from ..errors import NotationError
from ..notation import Move, Unknown, parse_action
from ..players import Decision, Limit
from ..rules import Action, Answer, BonusDrawn, Rng, RoundResult, Seat, View
from ..version import __version__
from .confinement import DEFAULT, Allowance, Command, Isolation
from .forfeit import Fault, Forfeit
from .messages import (
    LONGEST,
    PROTOCOL,
    BotHello,
    Choice,
    Error,
    Event,
    Go,
    Hello,
    Info,
    Message,
    NewMatch,
    NoLine,
    Quit,
    SeatName,
    Stop,
    line,
    read_bot_line,
)
from .process import Ended, Flood, NotReading, Process, TooLong

STARTING = 20.0
"""Seconds from the start of a program to its hello: time to load a model."""
PATIENCE = 30.0
"""Seconds for a decision where no `movetime` is given."""
GRACE = 0.5
"""Seconds after `movetime` in which an answer still counts: the way of the lines, and a busy machine."""
OUTPUT = 1 << 20
"""Bytes that a program may write for one decision."""
LEAVING = 1.0
"""Seconds in which a program may leave by itself after `quit`."""


class Program:
    """A player that is a program of its own. It is started when it is first needed, and again after a forfeit.

    `choose` raises Forfeit when the program does not come up with an allowed action in time; by then it has been ended.
    One thread at a time.
    """

    def __init__(
        self,
        command: Command,
        label: str = "",
        *,
        allowance: Allowance = DEFAULT,
        starting: float = STARTING,
        patience: float = PATIENCE,
    ) -> None:
        """`label` is what it is called in messages, by default what it calls itself."""
        self.command = command
        self.name = label or command.words[0]
        """What it calls itself, with its version, as soon as it has started."""
        self.hello: BotHello | None = None
        self.last: Info | None = None
        """What it told last while it thought."""
        self._label = label
        self._allowance, self._starting, self._patience = allowance, starting, patience
        self._process: Process | None = None
        self._match: tuple[str, Seat, str] | None = None
        self._matches, self._asked, self._spent = 0, 0, 0.0

    @property
    def label(self) -> str:
        """What it is called in messages."""
        return self._label or (_plain(self.hello.name) if self.hello else self.command.words[0])

    @property
    def isolation(self) -> Isolation:
        """What keeps it from the rest of the machine."""
        self.start()
        return self.process.isolation

    @property
    def process(self) -> Process:
        """The process that runs, for who examines it."""
        assert self._process is not None  # noqa: S101 - only what runs is asked for
        return self._process

    def start(self) -> None:
        """Start it, if it does not run, and hear its hello. Forfeit when there is none."""
        if self._process is not None:
            return
        try:
            self._process = Process(self.command, self._allowance)
        except OSError as wrong:
            raise Forfeit(self.label, Fault.NOT_STARTED, str(wrong)) from wrong
        self._match, self._asked = None, 0
        self._send(Hello(protocol=PROTOCOL, host=f"saudagar {__version__}"))
        self._process.allow(OUTPUT)
        until = time.monotonic() + self._starting
        try:
            said = self.hear(until)
        except Forfeit as wrong:
            fault = Fault.NOT_STARTED if wrong.fault is Fault.ENDED else wrong.fault
            raise Forfeit(self.label, fault, wrong.story, said=wrong.said) from None
        if said is None:
            self._lose(Fault.NO_HELLO, f"it did not say hello within {self._starting:g} s")
        if not isinstance(said, BotHello):
            self._lose(Fault.NO_HELLO, "its first line is no hello")
        if said.protocol != PROTOCOL:
            self._lose(Fault.OTHER_PROTOCOL, f"it speaks protocol {said.protocol}, not {PROTOCOL}")
        self.hello = said
        self.name = _plain(f"{said.name} {said.version}")

    # -------------------------------------------------------------------------------------------- what it is told

    def begins(self, view: View, *, match: str = "", seals: int = 1) -> None:
        """Tell it that a match begins, and the first deal that its seat sees. Forfeit."""
        self.start()
        ruleset, seat = view.ruleset.name, view.audience
        assert isinstance(seat, Seat)  # noqa: S101 - a player sits on a seat
        self._check(ruleset)
        self._matches += 1
        self._match = (match or f"m{self._matches}", seat, ruleset)
        self._send(NewMatch(match=self._match[0], seat=_name(seat), ruleset=ruleset, seals=seals))

    def _check(self, ruleset: str) -> None:
        if self.hello is not None and ruleset not in self.hello.rulesets:
            known = ", ".join(map(_plain, self.hello.rulesets[:9]))
            self._lose(Fault.OTHER_RULESET, f"it plays {known or 'nothing'}, not {ruleset}")

    def deals(self, view: View, number: int = 1) -> None:
        """Tell it that a round is dealt."""
        self._tell("deal", round=number, first=_name(view.turn), position=str(view))

    def sees(self, seat: Seat, action: Action, answer: Answer | None, number: int = 1) -> None:
        """Tell it of a move of either seat, as its own seat may know it."""
        hidden = isinstance(answer, BonusDrawn) and self._match is not None and self._match[1] is not seat
        text = str(Move(seat, action, Unknown() if hidden else answer)).partition(" ")[2]
        self._tell("move", round=number, seat=_name(seat), move=text)

    def ends(self, result: RoundResult, number: int = 1) -> None:
        """Tell it how a round ended."""
        totals = {seat.value: result.scores[seat].total for seat in Seat}
        self._tell("end", round=number, winner=result.winner and _name(result.winner), totals=totals)

    def over(self, winner: Seat | None, forfeit: str | None = None) -> None:
        """Tell it that the match is over."""
        self._tell("over", winner=winner and _name(winner), forfeit=forfeit)
        self._match = None

    def relay(self, message: NewMatch | Event) -> None:
        """Tell it what another host tells. Forfeit where it does not play by these rules."""
        self.start()
        if isinstance(message, NewMatch):
            self._check(message.ruleset)
            self._match = (message.match, Seat(message.seat), message.ruleset)
        self._send(message)

    def forget(self) -> None:
        """Let the next question begin another match: it is asked about many, in turn."""
        self._match = None

    # ------------------------------------------------------------------------------------------------- what it decides

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return the action that it wants. Forfeit; ValueError when the audience is not to act.

        The match need not have been told before: a view is complete.
        """
        seat = view.audience
        if not isinstance(seat, Seat) or view.to_act is not seat:
            raise ValueError("this audience is not to act")
        if self._process is None or self._match is None or self._match[1:] != (seat, view.ruleset.name):
            self.begins(view)
        assert self._match is not None  # noqa: S101 - it has begun
        self.process.allow(OUTPUT)
        self._asked += 1
        self.last = None
        movetime = None if limit.seconds is None else max(1, int(limit.seconds * 1000))
        began = time.monotonic()
        self._send(
            Go(
                id=self._asked,
                match=self._match[0],
                position=str(view),
                legal=[str(action) for action in view.legal_actions],
                seed=rng.below(1 << 26) << 26 | rng.below(1 << 26),
                samples=limit.samples,
                movetime=movetime,
            )
        )
        answer = self._answer(began, movetime, str(view))
        if answer.seat is not None and answer.seat != seat.value:
            self._lose(Fault.WRONG_SEAT, f"it sits on {seat} and answered for {_plain(answer.seat)[:20]!r}", view)
        try:
            action = parse_action(answer.action)
        except NotationError as wrong:
            self._lose(Fault.NO_ACTION, _plain(str(wrong)), view)
        if reason := view.why_not(action):
            self._lose(Fault.ILLEGAL, f"{action} is not allowed: {reason.name}", view)
        return Decision(action, self._ranking(view))

    def seconds(self) -> float:
        """Return the CPU seconds of all its processes so far, those before a forfeit included."""
        return self._spent + (self._process.seconds() if self._process else 0.0)

    def close(self) -> None:
        """Ask it to leave, and end it."""
        process = self._process
        if process is None:
            return
        try:
            process.send(line(Quit()))
            process.allow(OUTPUT)
            until = time.monotonic() + LEAVING
            while process.line(until) is not None:
                pass
        except (Ended, TooLong, Flood, NotReading):
            pass
        self._end()

    # ------------------------------------------------------------------------------------------------ inner

    def _answer(self, began: float, movetime: int | None, position: str) -> Choice:
        soft = None if movetime is None else began + movetime / 1000
        hard = began + self._patience if soft is None else soft + GRACE
        while True:
            said = self.hear(soft or hard, position)
            match said:
                case None if soft is not None:
                    soft = None
                    self._send(Stop(id=self._asked))
                case None:
                    limit = f"{self._patience:g} s" if movetime is None else f"{movetime} ms and {GRACE:g} s of grace"
                    self._lose(Fault.LATE, f"it did not answer within {limit}", position)
                case Info(id=number) if number <= self._asked:
                    self.last = said if number == self._asked else self.last
                case Choice(id=number) if number == self._asked:
                    return said
                case Choice(id=number) if number < self._asked:
                    self._lose(Fault.TWICE, f"it answered question {number} again", position)
                case BotHello():
                    self._lose(Fault.NOT_ASKED, "it said hello in the middle of the match", position)
                case Info() | Choice():
                    self._lose(Fault.NOT_ASKED, f"it answered question {said.id}, which was not asked yet", position)

    def hear(self, until: float, position: str = "") -> BotHello | Info | Choice | None:
        """Return the next that it says; None when it says nothing until then (time.monotonic()). Forfeit."""
        text: bytes | None = b""
        try:
            text = self.process.line(until)
            return None if text is None else read_bot_line(text)
        except NoLine as wrong:
            self._lose(Fault.NO_LINE, f"it wrote {_plain(text or b'')[:80]!r}: {wrong}", position)
        except TooLong:
            self._lose(Fault.LONG_LINE, f"it wrote a line of more than {LONGEST:,} bytes", position)
        except Flood:
            self._lose(Fault.FLOOD, f"it wrote more than {OUTPUT:,} bytes for one decision", position)
        except Ended as wrong:
            self._lose(Fault.ENDED, str(wrong), position)

    def _send(self, message: Message) -> None:
        try:
            self.process.send(line(message))
        except NotReading:
            self._lose(Fault.NOT_READING, "it does not read what it is told")

    def _tell(self, kind: str, **facts: object) -> None:
        if self._process is not None and self._match is not None:
            self._send(Event(match=self._match[0], kind=kind, **facts))  # type: ignore[arg-type]

    def _ranking(self, view: View) -> tuple[tuple[Action, float], ...]:
        """Return what it told of its ranking, as far as it makes sense."""
        found: dict[Action, float] = {}
        for text, value in self.last.ranking[:1000] if self.last else ():
            try:
                action = parse_action(text)
            except NotationError:
                continue
            if action in view.legal_actions:
                found.setdefault(action, value)
        return tuple(sorted(found.items(), key=lambda pair: -pair[1]))

    def _lose(self, fault: Fault, story: str, position: object = "") -> NoReturn:
        said = self._process.errors if self._process else ""
        if self._process:
            with suppress(NotReading):
                self._process.send(line(Error(code=fault.value, message=story)) + line(Quit()))
            self._end()
        raise Forfeit(self.label, fault, story, position=str(position), said=said) from None

    def _end(self) -> None:
        if self._process:
            self._spent += self._process.seconds()
            self._process.close()
        self._process = self._match = None


def _name(seat: Seat) -> SeatName:
    return "a" if seat is Seat.A else "b"


def _plain(text: str | bytes) -> str:
    """Return text of a program that is fit to be shown: signs that print, in one line."""
    told = text.decode(errors="replace") if isinstance(text, bytes) else text
    return " ".join("".join(sign if sign.isprintable() else " " for sign in told).split())
