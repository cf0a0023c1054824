"""A program: kills writers with SIGKILL at random moments, and checks after each what the store then holds.

Usage: kills.py ADDRESS KILLS SEED; prints one JSON document. A loose program, so that it may fork before any thread runs.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.reliability.players import Game

from saudagar.server.entries import standing
from saudagar.server.store import KeyUsed, Store, open_store

GAMES = 8


def write(address: str, names: list[str], number: int, pipe: int) -> None:
    """Play games at once, telling each move before it is stored ("?") and once it is acknowledged ("!"); never ends."""
    store = open_store(address)
    there = set(store.match_ids())
    games = {name: Game.load(store, name, random.Random(f"{name} {number}")) for name in names if name in there}

    def play(name: str) -> None:
        again = 0
        while True:
            if name not in games or games[name].over:
                again += 1
                fresh = name if name not in games else f"{name}-{number}-{again}"
                games[name] = Game.begin(store, fresh)
                os.write(pipe, f"! {fresh} 1 -\n".encode())
            game = games[name]
            event, after = game.move(f"key-{number:06}-{game.table.ply:06}")
            os.write(pipe, f"? {game.match.id} {event.ply} {event.key}\n".encode())
            store.append(game.match.id, event, after).result()
            os.write(pipe, f"! {game.match.id} {event.ply} {event.key}\n".encode())

    for name in names:
        threading.Thread(target=play, args=(name,)).start()
    time.sleep(60)


def life(address: str, names: list[str], number: int, chance: random.Random) -> list[list[str]]:
    """Start a writer, kill it once it has acknowledged something and a random time has passed; return what it told."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            write(address, names, number, theirs)
        finally:
            os._exit(1)
    os.close(theirs)
    told = os.read(ours, 1)
    time.sleep(chance.random() ** 2 * 0.15)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(ours, 1 << 20):
        told += part
    os.close(ours)
    return [line.split() for line in told.decode().splitlines() if line.count(" ") == 3]


def settle(address: str) -> None:
    """Wait until PostgreSQL has noticed that a writer is gone: what was under way there may still be committed."""
    if not address.startswith("postgresql"):
        return
    import psycopg

    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(address, autocommit=True) as db:
        while db.execute(others).fetchone() != (0,):
            time.sleep(0.002)


class Lost(Exception):
    """Something acknowledged is not there, or something is there twice."""


def check(store: Store, told: list[list[str]]) -> tuple[int, int, int]:
    """Return how many moves were acknowledged, stored without that, and not stored; Lost when a promise was broken."""
    asked = {(name, int(ply)): key for sign, name, ply, key in told if sign == "?"}
    acked = {(name, int(ply)): key for sign, name, ply, key in told if sign == "!"}
    unacked = absent = 0
    for name in {name for name, _ in acked} | {name for name, _ in asked}:
        game = Game.load(store, name)  # every event hangs together, and the dealer deals the same
        events = {event.ply: event.key for event in store.events(name)}
        keys = [key for key in events.values() if key]
        if len(keys) != len(set(keys)):
            raise Lost(f"a key twice in {name}")
        for (match_id, ply), key in acked.items():
            if match_id == name and (ply not in events or (key != "-" and events[ply] != key)):
                raise Lost(f"acknowledged ply {ply} of {name} is not there")
        for (match_id, ply), key in asked.items():
            if match_id == name and (match_id, ply) not in acked:
                if events.get(ply) == key:
                    unacked += 1
                    (event,) = [event for event in store.events(name) if event.ply == ply]
                    if not isinstance(store.append(name, event, standing(game.table)).exception(10), KeyUsed):
                        raise Lost(f"the retry of ply {ply} of {name} was not recognised")
                else:
                    absent += 1
        if game.table.ply != len(events):
            raise Lost(f"{name} replays to another ply")
    return len(acked), unacked, absent


def main(address: str, kills: int, number: int) -> None:
    """Kill so many writers and print what was found."""
    chance = random.Random(number)
    found = {"kills": kills, "acknowledged": 0, "stored_unacknowledged": 0, "not_stored": 0, "lost": 0, "doubled": 0}
    began = time.monotonic()
    for kill in range(kills):
        names = [f"game-{number}-{kill // 25}-{game}" for game in range(GAMES)]
        told = life(address, names, kill, chance)
        settle(address)
        store = open_store(address)
        acked, unacked, absent = check(store, told)
        store.close()
        found["acknowledged"] += acked
        found["stored_unacknowledged"] += unacked
        found["not_stored"] += absent
    sys.stdout.write(json.dumps({**found, "seconds": round(time.monotonic() - began, 1)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
