"""Two people in two browsers: inviting, joining, dealing together, playing, talking, and playing again."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.server.browsers import Browser
from tests.server.hands import key, new_match
from tests.server.pairs import Person, act, deal, invited, pair, play_match, play_round, playing

from saudagar.cli.verify import judge
from saudagar.notation import Record
from saudagar.server import Rooms, Store
from saudagar.server.guests import hash_of
from saudagar.server.store import sql

VERIFIER = Path(__file__).parents[2] / "web" / "verify" / "verify.mjs"


def test_an_invitation_tells_who_invites_and_on_what_terms(client: Browser, stranger: Browser) -> None:
    """Whoever holds the token learns the terms; the maker sees that it is their own; nobody needs a cookie to look."""
    anna, token = invited(client, seals=3, clock={"kind": "match", "seconds": 600, "increment": 5})
    told = stranger.post("/api/invitations", json={"token": token}).json()
    assert (told["status"], told["from"], told["seals"], told["first"], told["id"]) == ("open", "Anna", 3, "a", None)
    assert told["clock"] == {"kind": "match", "seconds": 600, "increment": 5}
    assert told["ruleset"]["name"] == "standard"
    assert not stranger.http.cookies
    own = client.post("/api/invitations", json={"token": token}).json()
    assert (own["status"], own["id"]) == ("own", anna.id)
    state = anna.look()
    assert (state["phase"], state["ply"], state["view"], state["log"]) == ("waiting", 0, None, [])
    assert state["seats"]["b"] == {"name": "", "player": None}


def test_joining_takes_the_seat_once(client: Browser, stranger: Browser, third: Browser) -> None:
    """Said again by the same guest it is the same; another comes too late; the maker cannot take both seats."""
    anna, token = invited(client)
    assert client.post("/api/invitations/join", json={"token": token, "name": "x"}).status_code == 409
    first = stranger.post("/api/invitations/join", json={"token": token, "name": "Meera"})
    again = stranger.post("/api/invitations/join", json={"token": token, "name": "Other"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["seats"]["b"]["name"] == "Meera"
    assert again.json()["mine"] == ["b"]
    for address in ("/api/invitations", "/api/invitations/join"):
        late = third.post(address, json={"token": token, **({"name": "Eve"} if "join" in address else {})})
        assert (late.status_code, late.json()["error"]["code"]) == (410, "gone")
    assert third.get(f"/api/matches/{anna.id}").status_code == 404
    assert third.post("/api/invitations", json={"token": "A" * 43}).status_code == 404
    assert stranger.post("/api/invitations", json={"token": token}).json()["status"] == "joined"


def test_of_many_who_join_at_once_one_is_seated(client: Browser, store: Store) -> None:
    """Eight guests follow one link in the same moment."""
    anna, token = invited(client)
    guests = [Browser(client.app, client.loop) for _ in range(8)]
    sent = [each.later("POST", "/api/invitations/join", json={"token": token, "name": "G"}) for each in guests]
    codes = [each.result(20).status_code for each in sent]
    for each in guests:
        each.close()
    assert sorted(codes) == [201] + [410] * 7
    match = store.match(anna.id)
    assert match is not None
    assert match.guests.b == hash_of(guests[codes.index(201)].http.cookies["saudagar_guest"])


def test_a_new_invitation_ends_the_old(client: Browser, stranger: Browser) -> None:
    """The maker may make another link while waiting, for another device or because the first went astray."""
    anna, old = invited(client)
    new = client.post(f"{anna.address}/invitation", json={"seat": "a"}).json()["invitation"]
    assert stranger.post("/api/invitations", json={"token": old}).status_code == 404
    assert stranger.post("/api/invitations/join", json={"token": new, "name": "Meera"}).status_code == 201
    assert client.post(f"{anna.address}/invitation", json={"seat": "a"}).status_code == 409


@pytest.mark.parametrize("first", [None, "a", "b"])
def test_a_whole_match_is_dealt_together_and_proved(
    client: Browser, stranger: Browser, tmp_path: Path, first: str | None
) -> None:
    """FAIR-3: each round's deal is the one that both took part in: the record and the JavaScript verifier say so."""
    people = playing(client, stranger, first=first, ruleset="mini" if first else "standard")
    assert first in (None, people[0].look()["match"]["first"])
    state = play_match(people)
    assert (state["phase"], state["ended"], state["voids"]) == ("match_over", "seals", 0)
    record = Record.parse(client.get(f"{people[0].address}/record").text)
    found = judge(record)
    assert [each["problems"] for each in found] == [[] for _ in state["rounds"]]
    assert all(each["proof"] for each in found)
    deals = stranger.get(f"{people[0].address}/deals")
    path = tmp_path / "deals.json"
    path.write_bytes(deals.content)
    told = subprocess.run(["node", VERIFIER, path], capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.count("proved") == len(state["rounds"])


def test_a_match_is_called_off_before_its_first_action_only(client: Browser, stranger: Browser) -> None:
    """While waiting, while dealing and after the deal; never after an action. It has no winner and no result."""
    waiting, token = invited(client)
    assert waiting.send("abort").json()["phase"] == "aborted"
    assert stranger.post("/api/invitations/join", json={"token": token, "name": "x"}).status_code == 410
    dealing = pair(client, stranger)
    state = dealing[1].send("abort").json()
    assert (state["phase"], state["ended"], state["dealing"]["void"]) == ("aborted", "aborted", "withdrawn")
    people = playing(client, stranger)
    assert people[1].look()["may_abort"] is True
    state = people[0].send("abort").json()
    assert (state["ended"], state["match"]["winner"], state["dealing"]["phase"]) == ("aborted", None, "revealed")
    assert people[1].send("act", action="+K").json()["error"]["code"] == "over"
    people = playing(client, stranger)
    act(people)
    assert people[1].look()["may_abort"] is False
    assert people[1].send("abort").status_code == 409


def test_a_rematch_needs_both(client: Browser, stranger: Browser) -> None:
    """One asks and both see it; with the second both are led to one new match, dealt together, the other starting."""
    anna, meera = playing(client, stranger, first="a")
    assert anna.send("rematch").status_code == 409
    anna.send("resign")
    first = anna.send("rematch")
    assert (first.status_code, first.json()["rematch"]) == (200, {"offered": ["a"], "id": None})
    assert meera.look()["rematch"]["offered"] == ["a"]
    second = meera.send("rematch")
    assert second.status_code == 201
    new = second.json()
    assert (new["phase"], new["audience"], new["online"]) == ("dealing", "b", True)
    assert anna.look()["rematch"] == {"offered": ["a", "b"], "id": new["id"]}
    assert anna.send("rematch").json()["id"] == new["id"]
    again = Person(client, "a", new["id"]), Person(stranger, "b", new["id"])
    assert deal(again)["match"]["first"] == "b"


def test_phrases_are_few_and_not_many(client: Browser, stranger: Browser) -> None:
    """A phrase of the list is seen by the other; others are refused; the sixth within a moment is too many."""
    anna, meera = playing(client, stranger)
    for phrase in ("hello", "good_luck"):
        assert anna.say(phrase).status_code == 200
    assert [(each["seat"], each["phrase"]) for each in meera.look()["said"]] == [("a", "hello"), ("a", "good_luck")]
    assert anna.say("you are …").status_code == 400
    codes = [anna.say("thanks").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    assert meera.say("hello").status_code == 200
    body = {"seat": "b", "phrase": "oops", "key": key()}
    for _ in range(2):
        assert stranger.post(f"{meera.address}/say", json=body).status_code == 200
    assert [each["phrase"] for each in anna.look()["said"]].count("oops") == 1


def test_phrases_are_not_for_matches_at_one_device(client: Browser) -> None:
    """There is nobody to say it to."""
    state = new_match(client)
    body = {"seat": "a", "phrase": "hello", "key": key()}
    assert client.post(f"/api/matches/{state['id']}/say", json=body).status_code == 409


def test_the_list_tells_whose_turn_it_is(client: Browser, stranger: Browser) -> None:
    """`yours` is true for whom the match waits: to deal, to act, or for the next round."""
    anna, meera = pair(client, stranger, seals=1)

    def yours() -> list[bool]:
        return [each.browser.get("/api/matches").json()["matches"][0]["yours"] for each in (anna, meera)]

    assert yours() == [True, True]
    anna.commit(anna.look())
    assert yours() == [False, True]
    meera.commit(meera.look())
    for person in (anna, meera):
        person.open(person.look())
    assert yours() == [True, False]
    act((anna, meera))
    assert yours() == [False, True]
    play_match((anna, meera))
    assert yours() == [False, False]


def test_a_guest_moves_to_another_device_once(client: Browser, stranger: Browser, third: Browser) -> None:
    """The link makes the other device the same guest: both see the match and may act; it opens nothing a second time."""
    anna, _ = playing(client, stranger)
    token = client.post("/api/handover", json={}).json()["token"]
    assert third.post("/api/handover/take", json={"token": token}).json() == {"matches": 1}
    phone = Person(third, "a", anna.id)
    assert phone.look()["mine"] == ["a"]
    assert phone.send("act", action="+K").status_code == 200
    assert anna.look()["ply"] == phone.look()["ply"]
    fourth = Browser(client.app, client.loop)
    assert fourth.post("/api/handover/take", json={"token": token}).status_code == 404
    fourth.close()


def test_a_device_with_matches_of_its_own_is_asked_first(client: Browser, stranger: Browser) -> None:
    """409 `not_empty`, and the link still works; with `replace` the device changes sides."""
    new_match(client)
    own = new_match(stranger)
    token = client.post("/api/handover", json={}).json()["token"]
    refused = stranger.post("/api/handover/take", json={"token": token})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_empty")
    assert stranger.get(f"/api/matches/{own['id']}").status_code == 200
    assert stranger.post("/api/handover/take", json={"token": token, "replace": True}).status_code == 200
    assert stranger.get(f"/api/matches/{own['id']}").status_code == 404


def test_links_are_kept_as_hashes_only(client: Browser, stranger: Browser, store: Store) -> None:
    """Neither an invitation, nor a link to watch, nor a hand-over, nor the guest in it, stands in the store."""
    anna, invitation = invited(client)
    watch = client.post(f"{anna.address}/watch-link", json={"seat": "a"}).json()["token"]
    over = client.post("/api/handover", json={}).json()["token"]
    rows = repr([*store._db.execute("SELECT * FROM token")])
    guest = client.http.cookies["saudagar_guest"]
    assert [
        word for word in (invitation, watch, over, guest) if word in rows or repr(word.encode())[2:-1] in rows
    ] == []
    assert rows.count("'invitation'") == rows.count("'watch'") == rows.count("'guest'") == 1


def test_a_hand_over_ends_after_a_quarter_of_an_hour(client: Browser, stranger: Browser, rooms: Rooms) -> None:
    """Later its link leads nowhere."""
    new_match(client)
    token = client.post("/api/handover", json={}).json()["token"]
    now = rooms.time()
    rooms.links._time = lambda: now + 910
    assert stranger.post("/api/handover/take", json={"token": token}).status_code == 404
    rooms.links._time = lambda: now + 880
    assert stranger.post("/api/handover/take", json={"token": token}).status_code == 200


@pytest.mark.parametrize("clock", [{"kind": "match", "seconds": 5}, {"kind": "turn", "days": 0}, {"kind": "sand"}])
def test_odd_clocks_are_refused(client: Browser, clock: dict[str, object]) -> None:
    """400 with what is wrong; and a match on one device has no clock."""
    body = {"names": {"a": "A", "b": ""}, "opponent": "friend", "clock": clock}
    assert client.post("/api/matches", json=body).status_code == 400
    whole = {"names": {"a": "A", "b": "B"}, "clock": {"kind": "turn", "days": 3}}
    assert client.post("/api/matches", json=whole).status_code == 400


def test_the_next_round_asked_for_twice_is_dealt_once(client: Browser, stranger: Browser) -> None:
    """Both press the button: one dealing begins, and resigning meanwhile ends the match."""
    people = playing(client, stranger, ruleset="mini", seals=3)
    assert play_round(people)["phase"] == "round_over"
    first, second = (person.send("next-round") for person in people)
    assert (first.status_code, second.status_code) == (200, 200)
    assert (second.json()["dealing"]["round"], second.json()["dealing"]["attempt"]) == (2, 1)
    state = people[0].send("resign").json()
    assert (state["phase"], state["ended"], state["dealing"]["void"]) == ("match_over", "resigned", "withdrawn")


@pytest.mark.parametrize("damage", [apsw.FullError, apsw.ReadOnlyError])
def test_a_disk_that_refuses_stops_nothing_half_way(
    client: Browser, stranger: Browser, monkeypatch: pytest.MonkeyPatch, damage: type[Exception]
) -> None:
    """DUR-4: joining, each step of the dealing and the last one that deals are refused with 503 and done when there is room."""
    log = logging.getLogger("saudagar.server")
    monkeypatch.setattr(log, "disabled", True)  # it complains, on purpose

    def fail(*_: object) -> None:
        raise damage("no room")

    def refused_then(send: Callable[[], Any]) -> Any:
        with monkeypatch.context() as patched:
            patched.setattr(sql, "change", fail)
            for _ in range(2):
                answer = send()
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_saved")
        answer = send()
        assert answer.status_code in (200, 201), answer.text
        return answer

    anna, token = invited(client, ruleset="mini")
    refused_then(lambda: stranger.post("/api/invitations/join", json={"token": token, "name": "Meera"}))
    people = anna, Person(stranger, "b", anna.id)
    for person in people:
        refused_then(lambda p=person: p.commit(p.look()))
    for person in people:
        state = person.look()
        refused_then(lambda p=person, s=state: p.open(s))
    assert anna.look()["phase"] == "play"
    turn = people["ab".index(anna.look()["view"]["turn"])]
    state = turn.look()
    body = {"seat": turn.seat, "ply": state["ply"], "key": key(), "action": state["view"]["legal"][0]}
    after = refused_then(lambda: turn.browser.post(f"{anna.address}/act", json=body)).json()
    assert after["ply"] == state["ply"] + 1
    play_match(people)
    found = judge(Record.parse(client.get(f"{anna.address}/record").text))
    assert all(each["proof"] and not each["problems"] for each in found)


def test_a_round_that_was_broken_off_is_proved_too(client: Browser, stranger: Browser, tmp_path: Path) -> None:
    """Resigned in the middle: the record holds the round as far as it went, the secret is out, and both verifiers agree."""
    people = playing(client, stranger, ruleset="mini")
    act(people)
    people[1].send("resign")
    found = judge(Record.parse(client.get(f"{people[0].address}/record").text))
    assert [(each["proof"], each["problems"]) for each in found] == [(True, [])]
    path = tmp_path / "deals.json"
    path.write_bytes(client.get(f"{people[0].address}/deals").content)
    told = subprocess.run(["node", VERIFIER, path], capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stdout.count("proved")) == (0, 1)
