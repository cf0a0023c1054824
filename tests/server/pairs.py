"""Two people in two browsers: they invite and join, deal together as docs/design/dealing.md says, and play."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from tests.server.browsers import Browser
from tests.server.hands import command, hasty, key

State = dict[str, Any]
SEATS = "ab"


def commitment(terms: str, server: str, seat: str, number: bytes) -> str:
    """c of a seat, computed from the text of the protocol alone."""
    hashed = hashlib.sha256(b"JD1/terms\0" + terms.encode()).digest()
    parts = [b"JD1/client", hashed, bytes.fromhex(server), bytes([SEATS.index(seat)]), number]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@dataclass
class Person:
    """One guest, the seat it holds, and the numbers that its browser remembers."""

    browser: Browser
    seat: str
    id: str = ""
    numbers: dict[tuple[int, int], bytes] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The address of the match."""
        return f"/api/matches/{self.id}"

    def look(self) -> State:
        """The State as this seat sees it."""
        answer = self.browser.get(self.address, params={"seat": self.seat})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def send(self, verb: str, **fields: Any) -> Any:
        """Send a command made from the State of now."""
        body = {**command(self.look_for(verb)), "seat": self.seat, **fields}
        return self.browser.post(f"{self.address}/{verb}", json=body)

    def look_for(self, verb: str) -> State:
        """The State that a command is made from; `view` may be missing before the deal."""
        state = self.look()
        return {**state, "view": state["view"] or {"turn": self.seat}}

    def step(self, state: State, **fields: Any) -> Any:
        """Send a step of the dealing that a State tells of."""
        dealing = state["dealing"]
        body = {"seat": self.seat, "round": dealing["round"], "attempt": dealing["attempt"], **fields}
        return self.browser.post(f"{self.address}/deal", json=body)

    def commit(self, state: State) -> Any:
        """Draw a number, remember it, and commit to it."""
        dealing = state["dealing"]
        number = self.numbers.setdefault((dealing["round"], dealing["attempt"]), secrets.token_bytes(32))
        return self.step(state, commitment=commitment(dealing["terms"], dealing["server"], self.seat, number))

    def open(self, state: State) -> Any:
        """Open the number that was committed to."""
        dealing = state["dealing"]
        return self.step(state, number=self.numbers[dealing["round"], dealing["attempt"]].hex())

    def say(self, phrase: str) -> Any:
        """Say a phrase."""
        return self.browser.post(f"{self.address}/say", json={"seat": self.seat, "phrase": phrase, "key": key()})


def invited(a: Browser, **fields: Any) -> tuple[Person, str]:
    """Invite somebody; returns the inviter and the token."""
    body = {"names": {"a": "Anna", "b": ""}, "opponent": "friend", "first": "a", "seals": 2, **fields}
    answer = a.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    return Person(a, "a", answer.json()["id"]), answer.json()["invitation"]


def pair(a: Browser, b: Browser, **fields: Any) -> tuple[Person, Person]:
    """Invite and join; the first round is being dealt."""
    anna, token = invited(a, **fields)
    answer = b.post("/api/invitations/join", json={"token": token, "name": "Meera"})
    assert answer.status_code == 201, answer.text
    return anna, Person(b, "b", answer.json()["id"])


def deal(people: tuple[Person, Person]) -> State:
    """Take all steps of a dealing in turn and return the last answer."""
    for person in people:
        assert person.commit(person.look()).status_code == 200
    answer: Any = None
    for person in people:
        answer = person.open(person.look())
        assert answer.status_code == 200, answer.text
    return dict(answer.json())


def playing(a: Browser, b: Browser, **fields: Any) -> tuple[Person, Person]:
    """Two people at a table whose first round has been dealt."""
    people = pair(a, b, **fields)
    assert deal(people)["phase"] == "play"
    return people


def act(people: tuple[Person, Person], action: str | None = None) -> State:
    """Let whoever is to act do so."""
    turn = people[0].look()["view"]["turn"]
    person = people[SEATS.index(turn)]
    state = person.look()
    answer = person.send("act", action=action or hasty(state))
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def play_round(people: tuple[Person, Person]) -> State:
    """Play to the end of the round."""
    while (state := act(people))["phase"] == "play":
        pass
    return state


def play_match(people: tuple[Person, Person]) -> State:
    """Play to the end of the match, dealing each round together."""
    while (state := play_round(people))["phase"] == "round_over":
        assert people[0].send("next-round").json()["phase"] == "dealing"
        deal(people)
    return state


def text(value: Any) -> str:
    """A JSON value as text, for looking into."""
    return json.dumps(value, sort_keys=True)
