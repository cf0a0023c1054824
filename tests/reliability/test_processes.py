"""CON-1 and DUR-1 over the network: several servers on one PostgreSQL, killed in turn while everybody plays."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.conftest import Figures
from tests.reliability.people import Person
from tests.reliability.players import Game
from tests.reliability.proxy import Proxy
from tests.server.serving import Served
from tests.server.store_postgres import fresh

from saudagar.server.limits import OPEN
from saudagar.server.store import Store, open_store

LIMITS: dict[str, Any] = msgspec.to_builtins(OPEN)
"""One address plays for all."""


@contextmanager
def servers(count: int, database: str, folder: Path) -> Iterator[list[Served]]:
    """So many servers on one database."""
    with ExitStack() as stack:
        running = []
        for number in range(count):
            server = Served(database, folder / f"server-{number}", LIMITS)
            stack.callback(server.end)
            running.append(server)
        yield running
    for server in running:
        assert "Traceback" not in server.told(), server.told()


def check(store: Store, people: list[Person]) -> tuple[int, int]:
    """Every confirmed command is stored once, under its ply; every match replays. Returns matches and commands."""
    commands = matches = 0
    for person in people:
        for match_id, confirmed in person.matches:
            stored = [(event.ply, event.key) for event in store.events(match_id)]
            assert [ply for ply, _ in stored] == list(range(1, len(stored) + 1))
            keys = [key for _, key in stored if key]
            assert len(keys) == len(set(keys)), match_id
            missing = set(confirmed) - set(stored)
            assert not missing, (match_id, missing)
            assert Game.load(store, match_id).table.ply == len(stored)
            commands += len(confirmed)
            matches += 1
    return matches, commands


@pytest.mark.parametrize(
    ("kills", "players"), [(4, 6), pytest.param(300, 24, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_servers_killed_in_turn_lose_nothing(
    postgres: str, tmp_path: Path, kills: int, players: int, figures: Figures
) -> None:
    """DUR-1, three processes: each is killed in turn; players go on at the others; nothing confirmed is lost or doubled."""
    database, chance = fresh(postgres), random.Random(kills)
    stop, errors = threading.Event(), list[BaseException]()
    with servers(3, database, tmp_path) as running, Proxy([server.port for server in running]) as proxy:
        people = [Person(proxy.url, number) for number in range(players)]
        for person in people:
            person.begin()
        threads = [threading.Thread(target=person.play, args=(stop, errors)) for person in people]
        for thread in threads:
            thread.start()
        for kill in range(kills):
            server = running[kill % 3]
            time.sleep(0.1 + chance.random() * 0.2)
            server.stop(signal.SIGKILL)
            time.sleep(0.05 + chance.random() * 0.2)
            server.end()
            server.start()
            if errors:
                break
        time.sleep(0.2)
        stop.set()
        for thread in threads:
            thread.join(60)
        assert errors == []
        # every server tells the same of every match
        for person in people:
            for server in running:
                person.http.base_url = server.url
                assert person.look("a")["ply"] >= person.confirmed[-1][0] if person.confirmed else True
            person.http.close()
        retries = sum(person.retries for person in people)
    store = open_store(database)
    matches, commands = check(store, people)
    store.close()
    figures(
        "DUR-1",
        f"3 servers on PostgreSQL, {kills} killed in turn: {matches} matches, {commands} commands confirmed, "
        f"{retries} retries: 0 lost, 0 doubled",
    )


def test_a_server_told_to_stop_hands_over(postgres: str, tmp_path: Path, figures: Figures) -> None:
    """DUR-2: with SIGTERM it says no at /readyz, ends what is under way, exits with 0, and its matches go on elsewhere."""
    database = fresh(postgres)
    with servers(2, database, tmp_path) as running:
        person = Person(running[0].url, 1)
        person.begin()
        for _ in range(5):
            person.move()
        waited = threading.Event()
        told: list[int] = []

        def wait() -> None:
            with running[0].client(cookies=person.http.cookies) as other:
                waited.set()
                told.append(other.get(f"{person.path}?seat=a&since=1000").status_code)

        waiting = threading.Thread(target=wait)
        waiting.start()
        waited.wait(5)
        time.sleep(0.3)
        began = time.monotonic()
        assert running[0].stop(signal.SIGTERM) == 0
        seconds = time.monotonic() - began
        waiting.join(10)
        assert told == [200]
        person.http.base_url = running[1].url
        before = person.state["ply"]
        assert person.look("a")["ply"] == before
        for _ in range(5):
            person.move()
        person.http.close()
        assert seconds < 5
    store = open_store(database)
    check(store, [person])
    store.close()
    figures("DUR-2", f"told to stop, a server ended within {seconds:.1f} s with 0; its match went on at another")
