"""DUR-3, DUR-8 and UP-1: histories replayed, copied, put back, and taken over from older versions."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import apsw
import pytest
from tests.conftest import Figures
from tests.reliability.players import Game
from tests.server.browsers import Browser, Loop
from tests.server.hands import play_match
from tests.server.store_postgres import fresh

from saudagar.server import Rooms, create_app
from saudagar.server.store import SqliteStore, StoreError, open_store
from saudagar.server.store.backup import backup, inspect, restore

OLD = Path(__file__).with_name("data") / "store-1.db"


@pytest.mark.parametrize("matches", [3, pytest.param(100, marks=pytest.mark.long)])
def test_what_a_match_is_is_the_replay_of_its_events(address: str, matches: int, figures: Figures) -> None:
    """DUR-3: after every event a table rebuilt from the store alone equals the one that played."""
    store, plies = open_store(address), 0
    for number in range(matches):
        game = Game.begin(store, f"game-{number}")
        hashes = set()
        while not game.over:
            store.append(game.match.id, *game.move(f"key-{game.table.ply:08}")).result(10)
            again = Game.load(store, game.match.id)
            assert (again.table.log, again.table.match, again.table._round) == (
                game.table.log,
                game.table.match,
                game.table._round,
            )
            head = store.head(game.match.id)
            assert head is not None
            assert head.ply == game.table.ply
            hashes.add(head.hash)
            plies += 1
        assert len(hashes) == game.table.ply - 1
    store.close()
    figures(
        "DUR-3", f"{address.partition(':')[0]}: {matches} matches, {plies} plies: after each, replay equals the table"
    )


@pytest.mark.parametrize("turns", [1, pytest.param(40, marks=pytest.mark.long)])
def test_a_backup_under_load_goes_on_where_it_was_made(
    address: str, postgres: str, tmp_path: Path, turns: int, figures: Figures
) -> None:
    """DUR-8: copied while four matches are played, put back into both databases, every match replayed and continued."""
    store, stop, events = open_store(address), threading.Event(), 0
    games = [Game.begin(store, f"game-{number}", "standard") for number in range(4)]

    def play(game: Game) -> None:
        while not stop.is_set() and not game.over:
            store.append(game.match.id, *game.move(f"key-{game.table.ply:08}")).result(30)

    threads = [threading.Thread(target=play, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    try:
        for turn in range(turns):
            kept = backup(address, tmp_path / f"backup-{turn}")
            assert (kept.matches, kept.damaged) == (4, [])
            for target in (f"sqlite:///{tmp_path / f'restored-{turn}' / 'matches.db'}", fresh(postgres)):
                assert restore(tmp_path / f"backup-{turn}", target) == kept
                restored = open_store(target)
                for match_id in restored.match_ids():
                    game = Game.load(restored, match_id)
                    events += game.table.ply
                    while not game.over:
                        restored.append(match_id, *game.move(f"key-{game.table.ply:08}")).result(10)
                    assert restored.result(match_id) is not None
                restored.close()
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)
    store.close()
    kind = address.partition(":")[0]
    figures(
        "DUR-8",
        f"{kind}: {turns} backups under load, each restored into both databases: {events} events, all continued",
    )


def test_a_backup_is_refused_rather_than_wrong(tmp_path: Path) -> None:
    """DUR-8: no file is overwritten, a damaged one is not restored, and nothing is left lying about."""
    live = f"sqlite:///{tmp_path / 'matches.db'}"
    store = SqliteStore(tmp_path / "matches.db")
    game = Game.begin(store, "game")
    store.append("game", *game.move("key-00000001")).result(10)
    backup(live, tmp_path / "good")
    bad = bytearray((tmp_path / "good").read_bytes())
    bad[-4096 * 3 :] = bytes(4096 * 3)
    (tmp_path / "bad").write_bytes(bad)
    (tmp_path / "none").write_bytes(b"nothing of the kind" * 300)
    for do in (
        lambda: backup(live, tmp_path / "good"),
        lambda: backup(f"sqlite:///{tmp_path / 'missing.db'}", tmp_path / "copy"),
        lambda: backup("sqlite://", tmp_path / "copy"),
        lambda: restore(tmp_path / "good", live),
        lambda: restore(tmp_path / "bad", f"sqlite:///{tmp_path / 'a.db'}"),
        lambda: restore(tmp_path / "none", f"sqlite:///{tmp_path / 'a.db'}"),
        lambda: restore(tmp_path / "missing", f"sqlite:///{tmp_path / 'a.db'}"),
    ):
        with pytest.raises(StoreError):
            do()
    store.close()
    with pytest.raises(StoreError, match="already"):
        restore(tmp_path / "good", live)
    assert not [path for path in tmp_path.iterdir() if "partial" in path.name or path.name == "a.db"]


def test_a_match_that_was_damaged_does_not_stop_a_backup(tmp_path: Path) -> None:
    """DUR-8: the others are saved, and the damaged one is named."""
    store = SqliteStore(tmp_path / "matches.db")
    for name in ("whole", "broken"):
        Game.begin(store, name)
    store._db.execute("UPDATE event SET cause = 'x' WHERE match_id = 'broken'")
    assert backup(f"sqlite:///{tmp_path / 'matches.db'}", tmp_path / "copy").damaged == ["broken"]
    store.close()


def test_a_store_of_the_first_version_goes_on(tmp_path: Path, figures: Figures) -> None:
    """UP-1: a file that the first version wrote is taken over; its matches in progress are played to their ends."""
    path = tmp_path / "matches.db"
    shutil.copyfile(OLD, path)
    store, loop = SqliteStore(path), Loop()
    browser = Browser(create_app(Rooms(store)), loop)
    browser.http.cookies.set("saudagar_guest", "o" * 43, domain="127.0.0.1", path="/")
    listed = browser.get("/api/matches").json()["matches"]
    assert sorted(each["phase"] for each in listed) == ["match_over", "play", "play", "play"]
    played = 0
    for each in listed:
        result = store.result(each["id"])
        assert (result is not None) == (each["phase"] == "match_over")
        if each["phase"] == "play" and each["seats"]["b"]["player"] is None:
            state = browser.get(f"/api/matches/{each['id']}").json()
            assert play_match(browser, state)["phase"] == "match_over"
            played += 1
    browser.close()
    loop.close()
    store.close()
    kept = inspect(path)
    assert (kept.matches, kept.damaged, played) == (4, [], 2)
    figures(
        "UP-1", f"a file of schema 1 taken over: {kept.matches} matches replay, {played} in progress played to the end"
    )


def test_a_backup_of_the_first_version_is_restored(tmp_path: Path, postgres: str) -> None:
    """UP-1: an old file is as good a backup as a new one, for both databases."""
    one = restore(OLD, f"sqlite:///{tmp_path / 'matches.db'}")
    assert (one.matches, one.damaged) == (4, [])
    assert restore(OLD, fresh(postgres)) == one


def test_a_migration_that_breaks_off_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """UP-1: killed half-way, the file is of the old schema with everything in it, and the next start goes on."""
    path = tmp_path / "matches.db"
    shutil.copyfile(OLD, path)

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("saudagar.server.store.migrate.complete", fail)
        with pytest.raises(KeyboardInterrupt):
            SqliteStore(path)
    with apsw.Connection(str(path)) as db:
        assert db.pragma("user_version") == 1
        assert "hash" not in [row[1] for row in db.execute("PRAGMA table_info(event)")]
    db.close()
    store = SqliteStore(path)
    assert all(Game.load(store, match_id) for match_id in store.match_ids())
    store.close()
