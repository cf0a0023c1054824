"""CON-2, CON-5, CON-7, CON-9, DUR-8 and UP-1 where two browsers play: what is sent twice, broken off, raced, copied or old."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.reliability.olden import GUESTS, NEWER, numbers
from tests.server.browsers import Browser, Loop
from tests.server.hands import hasty, key, new_match
from tests.server.lines import Line
from tests.server.pairs import Person, act, deal, invited, play_match, play_round, playing

from saudagar.cli.verify import judge
from saudagar.notation import Record
from saudagar.server import Rooms, Store, create_app, open_store
from saudagar.server.store.backup import backup, inspect, restore

Figures = Callable[[str, str], None]
State = dict[str, Any]


@pytest.fixture
def loop() -> Iterator[Loop]:
    """The event loop of the servers."""
    opened = Loop()
    yield opened
    opened.close()


class Server:
    """A server over a store, with two people's browsers that keep their cookies from one server to the next."""

    def __init__(self, address: str, loop: Loop, before: Server | None = None) -> None:
        self.address, self.loop = address, loop
        self.store: Store = open_store(address)
        self.rooms = Rooms(self.store)
        self.app = create_app(self.rooms)
        self.browsers = [Browser(self.app, loop) for _ in range(2)]
        if before:
            for new, old in zip(self.browsers, before.browsers, strict=True):
                new.http.cookies = old.http.cookies

    def people(self, people: tuple[Person, Person]) -> tuple[Person, Person]:
        """The same people at this server."""
        for person, browser in zip(people, self.browsers, strict=True):
            person.browser = browser
        return people

    def close(self) -> None:
        """Stop."""

        async def close() -> None:
            self.rooms.close()

        self.loop.run(close())
        for browser in self.browsers:
            browser.close()
        self.store.close()


# ------------------------------------------------------------------------- CON-2: sent again, in any order, after a restart


@pytest.mark.parametrize("number", [1, pytest.param(range(2, 60), marks=pytest.mark.long, id="long")])
def test_con_2_everything_sent_up_to_five_times_has_one_effect(
    tmp_path: Path, loop: Loop, number: int | range, figures: Figures
) -> None:
    """Each body goes out one to five times, old ones among new ones, through restarts: the history is that of sending once."""
    sent = repeated = 0
    for seed in [number] if isinstance(number, int) else number:
        chance = random.Random(seed)
        server = Server(f"sqlite:///{tmp_path / f'{seed}.db'}", loop)
        anna, token = invited(server.browsers[0], ruleset="mini", seals=2)
        past: list[tuple[int, str, State]] = []
        done = 0

        def send(who: int, verb: str, body: State) -> Any:
            nonlocal sent, repeated
            address = verb if verb.startswith("/") else f"{anna.address}/{verb}"  # noqa: B023
            answer = server.browsers[who].post(address, json=body)  # noqa: B023
            sent += 1
            past.append((who, address, body))  # noqa: B023
            for _ in range(chance.randrange(5)):  # noqa: B023
                again = chance.choice([past[-1], chance.choice(past)])  # noqa: B023
                told = server.browsers[again[0]].post(again[1], json=again[2])  # noqa: B023
                assert told.status_code in (200, 201, 409), told.text
                repeated += 1
            return answer

        assert send(1, "/api/invitations/join", {"token": token, "name": "M"}).status_code == 201
        people = anna, Person(server.browsers[1], "b", anna.id)
        while True:
            if chance.random() < 0.05:
                server.close()
                server = Server(server.address, loop, server)
                server.people(people)
            states = [person.look() for person in people]
            state = states[0]
            if state["phase"] == "match_over":
                break
            if state["phase"] == "dealing":
                who = chance.choice(["ab".index(seat) for seat in state["dealing"]["waiting"]])
                person, dealing = people[who], state["dealing"]
                where = {"seat": person.seat, "round": dealing["round"], "attempt": dealing["attempt"]}
                if dealing["phase"] == "committed":
                    answer = person.commit(states[who])
                    past.append((who, f"{anna.address}/deal", _last(answer)))
                else:
                    answer = send(who, "deal", {**where, "number": person.numbers[where["round"], 1].hex()})
                assert answer.status_code == 200, answer.text
            elif state["phase"] == "round_over":
                who = chance.randrange(2)
                send(who, "next-round", {"seat": "ab"[who], "ply": state["ply"], "key": key()})
                assert people[0].look()["phase"] in ("dealing", "round_over")
                if people[0].look()["phase"] == "round_over":
                    people[0].send("next-round")
            else:
                who = "ab".index(state["view"]["turn"])
                body = {"seat": "ab"[who], "ply": state["ply"], "key": key(), "action": hasty(states[who])}
                assert send(who, "act", body).status_code == 200
                done += 1
        events = server.store.events(anna.id)
        assert [event.ply for event in events] == list(range(1, len(events) + 1))
        assert sum(event.kind == "act" for event in events) == done
        assert len({event.key for event in events if event.kind == "act"}) == done
        server.close()
    figures("CON-2", f"{sent} commands and {repeated} repetitions in any order, through restarts: one effect each")


def _last(answer: Any) -> State:
    return dict(json.loads(answer.request.content))


# -------------------------------------------------------------------------- CON-7: broken off at every await of a command


@pytest.mark.parametrize("store_kind", ["sqlite", "postgresql"])
def test_con_7_a_command_broken_off_anywhere_is_whole_or_absent(
    store_kind: str, tmp_path: Path, loop: Loop, request: pytest.FixtureRequest, figures: Figures
) -> None:
    """The request's task is cancelled after 0, 1, 2 … turns of the loop: the move is stored or not, and the next one works."""
    if store_kind == "postgresql":
        from tests.server.store_postgres import fresh

        address = fresh(request.getfixturevalue("postgres"))
    else:
        address = f"sqlite:///{tmp_path / 'matches.db'}"
    server = Server(address, loop)
    browser = server.browsers[0]
    state = new_match(browser)
    whole = 0
    for turns in range(40):
        if state["phase"] != "play":
            state = new_match(browser)
        body = {"seat": state["view"]["turn"], "ply": state["ply"], "key": key(), "action": hasty(state)}

        async def broken_off(turns: int = turns, body: State = body, match_id: str = state["id"]) -> None:
            task = asyncio.ensure_future(browser.http.post(f"/api/matches/{match_id}/act", json=body))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        loop.run(broken_off())
        again = browser.post(f"/api/matches/{state['id']}/act", json=body)
        assert again.status_code == 200, again.text
        events = server.store.events(state["id"])
        assert [event.key for event in events].count(body["key"]) == 1
        whole += again.json()["ply"] == state["ply"] + 1
        turn = again.json()["view"]["turn"]
        state = browser.get(f"/api/matches/{state['id']}", params={"seat": turn} if turn else {}).json()
    room = server.rooms.held(state["id"])
    assert room is not None
    assert not room._lock.locked()
    assert whole == 40
    server.close()
    figures("CON-7", f"{store_kind}: 40 commands broken off at different moments, each stored once, no lock left")


def test_con_7_a_join_broken_off_is_whole_or_absent(tmp_path: Path, loop: Loop) -> None:
    """So is taking a seat: whoever was cut off joins again by the same link and holds the seat."""
    server = Server(f"sqlite:///{tmp_path / 'matches.db'}", loop)
    for turns in range(0, 30, 3):
        _, token = invited(server.browsers[0])
        body = {"token": token, "name": "Meera"}
        if "saudagar_guest" not in server.browsers[1].http.cookies:
            new_match(server.browsers[1])

        async def broken_off(turns: int = turns, body: State = body) -> None:
            task = asyncio.ensure_future(server.browsers[1].http.post("/api/invitations/join", json=body))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        loop.run(broken_off())
        answer = server.browsers[1].post("/api/invitations/join", json=body)
        assert (answer.status_code, answer.json()["phase"]) == (201, "dealing")
    server.close()


# --------------------------------------------------------------------------------------- CON-9: a match ends exactly once


@pytest.mark.parametrize("races", [12, pytest.param(10_000, marks=pytest.mark.long)])
def test_con_9_a_match_that_both_end_at_once_ends_once(
    tmp_path: Path, loop: Loop, races: int, figures: Figures
) -> None:
    """Both resign in the same moment, each twice, now and then with a restart: one result, one winner, told the same to both."""
    server = Server(f"sqlite:///{tmp_path / 'matches.db'}", loop)
    chance, restarts = random.Random(9), 0
    for race in range(races):
        state = new_match(server.browsers[0], ruleset="mini")
        address = f"/api/matches/{state['id']}/resign"
        bodies = [{"seat": seat, "ply": state["ply"], "key": key()} for seat in "ab"] * 2
        chance.shuffle(bodies)
        codes = [each.status_code for each in server.browsers[0].together([(address, body) for body in bodies])]
        assert sorted(codes) == [200, 200, 409, 409]
        if race % 6 == 5:
            server.close()
            server = Server(server.address, loop, server)
            restarts += 1
        for body in bodies:
            assert server.browsers[0].post(address, json=body).status_code in (200, 409)
        result = server.store.result(state["id"])
        told = server.browsers[0].get(f"/api/matches/{state['id']}").json()
        assert result is not None
        assert result.winner is not None
        assert (told["match"]["winner"], told["ply"]) == (result.winner.value, state["ply"] + 1)
    rows = len(server.store._db.execute("SELECT match_id FROM result").fetchall())
    assert rows == races
    server.close()
    figures("CON-9", f"{races} matches ended by both at once, {restarts} restarts: {rows} results, one each")


# ------------------------------------------------------------------------------------------- DUR-8: backups of online play


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_dur_8_online_matches_are_restored_and_played_on(
    tmp_path: Path, loop: Loop, into: str, request: pytest.FixtureRequest, figures: Figures
) -> None:
    """Copied while waiting, while dealing and in the second round; restored elsewhere, played to the end, and proved."""
    address = f"sqlite:///{tmp_path / 'matches.db'}"
    server = Server(address, loop)
    waiting, token = invited(server.browsers[0], ruleset="mini", seals=1)
    dealing, second = invited(server.browsers[0], ruleset="mini", seals=1)
    server.browsers[1].post("/api/invitations/join", json={"token": second, "name": "Meera"})
    dealers = dealing, Person(server.browsers[1], "b", dealing.id)
    dealers[0].commit(dealers[0].look())
    people = playing(*server.browsers, ruleset="mini", seals=2, clock={"kind": "match", "seconds": 600})
    play_round(people)
    people[0].send("next-round")
    deal(people)
    kept = backup(address, tmp_path / "copy")
    assert (kept.matches, kept.damaged) == (3, [])
    if into == "postgresql":
        from tests.server.store_postgres import fresh

        target = fresh(request.getfixturevalue("postgres"))
    else:
        target = f"sqlite:///{tmp_path / 'other.db'}"
    assert restore(tmp_path / "copy", target) == kept
    other = Server(target, loop, server)
    for pair in (people, dealers):
        other.people(pair)
    waiting.browser = other.browsers[0]
    joined = other.browsers[1].post("/api/invitations/join", json={"token": token, "name": "Meera"})
    assert joined.status_code == 201
    thirds = waiting, Person(other.browsers[1], "b", waiting.id)
    deal(thirds)
    dealers[1].commit(dealers[1].look())
    for person in dealers:
        person.open(person.look())
    for pair in (people, dealers, thirds):
        if pair[0].look()["phase"] == "round_over":
            pair[0].send("next-round")
            deal(pair)
        play_match(pair)
        found = judge(Record.parse(pair[0].browser.get(f"{pair[0].address}/record").text))
        assert all(each["proof"] and not each["problems"] for each in found), found
    other.close()
    server.close()
    figures("DUR-8", f"{into}: 3 online matches (waiting, dealing, round 2) restored, played on, proved")


# ------------------------------------------------------------------------------------------------ UP-1: files of before


def test_up_1_online_matches_of_schema_3_go_on(tmp_path: Path, loop: Loop, figures: Figures) -> None:
    """A file with matches waiting, being dealt, played by the clock, over and called off: all replay, the running ones end."""
    path = tmp_path / "matches.db"
    shutil.copyfile(NEWER, path)
    server = Server(f"sqlite:///{path}", loop)
    for browser, token in zip(server.browsers, GUESTS, strict=True):
        browser.http.cookies.set("saudagar_guest", token, domain="127.0.0.1", path="/")
    listed = server.browsers[0].get("/api/matches").json()["matches"]
    assert sorted(each["phase"] for each in listed) == ["aborted", "dealing", "match_over", "play", "waiting"]
    for each in listed:
        people = Person(server.browsers[0], "a", each["id"]), Person(server.browsers[1], "b", each["id"])
        for person in people:
            person.numbers.update(numbers(person.seat))
        if each["phase"] == "dealing":
            people[1].commit(people[1].look())
            for person in people:
                assert person.open(person.look()).status_code == 200
        if each["phase"] in ("play", "dealing"):
            assert people[0].look()["clock"]["running"] in ("a", "b")
            if people[0].look()["phase"] == "round_over":
                people[0].send("next-round")
                deal(people)
            play_match(people)
        if each["phase"] not in ("waiting", "aborted"):
            found = judge(Record.parse(server.browsers[0].get(f"{people[0].address}/record").text))
            assert all(rnd["proof"] and not rnd["problems"] for rnd in found)
    server.close()
    kept = inspect(path)
    assert (kept.matches, kept.damaged) == (5, [])
    figures("UP-1", "a file of schema 3 with 5 online matches: all replay, 2 in progress played to the end and proved")


# --------------------------------------------------------------------------------- two servers over one database, live


def test_two_servers_tell_each_other_s_people_at_once(loop: Loop, postgres: str) -> None:
    """One browser is connected to each of two servers of one PostgreSQL database: steps, moves and phrases reach both taps."""
    from tests.server.store_postgres import fresh

    address = fresh(postgres)
    one = Server(address, loop)
    two = Server(address, loop, one)
    ends = []
    for server in (one, two):

        async def listen(rooms: Rooms = server.rooms) -> Callable[[], None]:
            return rooms.listen()

        ends.append(loop.run(listen()))
    anna, token = invited(one.browsers[0], ruleset="mini", seals=1)
    taps = [Line(one.browsers[0], f"{anna.address}/live?seat=a")]
    joined = two.browsers[1].post("/api/invitations/join", json={"token": token, "name": "Meera"})
    assert joined.status_code == 201
    meera = Person(two.browsers[1], "b", anna.id)
    taps.append(Line(two.browsers[1], f"{anna.address}/live?seat=b"))
    people = anna, meera
    deal(people)
    moves = 0
    while (state := act(people))["phase"] == "play":
        moves += 1
        for tap in taps:
            assert tap.state(state["step"])["ply"] == state["ply"]
    meera.say("good_game")
    taps[0].wait(lambda line: line.states[-1]["said"])
    assert moves > 0
    for person in people:
        found = judge(Record.parse(person.browser.get(f"{person.address}/record").text))
        assert all(rnd["proof"] and not rnd["problems"] for rnd in found)
    for tap in taps:
        tap.cut()

    async def stop() -> None:
        for end in ends:
            end()

    loop.run(stop())
    two.close()
    one.close()
