"""Backups: a store copied while it is in use, every match of the copy replayed before it counts, and put back.

A backup is always a file of the SQLite store, so that restoring one into PostgreSQL, or the other way, moves house.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import apsw

from . import rows
from .errors import StoreBusy, StoreError, WrongStore
from .sql import Reads, Run
from .sqlite import BUSY_MS, lock_file, runner, upgrade

if TYPE_CHECKING:
    from .postgres import PostgresStore


@dataclass(frozen=True)
class Kept:
    """What is in a backup: how much, the matches that do not replay, and one hash over all histories."""

    matches: int
    events: int
    damaged: list[str]
    sha256: str


def backup(url: str, path: Path) -> Kept:
    """Copy the store at an address, in use or not, into a new file, and return what is in it.

    The file has its name only when it is whole, checked and on the disk. StoreError when it is there already.
    """
    if path.exists():
        raise StoreError(f"{path} is there already")
    with _partial(path) as partial:
        if source := _file(url):
            _copy_file(source, partial)
        else:
            _copy_out(url, partial)
        return inspect(partial)


def restore(path: Path, url: str) -> Kept:
    """Put a backup where no store is yet, check it there, and return what is in it.

    StoreError when there are matches already, StoreBusy while a program has that store open.
    """
    if not path.is_file():
        raise StoreError(f"there is no file {path}")
    target = _file(url)
    if target is None:
        return _copy_in(path, url)
    target.parent.mkdir(parents=True, exist_ok=True)
    with closing(lock_file(str(target))):
        for there in (target, target.with_name(target.name + "-wal")):
            if there.exists():
                raise StoreError(f"{there} is there already; a backup is restored where nothing is")
        with _partial(target) as partial:
            shutil.copyfile(path, partial)
            return inspect(partial)


def inspect(path: Path) -> Kept:
    """Bring a file to the present schema, check it from page to page, replay every match, and return what is in it."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as db:
            found = db.execute("PRAGMA integrity_check").fetchall() + db.execute("PRAGMA foreign_key_check").fetchall()
            if found != [("ok",)]:
                raise WrongStore(f"{path} is damaged: {found[0]}")
            if db.pragma("user_version") == 0:
                raise WrongStore(f"{path} is no store of saudagar")
            upgrade(db, str(path))
            db.pragma("journal_mode", "DELETE")
            return _replayed(runner(db))
    except apsw.Error as wrong:
        raise WrongStore(f"{path} cannot be read: {wrong}") from wrong


def _replayed(run: Run) -> Kept:
    from ..entries import CorruptMatch  # noqa: PLC0415 - which itself needs this package
    from ..sitting import load  # noqa: PLC0415 - as above

    reads = Reads(run)
    digest, events, damaged, ids = sha256(), 0, [], reads.match_ids()
    for match_id in ids:
        head = reads.head(match_id)
        digest.update(f"{match_id} {head.ply if head else 0} {head.hash.hex() if head else ''}\n".encode())
        events += head.ply if head else 0
        try:
            whole = load(reads, match_id) is not None
        except CorruptMatch:
            whole = False
        if not whole:
            damaged.append(match_id)
    return Kept(len(ids), events, damaged, digest.hexdigest())


def _copy_file(source: Path, partial: Path) -> None:
    if not source.is_file():
        raise StoreError(f"there is no store at {source}")
    try:
        with (
            closing(apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)) as live,
            closing(apsw.Connection(str(partial))) as copy,
        ):
            live.set_busy_timeout(BUSY_MS)
            with copy.backup("main", live, "main") as work:
                work.step(-1)  # one snapshot; with a write-ahead log nobody waits for it
            copy.pragma("journal_mode", "DELETE")
            upgrade(copy, str(partial))
            _compare(runner(copy), runner(live))
    except apsw.BusyError:
        raise StoreBusy(f"{source} is open in another program that lets nobody read") from None
    except apsw.Error as wrong:
        raise StoreError(f"{source} cannot be copied: {wrong}") from wrong


def _copy_out(url: str, partial: Path) -> None:
    store = _postgres(url)
    with closing(store), closing(apsw.Connection(str(partial))) as copy:
        upgrade(copy, str(partial))
        with store.snapshot() as run, copy:
            for table in rows.TABLES:
                for row in run(f"SELECT * FROM {table}", ()):  # noqa: S608 - names of our own
                    copy.execute(rows.insert(table), row)
            _compare(runner(copy), run)


def _copy_in(path: Path, url: str) -> Kept:
    with _partial(path.with_name(path.name + ".restoring"), keep=False) as partial:
        shutil.copyfile(path, partial)
        kept = inspect(partial)
        store = _postgres(url)
        with closing(store), closing(apsw.Connection(str(partial))) as copy:

            def fill(run: Run) -> None:
                if run(f"{rows.MATCH_IDS} LIMIT 1", ()):
                    raise StoreError("that database has matches already; a backup is restored where nothing is")
                for table in rows.TABLES:
                    for row in copy.execute(f"SELECT * FROM {table}"):  # noqa: S608 - names of our own
                        run(rows.insert(table), row)
                _compare(run, runner(copy))

            store.transaction(fill)
        return kept


def _compare(copy: Run, source: Run) -> None:
    """StoreError unless every history of a copy is the beginning of the one it was copied from."""
    if not _hashed(source):
        return  # replaying the copy tells as much
    for (match_id,) in copy(rows.MATCH_IDS, ()):
        (head,) = copy(rows.HEAD, (match_id,)) or [(0, b"")]
        if head[0] and source(rows.HASH, (match_id, head[0])) != [(head[1],)]:
            raise StoreError(f"the copy of match {match_id} differs from what was copied")


def _hashed(source: Run) -> bool:
    """Whether the events have hashes: not in a file of the first schema."""
    try:
        source("SELECT hash FROM event LIMIT 1", ())
    except apsw.SQLError:
        return False
    return True


@contextmanager
def _partial(path: Path, *, keep: bool = True) -> Iterator[Path]:
    """Give the name of an unfinished file; afterwards, when all went well, it is on the disk under its own name."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        yield partial
        if keep:
            with partial.open("rb") as file:
                os.fsync(file.fileno())
            partial.rename(path)
            _sync_folder(path.parent)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
            partial.with_name(partial.name + "-journal").unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _file(url: str) -> Path | None:
    """Return the file of a store in a file, None for one in PostgreSQL."""
    parts = urlsplit(url)
    if parts.scheme != "sqlite":
        return None
    if parts.netloc or not parts.path[1:]:
        raise WrongStore("a store in a file is at sqlite:///path")
    return Path(unquote(parts.path[1:]))


def _postgres(url: str) -> PostgresStore:
    from .factory import open_store  # noqa: PLC0415 - knows what to say when the package is missing
    from .postgres import PostgresStore  # noqa: PLC0415 - an extra, needed only here

    store = open_store(url)
    assert isinstance(store, PostgresStore)  # noqa: S101 - every other address was refused
    return store
