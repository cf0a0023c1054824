"""People who play over a bad line: they retry with the same key until they are answered, and remember what was confirmed."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

State = dict[str, Any]


class GaveUp(Exception):
    """No answer within the time that any answer should take."""


@dataclass
class Person:
    """A guest with two seats of one match on one device, who plays through any number of broken lines."""

    url: str
    number: int
    patience: float = 30.0
    confirmed: list[tuple[int, str]] = field(default_factory=list)
    "(ply, key) of every command that was answered with 200"
    retries: int = 0
    state: State = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take a client and a source of chance of one's own."""
        self.chance = random.Random(self.number)
        self.http = self._client()
        self.keys = 0

    def _client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=5)

    def ask(self, method: str, path: str, body: State | None = None) -> httpx.Response:
        """Ask until there is an answer; GaveUp when there is none for too long."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            try:
                answer = self.http.request(method, path, json=body)
                if answer.status_code < 500:
                    return answer
            except (httpx.HTTPError, ValueError):
                cookies = self.http.cookies
                self.http.close()
                self.http = self._client()
                self.http.cookies = cookies
            self.retries += 1
            time.sleep(0.02)
        raise GaveUp(f"{method} {path} was not answered within {self.patience} s")

    def begin(self, **fields: Any) -> None:
        """Open a match. (A retry may leave an empty match behind: opening one has no key.)"""
        body = {"names": {"a": "A", "b": "B"}, "opponent": None, "ruleset": "mini", "seals": 3, **fields}
        answer = self.ask("POST", "/api/matches", body)
        assert answer.status_code == 201, answer.text
        self.state = answer.json()

    @property
    def path(self) -> str:
        """The address of the match."""
        return f"/api/matches/{self.state['id']}"

    def look(self, seat: str) -> State:
        """Ask what a seat sees; it may never be less than what was confirmed."""
        answer = self.ask("GET", f"{self.path}?seat={seat}")
        assert answer.status_code == 200, answer.text
        state: State = answer.json()
        assert state["ply"] >= self.state["ply"], (self.state["ply"], state["ply"])
        self.state = state
        return state

    def move(self) -> bool:
        """Do what comes next and retry it until it is confirmed; False when the match is over."""
        state = self.state
        if state["phase"] == "match_over":
            return False
        turn = state["view"]["turn"] or "a"
        if state["audience"] != turn:
            state = self.look(turn)
        self.keys += 1
        body = {"seat": turn, "ply": state["ply"], "key": f"key-{self.number:04}-{self.keys:06}"}
        verb = "next-round"
        if state["phase"] == "play":
            verb, body["action"] = "act", self.chance.choice(state["view"]["legal"])
        answer = self.ask("POST", f"{self.path}/{verb}", body)
        assert answer.status_code == 200, answer.text
        after = answer.json()
        assert after["ply"] == state["ply"] + 1
        self.confirmed.append((after["ply"], body["key"]))
        self.state = after
        return True

    def play(self, stop: threading.Event, errors: list[BaseException]) -> None:
        """Play until told to stop, match after match; an error ends it and is noted."""
        try:
            while not stop.is_set():
                if not self.move():
                    self.rematch()
        except BaseException as wrong:
            errors.append(wrong)

    def rematch(self) -> None:
        """Go on with the rematch."""
        self.keys += 1
        body = {"seat": "a", "ply": self.state["ply"], "key": f"key-{self.number:04}-{self.keys:06}"}
        answer = self.ask("POST", f"{self.path}/rematch", body)
        assert answer.status_code in (200, 201), answer.text
        self.finished = getattr(self, "finished", [])
        self.finished.append((self.state["id"], list(self.confirmed)))
        self.confirmed.clear()
        self.state = answer.json()
        if self.state["ply"] == 0 or self.state["id"] == self.finished[-1][0]:
            raise AssertionError("the rematch was not opened")

    @property
    def matches(self) -> list[tuple[str, list[tuple[int, str]]]]:
        """Every match and what was confirmed in it."""
        return [*getattr(self, "finished", []), (self.state["id"], self.confirmed)]
