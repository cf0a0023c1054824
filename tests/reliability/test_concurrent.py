"""CON-1 and CON-8: many who write at once."""

from __future__ import annotations

import random
import threading
import time

import pytest
from tests.conftest import Figures
from tests.reliability.players import Game

from saudagar.rules import Seat
from saudagar.server.store import Conflict, Store, open_store


@pytest.mark.parametrize("matches", [3, pytest.param(500, marks=pytest.mark.long)])
def test_two_writers_a_seat_make_one_history(address: str, matches: int, figures: Figures) -> None:
    """CON-1: each of four writers believes that its seat is its own; the history is one serial order of what won."""
    one = open_store(address)
    two = open_store(address) if one.shared else one
    plies = tried = 0
    for number in range(matches):
        name = f"game-{number}"
        Game.begin(one, name)
        won: list[tuple[int, str]] = []
        lost: list[str] = []

        def play(
            store: Store,
            seat: Seat,
            who: int,
            name: str = name,
            won: list[tuple[int, str]] = won,
            lost: list[str] = lost,
        ) -> None:
            chance, turn = random.Random(f"{name} {who}"), 0
            game = Game.load(store, name, chance)
            while not game.over:
                if game.table.to_act not in (None, seat):
                    head = store.head(name)
                    if head is not None and head.ply > game.table.ply:
                        game = Game.load(store, name, chance)
                    else:
                        time.sleep(0.0005)
                    continue
                turn += 1
                key = f"key-{who}-{turn:06}"
                event, standing = game.move(key, seat)
                try:
                    store.append(name, event, standing).result(30)
                except Conflict:
                    lost.append(key)
                    game = Game.load(store, name, chance)
                else:
                    won.append((event.ply, key))

        threads = [
            threading.Thread(target=play, args=((one, two)[who % 2], (Seat.A, Seat.B)[who // 2], who))
            for who in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        events = one.events(name)
        assert [event.ply for event in events] == list(range(1, len(events) + 1))
        assert [(event.ply, event.key) for event in events[1:]] == sorted(won)
        assert not {event.key for event in events} & set(lost)
        assert Game.load(two, name).over
        plies += len(events)
        tried += len(won) + len(lost)
    kind = "postgresql, 2 stores" if one.shared else "sqlite"
    one.close()
    two.close()
    assert tried > plies
    figures("CON-1", f"{kind}: {matches} matches, {plies} plies out of {tried} attempts: each history one serial order")


@pytest.mark.parametrize("seconds", [3, pytest.param(60, marks=pytest.mark.long)])
def test_fifty_writers_and_readers_are_never_locked_out(address: str, seconds: int, figures: Figures) -> None:
    """CON-8: fifty writers and ten readers at once; nobody is told that the database is locked."""
    store = open_store(address)
    end = time.monotonic() + seconds
    errors: list[Exception] = []
    written, read = [0] * 50, [0] * 10

    def write(number: int) -> None:
        try:
            game, rounds = Game.begin(store, f"game-{number}"), 0
            while time.monotonic() < end or not written[number]:
                if game.over:
                    rounds += 1
                    game = Game.begin(store, f"game-{number}-{rounds}")
                event, standing = game.move(f"key-{game.table.ply:08}")
                store.append(game.match.id, event, standing).result(30)
                written[number] += 1
        except Exception as wrong:
            errors.append(wrong)

    def look(number: int) -> None:
        try:
            while time.monotonic() < end:
                for match_id in store.match_ids()[-20:]:
                    store.events(match_id)
                    read[number] += 1
                store.matches_of(b"a")
        except Exception as wrong:
            errors.append(wrong)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(50)]
    threads += [threading.Thread(target=look, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 60)
    store.close()
    assert errors == []
    assert min(written) > 0
    kind = address.partition(":")[0]
    figures("CON-8", f"{kind}: 50 writers, 10 readers, {seconds} s: {sum(written)} writes, {sum(read)} reads, 0 errors")
