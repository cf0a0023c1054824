"""Every refusal of docs/design/http.md: its status, its code, and that nothing happens."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.browsers import BASE, Browser
from tests.server.hands import State, command, key, move, new_match, play_match, play_round, post, show

from saudagar.rules import MINI

JSON = {"content-type": "application/json"}
WANTED = b'{"names": {"a": "Anna", "b": "Meera"}}'


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Check the form of a refusal and return its error."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) <= {"error", "state"}
    error = body["error"]
    assert set(error) == {"code", "reason", "message", "position"}
    assert error["code"] == code
    assert error["message"]
    assert "Traceback" not in answer.text
    assert ("state" in body) == (code in {"stale", "illegal_action", "over"} and "no round" not in error["message"])
    return dict(error)


BODIES = {
    "nothing": b"",
    "no JSON": b"names=Anna",
    "half of it": WANTED[:-3],
    "more than one": WANTED + WANTED,
    "a list": b"[]",
    "null": b"null",
    "a number": b"1e999",
    "not UTF-8": b'{"names": {"a": "\xff", "b": ""}}',
    "half a surrogate pair": b'{"names": {"a": "\\ud800", "b": ""}}',
    "a zero byte": WANTED + b"\0",
    "a byte order mark": b"\xef\xbb\xbf" + WANTED,
    "deep": b"[" * 4000,
    "deep inside": b'{"names": ' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}",
    "an unknown field": b'{"names": {"a": "", "b": ""}, "admin": true}',
    "an unknown field inside": b'{"names": {"a": "", "b": "", "c": ""}}',
    "no names": b'{"seals": 2}',
    "one name": b'{"names": {"a": "Anna"}}',
    "names of another type": b'{"names": ["Anna", "Meera"]}',
    "a name of another type": b'{"names": {"a": 1, "b": null}}',
    "a long name": b'{"names": {"a": "' + b"n" * 41 + b'", "b": ""}}',
    "no seals": b'{"names": {"a": "", "b": ""}, "seals": 0}',
    "four seals": b'{"names": {"a": "", "b": ""}, "seals": 4}',
    "seals as text": b'{"names": {"a": "", "b": ""}, "seals": "2"}',
    "true seals": b'{"names": {"a": "", "b": ""}, "seals": true}',
    "half a seal": b'{"names": {"a": "", "b": ""}, "seals": 1.5}',
    "a huge number": b'{"names": {"a": "", "b": ""}, "seals": ' + b"9" * 3000 + b"}",
    "an unknown ruleset": b'{"names": {"a": "", "b": ""}, "ruleset": "chess"}',
    "an unknown opponent": b'{"names": {"a": "", "b": ""}, "opponent": "../greedy-1"}',
    "an unknown seat": b'{"names": {"a": "", "b": ""}, "first": "c"}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_a_body_of_another_shape_is_a_bad_request(client: Browser, body: bytes) -> None:
    """400 for everything that is not exactly the JSON that is wanted, and no match is opened."""
    refused(client.post("/api/matches", content=body, headers=JSON), 400, "bad_request")
    assert client.get("/api/matches").json()["matches"] == []


@pytest.mark.parametrize("verb", ["act", "next-round", "resign", "rematch"])
@pytest.mark.parametrize(
    "change",
    [
        {"seat": "c"},
        {"seat": None},
        {"ply": -1},
        {"ply": 1.5},
        {"ply": "1"},
        {"ply": True},
        {"ply": 10**30},
        {"ply": None},
        {"key": ""},
        {"key": "short"},
        {"key": "k" * 65},
        {"key": "no spaces!"},
        {"key": 12345678},
        {"guest": "a"},
        {"action": 5},
        {"action": "+" + "D" * 40},
    ],
    ids=lambda change: str(change)[:30],
)
def test_a_command_of_another_shape_is_a_bad_request(client: Browser, verb: str, change: dict[str, Any]) -> None:
    """400 for a seat, ply, key or action of a wrong kind, whatever the command; the match stays where it is."""
    state = new_match(client)
    body = command(state, **({"action": state["view"]["legal"][0]} if verb == "act" else {}))
    refused(client.post(f"/api/matches/{state['id']}/{verb}", json={**body, **change}), 400, "bad_request")
    assert show(client, state, "a") == state


@pytest.mark.parametrize("text", ["", "D", "pass", "+DX", "+d", "+D-", "+D+G", "-", "+Ḋ", "<b>", "+D/K"])
def test_an_action_that_is_no_sentence_is_a_bad_request(client: Browser, text: str) -> None:
    """400 with the position, without a reason, where the text of an action says nothing."""
    state = new_match(client)
    error = refused(post(client, state, "act", action=text), 400, "bad_request")
    assert (error["reason"], error["position"]) == (None, state["view"]["position"])


@pytest.mark.parametrize(
    ("text", "reason"), [("-CP", "SELL_ONE_KIND"), ("+DG", "TAKE_ONE_GOOD"), ("+KK", "CAMELS_ALL_TOGETHER")]
)
def test_an_action_that_nobody_can_ever_take_names_its_rule(client: Browser, text: str, reason: str) -> None:
    """400 with the reason where the rules know the wish but no action expresses it."""
    assert refused(post(client, new_match(client), "act", action=text), 400, "bad_request")["reason"] == reason


def test_an_illegal_action_is_told_with_reason_position_and_state(client: Browser) -> None:
    """409 `illegal_action`: the rule that forbids it, the line that the asker sees, and the State to go on from."""
    state = new_match(client)
    absent = next(good for good in "DGSCPL" if good not in state["view"]["market"])
    answer = post(client, state, "act", action=f"+{absent}")
    error = refused(answer, 409, "illegal_action")
    assert (error["reason"], error["position"]) == ("TAKE_NOT_IN_MARKET", state["view"]["position"])
    assert answer.json()["state"] == state == show(client, state, "a")


def test_the_seat_that_is_not_to_act_is_told_so(client: Browser) -> None:
    """409 NOT_YOUR_TURN, with the view of the seat that asked."""
    state = new_match(client)
    error = refused(post(client, state, "act", seat="b", action=state["view"]["legal"][0]), 409, "illegal_action")
    assert error["reason"] == "NOT_YOUR_TURN"
    assert error["position"] == show(client, state, "b")["view"]["position"]


@pytest.mark.parametrize("verb", ["act", "next-round", "resign"])
@pytest.mark.parametrize("late", [-1, 1])
def test_a_command_from_another_ply_is_stale(client: Browser, verb: str, late: int) -> None:
    """409 `stale` with the State, for a ply that has passed and for one that has not come."""
    state = move(client, new_match(client))
    extra = {"action": "+K"} if verb == "act" else {}
    answer = post(client, state, verb, ply=state["ply"] + late, seat="b", **extra)
    refused(answer, 409, "stale")
    assert answer.json()["state"] == show(client, state, "b")


def test_commands_that_do_not_fit_the_phase_are_over(client: Browser) -> None:
    """409 `over`: a next round or a rematch during a round, an action between rounds, anything after the end."""
    state = new_match(client)
    refused(post(client, state, "next-round"), 409, "over")
    refused(post(client, state, "rematch"), 409, "over")
    refused(client.get(f"/api/matches/{state['id']}/record"), 409, "over")
    state = play_round(client, state)
    assert refused(post(client, state, "act", action="+K"), 409, "over")["reason"] == "ROUND_OVER"
    refused(post(client, state, "rematch"), 409, "over")
    state = post(client, state, "resign").json()
    for verb, extra in (("act", {"action": "+K"}), ("next-round", {}), ("resign", {})):
        answer = post(client, state, verb, **extra)
        refused(answer, 409, "over")
        assert answer.json()["state"] == show(client, state, "a")


def test_nothing_follows_a_match_that_was_played_to_its_end(client: Browser) -> None:
    """409 `over` for actions, rounds and resignations after the last seal."""
    state = play_match(client, new_match(client, ruleset=MINI.name, seals=1))
    for verb, extra in (("act", {"action": "+K"}), ("next-round", {}), ("resign", {})):
        refused(post(client, state, verb, **extra), 409, "over")


@pytest.mark.parametrize("verb", ["act", "next-round", "resign", "rematch", "record", ""])
def test_another_guest_s_match_is_not_there(client: Browser, stranger: Browser, verb: str) -> None:
    """404 for guests without a seat, with and without a cookie, the same as for a match that does not exist."""
    state = new_match(client)
    told = []
    for guest in ("without a cookie", "with one"):
        if guest == "with one":
            new_match(stranger)
        for match_id in (state["id"], "nosuchmatch1"):
            address = f"/api/matches/{match_id}" + (f"/{verb}" if verb else "")
            body = command(state, **({"action": "+K"} if verb == "act" else {}))
            asked = stranger.get(address) if verb in ("", "record") else stranger.post(address, json=body)
            refused(asked, 404, "not_found")
            told.append(asked.content)
    assert len(set(told)) == 1
    assert show(client, state, "a") == state


@pytest.mark.parametrize("verb", ["act", "next-round", "resign", "rematch"])
def test_the_other_seat_is_not_yours(client: Browser, verb: str) -> None:
    """403 for a command in the computer's name, and for a look from its seat."""
    state = new_match(client, opponent="greedy-1")
    extra = {"action": "+K"} if verb == "act" else {}
    refused(post(client, state, verb, seat="b", **extra), 403, "not_yours")
    refused(client.get(f"/api/matches/{state['id']}?seat=b"), 403, "not_yours")
    refused(client.get(f"/api/matches/{state['id']}?seat=*"), 403, "not_yours")
    refused(client.get(f"/api/matches/{state['id']}?seat="), 403, "not_yours")


@pytest.mark.parametrize("kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_only_json_is_supported(client: Browser, kind: str | None) -> None:
    """415 for any other type of body: a form on another site cannot send JSON without asking first."""
    headers = {} if kind is None else {"content-type": kind}
    refused(client.post("/api/matches", content=WANTED, headers=headers), 415, "unsupported")


def test_json_with_a_character_set_is_json(client: Browser) -> None:
    """Parameters and capitals in the type do not matter."""
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/matches", content=WANTED, headers=headers).status_code == 201


@pytest.mark.parametrize("size", [4097, 100_000, 5_000_000])
def test_large_bodies_are_too_large(client: Browser, size: int) -> None:
    """413 above 4,096 bytes; what is just as large is read."""
    refused(client.post("/api/matches", content=WANTED.ljust(size), headers=JSON), 413, "too_large")
    assert client.post("/api/matches", content=WANTED.ljust(4096), headers=JSON).status_code == 201


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://127.0.0.1", "http://[::1", "file://", ""]
)
def test_commands_from_another_site_are_refused(client: Browser, origin: str) -> None:
    """403 for a foreign Origin, malformed ones included; the page's own origin is served."""
    state = new_match(client)
    address = f"/api/matches/{state['id']}/resign"
    refused(client.post(address, json=command(state), headers={"origin": origin}), 403, "not_yours")
    assert show(client, state, "a") == state
    assert client.post(address, json=command(state), headers={"origin": BASE}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1:8337", "[::1", "", "[", "a b"])
def test_other_hosts_are_refused(client: Browser, host: str) -> None:
    """403 for a Host that is not this machine's, so that no page can point its own name at it."""
    refused(client.get("/api/about", headers={"host": host}), 403, "not_yours")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:1", "127.0.0.1:8337"])
def test_this_machine_s_names_are_served_at_any_port(client: Browser, host: str) -> None:
    """The port in the Host does not matter: a tunnel may have another."""
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("GET", "/api/"),
        ("GET", "/api/nowhere"),
        ("GET", "/api/matches/"),
        ("GET", "/api/matches/x/y/z"),
        ("GET", "/api/matches/%00"),
        ("GET", "/api/matches/%ff%fe"),
        ("GET", "/api/matches/..%2f..%2fetc"),
        ("GET", "/api/matches/" + "x" * 5000),
        ("POST", "/api/about"),
        ("DELETE", "/api/matches"),
        ("PUT", "/api/matches/x"),
        ("PATCH", "/api/matches/x/act"),
        ("GET", "/api/matches/x/act"),
        ("OPTIONS", "/api/matches"),
        ("TRACE", "/api/about"),
        ("BREW", "/api/about"),
    ],
)
def test_nothing_is_at_other_addresses_and_methods(client: Browser, method: str, address: str) -> None:
    """404 in JSON for what docs/design/http.md does not name."""
    refused(client.request(method, address), 404, "not_found")


@pytest.mark.parametrize("since", ["-1", "x", "1.0", "", "12345678", "٣"])
def test_since_is_a_ply(client: Browser, since: str) -> None:
    """400 for a `since` that is no whole number."""
    state = new_match(client)
    refused(client.get(f"/api/matches/{state['id']}", params={"since": since}), 400, "bad_request")


@pytest.mark.parametrize("cookie", ["x", "a" * 43, "a" * 44, "é", "../..", "a" * 8000])
def test_a_made_up_cookie_is_nobody(client: Browser, stranger: Browser, cookie: str) -> None:
    """A token that was never given out opens nothing and breaks nothing."""
    state = new_match(client)
    headers = {"cookie": f"saudagar_guest={cookie}".encode()}
    refused(stranger.get(f"/api/matches/{state['id']}", headers=headers), 404, "not_found")
    assert stranger.get("/api/matches", headers=headers).json()["matches"] == []


def test_duplicate_fields_are_one_field(client: Browser) -> None:
    """JSON with a field twice is read as its last value everywhere, so no two readers can disagree about a command."""
    state: State = new_match(client)
    text = f'{{"seat": "b", "seat": "a", "ply": 0, "ply": {state["ply"]}, "key": "{key()}"}}'
    answer = client.post(f"/api/matches/{state['id']}/resign", content=text.encode(), headers=JSON)
    assert answer.status_code == 200
    assert answer.json()["match"]["resigned"] == "a"
