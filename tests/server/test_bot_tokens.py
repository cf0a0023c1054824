"""Tokens of programs in the browser that made them: listed without the secret, ended there, and their streams with them."""

from __future__ import annotations

import time
from typing import Any

from tests.server.browsers import Browser, Loop
from tests.server.pairs import invited
from tests.server.robots import Robot, dealt, lines

from saudagar.server import Rooms, Store, create_app

TOKENS = "/api/bot/tokens"


def made(browser: Browser, **asked: Any) -> dict[str, Any]:
    told = browser.post(TOKENS, json={"name": "Robo", "mine": True, **asked})
    assert told.status_code == 201, told.text
    return dict(told.json())


def listed(browser: Browser) -> list[dict[str, Any]]:
    return list(browser.get(TOKENS).json()["tokens"])


def test_a_browser_lists_its_own_tokens_without_the_secret(store: Store, loop: Loop) -> None:
    """With name, scopes and both days; one that nobody has asked to be listed is not, nor is one whose days are over."""
    now = [1_800_000_000.0]
    app = create_app(Rooms(store, clock=lambda: now[0]))
    mine, other = Browser(app, loop), Browser(app, loop)
    assert listed(mine) == []
    long, short = made(mine), made(mine, scopes=["read"], days=2)
    Robot(mine)
    made(other)
    told = listed(mine)
    assert [each["id"] for each in told] == [short["id"], long["id"]], "the one that ends first before the other"
    assert told[0] == {
        "id": short["id"],
        "name": "Robo",
        "scopes": ["read"],
        "made": now[0],
        "ends": now[0] + 2 * 86_400,
    }
    text = mine.get(TOKENS).text
    assert long["token"] not in text
    assert short["token"] not in text
    now[0] += 2 * 86_400 + 1
    assert [each["id"] for each in listed(mine)] == [long["id"]]
    for browser in (mine, other):
        browser.close()


def test_a_token_is_ended_by_its_browser_only(client: Browser) -> None:
    """Another browser finds none; ended twice it is not there any more; the token opens nothing."""
    stranger = Browser(client.app, client.loop)
    token = made(client)
    header = {"authorization": f"Bearer {token['token']}"}
    assert stranger.post(f"{TOKENS}/revoke", json={"id": token["id"]}).status_code == 404
    assert stranger.get("/api/bot/account", headers=header).status_code == 200
    assert client.post(f"{TOKENS}/revoke", json={"id": "no id"}).status_code == 400
    assert client.post(f"{TOKENS}/revoke", json={"id": token["id"]}).json() == {"revoked": True}
    assert client.post(f"{TOKENS}/revoke", json={"id": token["id"]}).status_code == 404
    assert stranger.get("/api/bot/account", headers=header).status_code == 401
    assert listed(client) == []
    stranger.close()


def test_a_browser_has_so_many_tokens_and_no_more(client: Browser) -> None:
    """Twenty; then one has to be ended first."""
    tokens = [made(client) for _ in range(20)]
    full = client.post(TOKENS, json={"name": "Robo", "mine": True})
    assert (full.status_code, full.json()["error"]["code"]) == (409, "too_many")
    client.post(f"{TOKENS}/revoke", json={"id": tokens[7]["id"]})
    made(client)


def test_the_streams_of_an_ended_token_end_at_once(client: Browser) -> None:
    """Both kinds, by either way of ending it; those of another token go on."""
    for by_id in (True, False):
        robot, other = Robot(client, mine=True), Robot(Browser(client.app, client.loop))
        anna, invitation = invited(client, seals=1, first="a")
        assert robot.post("accept", invitation=invitation).status_code == 201
        streams = [robot.line("events"), robot.line(f"matches/{anna.id}/stream")]
        beside = other.line("events")
        dealt(anna)
        streams[1].wait(lambda line: [each for each in lines(line, "event") if each["kind"] == "deal"])
        if by_id:
            token = next(each["id"] for each in listed(client))
            began = time.monotonic()
            client.post(f"{TOKENS}/revoke", json={"id": token})
        else:
            began = time.monotonic()
            robot.post("tokens/revoke")
        for stream in streams:
            stream.task.result(10)
        assert time.monotonic() - began < 10, "sooner than the beat that comes after 15 s"
        assert not beside.task.done()
        beside.cut()
        other.browser.close()


def test_a_stream_notices_that_another_process_ended_its_token(client: Browser, store: Store) -> None:
    """Before it tells anything further: the person's move is not told any more."""
    robot = Robot(client, mine=True)
    anna, invitation = invited(client, seals=1, first="a")
    robot.post("accept", invitation=invitation)
    stream = robot.line(f"matches/{anna.id}/stream")
    state = dealt(anna)
    stream.wait(lambda line: [each for each in lines(line, "event") if each["kind"] == "deal"])
    store.spend_token(bytes.fromhex(listed(client)[0]["id"])).result(20)
    while anna.look()["view"]["turn"] != "a":
        time.sleep(0.01)
    anna.send("act", action=state["view"]["legal"][0])
    stream.task.result(10)
    assert not [each for each in lines(stream, "event") if each["kind"] == "move"]
