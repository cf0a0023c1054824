"""HARD-3 and HARD-4: who may do what, for every route there is and everybody who may ask; and tokens that open nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from tests.conftest import Figures
from tests.server.browsers import Browser, Loop
from tests.server.hands import key, new_match
from tests.server.lines import Line
from tests.server.pairs import Person, invited, playing
from tests.server.robots import Robot

from saudagar.server import Rooms, Store, create_app
from saudagar.server.limits import Limits, Rate

WORDS = ("maker", "friend", "watcher", "stranger", "nobody")
READS = ("", "/moment?ply=1", "/proofs", "/record", "/deals", "/replay")
COMMANDS: dict[str, dict[str, Any]] = {
    "/act": {"action": "+K"},
    "/next-round": {},
    "/resign": {},
    "/takeback": {},
    "/takeback/agree": {},
    "/takeback/decline": {},
    "/hint": {},
    "/abort": {},
    "/rematch": {},
    "/say": {"phrase": "hello"},
    "/deal": {"withdraw": True, "round": 1, "attempt": 1},
    "/invitation": {},
    "/watch-link": {},
}
FOR_ALL = "/review"
"""Belongs to no seat: it may be asked for by both, when the match is over."""
SHAPES = {"/deal": ("seat",), "/invitation": ("seat",), "/watch-link": ("seat",), "/say": ("seat", "key")}
"""What a command consists of beside its own fields, where it is not seat, ply and key."""
ELSEWHERE = {"/api/about", "/api/matches", "/api/invitations", "/api/invitations/join", "/api/watch", "/api/handover"}
ELSEWHERE |= {"/api/matches/import", "/api/records", "/api/referee", "/api/play-on"}
ELSEWHERE |= {"/api/sums"}  # of one's own matches alone: tests/server/test_sums.py
ELSEWHERE |= {
    "/api/reviews",
    "/api/reviews/{id}",
    "/api/reviews/{id}/file",
}  # whose they are: tests/server/test_reviews.py
ELSEWHERE |= {
    f"/api/passkeys{end}" for end in ("", "/add", "/remove", "/ask", "/take")
}  # whose they are: test_passkeys.py
ELSEWHERE |= {"/api/handover/take", "/api/{path:path}", "/healthz", "/readyz", "/", ""}
"""Routes that are about no match of somebody's."""

BOTS = {f"/api/bot/{end}" for end in ("tokens", "tokens/revoke", "account", "events", "matches", "accept")}
BOTS |= {f"/api/bot/matches/{{id}}/{end}" for end in ("stream", "action", "resign")}
"""Who shows a bearer token, or makes one."""

Everybody = dict[str, Browser]


@pytest.fixture
def everybody(store: Store, loop: Loop) -> Iterator[tuple[Everybody, Person]]:
    """A match of two, who plays it, who watches it, somebody with another match, and somebody without a cookie."""
    app = create_app(Rooms(store))
    opened = {word: Browser(app, loop) for word in WORDS}
    anna, _ = playing(opened["maker"], opened["friend"], seals=1)
    token = anna.browser.post(f"{anna.address}/watch-link", json={"seat": "a"}).json()["token"]
    assert opened["watcher"].post("/api/watch", json={"token": token}).status_code == 200
    new_match(opened["stranger"])
    yield opened, anna
    for browser in opened.values():
        browser.close()


def body(path: str, seat: str, ply: int) -> dict[str, Any]:
    """A command that would be carried out if its sender were allowed."""
    whole: dict[str, Any] = {"seat": seat, "ply": ply, "key": key()}
    return {**{name: whole[name] for name in SHAPES.get(path, ("seat", "ply", "key"))}, **COMMANDS[path]}


def test_every_route_is_known_here(everybody: tuple[Everybody, Person]) -> None:
    """HARD-4: a new route fails this test until somebody has decided who may use it."""
    app: Any = everybody[0]["maker"].app
    reads = [path.partition("?")[0] for path in READS]
    known = {f"/api/matches/{{id}}{end}" for end in (*reads, *COMMANDS, FOR_ALL, "/live", "/stream")} | ELSEWHERE | BOTS
    assert {getattr(route, "path", "") for route in app.routes} <= known


def test_a_bot_is_let_in_by_its_own_token_alone(everybody: tuple[Everybody, Person], figures: Figures) -> None:
    """HARD-4: no cookie opens the bot's routes, not even a player's; no bearer token opens a person's; nor another bot's match."""
    browsers, anna = everybody
    start, asked = anna.look(), 0
    stranger = Robot(Browser(browsers["maker"].app, browsers["maker"].loop))
    bodies: dict[str, dict[str, Any]] = {
        "action": {"id": start["ply"], "action": "+K"},
        "accept": {"invitation": "x" * 43},
    }
    for path in sorted(BOTS - {"/api/bot/tokens"}):
        end = path.rpartition("/")[2]
        address, body = path.replace("{id}", anna.id), bodies.get(end, {})
        reads = end in ("account", "events", "stream")
        for word, browser in browsers.items():
            told = browser.get(address) if reads else browser.post(address, json=body)
            assert told.status_code == 401, (path, word, told.text)
            asked += 1
        if "{id}" in path:
            told = stranger.get(address[9:]) if reads else stranger.post(address[9:], **body)
            assert told.status_code == 404, (path, told.text)
            asked += 1
    made = browsers["maker"].post("/api/bot/tokens", json={"name": "x", "mine": True}).json()
    for word, browser in browsers.items():
        listed = [each["id"] for each in browser.get("/api/bot/tokens").json()["tokens"]]
        assert listed == ([made["id"]] if word == "maker" else [])
        if word != "maker":
            assert browser.post("/api/bot/tokens/revoke", json={"id": made["id"]}).status_code == 404, word
        asked += 2
    header = {"authorization": f"Bearer {stranger.token}"}
    for path in COMMANDS:
        told = stranger.browser.post(f"{anna.address}{path}", json=body_of(path, start["ply"]), headers=header)
        assert told.status_code == 404, (path, told.text)
        asked += 1
    for path in READS:
        assert stranger.browser.get(f"{anna.address}{path}", headers=header).status_code == 404
        asked += 1
    assert quiet(anna.look()) == quiet(start)
    stranger.browser.close()
    figures("HARD-4", f"{asked} requests with a cookie for a bearer token, or the other way, or another's: 0 let in")


def body_of(path: str, ply: int) -> dict[str, Any]:
    return body(path, "a", ply)


OWN = {"maker": "a", "friend": "b"}
INSIDE = ("maker", "friend", "watcher")


def quiet(state: dict[str, Any]) -> dict[str, Any]:
    """A State without who is looking at it."""
    return {**state, "watchers": 0, "present": {}}


def test_a_command_is_taken_from_its_seat_alone(everybody: tuple[Everybody, Person], figures: Figures) -> None:
    """HARD-4: every command, as either seat, by everybody who does not hold it: refused, and nothing has happened."""
    browsers, anna = everybody
    start, asked = anna.look(), 0
    for path, (word, browser), seat in itertools.product(COMMANDS, browsers.items(), "ab"):
        if OWN.get(word) != seat:
            told = browser.post(f"{anna.address}{path}", json=body(path, seat, start["ply"]))
            assert told.status_code == (403 if word in OWN else 404), (path, word, seat, told.text)
            asked += 1
    for word, browser in browsers.items():  # nobody while it is played, and a watcher never
        told = browser.post(f"{anna.address}{FOR_ALL}", json={})
        assert told.status_code == (409 if word in OWN else 404), (word, told.text)
        asked += 1
    assert quiet(anna.look()) == quiet(start)
    figures("HARD-4", f"{asked} commands to {len(COMMANDS)} routes by {len(WORDS)} roles who may not: 0 carried out")


def test_a_match_is_shown_to_those_inside_alone(everybody: tuple[Everybody, Person], figures: Figures) -> None:
    """HARD-4: everything that tells of a match, as either seat and as none, by everybody, over HTTP and live."""
    browsers, anna = everybody
    asked = 0
    for path, (word, browser), seat in itertools.product(READS, browsers.items(), (None, "a", "b")):
        address = f"{anna.address}{path}"
        told = browser.get(address + (f"{'&' if '?' in path else '?'}seat={seat}" if seat else ""))
        if path in ("/record", "/deals", "/replay"):  # no round is finished, and a seat is no part of the question
            expected = {409} if word in INSIDE else {404}
        else:
            expected = {200} if word in INSIDE and seat in (None, OWN.get(word)) else {403, 404}
        assert told.status_code in expected, (path, word, seat, told.status_code, told.text[:200])
        asked += 1
    for (word, browser), seat, kind in itertools.product(browsers.items(), ("", "a", "b"), ("websocket", "stream")):
        if word in INSIDE and seat in ("", OWN.get(word)):
            continue
        end = "live" if kind == "websocket" else "stream"
        line = Line(browser, f"{anna.address}/{end}" + (f"?seat={seat}" if seat else ""), kind)
        line.task.result(20)
        (status,) = [message["status"] for message in line.messages if "status" in message]
        assert status in (403, 404), (word, seat, kind)
        asked += 1
    figures("HARD-4", f"{asked} requests to {len(READS) + 2} routes that tell, by {len(WORDS)} roles: 0 let in wrongly")


def test_a_wrong_token_opens_nothing_and_changes_nothing(store: Store, loop: Loop, figures: Figures) -> None:
    """HARD-3: of another use, replaced, used up, cut short or made up: all refused, and the right one still works."""
    app = create_app(Rooms(store))
    maker, friend, other = (Browser(app, loop) for _ in range(3))
    anna, old = invited(maker)
    new = maker.post(f"{anna.address}/invitation", json={"seat": "a"}).json()["invitation"]
    handover = maker.post("/api/handover", json={}).json()["token"]
    assert all(len(token) == 43 for token in (old, new, handover))
    before = anna.look()
    wrong = [
        old,
        handover,
        new[:-1],
        new[:-1] + ("A" if new[-1] != "A" else "B"),
        new.swapcase(),
        "",
        "x" * 43,
        "x" * 500,
    ]
    for token in wrong:
        for path, fields in (("join", {"name": "M"}), ("", {})):
            told = other.post("/api/invitations" + (f"/{path}" if path else ""), json={"token": token, **fields})
            assert told.status_code in (400, 404, 410), (path, token, told.text)
    for token in (old, new, "x" * 43, handover[:-1] + "_"):
        assert other.post("/api/watch", json={"token": token}).status_code in (400, 404, 410)
        told = other.post("/api/handover/take", json={"token": token, "replace": False})
        assert told.status_code in (400, 404, 410), told.text
    assert anna.look() == before
    assert friend.post("/api/invitations/join", json={"token": new, "name": "M"}).status_code == 201
    assert other.post("/api/invitations/join", json={"token": new, "name": "M"}).status_code == 410
    fourth = Browser(app, loop)
    assert fourth.post("/api/handover/take", json={"token": handover, "replace": False}).status_code == 200
    assert fourth.get(anna.address).status_code == 200
    fifth = Browser(app, loop)
    assert fifth.post("/api/handover/take", json={"token": handover, "replace": False}).status_code in (404, 410)
    rows = [repr(row) for table in ("match", "token", "watcher") for row in store._db.execute(f"SELECT * FROM {table}")]
    for token in (old, new, handover, maker.http.cookies["saudagar_guest"]):
        assert not [row for row in rows if token in row]
    for browser in (maker, friend, other, fourth, fifth):
        browser.close()
    figures(
        "HARD-3", "wrong, replaced, used and foreign tokens refused without effect; 256 bits each, stored as hashes"
    )


def test_guessing_is_slowed_down(store: Store, loop: Loop, figures: Figures) -> None:
    """HARD-3: of a thousand guesses from one address sixty are looked at, whoever they say they are."""
    app = create_app(
        Rooms(store), limits=Limits(misses_per_address=Rate(0.001, 60), requests_per_address=Rate(1e6, 10**6))
    )
    browser = Browser(app, loop)
    told = []
    for number in range(1_000):
        cookie = {"cookie": f"saudagar_guest={number:043}"}
        told.append(browser.get(f"/api/matches/guess{number}", headers=cookie).status_code)
    browser.close()
    assert (told.count(404), told.count(429)) == (60, 940)
    figures("HARD-3", "1,000 guesses from one address with as many cookies: 60 looked at, the rest 429")


def test_a_guest_has_so_many_unfinished_matches(store: Store, loop: Loop) -> None:
    """HARD-7: one more is refused until one has ended."""
    rooms = Rooms(store)
    rooms.limits = Limits(matches_per_guest=3)
    browser = Browser(create_app(rooms), loop)
    matches = [new_match(browser) for _ in range(3)]
    told = browser.post("/api/matches", json={"names": {"a": "", "b": ""}})
    assert (told.status_code, told.json()["error"]["code"]) == (429, "too_many")
    ended = browser.post(f"/api/matches/{matches[0]['id']}/resign", json={"seat": "a", "ply": 1, "key": key()})
    assert ended.status_code == 200
    new_match(browser)
    browser.close()
