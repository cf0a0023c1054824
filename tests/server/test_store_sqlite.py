"""What is particular to the store in a file: its lock, the versions of SQLite, what is not its file."""

from __future__ import annotations

import time
from pathlib import Path

import apsw
import pytest
from tests.server.store_hands import begin

from saudagar.server.store import SqliteStore, StoreBusy, WrongStore
from saudagar.server.store.sqlite import safe
from saudagar.server.store.writer import PACE, Writer, paced


@pytest.mark.parametrize(
    ("version", "good"),
    [
        *(("3.51.3", True), ("3.54.1", True), ("4.0.0", True), ("3.50.7", True), ("3.44.6", True)),
        *(("3.51.2", False), ("3.40.1", False), ("3.50.6", False), ("3.44.5", False), ("3.45.0", False)),
    ],
)
def test_versions_that_lose_rows_are_known(version: str, good: bool) -> None:
    """Fixed in 3.51.3, and in 3.50.7 and 3.44.6 for their lines."""
    assert safe(version) is good


def test_a_version_that_loses_rows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With several connections such a SQLite is refused with its version; with one it may be used."""
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.40.1")
    with pytest.raises(WrongStore, match=r"3\.40\.1"):
        SqliteStore(tmp_path / "matches.db")
    SqliteStore(tmp_path / "matches.db", alone=True).close()


@pytest.mark.parametrize("alone", [True, False])
def test_one_program_at_a_time(tmp_path: Path, alone: bool) -> None:
    """The second to open a file is told that it is open; after the first has closed it may."""
    first = SqliteStore(tmp_path / "matches.db", alone=alone)
    with pytest.raises(StoreBusy):
        SqliteStore(tmp_path / "matches.db")
    first.close()
    SqliteStore(tmp_path / "matches.db").close()


def test_a_database_of_somebody_else_is_not_touched(tmp_path: Path) -> None:
    """A file with other tables is refused and stays as it was."""
    path = tmp_path / "other.db"
    with apsw.Connection(str(path)) as other:
        other.execute("CREATE TABLE mine (x)")
    other.close()
    with pytest.raises(WrongStore, match="none of saudagar's"):
        SqliteStore(path)


def test_a_store_of_one_connection_reads_only_what_is_committed(tmp_path: Path) -> None:
    """The one connection serves reads and writes."""
    store = SqliteStore(tmp_path / "matches.db", alone=True)
    made = begin(store)
    assert store.match(made.id) == made
    store.close()


def test_only_those_who_come_together_wait_for_one_another() -> None:
    """Alone, each write begins at once, however many follow each other; those of many at a time share transactions."""
    db = apsw.Connection(":memory:")
    alone = Writer(db)
    began = time.monotonic()
    for _ in range(40):
        alone.submit(lambda _: None).result(5)
    alone.close()
    assert time.monotonic() - began < 40 * PACE / 2

    groups: list[int] = []
    written = 0

    def count(_: apsw.Connection) -> None:
        nonlocal written
        written += 1
        time.sleep(PACE / 5)  # as long as a disk takes

    def note() -> None:
        groups.append(written - sum(groups))

    many = Writer(db, note)
    jobs = []
    for _ in range(200):
        jobs.append(many.submit(count))
        time.sleep(PACE / 10)
    for job in jobs:
        job.result(5)
    many.close()
    assert sum(groups) == 200
    assert len(groups) < 100


def test_the_pace_grows_with_company_and_goes_without_it() -> None:
    """From nothing to the longest in a few steps, and back to nothing."""
    pace, steps = 0.0, []
    for count in (2, 3, 2, 9, 2, 1, 1, 1, 1, 1):
        pace = paced(pace, count)
        steps.append(pace)
    assert steps[:5] == sorted(steps[:5])
    assert steps[4] == PACE
    assert steps[4:] == sorted(steps[4:], reverse=True)
    assert steps[-1] == 0
