"""SEC-1, SEC-3, SEC-4 and SEC-6 where two browsers play: over POST, GET, WebSocket and lines, for both seats and spectators."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server.browsers import Browser, Loop
from tests.server.lines import Line
from tests.server.pairs import Person, act, deal, invited, pair, play_match, play_round, playing
from tests.server.robots import Robot, dealt, lines
from tests.server.test_dealing import gathering
from tests.server.test_secrets import redealt
from tests.table.matches import seed

from saudagar.rules import Seat
from saudagar.server import Rooms, Store, create_app, open_store

Figures = Callable[[str, str], None]
State = dict[str, Any]


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store that keeps nothing."""
    opened = open_store("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def rooms(store: Store) -> Rooms:
    """Rooms whose time stands still, so that two answers can be compared."""
    numbers = itertools.count(1)
    return Rooms(store, clock=lambda: 1_800_000_000.0, seeds=lambda: seed(next(numbers)))


@pytest.fixture
def browsers(rooms: Rooms) -> Iterator[list[Browser]]:
    """The browsers of two players, a spectator and somebody else."""
    loop = Loop()
    app = create_app(rooms)
    opened = [Browser(app, loop) for _ in range(4)]
    yield opened
    for each in opened:
        each.close()
    loop.close()


def watching(anna: Person, browser: Browser) -> None:
    """Let a browser watch a match by the link of a player."""
    token = anna.browser.post(f"{anna.address}/watch-link", json={"seat": "a"}).json()["token"]
    assert browser.post("/api/watch", json={"token": token}).status_code == 200


def told(browser: Browser, match_id: str, seat: str | None, *, proofs: bool = True) -> list[bytes]:
    """Everything that a browser can get out of the server about a match, headers included."""
    query = {"seat": seat} if seat else {}
    address = f"/api/matches/{match_id}"
    answers = [
        browser.get(address, params=query),
        browser.get(address, params={**query, "since": 0}),
        browser.get(f"{address}/record"),
        browser.get(f"{address}/deals"),
        browser.get("/api/matches"),
        browser.post(f"{address}/act", json={"seat": seat or "a", "ply": 1, "key": "key-000000", "action": "+X"}),
        browser.post(f"{address}/act", json={"seat": seat or "a", "ply": 999, "key": "key-000001", "action": "+K"}),
        browser.post(f"{address}/say", json={"seat": seat or "a", "phrase": "rude", "key": "key-000002"}),
        browser.post(f"{address}/abort", json={"seat": seat or "a", "ply": 999, "key": "key-000003"}),
    ]
    if proofs:
        answers.append(browser.get(f"{address}/proofs", params=query))
    bodies = [b"%d %r " % (each.status_code, sorted(each.headers.items())) + each.content for each in answers]
    for kind in ("websocket", "stream"):
        end = "live" if kind == "websocket" else "stream"
        line = Line(browser, f"{address}/{end}{f'?seat={seat}' if seat else ''}", kind)
        line.state()
        bodies.append(line.raw_state)
        line.cut()
    return bodies


@pytest.mark.parametrize("who", ["a", "b", "*"])
def test_sec_1_worlds_that_cannot_be_told_apart_look_the_same_on_every_line(
    browsers: list[Browser], rooms: Rooms, who: str, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    """Every byte over every tap is the same when all that the audience cannot know is dealt anew; a seat sees its own change."""
    monkeypatch.setattr("saudagar.server.news.LINGER", 3600)
    people = playing(*browsers[:2], ruleset="standard", seals=3)
    watching(people[0], browsers[2])
    for browser, seat in zip(browsers, ("a", "b", None), strict=False):
        told(browser, people[0].id, seat)  # from now on everybody is, and stays, present
    room = rooms.held(people[0].id)
    assert room is not None
    browser, seat = browsers["ab*".index(who)], None if who == "*" else who
    compared = differed = 0
    for turn in range(10):
        table = room.table
        truth, log = table._round, table._log
        before = told(browser, room.match.id, seat, proofs=False)
        changed = (Seat.A, Seat.B)[turn % 2] if who == "*" else Seat(who)
        redealt(table, changed, 3)
        room.cache.forget()  # what was worked out before the worlds were exchanged
        differed += table._round != truth
        # For a spectator the world is dealt anew from either seat's place, who knows more.
        assert told(browser, room.match.id, seat, proofs=False) == before
        compared += len(before)
        table._round, table._log = truth, log
        room.cache.forget()
        act(people, gathering(people["ab".index(people[0].look()["view"]["turn"])].look()))
    assert differed > 5
    other = Seat.B if who in "a*" else Seat.A
    if who != "*":
        before = told(browser, room.match.id, seat, proofs=False)
        redealt(room.table, other, 5)
        room.cache.forget()
        assert told(browser, room.match.id, seat, proofs=False) != before
    figures("SEC-1", f"online, audience {who}: {compared} answers and frames compared, 0 differences")


def test_sec_1_a_bot_is_told_what_its_seat_may_know(browsers: list[Browser], rooms: Rooms, figures: Figures) -> None:
    """The whole stream of the match, and every answer to an action, is the same when what the seat cannot know is dealt anew."""
    robot = Robot(browsers[1])
    anna, invitation = invited(browsers[0], seals=3)
    robot.post("accept", invitation=invitation)
    first = robot.line(f"matches/{anna.id}/stream")
    state = dealt(anna)
    room = rooms.held(anna.id)
    assert room is not None

    def heard() -> list[bytes]:
        line = robot.line(f"matches/{anna.id}/stream")
        line.wait(lambda line: lines(line, "go"))
        frames = [each.get("body", b"") for each in line.messages if each["type"] == "http.response.body"]
        line.cut()
        answers = [
            robot.post(f"matches/{anna.id}/action", id=state["ply"], action=action).content
            for action in ("+X", "-DDDDDDD")
        ]
        answers.append(robot.post(f"matches/{anna.id}/action", id=state["ply"] + 7, action="+K").content)
        return [re.sub(rb'"seed":\d+', b'"seed":0', b"".join(frames)), *answers]

    compared = differed = 0
    for _ in range(6):
        while state["phase"] == "play" and state["view"]["turn"] == "a":
            state = anna.send("act", action=gathering(state)).json()
        table = room.table
        truth, log = table._round, table._log
        before = heard()
        redealt(table, Seat.B, 3)
        differed += table._round != truth
        assert heard() == before
        compared += len(before)
        table._round, table._log = truth, log
        legal = json.loads(before[0].splitlines()[-1])["legal"]
        assert robot.post(f"matches/{anna.id}/action", id=state["ply"], action=legal[0]).status_code == 200
        state = anna.look()
    assert differed > 3
    first.cut()
    figures("SEC-1", f"bot API: {compared} streams and answers compared, 0 differences")


def test_sec_1_no_secret_is_on_any_line(browsers: list[Browser], store: Store) -> None:
    """Neither the server's secret of a running round, nor a number before it is opened, nor a key that deals, nor a stock."""
    people = pair(*browsers[:2], ruleset="mini", seals=2)
    watching(people[0], browsers[2])
    everybody = list(zip(browsers, ("a", "b", None), strict=False))

    def look(*forbidden: str) -> None:
        for browser, seat in everybody:
            heard = b"".join(told(browser, people[0].id, seat))
            assert [word for word in forbidden if word.encode() in heard] == []

    state = people[0].look()
    while state["phase"] != "match_over":
        (*_, row) = store.dealings(people[0].id)
        secret = json.loads(row.data)["secret"]
        if state["phase"] == "dealing":
            for person in people:
                person.commit(person.look())
                look(secret, person.numbers[row.round, row.attempt].hex())
            people[0].open(people[0].look())
            look(secret, people[0].numbers[row.round, row.attempt].hex())
            people[1].open(people[1].look())
        elif state["phase"] == "round_over":
            people[0].send("next-round")
        else:
            seeds = [each.hex() for each in store.seeds(people[0].id)]
            look(secret, *seeds)
            act(people)
        state = people[0].look()


# --------------------------------------------------------------------------------------------- SEC-3: every field is classified

PUBLIC = [
    "id",
    "ply",
    "step",
    "phase",
    "seats",
    "ruleset",
    "match",
    "online",
    "ended",
    "may_abort",
    "present",
    "watchers",
    "rated",
    "ratings",
    "clock",
    "dealing",
    "voids",
    "rematch",
    "said",
    "takeback",
    "rounds",
    "view.market",
    "view.stock",
    "view.herds",
    "view.piles",
    "view.bonuses",
    "view.turn",
    "view.exchanges",
    "view.hands.a.size",
    "view.hands.a.known",
    "view.hands.b.size",
    "view.hands.b.known",
    "view.purses.a.rupees",
    "view.purses.a.tokens",
    "view.purses.b.rupees",
    "view.purses.b.tokens",
]
"""What everybody is told alike."""
OWN = [
    "audience",
    "mine",
    "view.position",
    "view.legal",
    "log",
    "view.hands.a.cards",
    "view.hands.b.cards",
    "view.purses.a.bonuses",
    "view.purses.a.hidden",
    "view.purses.b.bonuses",
    "view.purses.b.hidden",
]
"""What each audience is told as it may know it."""


def fields(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a State, down to where it is classified."""
    for key_, inner in value.items():
        path = f"{name}{key_}"
        if path in PUBLIC or path in OWN:
            yield path, inner
        elif isinstance(inner, dict):
            yield from fields(inner, f"{path}.")
        else:
            yield path, inner


def test_sec_3_every_field_of_a_state_is_classified(browsers: list[Browser], rooms: Rooms, figures: Figures) -> None:
    """A field that is in neither list fails here; public ones are the same for both seats and a spectator at every step."""
    people = pair(*browsers[:2], clock={"kind": "match", "seconds": 600}, seals=1)
    watching(people[0], browsers[2])
    seen: set[str] = set()
    compared = 0

    def compare() -> State:
        nonlocal compared
        states = [people[0].look(), people[1].look(), browsers[2].get(people[0].address).json()]
        told = [dict(fields(state)) for state in states]
        for each in told:
            seen.update(each)
            if states[0]["view"] is not None:
                assert set(each) <= {*PUBLIC, *OWN}, set(each) - {*PUBLIC, *OWN}
            for name in PUBLIC:
                assert each.get(name) == told[0].get(name), name
                compared += 1
        return states[0]

    compare()
    people[0].commit(people[0].look())
    compare()
    people[1].commit(people[1].look())
    for person in people:
        person.open(person.look())
    while compare()["phase"] == "play":
        turn = people["ab".index(people[0].look()["view"]["turn"])].look()
        act(people, gathering(turn))
    assert seen - {"view"} == {*PUBLIC, *OWN}
    figures("SEC-3", f"{len(PUBLIC)} public and {len(OWN)} own fields, all of them; {compared} comparisons alike")


# ------------------------------------------------------------------------------------------------------- SEC-4: spectators


def test_sec_4_a_spectator_knows_what_both_players_know(browsers: list[Browser], figures: Figures) -> None:
    """No hand, no bonus value, no word of the log that either player is not told; at every ply of a round."""
    people = playing(*browsers[:2], seals=1)
    watching(people[0], browsers[2])
    plies = 0
    state = people[0].look()
    while state["phase"] == "play":
        view = browsers[2].get(people[0].address).json()
        assert (view["audience"], view["mine"], view["view"]["legal"]) == ("*", [], [])
        states = [person.look() for person in people]
        for seat in "ab":
            assert view["view"]["hands"][seat]["cards"] is None
            assert view["view"]["purses"][seat]["bonuses"] == []
        for place, entry in enumerate(view["log"]):
            for message in entry["messages"]:
                assert all(message in each["log"][place]["messages"] for each in states) or message["key"] in (
                    "event.bonus",
                    "event.began",
                ), message
        hands = view["view"]["position"].split()[2].split("|")
        assert [re.sub(r"[?.-]", "", hand) for hand in hands] == [view["view"]["hands"][seat]["known"] for seat in "ab"]
        turn = people["ab".index(state["view"]["turn"])].look()
        state = act(people, gathering(turn))
        plies += 1
    shown = browsers[2].get(people[0].address).json()
    assert shown["rounds"] == people[0].look()["rounds"]
    figures("SEC-4", f"{plies} plies: a spectator is told nothing that one of the players is not")


def test_sec_4_a_spectator_does_nothing(browsers: list[Browser], rooms: Rooms, store: Store) -> None:
    """Every command and every other link is refused, and the match stays as it was; so is everything to a stranger."""
    people = playing(*browsers[:2])
    watching(people[0], browsers[2])
    before = people[0].look()
    commands: list[tuple[str, State]] = [
        ("act", {"action": "+K"}),
        ("next-round", {}),
        ("resign", {}),
        ("rematch", {}),
        ("abort", {}),
    ]
    for browser in browsers[2:]:
        for seat in "ab":
            for verb, more in commands:
                body = {"seat": seat, "ply": before["ply"], "key": "key-spectator", **more}
                assert browser.post(f"{people[0].address}/{verb}", json=body).status_code in (403, 404)
            step = {"seat": seat, "round": 1, "attempt": 1, "commitment": "ab" * 32}
            assert browser.post(f"{people[0].address}/deal", json=step).status_code in (403, 404)
            say = {"seat": seat, "phrase": "hello", "key": "key-spectator"}
            assert browser.post(f"{people[0].address}/say", json=say).status_code in (403, 404)
            for link in ("invitation", "watch-link"):
                assert browser.post(f"{people[0].address}/{link}", json={"seat": seat}).status_code in (403, 404)
            assert browser.get(people[0].address, params={"seat": seat}).status_code in (403, 404)
    assert browsers[3].get(people[0].address).status_code == 404
    assert people[0].look() == before


def test_sec_4_a_player_who_watches_too_gains_nothing(browsers: list[Browser]) -> None:
    """With the link to watch, a player's own browser keeps its seat; another of theirs sees what any spectator sees."""
    people = playing(*browsers[:2])
    token = browsers[0].post(f"{people[0].address}/watch-link", json={"seat": "a"}).json()["token"]
    assert browsers[0].post("/api/watch", json={"token": token}).json()["mine"] == ["a"]
    told = browsers[2].post("/api/watch", json={"token": token}).json()
    assert (told["audience"], told["mine"]) == ("*", [])
    fresh = browsers[0].post(f"{people[0].address}/watch-link", json={"seat": "a"}).json()["token"]
    assert browsers[3].post("/api/watch", json={"token": token}).status_code == 404
    assert browsers[2].get(people[0].address).status_code == 200
    assert browsers[3].post("/api/watch", json={"token": fresh}).status_code == 200


# ----------------------------------------------------------------------------------------- SEC-6: nothing of a live round

ROUTES = {
    "/api/about",
    "/api/matches",
    "/api/matches/{id}",
    "/api/matches/{id}/act",
    "/api/matches/{id}/next-round",
    "/api/matches/{id}/resign",
    "/api/matches/{id}/abort",
    "/api/matches/{id}/rematch",
    "/api/matches/{id}/record",
    "/api/matches/{id}/live",
    "/api/matches/{id}/stream",
    "/api/matches/{id}/invitation",
    "/api/matches/{id}/watch-link",
    "/api/matches/{id}/deal",
    "/api/matches/{id}/say",
    "/api/matches/{id}/proofs",
    "/api/matches/{id}/deals",
    "/api/invitations",
    "/api/invitations/join",
    "/api/watch",
    "/api/handover",
    "/api/handover/take",
    "/api/passkeys",
    "/api/passkeys/add",
    "/api/passkeys/remove",
    "/api/passkeys/ask",
    "/api/passkeys/take",
    "/api/matches/import",
    "/api/matches/{id}/hint",
    "/api/matches/{id}/moment",
    "/api/matches/{id}/replay",
    "/api/matches/{id}/takeback",
    "/api/matches/{id}/takeback/agree",
    "/api/matches/{id}/takeback/decline",
    "/api/matches/{id}/review",
    "/api/records",
    "/api/reviews",
    "/api/reviews/{id}",
    "/api/reviews/{id}/file",
    "/api/referee",
    "/api/bot/tokens",
    "/api/bot/tokens/revoke",
    "/api/bot/account",
    "/api/bot/events",
    "/api/bot/matches",
    "/api/bot/accept",
    "/api/bot/matches/{id}/stream",
    "/api/bot/matches/{id}/action",
    "/api/bot/matches/{id}/resign",
    "/api/play-on",
    "/api/sums",
    "/api/{path:path}",
}


def test_sec_6_no_route_tells_of_a_live_round(browsers: list[Browser], figures: Figures) -> None:
    """No route but those known here; record, deals and replay tell of finished rounds only, hints are refused."""
    routes = {getattr(route, "path", "") for route in browsers[0].app.routes}  # type: ignore[attr-defined]
    assert {path for path in routes if path.startswith("/api")} == ROUTES
    people = playing(*browsers[:2], ruleset="mini", seals=3)
    watching(people[0], browsers[2])
    files = ("record", "deals", "replay")
    for person in people:
        for word in ("hint", "takeback", "takeback/agree", "takeback/decline"):
            asked = {
                "seat": person.seat,
                "ply": person.look()["ply"],
                "key": f"key-{word.replace('/', '-')}-{person.seat}",
            }
            assert person.browser.post(f"{person.address}/{word}", json=asked).status_code == 409
        assert person.browser.post(f"{person.address}/review", json={}).status_code == 409
    for browser in browsers[:3]:
        assert [browser.get(f"{people[0].address}/{file}").status_code for file in files] == [409, 409, 409]
        for word in (
            "analysis",
            "analyse",
            "advice",
            "seed",
            "secret",
            "export",
            "stock",
            "deck",
            "events",
            "log",
        ):
            assert browser.get(f"{people[0].address}/{word}").status_code == 404
    play_round(people)
    between = [browsers[0].get(f"{people[0].address}/{file}").content for file in files]
    people[0].send("next-round")
    while_dealt = [browsers[0].get(f"{people[0].address}/{file}").content for file in files]
    deal(people)
    while_played = [browsers[2].get(f"{people[0].address}/{file}").content for file in files]
    assert between == while_dealt == while_played
    play_match(people)
    after = [browsers[1].get(f"{people[0].address}/{file}").content for file in files]
    assert all(one != other for one, other in zip(after, between, strict=True))
    figures("SEC-6", f"{len(ROUTES)} routes, none of which tells of a live round")


def test_sec_6_an_invitation_tells_terms_and_nothing_else(browsers: list[Browser]) -> None:
    """Who holds a link learns the name, the terms, and whether it is open."""
    anna, token = invited(browsers[0])
    told = browsers[3].post("/api/invitations", json={"token": token}).json()
    assert set(told) == {"status", "from", "ruleset", "seals", "first", "clock", "rated", "rating", "id"}
    assert anna.id not in json.dumps(told)
