"""The other side of the protocol: a player of the house that is asked over lines, as `saudagar bot run` does it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import SaudagarError
from ..kernel import SplitMix
from ..notation import parse_position
from ..players import Decision, Limit, Player
from ..rules import RULESETS, STANDARD, Round, Ruleset, View
from ..version import __version__
from .messages import (
    PROTOCOL,
    BotHello,
    Choice,
    Error,
    Go,
    Hello,
    HostLine,
    Info,
    Message,
    NewMatch,
    NoLine,
    Quit,
    Stop,
    line,
    read_host_line,
)

Complaint: TypeAlias = Callable[[str], None]
ON_THE_WAY = 0.02
"""Seconds of a `movetime` that are kept for the way of the lines."""
LEAVING, ENDED = 0.5, 60.0
"""Seconds for what is still thought about, after `quit` and after the end of the input."""
SHOWN = 8
"""Actions of a ranking that are told."""


class Talk:
    """A player that answers a host. It holds no position: each `go` brings its own."""

    def __init__(self, player: Player, say: Callable[[bytes], None], complain: Complaint) -> None:
        """`say` writes a line to the host at once, `complain` a text for whoever runs this."""
        self._player, self._say, self._complain = player, say, complain
        self._ruleset = STANDARD
        self._lock = threading.Lock()
        self._open: dict[int, _Question] = {}
        """The questions that are not answered yet; a host of sense has one at a time."""
        self._asked: queue.SimpleQueue[_Question] = queue.SimpleQueue()
        self._wrong = False

    @property
    def busy(self) -> bool:
        """Whether a question is still thought about."""
        return bool(self._open)

    def run(self, lines: Iterable[bytes]) -> int:
        """Answer the host until it says quit or has nothing more to say; return the exit code, 1 after an error."""
        threading.Thread(target=self._answer_all, daemon=True, name="thinking").start()
        patience = ENDED
        for text in lines:
            if not self._hear(text):
                patience = LEAVING
                break
        until = time.monotonic() + patience
        while self.busy and time.monotonic() < until:
            time.sleep(0.005)
        return int(self._wrong)

    def _hear(self, text: bytes) -> bool:
        try:
            said: HostLine = read_host_line(text)
        except NoLine as wrong:
            self._complain(f"not understood, and passed over: {wrong}")
            return True
        match said:
            case Hello():
                names = tuple(rules.name for rules in RULESETS.values())
                name, _, version = self._player.name.partition("-")
                self._tell(BotHello(protocol=PROTOCOL, name=name, version=version or __version__, rulesets=names))
            case NewMatch():
                self._ruleset = RULESETS.get(said.ruleset, STANDARD)
            case Go():
                question = _Question(said, self._ruleset)
                self._open[said.id] = question
                self._asked.put(question)
            case Stop():
                self._stop(said.id)
            case Error():
                self._wrong = True
                self._complain(f"the host says: {said.message} ({said.code})")
            case Quit():
                return False
        return True

    def _answer_all(self) -> None:
        """Think about one question after the other, while the host is listened to."""
        while True:
            question = self._asked.get()
            if self._open.get(question.go.id) is question:
                self._think(question, question.limit)

    def _stop(self, number: int) -> None:
        """Answer at once with what is seen without looking ahead; what is still thought comes too late."""
        if question := self._open.get(number):
            self._think(question, Limit(samples=1))

    def _think(self, question: _Question, limit: Limit) -> None:
        try:
            decision = self._player.choose(question.view(), limit, SplitMix(question.go.seed))
        except (SaudagarError, ValueError) as wrong:
            self._wrong = True
            self._complain(f"no answer to {question.go.position!r}: {wrong}")
            self._open.pop(question.go.id, None)
            return
        self._answer(question.go, decision)

    def _answer(self, go: Go, decision: Decision) -> None:
        ranking = tuple((str(action), round(value, 4)) for action, value in decision.ranking[:SHOWN])
        with self._lock:
            if go.id not in self._open:
                return  # answered already
            if ranking:
                self._tell(Info(id=go.id, ranking=ranking))
            self._tell(Choice(id=go.id, action=str(decision.action)))
            del self._open[go.id]

    def _tell(self, message: Message) -> None:
        self._say(line(message))


@dataclass(frozen=True, slots=True)
class _Question:
    """A `go`, and the rules that it is asked under."""

    go: Go
    ruleset: Ruleset

    def view(self) -> View:
        """Return what the seat sees. NotationError, ImpossiblePosition."""
        found = parse_position(self.go.position, self.ruleset)
        return found.seen_by(found.turn) if isinstance(found, Round) else found

    @property
    def limit(self) -> Limit:
        """How long it may be thought about."""
        movetime = self.go.movetime
        seconds = None if movetime is None else max(0.001, movetime / 1000 - ON_THE_WAY)
        return Limit(samples=self.go.samples, seconds=seconds)
