"""Hands for server tests: a guest's browser in a few lines."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
from tests.server.browsers import Browser

State = dict[str, Any]
_numbers = itertools.count(1)


def key() -> str:
    """Return a key that was never sent before."""
    return f"key-{next(_numbers):08}"


def new_match(client: Browser, **fields: Any) -> State:
    """Open a match, by default for two people on one device in which seat A starts; returns its State."""
    body = {"names": {"a": "Anna", "b": "Meera"}, "opponent": None, "first": "a", "seals": 2, **fields}
    answer = client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def command(state: State, **fields: Any) -> dict[str, Any]:
    """Return the body of a command made from a State: its seat, its ply, a new key, and further fields."""
    return {"seat": state["view"]["turn"] or "a", "ply": state["ply"], "key": key(), **fields}


def post(client: Browser, state: State, verb: str, **fields: Any) -> httpx.Response:
    """Send a command to the match of a State."""
    return client.post(f"/api/matches/{state['id']}/{verb}", json=command(state, **fields))


def show(client: Browser, state: State, seat: str | None = None) -> State:
    """Ask for the State again, as a seat."""
    answer = client.get(f"/api/matches/{state['id']}", params={"seat": seat} if seat else {})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def hasty(state: State) -> str:
    """Choose a legal action that brings the round to its end soon: sales first, then takes."""
    legal = state["view"]["legal"]
    return max(legal, key=lambda action: (action[0] == "-", len(action) if action[0] == "-" else -len(action)))


def move(client: Browser, state: State, action: str | None = None) -> State:
    """Let the seat that is to act do something and return the State that comes back."""
    state = show(client, state, state["view"]["turn"])
    answer = post(client, state, "act", action=action or hasty(state))
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def play_round(client: Browser, state: State) -> State:
    """Play a match of two people on one device to the end of its round."""
    while state["phase"] == "play":
        state = move(client, state)
    return state


def play_match(client: Browser, state: State) -> State:
    """Play a match of two people on one device to its end."""
    while (state := play_round(client, state))["phase"] == "round_over":
        state = post(client, state, "next-round").json()
    return state
