"""Rated matches: the numbers of Glicko's paper, written once with the result, shown at the end and in the list."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.browsers import Browser, Loop
from tests.server.hands import key, new_match
from tests.server.pairs import Person, invited, pair, playing
from tests.server.store_hands import begin, event, standing

from saudagar.rules import BySeat, Seat
from saudagar.server import Rooms, create_app, open_store
from saudagar.server.rating import LEAST, MOST, START, Rating, expected
from saudagar.server.store import Conflict, Store

ANNA, MEERA, TARA = (bytes([sign]) * 32 for sign in b"amt")
DAY = 86_400.0


def test_the_example_of_the_paper() -> None:
    """Glickman's own example: 1500 with a deviation of 200 beats 1400, loses to 1550 and 1700, and becomes 1464, 151.4."""
    one = Rating(1500, 200, 5)
    others = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    assert [round(expected(one, other), 3) for other in others] == [0.639, 0.432, 0.303]
    after = one.after(*zip(others, (1.0, 0.0, 0.0), strict=True), now=7.0)
    assert (round(after.rating), round(after.deviation, 1), after.matches, after.at) == (1464, 151.4, 8, 7.0)


def test_time_makes_a_rating_less_sure_until_nothing_is_known() -> None:
    """After two years without a match the deviation is that of somebody unknown; the rating stays; a newcomer never fades."""
    known = Rating(1700, LEAST, 40, at=0.0)
    assert known.faded(0).deviation == LEAST
    assert LEAST < known.faded(30 * DAY).deviation < known.faded(365 * DAY).deviation < MOST
    assert known.faded(730 * DAY).deviation == pytest.approx(MOST)
    assert known.faded(9_999 * DAY).deviation == MOST
    assert known.faded(365 * DAY).rating == 1700
    assert Rating().faded(9_999 * DAY) == Rating()


def test_two_unknown_players_gain_and_lose_the_same() -> None:
    """The first match of two: one is as far above the start as the other is below it, and both are surer."""
    won, lost = Rating().after((Rating(), 1.0), now=1), Rating().after((Rating(), 0.0), now=1)
    assert won.rating - START == pytest.approx(START - lost.rating)
    assert won.rating > START
    assert won.deviation == lost.deviation < MOST


def ended(store: Store, **fields: Any) -> str:
    """A match that seat B has won; returns its id."""
    made = begin(store, online=True, **fields)
    store.append(made.id, event(2), standing(2, "match_over")).result(20)
    return made.id


def test_only_a_rated_match_of_two_guests_counts(address: str) -> None:
    """No rating without the wish for it, without a second guest, or against oneself."""
    store = open_store(address)
    for fields in (
        {"guests": BySeat(ANNA, MEERA)},
        {"guests": BySeat(ANNA, None), "rated": True},
        {"guests": BySeat(ANNA, ANNA), "rated": True},
    ):
        assert store.rated(ended(store, **fields)) is None
    assert store.rating(ANNA) is None
    told = store.rated(ended(store, guests=BySeat(ANNA, MEERA), rated=True))
    assert told is not None
    assert told.before == BySeat(START, START)
    assert told.after.b > START > told.after.a
    assert told.matches == BySeat(1, 1)
    assert store.rating(MEERA) == Rating(told.after.b, told.deviation.b, 1, standing(2).updated)
    store.close()


def test_a_result_is_rated_once_whoever_writes_it(address: str) -> None:
    """CON-9: two stores end each match at once; of two writers one is refused, and every guest's ratings form one chain."""
    stores = [open_store(address)]
    stores.append(open_store(address) if stores[0].shared else stores[0])
    pairs = [BySeat(ANNA, MEERA), BySeat(MEERA, TARA), BySeat(TARA, ANNA)] * 4
    matches = [begin(stores[0], online=True, guests=guests, rated=True).id for guests in pairs]
    refused = list[str]()

    def end(store: Store, seat: Seat) -> None:
        for match_id in matches if seat is Seat.A else reversed(matches):
            try:
                store.append(match_id, event(2, f"end-{seat}-0", seat), standing(2, "match_over")).result(20)
            except Conflict:
                refused.append(match_id)

    threads = [threading.Thread(target=end, args=(store, seat)) for store, seat in zip(stores, Seat, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(refused) == sorted(matches)
    steps: dict[bytes, list[tuple[int, float, float]]] = {ANNA: [], MEERA: [], TARA: []}
    for match_id, guests in zip(matches, pairs, strict=True):
        told = stores[0].rated(match_id)
        assert told is not None
        for seat in Seat:
            steps[guests[seat]].append((told.matches[seat], told.before[seat], told.after[seat]))
    for guest, made in steps.items():
        made.sort()
        assert [number for number, _, _ in made] == list(range(1, 9))
        assert made[0][1] == START
        assert all(one[2] == two[1] for one, two in itertools.pairwise(made))
        now = stores[0].rating(guest)
        assert now is not None
        assert (now.matches, now.rating) == (8, made[-1][2])
    for store in stores[: 1 + stores[0].shared]:
        store.close()


# ---------------------------------------------------------------------------------------------------- over the routes

RATED = {"rated": True, "first": None}


@pytest.fixture
def people(tmp_path: Path) -> Iterator[tuple[Browser, Browser, Store]]:
    """Two browsers at a server with a store in a file."""
    loop, store = Loop(), open_store(f"sqlite:///{tmp_path / 'matches.db'}")
    rooms = Rooms(store)
    browsers = [Browser(create_app(rooms), loop) for _ in range(2)]
    yield browsers[0], browsers[1], store

    async def close() -> None:
        rooms.close()

    loop.run(close())
    for browser in browsers:
        browser.close()
    loop.close()
    store.close()


def test_a_rated_match_tells_both_what_it_changed(people: tuple[Browser, Browser, Store]) -> None:
    """At the end, the same to both, on every later look too; then in the list, in the next invitation and a rematch."""
    a, b, store = people
    both = playing(a, b, **RATED)
    assert [person.look()["rated"] for person in both] == [True, True]
    assert both[0].look()["ratings"] is None
    assert both[1].send("resign").json()["ratings"]["a"]["after"] > START
    told = both[0].look()["ratings"]
    assert told == both[1].look()["ratings"]
    assert {seat: (told[seat]["before"], told[seat]["matches"]) for seat in "ab"} == {"a": (1500, 1), "b": (1500, 1)}
    assert told["a"]["after"] - 1500 == 1500 - told["b"]["after"]
    listed = a.get("/api/matches").json()
    assert listed["rating"] == {"rating": told["a"]["after"], "deviation": told["a"]["deviation"], "matches": 1}
    assert listed["matches"][0]["rated"] is True
    token = invited(a, **RATED)[1]
    look = b.post("/api/invitations", json={"token": token}).json()
    assert (look["rated"], look["rating"]["rating"]) == (True, told["a"]["after"])
    assert both[0].send("rematch").status_code == 200
    assert both[1].send("rematch").json()["rated"] is True
    stored = store.rated(both[0].id)
    assert stored is not None
    assert round(stored.after.a) == told["a"]["after"]


def test_a_match_that_is_called_off_is_not_rated(people: tuple[Browser, Browser, Store]) -> None:
    """Nobody gains anything by a match that was never played."""
    a, b, store = people
    both = playing(a, b, **RATED)
    assert both[0].send("abort").json()["phase"] == "aborted"
    assert store.rated(both[0].id) is None
    assert a.get("/api/matches").json()["rating"] is None


@pytest.mark.parametrize(
    "fields",
    [
        {"opponent": None},
        {"opponent": "champion-1:novice"},
        {"opponent": "friend", "ruleset": "mini"},
        {"opponent": "friend", "first": "a"},
    ],
)
def test_what_cannot_be_rated_is_refused(people: tuple[Browser, Browser, Store], fields: dict[str, Any]) -> None:
    """Ratings are of the standard game between two people, and nobody chooses who begins."""
    body = {"names": {"a": "Anna", "b": ""}, "rated": True, **fields}
    assert people[0].post("/api/matches", json=body).status_code == 400


def test_no_help_in_a_rated_match(people: tuple[Browser, Browser, Store]) -> None:
    """No hint, and no move back, for either seat."""
    a, b, _ = people
    both: tuple[Person, Person] = playing(a, b, **RATED)
    for person in both:
        for verb in ("hint", "takeback"):
            assert person.send(verb).status_code in (403, 409)


# ------------------------------------------------------------------------------------- a match that is asked for again

LONG_KEY = "k" * 21 + "-1"


def test_a_wish_for_a_match_sent_again_opens_no_other(people: tuple[Browser, Browser, Store]) -> None:
    """CON-2: with its key, at once or later, the same match is answered; another key or another guest opens another."""
    a, b, store = people
    new_match(a), new_match(b)
    for fields in ({"opponent": None}, {"opponent": "champion-1:novice"}, {"opponent": "friend"}):
        body = {"names": {"a": "Anna", "b": "Meera"}, "key": key(), **fields}
        told = [*a.together([("/api/matches", body)] * 3), a.post("/api/matches", json=body)]
        assert [each.status_code for each in told] == [201] * 4
        assert len({each.json()["id"] for each in told}) == 1
        assert a.post("/api/matches", json={**body, "key": key()}).json()["id"] != told[0].json()["id"]
        assert b.post("/api/matches", json=body).json()["id"] != told[0].json()["id"]
    assert len(store.match_ids()) == 2 + 3 * 3


def test_an_invitation_asked_for_again_still_opens_the_match(people: tuple[Browser, Browser, Store]) -> None:
    """Its link is told anew, because the first answer may be lost; whoever follows it joins the one match there is."""
    a, b, _ = people
    body = {"names": {"a": "Anna", "b": ""}, "opponent": "friend", "key": LONG_KEY}
    first, again = (a.post("/api/matches", json=body).json() for _ in range(2))
    assert first["id"] == again["id"]
    answer = b.post("/api/invitations/join", json={"token": again["invitation"], "name": "M"})
    assert (answer.status_code, answer.json()["id"]) == (201, first["id"])
    assert a.post("/api/matches", json=body).json()["phase"] == "dealing"


def test_who_never_got_a_cookie_gets_it_with_the_second_answer(people: tuple[Browser, Browser, Store]) -> None:
    """The answer is lost with its cookie: the same wish brings the same match and the same guest; a short key may not."""
    a, b, store = people
    body = {"names": {"a": "Anna", "b": "Meera"}, "key": LONG_KEY}
    first = a.post("/api/matches", json=body)
    cookie = a.http.cookies["saudagar_guest"]
    a.http.cookies.clear()
    again = a.post("/api/matches", json=body)
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert a.http.cookies["saudagar_guest"] == cookie
    assert a.post("/api/matches", json=body).json()["id"] == first.json()["id"]
    new_match(b)
    assert b.post("/api/matches", json=body).json()["id"] != first.json()["id"]  # somebody else, by chance the same key
    a.http.cookies.clear()
    short = a.post("/api/matches", json={**body, "key": "key-000001"})
    assert (short.status_code, short.json()["error"]["code"]) == (400, "bad_request")
    assert len(store.match_ids()) == 3


def test_a_wish_of_yesterday_is_a_new_one(tmp_path: Path) -> None:
    """After a day the key is forgotten, and what it kept."""
    now, loop, store = [1_800_000_000.0], Loop(), open_store(f"sqlite:///{tmp_path / 'matches.db'}")
    browser = Browser(create_app(Rooms(store, clock=lambda: now[0])), loop)
    body = {"names": {"a": "Anna", "b": "Meera"}, "key": LONG_KEY}
    first = browser.post("/api/matches", json=body).json()["id"]
    now[0] += DAY - 1
    assert browser.post("/api/matches", json=body).json()["id"] == first
    now[0] += 2
    assert browser.post("/api/matches", json=body).json()["id"] != first
    browser.close()
    loop.close()
    store.close()


def test_both_ends_at_once_are_rated_once(people: tuple[Browser, Browser, Store]) -> None:
    """CON-9: both resign in the same moment, each twice: one result, one change of two ratings."""
    a, b, store = people
    for number in range(1, 4):
        both = pair(a, b, **RATED)
        for person in both:
            person.commit(person.look())
        for person in both:
            person.open(person.look())
        ply = both[0].look()["ply"]
        futures = [
            person.browser.later(
                "POST",
                f"{person.address}/resign",
                json={"seat": person.seat, "ply": ply, "key": f"resign-{person.seat}-{number}"},
            )
            for person in both * 2
        ]
        assert sorted(future.result(30).status_code for future in futures) == [200, 200, 409, 409]
        told = store.rated(both[0].id)
        assert told is not None
        assert told.matches == BySeat(number, number)
