"""DUR-4 and DUR-5: disks that fill up, fail, or lose their power."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from tests.conftest import Figures
from tests.reliability.players import Game
from tests.reliability.power import Disk

from saudagar.server.store import BrokenChain, NotWritten, SqliteStore, StoreError
from saudagar.server.store.backup import inspect


@pytest.fixture
def disk() -> Iterator[Disk]:
    """A disk that can fail."""
    made = Disk()
    yield made
    made.unregister()


def cut_power(disk: Disk, folder: Path, cuts: int, synchronous: str) -> tuple[int, int, int, int]:
    """Cut the power so many times during writes: acknowledged at the cuts, cuts that lost some, most lost, corrupt."""
    chance, path = random.Random(f"{cuts} {synchronous}"), folder / "live.db"
    acked: list[tuple[str, int]] = []
    images: list[tuple[Path, int]] = []
    moment = 30

    def watch() -> None:
        nonlocal moment
        moment -= 1
        if moment == 0 and len(images) < cuts:
            image = folder / f"cut-{len(images)}"
            image.mkdir()
            disk.found_after_cut(image, chance)
            images.append((image, len(acked)))
            moment = chance.randint(1, 60)

    store = SqliteStore(path, alone=True, vfs=disk.name, synchronous=synchronous)
    store._db.pragma("wal_autocheckpoint", 20)
    store._db.pragma("journal_size_limit", 30_000)
    games = [Game.begin(store, f"game-{number}") for number in range(6)]
    disk.watch = watch
    while len(images) < cuts:
        futures = []
        for number, game in enumerate(games):
            if game.over:
                games[number] = game = Game.begin(store, f"game-{number}-{len(acked)}")
            event, standing = game.move(f"key-{game.table.ply:08}")
            fact = (game.match.id, event.ply)
            future = store.append(game.match.id, event, standing)
            future.add_done_callback(lambda _, fact=fact: acked.append(fact))
            futures.append(future)
            if chance.random() < 0.5:
                future.result(30)
        for future in futures:
            future.result(30)
    disk.watch = lambda: None
    store.close()

    losing = most = corrupt = 0
    for image, known in images:
        try:
            after = SqliteStore(image / "live.db", alone=True)
            after._db.pragma("synchronous", "OFF")
        except StoreError:
            corrupt += 1
            continue
        assert after._db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        try:
            heads = {match_id: len(after.events(match_id)) for match_id in after.match_ids()}
        except BrokenChain:
            heads, corrupt = {}, corrupt + 1
        lost = sum(ply > heads.get(match_id, 0) for match_id, ply in acked[:known])
        losing += lost > 0
        most = max(most, lost)
        after.close()
    return sum(known > 0 for _, known in images) and images[-1][1], losing, most, corrupt


@pytest.mark.parametrize("cuts", [40, pytest.param(1_000, marks=pytest.mark.long)])
def test_a_power_cut_loses_nothing_acknowledged(disk: Disk, tmp_path: Path, cuts: int, figures: Figures) -> None:
    """DUR-5: with full synchronisation no cut loses an acknowledged move or leaves a file that cannot be read."""
    acked, losing, most, corrupt = cut_power(disk, tmp_path, cuts, "FULL")
    figures("DUR-5", f"FULL: {cuts} power cuts over {acked} acknowledged moves: {losing} lost any, {corrupt} corrupt")
    assert acked > cuts
    assert (losing, most, corrupt) == (0, 0, 0)


@pytest.mark.parametrize("cuts", [40, pytest.param(1_000, marks=pytest.mark.long)])
def test_the_simulation_can_lose(disk: Disk, tmp_path: Path, cuts: int, figures: Figures) -> None:
    """DUR-5, the control: with less synchronisation the same cuts lose acknowledged moves."""
    acked, losing, most, corrupt = cut_power(disk, tmp_path, cuts, "NORMAL")
    figures(
        "DUR-5",
        f"NORMAL (control): {cuts} cuts over {acked} moves: {losing} lost some, up to {most}; {corrupt} corrupt",
    )
    assert losing > cuts / 4
    assert corrupt == 0


def test_a_cut_after_everything_was_synced_leaves_a_whole_backup(disk: Disk, tmp_path: Path) -> None:
    """What a cut leaves behind passes every check of a backup."""
    store = SqliteStore(tmp_path / "live.db", alone=True, vfs=disk.name)
    game = Game.begin(store, "game")
    for number in range(5):
        store.append("game", *game.move(f"key-{number:08}")).result(10)
    image = tmp_path / "cut"
    image.mkdir()
    disk.found_after_cut(image, random.Random(1))
    store.close()
    kept = inspect(image / "live.db")
    assert (kept.matches, kept.events, kept.damaged) == (1, 6, [])


FAILURES: dict[str, dict[str, type[Exception]]] = {
    "full": {"write": apsw.FullError},
    "writes fail": {"write": apsw.IOError},
    "syncs fail": {"sync": apsw.IOError},
    "read-only": {"write": apsw.ReadOnlyError},
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_disk_that_fails_refuses_and_recovers(disk: Disk, tmp_path: Path, failure: str, figures: Figures) -> None:
    """DUR-4: while the disk fails every write is refused in words; afterwards the same commands work, no restart."""
    store = SqliteStore(tmp_path / "live.db", alone=True, vfs=disk.name)
    game = Game.begin(store, "game", "standard")
    refused = 0
    for number in range(24):
        event, standing = game.move(f"key-{number:08}")
        if number % 3 == 0:
            disk.broken.update(FAILURES[failure])
            for _ in range(2):
                with pytest.raises(NotWritten):
                    store.append("game", event, standing).result(10)
                refused += 1
                assert len(store.events("game")) == event.ply - 1
            disk.broken.clear()
        store.append("game", event, standing).result(10)
    store.close()
    again = SqliteStore(tmp_path / "live.db")
    assert Game.load(again, "game").table.ply == 25
    again.close()
    figures("DUR-4", f"{failure}: {refused} writes refused, 0 acknowledged of them, all written afterwards")


def test_a_full_file_refuses_and_recovers(tmp_path: Path, figures: Figures) -> None:
    """DUR-4: SQLITE_FULL from SQLite itself, with matches and moves at once: nothing is half there."""
    store = SqliteStore(tmp_path / "matches.db")
    games = [Game.begin(store, f"game-{number}") for number in range(4)]
    store._db.pragma("max_page_count", store._db.pragma("page_count") + 1)
    acked, refused = [4], []
    while not refused:
        for game in games:
            event, standing = game.move(f"key-{game.table.ply:08}")
            try:
                store.append(game.match.id, event, standing).result(10)
            except NotWritten:
                refused.append((game, event, standing))
            else:
                acked.append(1)
        if any(game.over for game in games) and not refused:
            games = [Game.begin(store, f"more-{len(acked)}-{number}") for number in range(4)]
            acked.append(4)
    with pytest.raises(NotWritten):  # noqa: PT012 - one of many, whichever comes first
        for number in range(50):
            Game.begin(store, f"late-{number}" + "n" * 3000)
            acked.append(1)
    assert sum(len(store.events(match_id)) for match_id in store.match_ids()) == sum(acked)
    store._db.pragma("max_page_count", 100_000)
    for game, event, standing in refused:
        store.append(game.match.id, event, standing).result(10)
    assert all(Game.load(store, match_id) for match_id in store.match_ids())
    store.close()
    figures(
        "DUR-4", f"full file: {sum(acked)} acknowledged events intact, {len(refused)} refused moves written afterwards"
    )
