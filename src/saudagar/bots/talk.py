"""The other side of the protocol: a player of the house that is asked over lines, as `saudagar bot run` does it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..errors import SaudagarError
from ..kernel import SplitMix
from ..notation import parse_position
from ..players import Decision, Limit, Player
from ..rules import RULESETS, STANDARD, Round, View
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
SHOWN = 8
"""Actions of a ranking that are told."""


class Talk:
    """A player that answers a host. It holds no position: each `go` brings its own."""

    def __init__(self, player: Player, say: Callable[[bytes], None], complain: Complaint) -> None:
        """`say` writes a line to the host at once, `complain` a text for whoever runs this."""
        self._player, self._say, self._complain = player, say, complain
        self._ruleset = STANDARD
        self._lock = threading.Lock()
        self._open: Go | None = None
        self._goes: queue.SimpleQueue[Go | None] = queue.SimpleQueue()
        self._wrong = False

    def run(self, lines: Iterable[bytes]) -> int:
        """Answer the host until it says quit or has nothing more to say; return the exit code, 1 after an error."""
        reader = threading.Thread(target=self._read, args=(lines,), daemon=True, name="host")
        reader.start()
        while (go := self._goes.get()) is not None:
            self._think(go)
        return int(self._wrong)

    def _read(self, lines: Iterable[bytes]) -> None:
        """Read on while the player thinks, so that `stop` and `quit` are heard."""
        try:
            for text in lines:
                if not self._hear(text):
                    break
        finally:
            self._goes.put(None)

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
                with self._lock:
                    self._open = said
                self._goes.put(said)
            case Stop():
                self._stop(said.id)
            case Error():
                self._wrong = True
                self._complain(f"the host says: {said.message} ({said.code})")
            case Quit():
                return False
        return True

    def _think(self, go: Go) -> None:
        if self._open is not go:
            return  # stopped before it was begun
        try:
            decision = self._player.choose(self._view(go), self._limit(go), SplitMix(go.seed))
        except (SaudagarError, ValueError) as wrong:
            self._wrong = True
            self._complain(f"no answer to {go.position!r}: {wrong}")
            return
        self._answer(go, decision)

    def _stop(self, number: int) -> None:
        """Answer at once with what is seen without looking ahead; what is still thought comes too late."""
        go = self._open
        if go is None or go.id != number:
            return
        try:
            self._answer(go, self._player.choose(self._view(go), Limit(samples=1), SplitMix(go.seed)))
        except (SaudagarError, ValueError) as wrong:
            self._complain(f"no answer to {go.position!r}: {wrong}")

    def _answer(self, go: Go, decision: Decision) -> None:
        ranking = tuple((str(action), round(value, 4)) for action, value in decision.ranking[:SHOWN])
        with self._lock:
            if self._open is not go:
                return  # answered already
            self._open = None
            if ranking:
                self._tell(Info(id=go.id, ranking=ranking))
            self._tell(Choice(id=go.id, action=str(decision.action)))

    def _view(self, go: Go) -> View:
        found = parse_position(go.position, self._ruleset)
        return found.seen_by(found.turn) if isinstance(found, Round) else found

    def _limit(self, go: Go) -> Limit:
        seconds = None if go.movetime is None else max(0.001, go.movetime / 1000 - ON_THE_WAY)
        return Limit(samples=go.samples, seconds=seconds)

    def _tell(self, message: Message) -> None:
        self._say(line(message))
