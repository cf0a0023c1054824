"""Taking back by consent: of the last move, if it turned nothing up, before it is answered, in matches that are not rated."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.browsers import Browser, Loop
from tests.server.hands import key
from tests.server.pairs import Person, act, play_match, playing

from saudagar import Record
from saudagar.cli.verify import judge
from saudagar.server import Rooms, create_app, open_store

People = tuple[Person, Person]


@pytest.fixture
def servers(address: str) -> Iterator[tuple[list[Browser], list[Rooms]]]:
    """Three guests at one server, the second one at another of the same store where it may have two."""
    loop, stores = Loop(), [open_store(address)]
    if stores[0].shared:
        stores.append(open_store(address))
    rooms = [Rooms(store) for store in stores]
    apps = [create_app(each) for each in rooms]
    opened = [Browser(app, loop) for app in (apps[0], apps[-1], apps[0])]
    yield opened, rooms

    async def close() -> None:
        for each in rooms:
            each.close()

    loop.run(close())
    for browser in opened:
        browser.close()
    loop.close()
    for store in stores:
        store.close()


@pytest.fixture
def browsers(servers: tuple[list[Browser], list[Rooms]]) -> list[Browser]:
    """The guests alone."""
    return servers[0]


def quiet(state: dict[str, Any]) -> str | None:
    """An action that turns nothing up: an exchange, or a sale of two."""
    legal: list[str] = state["view"]["legal"]
    return next((each for each in legal if re.fullmatch(r"\+\w+-\w+|-(\w)\1", each)), None)


def moved_quietly(browsers: list[Browser], **fields: Any) -> tuple[People, Person, Person, dict[str, Any]]:
    """Play until somebody can act quietly, and let them; returns who did, the other, and the State before."""
    people = playing(*browsers[:2], **fields)
    for _ in range(60):
        turn = people[0].look()["view"]["turn"]
        mover = people["ab".index(turn)]
        before = mover.look()
        if action := quiet(before):
            assert mover.send("act", action=action).status_code == 200
            return people, mover, people["ba".index(turn)], before
        act(people)
    raise AssertionError("nobody could exchange")


def command(person: Person, ply: int) -> dict[str, Any]:
    return {"seat": person.seat, "ply": ply, "key": key()}


def refused(answer: Any, code: str) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, code), answer.text
    assert answer.json()["state"]["ply"]


def test_asked_and_agreed_the_table_is_as_it_was(servers: tuple[list[Browser], list[Rooms]]) -> None:
    """The asker's view is what it was; log and State say it to all; sent again nothing more happens; a restart keeps it."""
    browsers, rooms = servers
    people, mover, other, before = moved_quietly(browsers)
    ply = before["ply"] + 1
    token = people[0].browser.post(f"{mover.address}/watch-link", json={"seat": "a"}).json()["token"]
    assert browsers[2].post("/api/watch", json={"token": token}).status_code == 200
    ask, agree = command(mover, ply), command(other, ply)
    told = mover.browser.post(f"{mover.address}/takeback", json=ask)
    assert (told.status_code, told.json()["takeback"]) == (200, {"asked": mover.seat, "declined": False})
    step = told.json()["step"]
    assert mover.browser.post(f"{mover.address}/takeback", json=ask).json()["step"] == step
    assert mover.send("takeback").json()["step"] == step  # asked twice is asked once
    assert other.look()["takeback"]["asked"] == mover.seat
    refused(mover.send("takeback/agree"), "over")  # nobody agrees with themselves
    told = other.browser.post(f"{other.address}/takeback/agree", json=agree)
    assert told.status_code == 200, told.text
    again = other.browser.post(f"{other.address}/takeback/agree", json=agree)
    assert (again.status_code, again.json()["step"]) == (200, told.json()["step"])
    after = mover.look()
    assert after["view"] == before["view"]
    assert (after["ply"], after["takeback"]) == (ply + 1, {"asked": None, "declined": False})
    said = [{"key": "takeback.agreed", "params": {"seat": mover.seat}}]
    for state in (after, other.look(), browsers[2].get(mover.address).json()):
        assert state["log"][-1]["messages"] == said
    for each in rooms:
        each._rooms.clear()
    assert mover.look()["view"] == before["view"]
    assert mover.look()["log"] == after["log"]


def test_a_match_with_it_ends_as_any_other(browsers: list[Browser]) -> None:
    """The record tells what counted and verifies with its proofs; the replay has as many moments as it has moves."""
    people, mover, other, _ = moved_quietly(browsers, seals=1)
    mover.send("takeback")
    assert other.send("takeback/agree").status_code == 200
    act(people)
    play_match(people)
    record = Record.parse(mover.browser.get(f"{mover.address}/record").text)
    state = mover.look()
    acted = [entry for entry in state["log"] if entry["seat"] and entry["messages"][0]["key"] != "takeback.agreed"]
    assert sum(len(each.moves) for each in record.rounds) == len(acted) - 1
    assert [(each["proof"], each["problems"]) for each in judge(record)] == [(True, [])]
    (sums,) = mover.browser.get("/api/sums").json()["matches"]
    assert sum(sum(each["turns"].values()) for each in sums["rounds"]) == len(acted) - 1


def test_declined_it_stays_and_is_not_asked_again(browsers: list[Browser]) -> None:
    """The same for a move that was answered meanwhile: what was asked is void."""
    people, mover, other, _ = moved_quietly(browsers)
    mover.send("takeback")
    told = other.send("takeback/decline")
    assert (told.status_code, told.json()["takeback"]) == (200, {"asked": None, "declined": True})
    refused(mover.send("takeback"), "over")
    refused(other.send("takeback/agree"), "over")
    act(people)
    assert mover.look()["takeback"] == {"asked": None, "declined": False}
    refused(other.send("takeback/agree"), "over")


def test_what_may_not_be_asked(browsers: list[Browser]) -> None:
    """Nothing of another ply, by the other, before a move, after a card, in a rated match; nor agreed to unasked."""
    people = playing(*browsers[:2])
    for person in people:
        refused(person.send("takeback"), "over")
    act(people, "+K" if "+K" in people[0].look()["view"]["legal"] else None)
    for person in people:
        refused(person.send("takeback"), "over")
    people, mover, other, before = moved_quietly(browsers)
    refused(other.send("takeback"), "over")
    refused(other.send("takeback/agree"), "over")
    refused(mover.browser.post(f"{mover.address}/takeback", json=command(mover, before["ply"])), "stale")
    mover.send("takeback")
    refused(other.browser.post(f"{other.address}/takeback/agree", json=command(other, before["ply"])), "stale")
    act(people)
    refused(mover.send("takeback"), "over")


def test_a_rated_match_takes_nothing_back(browsers: list[Browser]) -> None:
    """A rating is won at the table."""
    _, mover, _, _ = moved_quietly(browsers, rated=True, first=None)
    refused(mover.send("takeback"), "over")


def test_of_an_answer_and_a_move_at_once_one_counts(browsers: list[Browser]) -> None:
    """In each order, at one server or at two: the move is undone or answered, never both, and asker and store agree."""
    counted = {"agreed": 0, "moved": 0}
    loop = browsers[0].loop
    for turn in range(8):
        people, mover, other, before = moved_quietly(browsers)
        mover.send("takeback")
        state = other.look()
        ply, action = state["ply"], state["view"]["legal"][0]
        # The other's own device, and one more of theirs at the first server.
        twin = Browser(browsers[0].app, loop)
        twin.http.cookies = other.browser.http.cookies
        wishes = [
            (other.browser, "takeback/agree", command(other, ply)),
            (twin, "act", {**command(other, ply), "action": action}),
            (twin, "takeback/agree", command(other, ply)),
            (other.browser, "takeback/decline", command(other, ply)),
        ]
        order = list(itertools.permutations(wishes))[turn * 3 % 24]
        sent = [(word, who.later("POST", f"{other.address}/{word}", json=body)) for who, word, body in order]
        answers = [(word, each.result(30).status_code) for word, each in sent]
        good = [word for word, status in answers if status == 200]
        assert all(status in (200, 409) for _, status in answers), answers
        twin.close()
        after = [person.look() for person in people]
        moved = bool({"act", "takeback/agree"} & set(good))
        assert after[0]["ply"] == after[1]["ply"] == ply + moved
        last = after[0]["log"][-1]["messages"][0]["key"]
        if "takeback/agree" in good:
            assert good.count("takeback/agree") == 1
            assert "act" not in good
            assert last == "takeback.agreed"
            assert mover.look()["view"] == before["view"]
            counted["agreed"] += 1
        elif "act" in good:
            assert last.startswith("event.")
            counted["moved"] += 1
    assert sum(counted.values()) >= 6


def test_a_move_that_is_undone_leaves_no_time_behind(browsers: list[Browser]) -> None:
    """However often a move is made and taken back, its increment is not gained; what it took to think is gone."""
    terms = {"kind": "match", "seconds": 60, "increment": 100}
    _, mover, other, before = moved_quietly(browsers, clock=terms)
    had = before["clock"]["left"][mover.seat]
    for _ in range(3):
        moved = mover.look()["clock"]
        assert had + 100_000 >= moved["left"][mover.seat] > had + 50_000
        mover.send("takeback")
        told = other.send("takeback/agree").json()["clock"]
        assert told["running"] == mover.seat
        assert had >= told["left"][mover.seat] > had - 50_000
        action = quiet(mover.look())
        assert action
        assert mover.send("act", action=action).status_code == 200
