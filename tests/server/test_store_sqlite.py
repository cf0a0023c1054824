"""What is particular to the store in a file: its lock, the versions of SQLite, what is not its file."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from tests.server.store_hands import begin

from saudagar.server.store import SqliteStore, StoreBusy, WrongStore
from saudagar.server.store.sqlite import safe


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
