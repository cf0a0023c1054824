"""Passkeys in both databases: each challenge is answered once, counts rise, and backups carry them."""

from __future__ import annotations

import shutil
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.store_hands import GUEST, begin
from tests.server.store_postgres import fresh

from saudagar.server.store import Conflict, Store, StoredPasskey, StoredToken, open_store
from saudagar.server.store.backup import backup, restore

OTHER = b"o" * 32
OLD = Path(__file__).parents[1] / "reliability" / "data"


def passkey(id_: bytes, guest: bytes = GUEST, signs: int = 0) -> StoredPasskey:
    return StoredPasskey(id_, guest, b"public\x00key", b"\xffsealed", signs, "Firefox, Linux ✓", 1_800_000_000.25)


def challenge(store: Store, mark: bytes) -> bytes:
    """The hash of a challenge that waits."""
    store.put_token(StoredToken(mark * 32, "passkey_add", ends=50.0, owner=GUEST), 10.0).result(20)
    return mark * 32


def refused(future: Future[None]) -> None:
    with pytest.raises(Conflict):
        future.result(20)


def test_a_challenge_keeps_one_passkey(address: str) -> None:
    """No second one with it, none that is there already, not more than a guest may have; a refusal leaves the challenge."""
    store = open_store(address)
    one, two = passkey(b"\x00one"), passkey(b"two" * 300)
    first = challenge(store, b"1")
    store.add_passkey(first, one, 2).result(20)
    refused(store.add_passkey(first, two, 2))
    second = challenge(store, b"2")
    refused(store.add_passkey(second, replace(one, guest=OTHER), 2))
    assert store.token(second) is not None, "a refused write changes nothing"
    store.add_passkey(second, two, 2).result(20)
    refused(store.add_passkey(challenge(store, b"3"), passkey(b"three"), 2))
    store.add_passkey(challenge(store, b"4"), passkey(b"four", OTHER), 2).result(20)
    assert store.passkeys_of(GUEST) == [one, two]
    assert [store.passkey(id_) for id_ in (one.id, two.id, b"three", b"")] == [one, two, None, None]
    store.close()


def test_a_count_rises_and_a_removed_passkey_is_gone(address: str) -> None:
    """Only a higher count, but 0 for ever from those that do not count; only its guest removes one."""
    store = open_store(address)
    for number, each in enumerate((passkey(b"counts", signs=5), passkey(b"silent"))):
        store.add_passkey(challenge(store, b"%d" % number), each, 9).result(20)
    mark = challenge(store, b"a")
    for signs in (0, 4, 5):
        refused(store.use_passkey(mark, b"counts", signs, 20.0))
    store.use_passkey(mark, b"counts", 6, 20.0).result(20)
    refused(store.use_passkey(mark, b"counts", 7, 21.0))
    for number in range(2):
        store.use_passkey(challenge(store, b"b%d" % number), b"silent", 0, 30.0 + number).result(20)
    told = [(each.id, each.signs, each.used) for each in store.passkeys_of(GUEST)]
    assert told == [(b"counts", 6, 20.0), (b"silent", 0, 31.0)]
    refused(store.end_passkey(OTHER, b"counts"))
    store.end_passkey(GUEST, b"counts").result(20)
    refused(store.end_passkey(GUEST, b"counts"))
    refused(store.use_passkey(challenge(store, b"c"), b"counts", 9, 40.0))
    assert [each.id for each in store.passkeys_of(GUEST)] == [b"silent"]
    store.close()


def test_of_two_processes_one_wins(postgres: str) -> None:
    """The same challenge, and the same passkey under two challenges, at two stores of one database at once."""
    url = fresh(postgres)
    stores = [open_store(url), open_store(url)]

    def won(*futures: Future[None]) -> int:
        return sum(future.exception(20) is None for future in futures)

    for turn in range(10):
        mark = challenge(stores[0], bytes([turn]))
        assert won(*(each.add_passkey(mark, passkey(b"%d-%d" % (turn, at)), 99) for at, each in enumerate(stores))) == 1
        marks = [challenge(stores[0], bytes([100 + turn, at])) for at in range(2)]
        again = passkey(b"same-%d" % turn)
        assert won(*(each.add_passkey(marks[at], again, 99) for at, each in enumerate(stores))) == 1
        marks = [challenge(stores[0], bytes([200 + turn, at])) for at in range(2)]
        assert won(*(each.use_passkey(marks[at], again.id, 7, 1.0) for at, each in enumerate(stores))) == 1
    assert len(stores[1].passkeys_of(GUEST)) == 20
    for each in stores:
        each.close()


def test_a_backup_carries_passkeys(address: str, tmp_path: Path, postgres: str) -> None:
    """Out of either database and into both."""
    store, kept = open_store(address), passkey(b"kept", signs=3)
    begin(store)
    store.add_passkey(challenge(store, b"1"), kept, 9).result(20)
    store.close()
    backup(address, tmp_path / "copy")
    for target in (f"sqlite:///{tmp_path / 'restored.db'}", fresh(postgres)):
        restore(tmp_path / "copy", target)
        restored = open_store(target)
        assert restored.passkeys_of(GUEST) == [kept]
        restored.close()


@pytest.mark.parametrize("name", ["store-1.db", "store-3.db"])
def test_an_older_file_takes_passkeys(tmp_path: Path, name: str) -> None:
    """UP-1: a file of an earlier version has none, keeps its matches, and takes new ones."""
    shutil.copyfile(OLD / name, tmp_path / "matches.db")
    store = open_store(f"sqlite:///{tmp_path / 'matches.db'}")
    assert store.match_ids()
    assert store.passkeys_of(GUEST) == []
    store.add_passkey(challenge(store, b"1"), passkey(b"new"), 9).result(20)
    assert store.passkeys_of(GUEST) == [passkey(b"new")]
    store.close()
