"""Playing on from a point of a record: the same information, everything else dealt anew, and a match like any other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.analysis.matches import match
from tests.server.browsers import Browser, Loop
from tests.server.hands import command, hasty, new_match, show

from saudagar import Record
from saudagar.dealers import rng
from saudagar.notation.record import RoundRecord
from saudagar.rules import BonusDrawn, BySeat, Dealt, Refilled, Round, Seat
from saudagar.server import Rooms, Store, create_app
from saudagar.server.onward import dealt_anew

RECORD = match(1)


def wish(record: Record = RECORD, **fields: Any) -> dict[str, Any]:
    """A wish to go on, by default for seat a before its tenth action or so."""
    told = {"record": str(record), "round": 1, "ply": 12, "seat": "a", "opponent": "random-1", "name": "Robin"}
    return {**told, **fields}


def at(rnd: RoundRecord, ply: int) -> Round:
    """The round as it stood after so many actions."""
    position = Round.start(RECORD.ruleset, rnd.first, Dealt(rnd.market, BySeat(*(hand.cards for hand in rnd.deal))))
    for move in rnd.moves[:ply]:
        position = position.play(move.action)
        if position.owed and isinstance(move.chance, BonusDrawn | Refilled):
            position = position.resolve(move.chance)
    return position


@pytest.mark.parametrize("seat", list(Seat))
def test_what_is_dealt_anew_looks_the_same_to_the_seat_at_every_point(seat: Seat) -> None:
    """Replayed by the rules, the new deal and its bonus tokens lead to the view that the seat had, word for word."""
    changed = drawn = 0
    for number, rnd in enumerate(RECORD.rounds):
        dealt = Dealt(rnd.market, BySeat(*(hand.cards for hand in rnd.deal)))
        start = Round.start(RECORD.ruleset, rnd.first, dealt)
        for ply in range(len(rnd.moves)):
            anew, moves = dealt_anew(start, dealt, rnd.moves[:ply], seat, rng(number * 100 + ply))
            again = at(
                replace(
                    rnd,
                    deal=BySeat(*(replace(h, cards=c) for h, c in zip(rnd.deal, anew.hands, strict=True))),
                    moves=tuple(moves),
                ),
                ply,
            )
            assert str(again.seen_by(seat)) == str(at(rnd, ply).seen_by(seat))
            changed += anew.hands != dealt.hands
            drawn += [move.chance for move in moves] != [move.chance for move in rnd.moves[:ply]]
    assert changed > 10
    assert drawn > 0


def test_a_match_goes_on_from_there_to_its_end(client: Browser) -> None:
    """The table shows what the seat saw then; the log tells how it came about; the computer plays; the round ends."""
    answer = client.post("/api/play-on", json=wish())
    assert answer.status_code == 201, answer.text
    state = answer.json()
    position = str(at(RECORD.rounds[0], 12).seen_by(Seat.A))
    assert state["view"]["position"] == position
    assert [entry["seat"] for entry in state["log"][1:13]] == [move.seat.value for move in RECORD.rounds[0].moves[:12]]
    assert (state["mine"], state["seats"]["b"], state["match"]["seals_to_win"]) == (
        ["a"],
        {"name": "Robin", "player": "random-1"},
        1,
    )
    for _ in range(200):
        if state["phase"] == "match_over":
            break
        since = {"since": state["step"]} if state["view"]["turn"] != "a" else {}
        state = client.get(f"/api/matches/{state['id']}", params={"seat": "a", **since}).json()
        if state["view"]["turn"] == "a":
            act = client.post(f"/api/matches/{state['id']}/act", json=command(state, action=hasty(state)))
            assert act.status_code == 200, act.text
            state = act.json()
    assert state["phase"] == "match_over"
    assert client.post(f"/api/matches/{state['id']}/review", json={"depth": "quick"}).status_code == 202


def test_it_is_the_same_after_a_restart(store: Store, loop: Loop) -> None:
    """What was told and what the seed deals are told apart again when the match is read from the store."""
    first = Browser(create_app(Rooms(store)), loop)
    state = first.post(
        "/api/play-on", json=wish(ply=13, seat="b" if RECORD.rounds[0].moves[13].seat is Seat.B else "a")
    ).json()
    seat = state["mine"][0]
    state = first.post(f"/api/matches/{state['id']}/act", json=command(state, action=hasty(state))).json()
    while state["view"]["turn"] not in (seat, None):
        state = first.get(f"/api/matches/{state['id']}", params={"seat": seat, "since": state["step"]}).json()
    later = Browser(create_app(Rooms(store)), loop)
    later.http.cookies = first.http.cookies
    again = show(later, state, seat)
    assert again == state
    end = later.post(f"/api/matches/{state['id']}/act", json=command(again, action=hasty(again)))
    assert end.status_code == 200, end.text
    first.close()
    later.close()


def test_the_unseen_cards_are_not_those_of_the_record() -> None:
    """Of forty deals of the other hand there are many different ones."""
    rnd = RECORD.rounds[0]
    dealt = Dealt(rnd.market, BySeat(*(hand.cards for hand in rnd.deal)))
    start = Round.start(RECORD.ruleset, rnd.first, dealt)
    hands = {str(dealt_anew(start, dealt, rnd.moves[:12], Seat.A, rng(number))[0].hands.b) for number in range(40)}
    assert len(hands) > 5


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"record": "no record"}, 400, "bad_record"),
        ({"round": 9}, 400, "bad_record"),
        ({"ply": len(RECORD.rounds[0].moves)}, 400, "bad_record"),
        ({"opponent": "nobody-1"}, 400, "bad_request"),
        ({"seat": "c"}, 400, "bad_request"),
        ({"name": "x" * 41}, 400, "bad_request"),
    ],
)
def test_what_cannot_go_on_is_refused(client: Browser, fields: dict[str, Any], status: int, code: str) -> None:
    """With the reason, before anything is written."""
    answer = client.post("/api/play-on", json=wish(**fields))
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert client.get("/api/matches").json()["matches"] == []


def test_a_round_that_is_still_played_is_no_place_to_go_on_from(client: Browser) -> None:
    """Whoever could go on from a live round would see what comes of it."""
    cut = replace(
        RECORD,
        rounds=(replace(RECORD.rounds[0], moves=RECORD.rounds[0].moves[:12], ending=None, herds=None, points=None),),
        winner=None,
        seals=BySeat(0, 0),
    )
    answer = client.post("/api/play-on", json=wish(cut, ply=5))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_record"), answer.text


def test_the_figures_of_a_match_say_that_it_goes_on(client: Browser) -> None:
    """Its first actions, perhaps its best sale, are those of the record: whoever adds matches up has to know."""
    state = client.post("/api/play-on", json=wish()).json()
    assert client.post(f"/api/matches/{state['id']}/resign", json=command(state)).status_code == 200
    plain = new_match(client)
    assert client.post(f"/api/matches/{plain['id']}/resign", json=command(plain)).status_code == 200
    told = {each["id"]: each["onward"] for each in client.get("/api/sums").json()["matches"]}
    assert told == {state["id"]: True, plain["id"]: False}
