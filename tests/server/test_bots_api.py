"""The bot API: a program plays a whole match over HTTP against a person, dealt together, and may do no more than its token."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.browsers import Browser, Loop
from tests.server.hands import hasty
from tests.server.pairs import invited
from tests.server.robots import Robot, asked_at, dealt, lines

from saudagar.bots import read_host_line
from saudagar.bots.messages import Event, Go, NewMatch
from saudagar.notation import parse_position
from saudagar.rules import View
from saudagar.server import Rooms, Store, create_app
from saudagar.server.limits import Limits, Rate


@pytest.fixture
def robot(client: Browser) -> Iterator[Robot]:
    """A program without a browser's cookie."""
    opened = Browser(client.app, client.loop)
    yield Robot(opened)
    opened.close()


def test_a_whole_match_by_invitation(client: Browser, robot: Robot) -> None:
    """The program accepts, is told of its match, deals with the person, moves, and hears the end."""
    anna, invitation = invited(client, seals=1, ruleset="standard", first="a")
    events = robot.line("events")
    accepted = robot.post("accept", invitation=invitation)
    assert (accepted.status_code, accepted.json()) == (201, {"id": anna.id, "seat": "b"})
    told = events.wait(lambda line: lines(line, "match"))[0]
    assert told == {
        "type": "match",
        "id": anna.id,
        "seat": "b",
        "ruleset": "standard",
        "names": {"a": "Anna", "b": "Robo (bot)"},
    }
    stream = robot.line(f"matches/{anna.id}/stream")
    state = dealt(anna)
    asked = 0
    while state["phase"] == "play":
        if state["view"]["turn"] == "a":
            state = anna.send("act", action=hasty(state)).json()
            continue
        go = asked_at(stream, state["ply"])
        seen = parse_position(go["position"])
        assert isinstance(seen, View)
        assert str(seen.audience) == "b"
        assert go["legal"] == [str(action) for action in seen.legal_actions]
        answer = robot.post(f"matches/{anna.id}/action", type="action", id=go["id"], action=go["legal"][0])
        assert answer.status_code == 200, answer.text
        asked += 1
        state = anna.look()
    assert asked > 5
    assert state["phase"] == "match_over"
    stream.task.result(20)
    said = [read_host_line(json.dumps(each)) for each in stream.frames if each["type"] != "beat"]
    assert isinstance(said[0], NewMatch)
    assert [each.kind for each in said if isinstance(each, Event)][:1] == ["deal"]
    assert [each.kind for each in said if isinstance(each, Event)][-2:] == ["end", "over"]
    moves = [each for each in said if isinstance(each, Event) and each.kind == "move"]
    assert len(moves) == state["ply"] - 1
    assert sum(isinstance(each, Go) for each in said) == asked
    last = said[-1]
    assert isinstance(last, Event)
    assert last.winner == state["match"]["winner"]
    events.cut()


def test_a_program_is_not_asked_for_a_move_back(client: Browser, robot: Robot) -> None:
    """Nobody would answer: where a person could be asked, a wish to a program is refused, and nothing is pending."""
    for _ in range(20):
        anna, invitation = invited(client, seals=1, ruleset="standard", first="a")
        robot.post("accept", invitation=invitation)
        stream = robot.line(f"matches/{anna.id}/stream")
        state = dealt(anna)
        exchange = next((each for each in state["view"]["legal"] if each.startswith("+") and "-" in each), None)
        if exchange:
            assert anna.send("act", action=exchange).status_code == 200
            answer = anna.send("takeback")
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "over")
            assert "program" in answer.json()["error"]["message"]
            assert anna.look()["takeback"] == {"asked": None, "declined": False}
        anna.send("resign")
        stream.cut()
        if exchange:
            return
    raise AssertionError("no exchange was legal at any start")


def test_what_the_other_draws_is_hidden_in_events(client: Browser, robot: Robot) -> None:
    """A bonus token of the person's is a question mark, its own has its value: every line, of a whole round."""
    anna, invitation = invited(client, seals=1)
    robot.post("accept", invitation=invitation)
    stream = robot.line(f"matches/{anna.id}/stream")
    state = dealt(anna)
    while state["phase"] == "play":
        legal = state["view"]["legal"]
        if state["view"]["turn"] == "a":
            best = max(legal, key=lambda action: len(action) if action[0] == "-" else action == "+K")
            state = anna.send("act", action=best).json()
        else:
            go = asked_at(stream, state["ply"])
            best = max(go["legal"], key=lambda action: len(action) if action[0] == "-" else action == "+K")
            assert robot.post(f"matches/{anna.id}/action", id=go["id"], action=best).status_code == 200
            state = anna.look()
    stream.task.result(20)
    sold = [
        each
        for each in lines(stream, "event")
        if each["kind"] == "move" and each["move"].count("-") and "/" in each["move"]
    ]
    sold = [each for each in sold if each["move"].startswith("-")]
    assert all((each["move"].endswith("/?")) == (each["seat"] == "a") for each in sold)


def test_two_programs_play_each_other(client: Browser, robot: Robot) -> None:
    """One invites, the other accepts; both are dealt for, and one gives up."""
    other = Robot(robot.browser, name="Other")
    made = robot.post("matches", seals=1).json()
    assert other.post("accept", invitation=made["invitation"]).status_code == 201
    streams = [each.line(f"matches/{made['id']}/stream") for each in (robot, other)]
    go = streams[0].wait(lambda line: lines(line, "go") or lines(streams[1], "go"), 20)[0]
    assert go["id"] == 1
    assert other.post(f"matches/{made['id']}/resign").json()["phase"] == "match_over"
    for stream in streams:
        stream.task.result(20)
        assert lines(stream, "event")[-1]["winner"] == "a"


def test_answers_that_are_refused(client: Browser, robot: Robot) -> None:
    """Late, twice, illegal, no sentence; the same one again is answered as before."""
    anna, invitation = invited(client, seals=1, first="b")
    robot.post("accept", invitation=invitation)
    stream = robot.line(f"matches/{anna.id}/stream")
    dealt(anna)
    go = stream.wait(lambda line: lines(line, "go"))[0]
    address = f"matches/{anna.id}/action"
    assert robot.post(address, id=go["id"] + 1, action=go["legal"][0]).status_code == 409
    illegal = robot.post(address, id=go["id"], action="-DDDDDDD")
    assert (illegal.status_code, illegal.json()["error"]["code"]) == (409, "illegal_action")
    assert robot.post(address, id=go["id"], action="all of it").status_code == 400
    one, again = (robot.post(address, id=go["id"], action=go["legal"][0]) for _ in range(2))
    assert (one.status_code, again.status_code) == (200, 200)
    assert anna.look()["ply"] == go["id"] + 1
    assert robot.post(address, id=go["id"], action=go["legal"][-1]).status_code == 409
    stream.cut()


def test_a_token_may_do_what_it_says(client: Browser, robot: Robot, store: Store) -> None:
    """Scopes, somebody else's match, no token, a revoked one; the store has hashes only."""
    anna, invitation = invited(client, seals=1)
    reader = Robot(robot.browser, scopes=["read"])
    assert robot.get("account").json() == {"name": "Robo", "scopes": ["read", "play"]}
    assert reader.get("account").json()["scopes"] == ["read"]
    assert reader.post("accept", invitation=invitation).json()["error"]["code"] == "scope"
    assert robot.post("accept", invitation=invitation).status_code == 201
    assert robot.post("accept", invitation=invitation).status_code == 201, "said again"
    for address in (f"matches/{anna.id}/action", f"matches/{anna.id}/resign"):
        assert reader.post(address).status_code in (400, 403)
        assert (
            Robot(robot.browser).post(address, **({"id": 1, "action": "+K"} if "action" in address else {})).status_code
            == 404
        )
    assert reader.get(f"matches/{anna.id}/stream").status_code == 404
    for header in (
        {},
        {"authorization": "Bearer " + "x" * 43},
        {"authorization": "Bearer short"},
        {"authorization": robot.token},
    ):
        assert robot.browser.get("/api/bot/account", headers=header).status_code == 401
    rows = [repr(row) for row in store._db.execute("SELECT * FROM token")]
    assert not [row for row in rows if robot.token in row]
    assert robot.post("tokens/revoke").json() == {"revoked": True}
    assert robot.get("account").status_code == 401
    assert robot.post(f"matches/{anna.id}/resign").status_code == 401


def test_a_token_ends_by_itself(store: Store, loop: Loop) -> None:
    """After the days that were asked for."""
    now = [1_800_000_000.0]
    browser = Browser(create_app(Rooms(store, clock=lambda: now[0])), loop)
    robot = Robot(browser, days=2)
    now[0] += 2 * 86_400 - 1
    assert robot.get("account").status_code == 200
    now[0] += 2
    assert robot.get("account").status_code == 401
    browser.close()


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": "x" * 31},
        {"name": "x", "scopes": ["admin"]},
        {"name": "x", "scopes": []},
        {"name": "x", "days": 9999},
    ],
)
def test_a_token_that_is_not_made(client: Browser, body: dict[str, Any]) -> None:
    """No name, scopes that there are not, for ever."""
    assert client.post("/api/bot/tokens", json=body).status_code == 400


def test_tokens_are_not_made_without_end(store: Store, loop: Loop) -> None:
    """Each is a new guest, whatever header comes with the wish."""
    browser = Browser(create_app(Rooms(store), limits=Limits(guests_per_address=Rate(0.001, 3))), loop)
    told = [
        browser.post(
            "/api/bot/tokens", json={"name": "x"}, headers={"authorization": f"Bearer {number:043}"}
        ).status_code
        for number in range(5)
    ]
    assert told == [201, 201, 201, 429, 429]
    browser.close()
