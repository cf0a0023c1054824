"""The bridge: a program that speaks lines, shut in here, plays the matches of a server that speaks HTTP."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

from ..errors import SaudagarError
from ..kernel import SplitMix
from ..notation import parse_position
from ..players import Limit
from ..rules import RULESETS, Ruleset, View
from .confinement import Command
from .forfeit import Forfeit
from .messages import Event, Go, NewMatch, NoLine, read_host_line
from .program import Program

PATIENCE = 60.0
"""Seconds without a sign of life after which a line is opened anew; the server gives one every 15."""
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before each further try to reach a server."""
THINKS = 5.0
"""Seconds for a decision where the match has no clock."""
ON_THE_WAY = 0.2
"""Seconds of a clock's time that are kept for the way to the server."""


class BridgeError(SaudagarError):
    """A server that cannot be reached, or does not want what is asked; `.status` is its answer, 0 for none."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class Server:
    """A server's bot API, asked with a token."""

    def __init__(self, address: str, token: str = "") -> None:
        """`address` is like https://play.example.org. BridgeError for one that is none."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BridgeError(f"{address!r} is no address of a server, such as https://play.example.org")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._parts, self._token = parts, token

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Ask for something to be done and return the answer. BridgeError when it is refused."""
        with closing(self._open("POST", path, body)) as connection:
            answer = connection.getresponse()
            return dict(self._read(answer, answer.read()))

    def get(self, path: str) -> dict[str, Any]:
        """Ask for something. BridgeError when it is refused."""
        with closing(self._open("GET", path, None)) as connection:
            answer = connection.getresponse()
            return dict(self._read(answer, answer.read()))

    def lines(self, path: str) -> Iterator[bytes]:
        """Yield the lines of a stream until it ends. BridgeError when it is refused or breaks off."""
        with closing(self._open("GET", path, None)) as connection:
            answer = connection.getresponse()
            if answer.status != 200:
                self._read(answer, answer.read())
            try:
                while line := answer.readline(1 << 20):
                    yield line
            except (OSError, http.client.HTTPException) as wrong:
                raise BridgeError(f"the line to {self.address} broke off: {wrong}") from wrong

    def _open(self, method: str, path: str, body: dict[str, Any] | None) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._parts.netloc, timeout=PATIENCE)
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        headers |= {"content-type": "application/json"} if body is not None else {}
        try:
            connection.request(method, f"/api/bot/{path}", None if body is None else json.dumps(body), headers)
        except (OSError, http.client.HTTPException) as wrong:
            connection.close()
            raise BridgeError(f"{self.address} cannot be reached: {wrong}") from wrong
        return connection

    def _read(self, answer: http.client.HTTPResponse, body: bytes) -> Any:
        try:
            told = json.loads(body)
        except ValueError:
            raise BridgeError(f"{self.address} is no server of saudagar", answer.status) from None
        if answer.status >= 400:
            raise BridgeError(str(told.get("error", {}).get("message", answer.status)), answer.status)
        return told


class Bridge:
    """Plays every match of a token with programs of one command, one process for each match."""

    def __init__(self, server: Server, command: Command, say: Callable[[str], None]) -> None:
        """`say` is told what happens, a line each."""
        self._server, self._command, self._say = server, command, say
        self._playing: dict[str, threading.Thread] = {}
        self._ended = threading.Semaphore(0)
        self._refused: BridgeError | None = None

    def run(self, matches: int | None = None) -> None:
        """Play until so many matches have ended, for ever without a number. BridgeError when the server refuses."""
        threading.Thread(target=self._follow, daemon=True, name="events").start()
        ended = 0
        while matches is None or ended < matches:
            if self._ended.acquire(timeout=0.5):
                ended += 1
            if self._refused:
                raise self._refused

    def _follow(self) -> None:
        """Hear of matches, as long as the server wants to tell."""
        failed = 0
        while True:
            try:
                for line in self._server.lines("events"):
                    failed = 0
                    self._heard(json.loads(line))
            except BridgeError as wrong:
                if 400 <= wrong.status < 500 and wrong.status != 429:
                    self._refused = wrong
                    return
                self._say(str(wrong))
            time.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
            failed += 1

    def play(self, match: str) -> None:
        """Play one match to its end."""
        program = Program(self._command)
        failed = 0
        try:
            while not self._listen(match, program):
                time.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1
        except SaudagarError as wrong:
            self._say(f"match {match}: {wrong}")
            if isinstance(wrong, Forfeit):
                self._give_up(match)
        finally:
            program.close()
            self._ended.release()

    def _heard(self, told: dict[str, Any]) -> None:
        if told.get("type") != "match" or told["id"] in self._playing:
            return
        other = told["names"]["b" if told["seat"] == "a" else "a"]
        self._say(
            f"match {told['id']}: seat {told['seat']}{f' against {other}' if other else ', waiting for somebody'}"
        )
        thread = threading.Thread(target=self.play, args=(told["id"],), daemon=True)
        self._playing[told["id"]] = thread
        thread.start()

    def _listen(self, match: str, program: Program) -> bool:
        """Follow a match; return whether it has come to its end. Forfeit; BridgeError when the server refuses."""
        rules: Ruleset = RULESETS["standard"]
        try:
            for line in self._server.lines(f"matches/{match}/stream"):
                try:
                    said = read_host_line(line)
                except NoLine:
                    continue  # a sign of life, or what a later server says
                if isinstance(said, NewMatch):
                    rules = RULESETS.get(said.ruleset, rules)
                if isinstance(said, NewMatch | Event):
                    program.relay(said)
                if isinstance(said, Event) and said.kind == "over":
                    self._say(f"match {match}: {f'won by seat {said.winner}' if said.winner else 'no winner'}")
                    return True
                if isinstance(said, Go):
                    self._answer(match, program, said, rules)
        except BridgeError as wrong:
            if 400 <= wrong.status < 500 and wrong.status != 429:
                raise
            self._say(f"match {match}: {wrong}")
        return False

    def _answer(self, match: str, program: Program, go: Go, rules: Ruleset) -> None:
        view = parse_position(go.position, rules)
        if not isinstance(view, View):
            view = view.seen_by(view.turn)
        seconds = THINKS if go.movetime is None else max(0.05, go.movetime / 1000 - ON_THE_WAY)
        decision = program.choose(view, Limit(samples=go.samples, seconds=seconds), SplitMix(go.seed))
        try:
            self._server.post(f"matches/{match}/action", id=go.id, action=str(decision.action))
        except BridgeError as wrong:
            if wrong.status != 409:  # stale: the time was up, or the other has resigned; the stream will tell
                raise

    def _give_up(self, match: str) -> None:
        try:
            self._server.post(f"matches/{match}/resign")
        except BridgeError as wrong:
            self._say(f"match {match}: {wrong}")


def invitation_of(link: str) -> str:
    """Return the token in an invitation link, or the text itself if it is one. BridgeError for neither."""
    found = re.search(r"(?:^|#/i/)([A-Za-z0-9_-]{43})$", link.strip())
    if not found:
        raise BridgeError(f"{link!r} is no invitation: a link like https://play.example.org/#/i/… is wanted")
    return found[1]
