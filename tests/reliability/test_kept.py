"""DUR-6 and DUR-7: what is tidied away is never a match, and the log of the database stays small."""

from __future__ import annotations

import logging
import random
import re
import threading
import time
from importlib import resources
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import Figures
from tests.reliability.players import Game
from tests.server.browsers import Browser, Loop
from tests.server.hands import hasty, key
from tests.server.pairs import invited, pair

from saudagar.server import Rooms, create_app, open_store
from saudagar.server.store import SqliteStore, StoreError, rows
from saudagar.server.store.sqlite import LOG_BYTES, log_size

MAY_GO = {"token", "review_job", "passkey"}
"""The tables of which rows are ever deleted: links, when they are used or their time is over, old reviews, which can be made
again, and passkeys, when their owner removes them."""


def test_dur_6_no_statement_removes_anything_of_a_match(figures: Figures) -> None:
    """DUR-6: of all SQL that is ever run, the present one and every migration, nothing deletes or drops but links."""
    folder = resources.files("saudagar.server.store") / "migrations"
    scripts = [file.read_text("utf-8") for kind in folder.iterdir() if kind.is_dir() for file in kind.iterdir()]
    statements = [value for value in vars(rows).values() if isinstance(value, str)] + scripts
    for text in statements:
        gone = set(
            re.findall(r"\bDELETE\s+FROM\s+(\w+)|\bDROP\s+TABLE\s+(\w+)|\bTRUNCATE\s+(\w+)", text, re.IGNORECASE)
        )
        assert {name for names in gone for name in names if name} <= MAY_GO, text
    for source in Path(str(folder)).parent.glob("*.py"):
        for name in re.findall(r"\b(?:DELETE FROM|DROP TABLE|TRUNCATE) (\w+)", source.read_text("utf-8")):
            assert name in MAY_GO, source
    figures("DUR-6", f"{len(statements)} texts of SQL: rows are deleted of {', '.join(MAY_GO)} alone")


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 5)), min_size=10, max_size=60),
    st.randoms(use_true_random=False),
)
def test_dur_6_what_leaves_memory_is_all_there_again(steps: list[tuple[int, int]], chance: random.Random) -> None:
    """DUR-6: with room for two matches in memory, whatever is done and however old it gets, each is found as it was."""
    now, loop, store = [1_800_000_000.0], Loop(), open_store("sqlite://")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("saudagar.server.rooms.KEPT", 2)
        rooms = Rooms(store, clock=lambda: now[0])
        browsers = [Browser(create_app(rooms), loop) for _ in range(2)]
        seen: dict[str, dict[str, Any]] = {}

        def look(match_id: str) -> dict[str, Any]:
            state = browsers[0].get(f"/api/matches/{match_id}", params={"seat": "a"}).json()
            return {name: value for name, value in state.items() if name not in ("present", "watchers")}

        for number, what in steps:
            ids = sorted(seen)
            match_id = ids[number % len(ids)] if ids else ""
            if what == 0 or not ids:
                body = {"names": {"a": "A", "b": "B"}, "ruleset": "mini", "seals": 1, "key": "k" * 30 + key()}
                match_id = browsers[0].post("/api/matches", json=body).json()["id"]
            elif what == 1:
                match_id = (invited(browsers[0]) if number % 2 else pair(*browsers))[0].id
            elif what == 2:
                now[0] += chance.choice([1.0, 3600.0, 90_000.0, 400 * 86_400.0])
                browsers[0].post("/api/handover", json={})  # which lets old links go
            elif seen[match_id]["phase"] == "play":
                state = (
                    browsers[0].get(f"/api/matches/{match_id}", params={"seat": seen[match_id]["view"]["turn"]}).json()
                )
                body = {"seat": state["view"]["turn"], "ply": state["ply"], "key": key(), "action": hasty(state)}
                assert browsers[0].post(f"/api/matches/{match_id}/act", json=body).status_code == 200
            seen[match_id] = look(match_id)
            assert rooms.count <= 3
        assert sorted(store.match_ids()) == sorted(seen)
        for match_id, state in seen.items():
            assert look(match_id) == state
        for browser in browsers:
            browser.close()
    loop.close()
    store.close()


class Reader(threading.Thread):
    """Begins to read and does not go on: a thread that hangs with a statement open."""

    def __init__(self, store: SqliteStore) -> None:
        super().__init__()
        self.store = store
        self.began, self.ends = threading.Event(), threading.Event()
        self.told: Exception | None = None

    def run(self) -> None:
        """Read one row, wait, and read on."""
        with self.store._readers.one() as db:
            cursor = db.execute("SELECT * FROM event")
            next(cursor)
            self.began.set()
            self.ends.wait()
            try:
                cursor.fetchall()
            except apsw.Error as wrong:
                self.told = wrong


@pytest.mark.parametrize(
    ("seconds", "log_bytes"),
    [(4, 1 << 20), pytest.param(600, LOG_BYTES, marks=pytest.mark.long)],
    ids=["short", "long"],
)
def test_dur_7_the_log_stays_small_beside_a_reader_that_hangs(
    tmp_path: Path, seconds: int, log_bytes: int, figures: Figures, caplog: pytest.LogCaptureFixture
) -> None:
    """DUR-7: somebody holds a reading open under load: an alarm, then the reader is cut; nobody else notices."""
    store = SqliteStore(tmp_path / "matches.db", log_bytes=log_bytes)
    game, number, largest, end = Game.begin(store, "game-0", "standard"), 0, 0, time.monotonic() + seconds
    reader = Reader(store)
    reader.start()
    assert reader.began.wait(10)
    jobs: list[Any] = []
    with caplog.at_level(logging.WARNING, "saudagar.server"):
        while time.monotonic() < end:
            if game.over:
                number += 1
                game = Game.begin(store, f"game-{number}", "standard")
            event, standing = game.move(f"key-{game.table.ply:08}")
            jobs.append(store.append(game.match.id, event, standing))
            if len(jobs) == 4:
                jobs.pop(0).result(30)
            largest = max(largest, log_size(store.path))
        for job in jobs:
            job.result(30)
    assert len(store.events(game.match.id)) == game.table.ply
    reader.ends.set()
    reader.join(10)
    assert isinstance(reader.told, apsw.Error)
    assert [each.message for each in caplog.records if "readers were cut off" in each.message]
    assert largest <= 64 << 20
    writes = sum(head.ply for each in store.match_ids() if (head := store.head(each)))
    store.close()
    figures(
        "DUR-7", f"{seconds} s with a reader that hangs, {writes} writes: the log had at most {largest / 2**20:.1f} MiB"
    )


def test_dur_7_a_reader_that_is_cut_is_told_and_the_next_one_reads(tmp_path: Path) -> None:
    """DUR-7: in the store's own words, and the connection is not used again."""
    store = SqliteStore(tmp_path / "matches.db")
    Game.begin(store, "game")
    with store._readers.one() as db:
        assert store._readers.cut(0.0) == 1
        with pytest.raises(apsw.Error):
            db.execute("SELECT * FROM event")
    assert len(store.events("game")) == 1
    assert store._readers.cut(0.0) == 0
    store.close()
    with pytest.raises(StoreError):
        store.events("game")
