"""Commands sent twice, at once, and while the computer thinks: each has one effect, and the order is one order."""

from __future__ import annotations

import pytest
from tests.server.browsers import Browser
from tests.server.hands import command, hasty, move, new_match, play_round, post, show

from saudagar.server import Rooms, Store


@pytest.mark.parametrize("verb", ["act", "resign", "next-round"])
def test_a_command_sent_five_times_has_one_effect(client: Browser, store: Store, verb: str) -> None:
    """The same body again, however often, is answered 200 with the State and does nothing more."""
    state = new_match(client)
    if verb == "next-round":
        state = play_round(client, state)
    before = len(store.events(state["id"]))
    body = command(state, **({"action": hasty(state)} if verb == "act" else {}))
    answers = [client.post(f"/api/matches/{state['id']}/{verb}", json=body) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 5, answers[-1].text
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["ply"] == state["ply"] + 1
    assert len(store.events(state["id"])) == before + 1


@pytest.mark.parametrize("verb", ["act", "resign", "next-round"])
def test_a_command_is_still_known_after_the_room_was_built_anew(client: Browser, rooms: Rooms, verb: str) -> None:
    """Keys are stored with the events: a retry after a restart does nothing twice either."""
    state = new_match(client)
    if verb == "next-round":
        state = play_round(client, state)
    body = command(state, **({"action": hasty(state)} if verb == "act" else {}))
    first = client.post(f"/api/matches/{state['id']}/{verb}", json=body)
    rooms._rooms.clear()
    again = client.post(f"/api/matches/{state['id']}/{verb}", json=body)
    assert (again.status_code, again.content) == (200, first.content)


def test_a_retry_that_comes_late_gets_the_state_of_now(client: Browser) -> None:
    """When the match has gone on since, the retry is answered with what is, and moves nothing."""
    state = new_match(client)
    body = command(state, action=hasty(state))
    address = f"/api/matches/{state['id']}/act"
    after = client.post(address, json=body).json()
    after = move(client, after)
    again = client.post(address, json=body)
    assert again.status_code == 200
    assert again.json() == show(client, state, "a")
    assert again.json()["ply"] == after["ply"]


def test_the_other_seat_may_use_the_same_key(client: Browser) -> None:
    """Keys belong to a seat: two players who happen to send one key both have their turn."""
    state = new_match(client)
    state = client.post(
        f"/api/matches/{state['id']}/act", json={**command(state, action=hasty(state)), "key": "same-key"}
    ).json()
    state = show(client, state, "b")
    answer = client.post(
        f"/api/matches/{state['id']}/act", json={**command(state, action=hasty(state)), "key": "same-key"}
    )
    assert answer.json()["ply"] == state["ply"] + 1


def test_of_commands_sent_at_once_exactly_one_wins(client: Browser, store: Store) -> None:
    """Legal actions sent together at every ply of a round: one is carried out, the others are stale with the State."""
    state = new_match(client)
    while state["phase"] == "play":
        state = show(client, state, state["view"]["turn"])
        address = f"/api/matches/{state['id']}/act"
        wishes = state["view"]["legal"][:8]
        answers = client.together([(address, command(state, action=wish)) for wish in wishes])
        won = [answer for answer in answers if answer.status_code == 200]
        lost = [answer.json() for answer in answers if answer.status_code == 409]
        assert len(won) == 1
        assert len(lost) == len(wishes) - 1
        after = won[0].json()
        assert after["ply"] == state["ply"] + 1
        assert {answer["error"]["code"] for answer in lost} <= {"stale"}
        assert all(answer["state"] == after for answer in lost)
        state = after
    assert [event.ply for event in store.events(state["id"])] == list(range(1, state["ply"] + 1))


def test_of_resignations_sent_at_once_one_counts(client: Browser) -> None:
    """Both seats resign in the same moment: one of them has, the other is told so."""
    state = new_match(client)
    address = f"/api/matches/{state['id']}/resign"
    answers = client.together([(address, command(state, seat=seat)) for seat in "ab" for _ in range(3)])
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
    assert show(client, state)["match"]["resigned"] in ("a", "b")


def test_rematches_asked_for_at_once_are_one_match(client: Browser) -> None:
    """Ten clicks on rematch open one."""
    state = post(client, new_match(client), "resign").json()
    address = f"/api/matches/{state['id']}/rematch"
    answers = client.together([(address, command(state, seat=seat)) for seat in "ab" * 5])
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len(client.get("/api/matches").json()["matches"]) == 2


@pytest.mark.parametrize("opponent", ["greedy-1", "champion-1:novice", "champion-1:haggler/closer"])
@pytest.mark.parametrize("first", ["a", "b"])
def test_the_computer_plays_its_turns_to_the_end(client: Browser, opponent: str, first: str) -> None:
    """Against a player of the house a round ends by itself as long as the person plays on, whoever starts."""
    state = new_match(client, opponent=opponent, first=first, seals=1)
    while state["phase"] == "play":
        if state["view"]["turn"] == "b":
            address = f"/api/matches/{state['id']}?seat=a&since={state['ply']}"
            after = client.get(address).json()
            assert after["ply"] > state["ply"]
            state = after
            continue
        answer = post(client, state, "act", action=hasty(state))
        assert answer.status_code == 200, answer.text
        state = answer.json()
    assert state["phase"] in ("match_over", "round_over")
    assert {entry["seat"] for entry in state["log"]} == {None, "a", "b"}


def test_the_computer_goes_on_after_the_room_was_built_anew(client: Browser, rooms: Rooms, store: Store) -> None:
    """A room that is rebuilt while it is the computer's turn lets it think again, and it decides the same."""
    state = new_match(client, opponent="greedy-1", first="b")
    state = client.get(f"/api/matches/{state['id']}?seat=a&since=1").json()
    store._db.execute("DELETE FROM event WHERE ply = 2")
    store._db.execute("UPDATE standing SET version = 1")
    rooms._rooms.clear()
    again = client.get(f"/api/matches/{state['id']}?seat=a&since=1").json()
    assert again == state
