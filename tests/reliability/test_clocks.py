"""CLK-1 to CLK-4: time is the server's, flags fall by one rule, nothing adds or loses time, and no wall clock moves a deadline."""

from __future__ import annotations

import ast
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.browsers import Loop
from tests.server.lines import Line
from tests.server.pairs import Person, act, deal, pair, play_round, playing
from tests.server.watch import Timed, Watch, timed

import saudagar.server
from saudagar.rules import Seat
from saudagar.server import Store, open_store, pulse
from saudagar.server.clock import Clock, MatchClock, TurnClock, steady
from saudagar.server.uptime import Uptime

Figures = Callable[[str, str], None]
MINUTE = {"kind": "match", "seconds": 60, "increment": 2}


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store that keeps nothing."""
    opened = open_store("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def loop() -> Iterator[Loop]:
    """The event loop of the servers."""
    opened = Loop()
    yield opened
    opened.close()


@pytest.fixture
def server(store: Store, loop: Loop) -> Iterator[Timed]:
    """A server whose time passes by hand."""
    with timed(store, loop) as opened:
        yield opened


def left(person: Person) -> dict[str, int]:
    """The milliseconds that both seats have left."""
    return dict(person.look()["clock"]["left"])


# ------------------------------------------------------------------------------------------------ CLK-1: the server's time


def test_clk_1_no_time_of_a_client_is_read(figures: Figures) -> None:
    """No body and no header that a client sends holds a time, and the wall clock is looked at in one place."""
    folder = Path(saudagar.server.__file__).parent
    looks = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and node.attr in ("time", "time_ns")
                and isinstance(node.value, ast.Name)
            ):
                looks += [path.relative_to(folder).as_posix()] if node.value.id == "time" else []
            if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
                assert not (isinstance(node.value, ast.Name) and node.value.id in ("datetime", "date")), path
    # The desks note when a review was asked for; no clock of a match follows from it.
    allowed = {"clock.py", "desk.py", "desk_shared.py", "health.py", "metrics.py", "logs.py", "guard.py"}
    assert set(looks) <= allowed | {path for path in looks if path.startswith("load/")}, looks
    assert "clock.py" in looks
    bodies = (folder / "bodies.py").read_text(encoding="utf-8")
    assert [word for word in ("timestamp", "sent_at", "client_time", "elapsed", "lag") if word in bodies] == []
    figures("CLK-1", "no body holds a time; the wall clock is read once, at the start")


def test_clk_1_what_a_client_says_about_time_changes_nothing(server: Timed) -> None:
    """A Date header and the time that an answer takes to arrive are no matter; a field with a time is refused."""
    anna, _ = playing(server.a, server.b, clock=MINUTE)
    state = anna.look()
    body = {"seat": "a", "ply": state["ply"], "key": "key-00000001", "action": state["view"]["legal"][0]}
    refused = server.a.post(f"{anna.address}/act", json={**body, "at": 0})
    assert refused.status_code == 400
    server.watch.now += 10
    headers = {"date": "Thu, 01 Jan 1970 00:00:00 GMT", "x-time": "0"}
    assert server.a.post(f"{anna.address}/act", json=body, headers=headers).status_code == 200
    assert left(anna)["a"] == 52_000


# ------------------------------------------------------------------------------------------------- CLK-2: flag and move


def test_clk_2_a_move_with_something_left_counts(server: Timed) -> None:
    """A millisecond is enough, and brings the increment."""
    anna, meera = playing(server.a, server.b, clock=MINUTE, first="a")
    server.watch.now += 59.999
    act((anna, meera))
    told = left(anna)
    assert 2_000 <= told["a"] <= 2_002
    assert anna.look()["clock"]["running"] == "b"


@pytest.mark.parametrize("late", [0.0, 0.001, 5.0])
def test_clk_2_a_move_with_nothing_left_is_too_late(server: Timed, late: float) -> None:
    """At exactly 0.00 and later the flag falls first, even if no timer has looked; the move is not made."""
    anna, meera = playing(server.a, server.b, clock=MINUTE, first="a")
    state = anna.look()
    server.watch.now += 60 + late
    answer = anna.send("act", action=state["view"]["legal"][0])
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "over")
    told = meera.look()
    assert (told["phase"], told["ended"], told["match"]["winner"], told["match"]["resigned"]) == (
        "match_over",
        "time",
        "b",
        "a",
    )
    assert told["ply"] == state["ply"] + 1
    assert told["clock"]["left"] == {"a": 0, "b": 60_000}
    assert [each["key"] for each in told["log"][-1]["messages"]] == ["event.forfeited", "event.won"]


def test_clk_2_the_flag_falls_though_nobody_asks(loop: Loop) -> None:
    """By the server's own timer, within a second, and both taps are told."""
    store = open_store("sqlite://")
    with timed(store, loop, watch=None) as server:
        server.rooms.time = server.rooms._ground.time  # as it is
        anna, meera = playing(server.a, server.b, clock={"kind": "match", "seconds": 10}, first="a")
        tap = Line(server.b, f"{anna.address}/live?seat=b")
        assert tap.state()["phase"] == "play"
        server.watch.now += 9.99
        anna.say("hello")  # the timer is set anew, for a hundredth of a second
        server.watch.now += 0.02
        began = time.monotonic()
        told = tap.wait(lambda line: next((s for s in line.states if s["ended"] == "time"), None), 3)
        assert time.monotonic() - began < 1
        assert told["match"]["winner"] == "b"
        assert meera.look()["phase"] == "match_over"
        tap.cut()
    store.close()


def test_clk_2_the_flag_falls_in_a_match_that_nobody_looks_at(
    store: Store, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even a room is in memory: the server's pulse finds the clock in the store, and the list tells how it ended."""
    monkeypatch.setattr(pulse, "SECOND", 0.02)
    with timed(store, loop) as server:
        anna, _ = playing(server.a, server.b, clock=MINUTE, first="a")
        server.rooms.close()
        server.rooms._rooms.clear()

        async def listen() -> Callable[[], None]:
            return server.rooms.listen()

        end = loop.run(listen())
        server.watch.now += 61
        deadline = time.monotonic() + 5
        while store.result(anna.id) is None and time.monotonic() < deadline:
            time.sleep(0.02)
        result = store.result(anna.id)
        assert result is not None
        assert result.winner is Seat.B

        async def stop() -> None:
            end()

        loop.run(stop())
        assert server.a.get("/api/matches").json()["matches"][0]["phase"] == "match_over"


def test_clk_2_flags_and_moves_race_to_one_end(loop: Loop, figures: Figures) -> None:
    """Moves sent around the last moment while the timer looks too: one end, and the rule decides which."""
    chance, moved, fell = random.Random(7), 0, 0
    for _ in range(16):
        store = open_store("sqlite://")
        with timed(store, loop) as server:
            anna, _ = playing(server.a, server.b, clock={"kind": "match", "seconds": 10}, first="a", ruleset="mini")
            state = anna.look()
            spent = 10 + chance.choice([-0.002, -0.001, 0.0, 0.001])
            server.watch.now += spent
            room = server.rooms.held(anna.id)
            assert room is not None
            body = {"seat": "a", "ply": state["ply"], "key": "key-00000001", "action": state["view"]["legal"][0]}
            sent = [server.a.later("POST", f"{anna.address}/act", json=body) for _ in range(2)]
            ticks = [loop.start(room.tick()) for _ in range(2)]
            codes = {each.result(10).status_code for each in sent}
            for each in ticks:
                each.result(10)
            after = anna.look()
            assert after["ply"] == state["ply"] + 1
            assert (after["ended"] == "time") == (spent >= 10)
            assert codes == {409 if spent >= 10 else 200}
            moved, fell = moved + (spent < 10), fell + (spent >= 10)
            assert len(store.events(anna.id)) == after["ply"]
            assert (store.result(anna.id) is not None) == (spent >= 10)
        store.close()
    figures("CLK-2", f"16 races at 0.00: {moved} moves in time, {fell} flags, one end each")


# ------------------------------------------------------------------------------------- CLK-3: no time added, none lost


def test_clk_3_the_clock_stands_between_rounds_and_while_dealing(server: Timed) -> None:
    """Hours between two rounds cost nobody anything; each round goes on with what was left."""
    people = playing(server.a, server.b, clock=MINUTE, ruleset="mini", seals=3)
    server.watch.now += 7
    play_round(people)
    before = left(people[0])
    assert sum(before.values()) < 120_000 + 100 * 2_000
    server.pass_by(5 * 3600)
    assert left(people[0]) == before
    people[0].send("next-round")
    server.pass_by(60)
    assert left(people[0]) == before
    deal(people)
    assert left(people[0]) == before
    assert people[0].look()["clock"]["running"] in ("a", "b")


def test_clk_3_waiting_for_the_other_to_join_costs_nothing(server: Timed) -> None:
    """The clock begins with the deal."""
    anna, meera = pair(server.a, server.b, clock=MINUTE)
    server.watch.now += 30
    assert left(anna) == {"a": 60_000, "b": 60_000}
    deal((anna, meera))
    assert left(anna) == {"a": 60_000, "b": 60_000}


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0.001, 30), st.booleans()), max_size=40),
    st.floats(0, 1000),
    st.booleans(),
)
def test_clk_3_all_time_is_somebody_s(turns: list[tuple[float, bool]], pause: float, by_turns: bool) -> None:
    """Whatever the order of turns and stops: what both have left and what they spent is what they were given."""
    terms = TurnClock(3) if by_turns else MatchClock(100_000, 3)
    clock, now, given_to, spent = Clock.new(terms, 0.0), 0.0, 0.0, 0.0
    total = sum(clock.left)

    def elapsed(since: float, until: float) -> float:
        return until - since

    seat = Seat.A
    clock = clock.turn(seat, now, elapsed, acted=False)
    for seconds, stop in turns:
        now += seconds
        spent += seconds
        seat = seat.other
        if isinstance(terms, TurnClock):
            assert abs(clock.left_at(seat.other, now, elapsed) - (3 * 86_400 - seconds)) < 1e-6
        clock = clock.turn(None if stop else seat, now, elapsed, acted=True)
        given_to += 3
        if stop:
            now += pause
            clock = clock.turn(seat, now, elapsed, acted=False)
    if isinstance(terms, MatchClock):
        assert abs(sum(clock.left_at(each, now, elapsed) for each in Seat) - (total + given_to - spent)) < 1e-6


def test_clk_3_in_days_each_turn_has_its_days(server: Timed) -> None:
    """Three days for each action, whatever the one before took; then the flag falls."""
    people = playing(server.a, server.b, clock={"kind": "turn", "days": 3}, first="a")
    for _ in range(4):
        server.pass_by(2.9 * 86_400)
        act(people)
        assert left(people[0]) == {"a": 259_200_000, "b": 259_200_000} or max(left(people[0]).values()) == 259_200_000
    row = people[0].browser.get("/api/matches").json()["matches"][0]
    assert row["left"] == 259_200_000
    server.pass_by(3 * 86_400)
    assert people[0].look()["ended"] == "time"


def test_clk_3_a_restart_neither_gives_nor_takes(loop: Loop) -> None:
    """The outage is not charged; what was spent before it is, up to the server's last sign of life."""
    store, watch = open_store("sqlite://"), Watch()
    with timed(store, loop, watch) as first:
        people = playing(first.a, first.b, clock=MINUTE, first="a")
        watch.now += 20
        loop.run(first.rooms._ground.uptime.note())
        cookies = first.a.http.cookies, first.b.http.cookies
        watch.now += 3600
        with timed(store, loop, watch) as second:
            for person, browser, kept in zip(people, (second.a, second.b), cookies, strict=True):
                person.browser, browser.http.cookies = browser, kept
            assert left(people[0]) == {"a": 40_000, "b": 60_000}
            watch.now += 15
            assert left(people[0]) == {"a": 25_000, "b": 60_000}
            act(people)
            assert left(people[0]) == {"a": 27_000, "b": 60_000}
    store.close()


def test_clk_3_a_server_that_was_down_at_the_flag_lets_the_player_go_on(loop: Loop) -> None:
    """The time ran out by the wall, while no server ran: nothing is lost, and the player moves."""
    store, watch = open_store("sqlite://"), Watch()
    with timed(store, loop, watch) as first:
        people = playing(first.a, first.b, clock=MINUTE, first="a")
        watch.now += 59
        loop.run(first.rooms._ground.uptime.note())
        cookies = first.a.http.cookies, first.b.http.cookies
        watch.now += 86_400
        with timed(store, loop, watch) as second:
            for person, browser, kept in zip(people, (second.a, second.b), cookies, strict=True):
                person.browser, browser.http.cookies = browser, kept
            assert left(people[0])["a"] == 1_000
            assert act(people)["ended"] is None
    store.close()


# ------------------------------------------------------------------------------------------ CLK-4: the wall clock is set


def test_clk_4_setting_the_wall_clock_moves_no_deadline(monkeypatch: pytest.MonkeyPatch, figures: Figures) -> None:
    """An hour forward or back, again and again, as at DST or by a time server: the count goes on as the monotonic clock."""
    told = steady()
    monotonic = time.monotonic()
    for step in (3600, -7200, 86_400 * 365, -1):
        monkeypatch.setattr(time, "time", lambda step=step: 1_800_000_000.0 + step)
        assert abs((told() - monotonic) - (told() - time.monotonic())) < 1
        before = told()
        assert 0 <= told() - before < 0.5
    figures("CLK-4", "wall clock set by an hour and more, four times: durations unchanged")


def test_clk_4_rooms_go_by_the_steady_time(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A running match between two people: the wall clock jumps by an hour, and nobody's clock does."""
    from tests.server.browsers import Browser

    from saudagar.server import Rooms, create_app

    store = open_store("sqlite://")
    rooms = Rooms(store)
    app = create_app(rooms)
    a, b = Browser(app, loop), Browser(app, loop)
    people = playing(a, b, clock=MINUTE, first="a")
    for step in (3600.0, -3600.0):
        now = time.time()
        monkeypatch.setattr(time, "time", lambda now=now, step=step: now + step)
        assert 50_000 < left(people[0])["a"] <= 62_000
        act(people)
    assert people[0].look()["phase"] == "play"

    async def close() -> None:
        rooms.close()

    loop.run(close())
    a.close()
    b.close()
    store.close()


def test_uptime_counts_every_second_once(store: Store) -> None:
    """Times of servers that ran at once, one after the other, or not at all."""
    for began, seen in ((0.0, 10.0), (5.0, 20.0), (30.0, 40.0)):
        store.put_uptime(f"server-{began}", began, seen).result(5)
    uptime = Uptime(store, lambda: 100.0)
    assert uptime.elapsed(0, 110) == 20 + 10 + 10
    assert uptime.elapsed(7, 35) == 13 + 5
    assert uptime.elapsed(12, 12) == 0
    assert uptime.elapsed(105, 109) == 4
    assert uptime.elapsed(50, 90) == 0
