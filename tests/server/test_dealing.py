"""FAIR-4 through the server: whatever goes wrong while a round is dealt, the rules of JD1 are kept and the attempt stays visible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.browsers import Loop
from tests.server.pairs import Person, act, deal, pair, play_match, play_round, playing
from tests.server.watch import Timed, timed

from saudagar.cli.verify import judge
from saudagar.notation import Record
from saudagar.server import Store


@pytest.fixture
def server(store: Store, loop: Loop) -> Iterator[Timed]:
    """A server whose time passes by hand."""
    with timed(store, loop) as opened:
        yield opened


def verified(people: tuple[Person, Person]) -> list[dict[str, object]]:
    """The findings of `saudagar verify` on the record of a match; nothing may be wrong."""
    found = judge(Record.parse(people[0].browser.get(f"{people[0].address}/record").text))
    assert [each["problems"] for each in found] == [[] for _ in found]
    return found


def gathering(state: dict[str, Any]) -> str:
    """An action of somebody who gathers one kind and sells it for bonus tokens."""
    hand = state["view"]["hands"][state["audience"]]["cards"]

    def worth(action: str) -> tuple[int, int]:
        if action[0] == "-":
            return (3 if len(action) > 3 else 0, len(action))
        return (2 if len(action) == 2 else 1, hand.count(action[1]))

    return max(state["view"]["legal"], key=worth)


def test_nothing_is_told_before_its_time(server: Timed, store: Store) -> None:
    """No commitment before both are in, no number before both are open, the secret only after the round."""
    anna, meera = people = pair(server.a, server.b, seals=1, ruleset="mini")
    secret = json.loads(store.dealings(anna.id)[0].data)["secret"]
    anna.commit(anna.look())
    told = meera.look()["dealing"]
    assert (told["phase"], told["clients"], told["waiting"]) == ("committed", ["", ""], ["b"])
    meera.commit(meera.look())
    anna.open(anna.look())
    told = meera.look()["dealing"]
    assert (told["phase"], told["nonces"], told["waiting"], told["root"]) == ("clients_committed", ["", ""], ["b"], "")
    assert "" not in told["clients"]
    meera.open(meera.look())
    told = meera.look()["dealing"]
    assert (told["phase"], told["secret"]) == ("dealt", "")
    assert "" not in (*told["nonces"], told["root"])
    while (state := act(people))["phase"] == "play":
        for person in people:
            assert secret not in json.dumps(person.look())
    assert state["dealing"]["secret"] == secret
    verified(people)


def test_steps_that_do_not_fit_change_nothing(server: Timed) -> None:
    """Another commitment, another number, zero, another attempt, the other's seat: refused, with the State."""
    anna, meera = pair(server.a, server.b)
    state = anna.look()
    assert anna.commit(state).status_code == 200
    assert anna.commit(state).status_code == 200
    other = anna.step(state, commitment="ab" * 32)
    assert (other.status_code, other.json()["error"]["code"]) == (409, "illegal_action")
    assert anna.open(state).status_code == 409
    early = anna.step({"dealing": {"round": 1, "attempt": 2}}, commitment="ab" * 32)
    assert (early.status_code, early.json()["error"]["code"]) == (409, "stale")
    meera.commit(meera.look())
    for wrong in ("00" * 32, "ab" * 32):
        assert anna.step(state, number=wrong).status_code == 409
    body = {"seat": "b", "round": 1, "attempt": 1, "number": meera.numbers[1, 1].hex()}
    assert anna.browser.post(f"{anna.address}/deal", json=body).status_code == 403
    assert anna.step(state, number="ab" * 32, commitment="ab" * 32).status_code == 400
    assert anna.step(state).status_code == 400
    for person in (anna, meera):
        assert person.open(person.look()).status_code == 200
    assert anna.look()["phase"] == "play"


def test_who_does_not_commit_in_time_has_the_number_zero(server: Timed) -> None:
    """After the two minutes the round is dealt without the seat, which the record names; nobody waits for nobody."""
    anna, meera = people = pair(server.a, server.b, seals=1, ruleset="mini")
    server.pass_by(10_000)
    assert anna.look()["dealing"]["phase"] == "committed"
    assert anna.look()["dealing"]["left"] is None
    anna.commit(anna.look())
    anna_waits = anna.look()["dealing"]
    assert anna_waits["left"] == 120_000
    server.pass_by(119)
    assert (anna.look()["dealing"]["phase"], anna.look()["dealing"]["left"]) == ("committed", 1_000)
    server.pass_by(2)
    told = anna.look()["dealing"]
    assert (told["phase"], told["absent"], told["waiting"]) == ("clients_committed", "b", ["a"])
    assert meera.commit(meera.look()).status_code == 409
    assert anna.open(anna.look()).json()["phase"] == "play"
    play_match(people)
    assert [each["absent"] for each in verified(people)] == [["b"]]


def test_who_does_not_open_makes_the_attempt_void_and_the_other_chooses(server: Timed) -> None:
    """Another attempt at first; the win only when it happens again in that round, and in no first round."""
    anna, meera = people = pair(server.a, server.b, seals=3, ruleset="mini")

    def unopened() -> None:
        for person in people:
            person.commit(person.look())
        anna.open(anna.look())
        server.pass_by(121)

    unopened()
    state = anna.look()
    assert (state["voids"], state["dealing"]["void"], state["dealing"]["chooser"]) == (1, "not_opened", "a")
    assert state["dealing"]["may_win"] is False
    assert meera.step(state, choose="again").status_code == 409
    assert anna.step(state, choose="win").status_code == 409
    assert anna.step(state, choose="again").json()["dealing"]["attempt"] == 2
    unopened()
    assert anna.step(anna.look(), choose="win").status_code == 409
    server.pass_by(121)
    assert anna.look()["dealing"]["attempt"] == 3
    deal(people)
    play_round(people)
    assert [each["void"] for each in verified(people)] == [["not_opened", "not_opened"]]
    anna.send("next-round")
    for attempt in (1, 2):
        unopened()
        state = anna.look()
        assert (state["dealing"]["attempt"], state["dealing"]["may_win"]) == (attempt, attempt == 2)
        if attempt == 1:
            anna.step(state, choose="again")
    state = anna.step(anna.look(), choose="win").json()
    assert (state["phase"], state["ended"], state["match"]["winner"]) == ("match_over", "not_opened", "a")


def test_a_browser_that_lost_its_number_may_begin_anew_three_times(server: Timed) -> None:
    """The attempt is void, withdrawn; a fourth time it is refused; nothing can be withdrawn that was not given."""
    anna, meera = people = pair(server.a, server.b)
    assert anna.step(anna.look(), withdraw=True).status_code == 409
    for attempt in range(1, 4):
        for person in people:
            person.commit(person.look())
        state = anna.step(anna.look(), withdraw=True).json()
        assert (state["dealing"]["attempt"], state["voids"]) == (attempt + 1, attempt)
    meera.commit(meera.look())
    anna.commit(anna.look())
    assert anna.step(anna.look(), withdraw=True).status_code == 409
    assert meera.step(meera.look(), withdraw=True).json()["dealing"]["attempt"] == 5


def test_where_nobody_opens_attempts_end_after_ten(server: Timed) -> None:
    """Neither opens, ten times over: each attempt is void and another begins, and then the match is called off."""
    people = pair(server.a, server.b)
    for attempt in range(1, 11):
        assert people[0].look()["dealing"]["attempt"] == attempt
        for person in people:
            person.commit(person.look())
        server.pass_by(121)
    state = people[0].look()
    assert (state["phase"], state["ended"], state["voids"]) == ("aborted", "aborted", 10)


@pytest.mark.parametrize("step", range(5))
def test_a_server_that_stops_while_dealing_goes_on_with_its_secret(store: Store, loop: Loop, step: int) -> None:
    """After every step of the handshake another server takes the store over: same commitment, same deal, no void."""
    with timed(store, loop) as first:
        anna, meera = pair(first.a, first.b, seals=1, ruleset="mini")
        before = anna.look()["dealing"]
        steps = [lambda p=p, do=do: getattr(p, do)(p.look()) for do in ("commit", "open") for p in (anna, meera)]
        for each in steps[:step]:
            each()
        with timed(store, loop) as second:
            anna.browser, meera.browser = second.a, second.b
            second.a.http.cookies, second.b.http.cookies = first.a.http.cookies, first.b.http.cookies
            for each in steps[step:]:
                assert each().status_code == 200
            state = anna.look()
            assert (state["phase"], state["voids"], state["dealing"]["server"]) == ("play", 0, before["server"])
            play_match((anna, meera))
            verified((anna, meera))


def test_a_lost_secret_makes_a_void_attempt_that_stays(store: Store, loop: Loop) -> None:
    """When the server cannot read its secret any more, it says so in the record and deals anew."""
    with timed(store, loop) as first:
        anna, meera = people = pair(first.a, first.b, seals=1, ruleset="mini")
        anna.commit(anna.look())
        told = json.loads(store.dealings(anna.id)[0].data)
        store._db.execute("UPDATE dealing SET data = ?", (json.dumps({**told, "secret": ""}),))
        with timed(store, loop) as second:
            anna.browser, meera.browser = second.a, second.b
            second.a.http.cookies, second.b.http.cookies = first.a.http.cookies, first.b.http.cookies
            assert anna.look()["dealing"]["void"] == "secret_lost"
            second.pass_by(1)
            assert (anna.look()["dealing"]["attempt"], anna.look()["voids"]) == (2, 1)
            deal(people)
            play_match(people)
            assert verified(people)[0]["void"] == ["secret_lost"]


def test_the_secret_is_stored_before_its_commitment_is_told(server: Timed, store: Store) -> None:
    """Whatever commitment a seat sees, the store can open it."""
    people = pair(server.a, server.b)
    for _ in range(2):
        told = people[0].look()["dealing"]
        stored = json.loads(store.dealings(people[0].id)[-1].data)
        assert (stored["server"], len(stored["secret"])) == (told["server"], 64)
        people[0].commit(people[0].look())
        people[0].step(people[0].look(), withdraw=True)


def test_in_days_the_deal_waits_a_day(server: Timed) -> None:
    """Where a clock counts days, nobody is absent before one has gone by."""
    anna, _ = pair(server.a, server.b, clock={"kind": "turn", "days": 3})
    anna.commit(anna.look())
    server.pass_by(86_000)
    assert anna.look()["dealing"]["phase"] == "committed"
    server.pass_by(401)
    assert anna.look()["dealing"]["absent"] == "b"


def test_each_thing_that_a_seat_may_know_is_proved_at_once(server: Timed) -> None:
    """At every ply the proofs lead to the published root, name just what was shown, and only grow; none is of another's hand."""
    from saudagar.dealers.jd1 import Leaf

    people = playing(server.a, server.b, first="a")
    seen: dict[str, list[dict[str, object]]] = {"a": [], "b": []}
    state = people[0].look()
    while state["phase"] == "play":
        for person in people:
            told = person.browser.get(f"{person.address}/proofs", params={"seat": person.seat}).json()
            assert told["things"][: len(seen[person.seat])] == seen[person.seat]
            seen[person.seat] = told["things"]
            for thing in told["things"]:
                leaf = Leaf.from_dict({name: value for name, value in thing.items() if name != "ply"})
                assert leaf.root.hex() == told["root"] == state["dealing"]["root"]
            skipped = person.browser.get(f"{person.address}/proofs", params={"seat": person.seat, "skip": 3}).json()
            assert skipped["things"] == told["things"][3:]
        turn = people["ab".index(state["view"]["turn"])].look()
        state = act(people, gathering(turn))
    places = {seat: {thing["place"] for thing in things} for seat, things in seen.items()}
    assert places["a"] & set(range(10)) == set(range(5))
    assert places["b"] & set(range(10)) == set(range(5, 10))
    assert {place for place in places["a"] if 10 <= place < 52} == {place for place in places["b"] if 10 <= place < 52}
    drawn = [{place for place in places[seat] if place >= 52} for seat in "ab"]
    assert not drawn[0] & drawn[1]
    assert drawn[0] | drawn[1]
