"""The live taps: the State whole, at once and at every change, over both kinds of line, for every audience."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from tests.server.browsers import Browser
from tests.server.hands import move, new_match, show
from tests.server.lines import Line
from tests.server.pairs import act, deal, invited, pair, playing

from saudagar.server import Rooms, live, news

KINDS = ("websocket", "stream")


def live_address(match_id: str, kind: str, query: str = "") -> str:
    """The address of a tap."""
    return f"/api/matches/{match_id}/{'live' if kind == 'websocket' else 'stream'}{query}"


@pytest.fixture
def lines() -> Iterator[list[Line]]:
    """Lines that are cut at the end."""
    opened: list[Line] = []
    yield opened
    for line in opened:
        if not line.task.done():
            line.cut()


@pytest.mark.parametrize("kind", KINDS)
def test_a_tap_tells_the_state_at_once_and_after_every_command(client: Browser, lines: list[Line], kind: str) -> None:
    """Each frame is the very State that a GET answers; nothing is told twice, nothing is left out when the reader is quick."""
    state = new_match(client)
    line = Line(client, live_address(state["id"], kind, "?seat=a"), kind)
    lines.append(line)
    assert line.state(1) == show(client, state, "a")
    for _ in range(6):
        state = move(client, state)
        assert line.state(state["step"]) == show(client, state, "a")
    assert [each["ply"] for each in line.states] == list(range(1, 8))


@pytest.mark.parametrize("kind", KINDS)
def test_a_tap_goes_on_after_a_step(client: Browser, lines: list[Line], kind: str) -> None:
    """With `since` nothing is told until there is something new; an older `since` is told the State at once."""
    state = move(client, new_match(client))
    quiet = Line(client, live_address(state["id"], kind, f"?seat=a&since={state['step']}"), kind)
    told = Line(client, live_address(state["id"], kind, "?seat=a&since=1"), kind)
    lines += [quiet, told]
    assert told.state()["step"] == state["step"]
    assert quiet.states == []
    state = move(client, state)
    assert quiet.state()["step"] == state["step"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_slow_reader_is_told_the_latest_only(client: Browser, lines: list[Line], kind: str) -> None:
    """While one reads nothing the match goes on; then comes what is now, without all that was in between."""
    state = new_match(client)
    slow = Line(client, live_address(state["id"], kind, "?seat=a"), kind)
    lines.append(slow)
    slow.state(1)
    slow.stop_reading()
    for _ in range(12):
        state = move(client, state)
    slow.read_on()
    assert slow.state(state["step"]) == show(client, state, "a")
    assert len(slow.states) <= 4


@pytest.mark.parametrize("kind", KINDS)
def test_a_quiet_line_gives_signs_of_life(
    client: Browser, lines: list[Line], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NET-1: well below the 30 seconds after which proxies cut."""
    assert live.BEAT <= 20
    monkeypatch.setattr(live, "BEAT", 0.05)
    state = new_match(client)
    line = Line(client, live_address(state["id"], kind, "?seat=a"), kind)
    lines.append(line)
    line.wait(lambda each: sum(frame == {"type": "beat"} for frame in each.frames) >= 3)
    assert len(line.states) == 1


def test_who_speaks_on_a_tap_is_cut_off(client: Browser, lines: list[Line]) -> None:
    """Commands are POSTs: a frame from the client closes its line with 1008 and does nothing."""
    state = new_match(client)
    line = Line(client, live_address(state["id"], "websocket", "?seat=a"))
    lines.append(line)
    line.state(1)
    line.say({"type": "websocket.receive", "text": '{"action": "+K"}'})
    assert line.wait(lambda each: each.code) == 1008
    assert show(client, state)["ply"] == 1


def test_a_server_that_stops_says_so(client: Browser, lines: list[Line], rooms: Rooms) -> None:
    """Lines are closed with 1012, streams end: clients come back at once."""
    state = new_match(client)
    socket, stream = (Line(client, live_address(state["id"], kind, "?seat=a"), kind) for kind in KINDS)
    lines += [socket, stream]
    socket.state(1)
    stream.state(1)

    async def close() -> None:
        rooms.close()

    client.loop.run(close())
    assert socket.wait(lambda each: each.code) == 1012
    stream.task.result(5)


@pytest.mark.parametrize("kind", KINDS)
def test_a_cut_line_leaves_nothing_behind(client: Browser, rooms: Rooms, kind: str) -> None:
    """Its subscription and its task are gone, and the match goes on."""
    state = new_match(client)
    line = Line(client, live_address(state["id"], kind, "?seat=a"), kind)
    line.state(1)
    room = rooms.held(state["id"])
    assert room is not None
    assert room.waiting == 1
    line.cut()
    deadline = time.monotonic() + 5
    while room.waiting and time.monotonic() < deadline:
        time.sleep(0.01)
    assert room.waiting == 0
    assert move(client, state)["ply"] == 2


@pytest.mark.parametrize("kind", KINDS)
def test_taps_are_for_who_may_look(client: Browser, stranger: Browser, kind: str) -> None:
    """A stranger, a seat that is another's, and a match that is not there are refused before anything is told."""
    anna, _ = pair(client, stranger)
    third = Browser(client.app, client.loop)
    for browser, query in ((third, ""), (client, "?seat=b"), (stranger, "?seat=a")):
        line = Line(browser, live_address(anna.id, kind, query), kind)
        line.task.result(5)
        assert line.states == []
        assert line.status in (403, 404)
    third.close()


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:8338"])
def test_a_socket_from_another_site_is_refused(client: Browser, origin: str | None) -> None:
    """Before it is accepted, whatever the cookie says."""
    state = new_match(client)
    line = Line(client, live_address(state["id"], "websocket"), origin=origin)
    line.task.result(5)
    assert line.status == 403
    assert not any(each["type"] == "websocket.accept" for each in line.messages)


def test_presence_comes_and_goes_and_costs_nothing(
    client: Browser, stranger: Browser, lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is present while a tap of it is open and a moment longer; a dropped line alone loses no match."""
    monkeypatch.setattr(news, "LINGER", 0.1)
    anna, meera = playing(client, stranger)
    mine = Line(client, live_address(anna.id, "websocket", "?seat=a"))
    lines.append(mine)
    assert mine.state()["present"] == {"a": True, "b": False}
    theirs = Line(stranger, live_address(anna.id, "websocket", "?seat=b"))
    mine.wait(lambda line: line.states[-1]["present"]["b"])
    second = Line(stranger, live_address(anna.id, "stream", "?seat=b"), "stream")
    lines.append(second)
    second.state()
    theirs.cut()
    time.sleep(0.3)
    assert mine.states[-1]["present"]["b"] is True
    second.cut()
    mine.wait(lambda line: not line.states[-1]["present"]["b"])
    state = mine.states[-1]
    assert (state["phase"], state["match"]["winner"]) == ("play", None)
    act((anna, meera))


def test_everything_of_a_match_between_two_browsers_is_pushed(
    client: Browser, stranger: Browser, lines: list[Line]
) -> None:
    """Joining, each step of the dealing, phrases, offers and the rematch reach an open tap without asking."""
    anna, token = invited(client)
    line = Line(client, live_address(anna.id, "websocket", "?seat=a"))
    lines.append(line)
    assert line.state()["phase"] == "waiting"
    stranger.post("/api/invitations/join", json={"token": token, "name": "Meera"})
    assert line.wait(lambda each: each.states[-1]["phase"] == "dealing")
    from tests.server.pairs import Person

    meera = Person(stranger, "b", anna.id)
    deal((anna, meera))
    assert line.wait(lambda each: each.states[-1]["phase"] == "play")
    meera.say("hello")
    assert line.wait(lambda each: each.states[-1]["said"])
    meera.send("resign")
    meera.send("rematch")
    assert line.wait(lambda each: each.states[-1]["rematch"]["offered"] == ["b"])
    new = anna.send("rematch").json()["id"]
    assert line.wait(lambda each: each.states[-1]["rematch"]["id"] == new)
    steps = [state["step"] for state in line.states]
    assert steps == sorted(steps)


def test_several_tabs_and_devices_of_one_seat(client: Browser, stranger: Browser, lines: list[Line]) -> None:
    """CON-5: two tabs and a phone of one player see the same; of moves sent at once one counts and all are refreshed."""
    anna, _ = playing(client, stranger, first="a")
    phone = Browser(client.app, client.loop)
    token = client.post("/api/handover", json={}).json()["token"]
    phone.post("/api/handover/take", json={"token": token})
    taps = [Line(each, live_address(anna.id, "websocket", "?seat=a")) for each in (client, client, phone)]
    lines += taps
    state = taps[0].state()
    actions = state["view"]["legal"][:3]
    address = f"{anna.address}/act"
    bodies = [
        {"seat": "a", "ply": state["ply"], "key": f"key-tab-{number}", "action": a} for number, a in enumerate(actions)
    ]
    sent = [each.later("POST", address, json=body) for each, body in zip((client, client, phone), bodies, strict=True)]
    answers = [each.result(10) for each in sent]
    assert sorted(each.status_code for each in answers) == [200, 409, 409]
    after = next(each for each in answers if each.status_code == 200).json()
    assert all(each.json()["state"]["view"] == after["view"] for each in answers if each.status_code == 409)
    assert [tap.state(after["step"])["view"] for tap in taps] == [after["view"]] * 3
    phone.close()


def test_the_long_poll_hears_what_a_tap_hears(client: Browser, stranger: Browser) -> None:
    """NET-2: `since` waits for steps of the dealing as for plies."""
    anna, meera = pair(client, stranger)
    state = anna.look()
    asked = client.later("GET", f"{anna.address}?seat=a&since={state['step']}")
    time.sleep(0.05)
    meera.commit(meera.look())
    told = asked.result(5).json()
    assert told["step"] > state["step"]
    assert told["dealing"]["waiting"] == ["a"]
