"""Matches handed in from a device: checked by replay, taken once, and there like any other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.browsers import Browser
from tests.server.hands import new_match, play_round, post, show
from tests.table.matches import seed

from saudagar import Record
from saudagar.dealers import FairDealer
from saudagar.kernel import SplitMix
from saudagar.players import Limit, player
from saudagar.rules import BySeat, Match, Seat
from saudagar.server import Store
from saudagar.server.entries import rebuild
from saudagar.table import Phase, Table


def played(number: int = 1, resign: int = 0, seals: int = 2) -> Table:
    """Play a match as a device would: dealt by nobody that this server knows."""
    table = Table(Match(seals_to_win=seals), dealer=FairDealer(seed(1000 + number)), names=BySeat("Anna", "Lookout"))
    rng, greedy = SplitMix(number), player("greedy")
    while table.phase is not Phase.MATCH_OVER:
        if resign and table.ply >= resign:
            table.resign(Seat.A)
        elif (acting := table.to_act) is None:
            table.next_round(Seat.A)
        else:
            table.act(acting, greedy.choose(table.view(acting), Limit(), rng).action)
    return table


def body(table: Table, **more: Any) -> dict[str, Any]:
    return {"key": "device-0001", "record": str(table.record()), "players": {"a": None, "b": "lookout-1"}, **more}


@pytest.mark.parametrize("resign", [0, 5, 40])
def test_a_match_is_taken_and_told_as_it_was(client: Browser, resign: int) -> None:
    """The State is that of the finished match, and the record that comes back is the one that was sent."""
    table = played(resign=resign)
    answer = client.post("/api/matches/import", json=body(table))
    assert answer.status_code == 201, answer.text
    state = answer.json()
    assert (state["phase"], state["mine"], state["match"]["winner"]) == ("match_over", ["a"], table.match.winner.value)
    assert state["seats"]["b"] == {"name": "Lookout", "player": "lookout-1"}
    assert state["ply"] == table.ply
    if table.match.rounds:
        sent = client.get(f"/api/matches/{state['id']}/record").text
        assert Record.parse(sent).rounds == table.record(finished_only=True).rounds
    listed = client.get("/api/matches").json()["matches"]
    assert [each["id"] for each in listed] == [state["id"]]


def test_sent_again_it_is_there_once(client: Browser) -> None:
    """The same key answers with the same match, whatever happened to the first answer."""
    sent = body(played())
    first, second = (client.post("/api/matches/import", json=sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert len(client.get("/api/matches").json()["matches"]) == 1


def test_what_broke_off_is_finished(client: Browser, store: Store) -> None:
    """A server that stopped between two events goes on where it was when the match is sent again."""
    new_match(client)  # a guest that the server knows already
    table = played()
    append, left = store.append, 7

    def stops(*given: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError("the machine stops")
        return append(*given)

    store.append = stops  # type: ignore[method-assign]
    assert client.post("/api/matches/import", json=body(table)).status_code == 500
    store.append = append  # type: ignore[method-assign]
    answer = client.post("/api/matches/import", json=body(table))
    assert answer.status_code == 200
    assert (answer.json()["phase"], answer.json()["ply"]) == ("match_over", table.ply)


def test_another_match_under_the_same_key_is_refused(client: Browser) -> None:
    client.post("/api/matches/import", json=body(played(1)))
    answer = client.post("/api/matches/import", json=body(played(2)))
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "other_match")


def test_two_people_on_one_device_hold_both_seats(client: Browser, stranger: Browser) -> None:
    sent = body(played(), players={"a": None, "b": None})
    state = client.post("/api/matches/import", json=sent).json()
    assert state["mine"] == ["a", "b"]
    assert stranger.get(f"/api/matches/{state['id']}").status_code == 404


def test_the_key_of_another_guest_is_another_match(client: Browser, stranger: Browser) -> None:
    sent = body(played())
    one, two = (browser.post("/api/matches/import", json=sent).json()["id"] for browser in (client, stranger))
    assert one != two


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text.replace('result = "', 'result = "x', 1), "bad_record"),
        (lambda text: text.replace('"a +', '"b +', 1), "bad_record"),
        (lambda text: text.replace("herds = [", "herds = [1", 1), "bad_record"),
        (lambda text: text[: len(text) // 2], "bad_record"),
        (lambda _: "", "bad_record"),
        (lambda _: "\ud800", "bad_request"),
    ],
)
def test_a_record_that_the_rules_refuse_is_not_taken(client: Browser, change: Any, code: str) -> None:
    sent = body(played())
    sent["record"] = change(sent["record"])
    content = json.dumps(sent)
    answer = client.post("/api/matches/import", content=content, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    assert client.get("/api/matches").json()["matches"] == []


def test_an_unfinished_match_and_one_side_s_record_are_refused(client: Browser) -> None:
    """Only what the rules can check to its end is taken."""
    table = Table(Match(seals_to_win=1), dealer=FairDealer(seed(7)))
    answer = client.post("/api/matches/import", json=body(table))
    assert answer.json()["error"]["code"] == "not_over"
    kept = {**body(played()), "record": str(played().record().seen_by(Seat.A))}
    answer = client.post("/api/matches/import", json=kept)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    "wrong",
    [{"players": {"a": "x-1", "b": "y-1"}}, {"players": {"a": None, "b": "<b>"}}, {"key": "short"}, {"more": 1}],
)
def test_requests_of_another_shape_are_refused(client: Browser, wrong: dict[str, Any]) -> None:
    answer = client.post("/api/matches/import", json=body(played(), **wrong))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


def test_it_is_rebuilt_from_the_store(client: Browser, store: Store) -> None:
    """Nothing of it lives in memory alone; a damaged event is noticed."""
    table = played()
    match_id = client.post("/api/matches/import", json=body(table)).json()["id"]
    match = store.match(match_id)
    assert match is not None
    again = rebuild(match, store.seeds(match_id)[0], store.events(match_id))
    assert str(again.record()) == str(table.record())


def test_a_rematch_needs_a_player_of_this_server(client: Browser) -> None:
    lookout = client.post("/api/matches/import", json=body(played())).json()
    answer = post(client, lookout, "rematch")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "over")
    greedy = body(played(2), key="device-0002", players={"a": None, "b": "greedy-1"})
    answer = post(client, client.post("/api/matches/import", json=greedy).json(), "rematch")
    assert answer.status_code == 201


def test_a_match_of_this_server_is_dealt_by_it(client: Browser) -> None:
    """Beside imported ones the usual matches go on as before."""
    client.post("/api/matches/import", json=body(played()))
    state = new_match(client, seals=1)
    assert play_round(client, state)["phase"] == "match_over"
    assert show(client, state)["phase"] == "match_over"
