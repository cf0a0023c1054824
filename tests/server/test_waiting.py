"""Waiting for news: an answer comes with the news, or when patience ends."""

from __future__ import annotations

import time

import pytest
from tests.server.browsers import Browser
from tests.server.hands import move, new_match, post, show

from saudagar.server import Rooms, api


def test_news_wakes_everybody_who_waits(client: Browser) -> None:
    """All requests that wait for a ply above theirs are answered as soon as it is there, each for its seat."""
    state = new_match(client)
    address = f"/api/matches/{state['id']}"
    waiting = [client.later("GET", f"{address}?seat={seat}&since={state['ply']}") for seat in "abab"]
    time.sleep(0.1)
    assert not any(each.done() for each in waiting)
    began = time.monotonic()
    after = move(client, state)
    told = [each.result(5).json() for each in waiting]
    assert time.monotonic() - began < 2
    assert {each["ply"] for each in told} == {after["ply"]}
    assert [each["audience"] for each in told] == list("abab")


def test_what_is_no_news_any_more_is_told_at_once(client: Browser) -> None:
    """A `since` that the table has passed is answered without waiting."""
    state = move(client, new_match(client))
    began = time.monotonic()
    client.get(f"/api/matches/{state['id']}?seat=a&since=1")
    assert time.monotonic() - began < 1


def test_patience_ends(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without news the State comes all the same, after the server's patience, which is below proxies' 60 seconds."""
    assert 10 <= api.PATIENCE <= 50
    monkeypatch.setattr(api, "PATIENCE", 0.2)
    state = new_match(client)
    began = time.monotonic()
    told = client.get(f"/api/matches/{state['id']}?seat=a&since=9999999").json()
    assert 0.15 < time.monotonic() - began < 3
    assert told == show(client, state, "a")


def test_refused_commands_wake_nobody(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal action and a stale one are no news."""
    monkeypatch.setattr(api, "PATIENCE", 1.0)
    state = new_match(client)
    waiting = client.later("GET", f"/api/matches/{state['id']}?seat=b&since={state['ply']}")
    time.sleep(0.05)
    assert post(client, state, "act", action="-DDDDDD").status_code == 409
    assert post(client, state, "act", ply=7, action="+K").status_code == 409
    time.sleep(0.2)
    assert not waiting.done()
    assert waiting.result(5).json()["ply"] == state["ply"]


def test_closing_lets_everybody_go(client: Browser, rooms: Rooms) -> None:
    """When the server is told to stop, those who wait are answered at once with the State as it is."""
    state = new_match(client)
    waiting = client.later("GET", f"/api/matches/{state['id']}?seat=a&since={state['ply']}")
    time.sleep(0.1)
    began = time.monotonic()

    async def close() -> None:
        rooms.close()

    client.loop.run(close())
    assert waiting.result(5).json() == show(client, state, "a")
    assert time.monotonic() - began < 2


def test_one_who_leaves_while_waiting_leaves_nothing_behind(client: Browser, rooms: Rooms) -> None:
    """A request that is broken off stops waiting, and the match goes on."""
    state = new_match(client)
    waiting = client.later("GET", f"/api/matches/{state['id']}?seat=a&since={state['ply']}")
    time.sleep(0.1)
    room = rooms.held(state["id"])
    assert room is not None
    assert room.waiting == 1
    waiting.cancel()
    time.sleep(0.1)
    assert room.waiting == 0
    assert move(client, state)["ply"] == 2
