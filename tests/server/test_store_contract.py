"""The contract of a store, held by both databases: the same tests over SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.store_hands import GUEST, begin, event, match, standing
from tests.server.store_postgres import fresh

from saudagar.rules import BySeat, Seat
from saudagar.server.store import (
    Change,
    Conflict,
    Joined,
    KeyUsed,
    PlyTaken,
    Store,
    StoredClock,
    StoredDealing,
    StoredNote,
    StoredResult,
    StoredToken,
    StoreError,
    WrongStore,
    open_store,
)


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store of each kind."""
    if request.param == "postgresql":
        return fresh(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path / 'matches.db'}" if request.param == "sqlite" else "sqlite://"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """An empty store of each kind."""
    opened = open_store(address)
    yield opened
    opened.close()


@pytest.fixture
def shared(postgres: str) -> Iterator[tuple[Store, Store]]:
    """Two stores of one database, as two processes have them."""
    url = fresh(postgres)
    one, two = open_store(url), open_store(url)
    yield one, two
    one.close()
    two.close()


def test_what_was_written_is_read_back(store: Store) -> None:
    """A match, its events, standing, seeds and head come back as they were put in."""
    made = begin(store, first=None, players=BySeat(None, "greedy-1"))
    store.append(made.id, event(2), standing(2)).result(20)
    assert store.match(made.id) == made
    assert store.events(made.id) == [event(1), event(2)]
    assert store.matches_of(GUEST) == [(made, standing(2))]
    assert store.seeds(made.id) == (b"s" * 32, b"p" * 32)
    assert store.match_ids() == [made.id]
    head = store.head(made.id)
    assert head is not None
    assert (head.ply, len(head.hash)) == (2, 32)
    assert store.result(made.id) is None


def test_what_is_not_there(store: Store) -> None:
    """None, an empty list, or KeyError for seeds."""
    assert (store.match("no"), store.head("no"), store.result("no")) == (None, None, None)
    assert (store.events("no"), store.matches_of(b"nobody"), store.match_ids()) == ([], [], [])
    with pytest.raises(KeyError):
        store.seeds("no")


def test_a_ply_is_written_once_and_in_order(store: Store) -> None:
    """A ply that is taken, one that leaves a gap, and one of a match that is not there are refused; nothing changes."""
    made = begin(store)
    store.append(made.id, event(2), standing(2)).result(20)
    for wrong in (event(2, "another-key"), event(4, "gap-key-0001"), event(1)):
        with pytest.raises(PlyTaken):
            store.append(made.id, wrong, standing(9)).result(20)
    for ply in (1, 2):
        with pytest.raises(PlyTaken):
            store.append("no", event(ply), standing(1)).result(20)
    assert store.events(made.id) == [event(1), event(2)]
    assert store.matches_of(GUEST) == [(made, standing(2))]


def test_a_key_counts_once_for_each_seat(store: Store) -> None:
    """The same key again is KeyUsed for its seat, at any ply, and for deals, which belong to no seat; not for others."""
    made = begin(store)
    store.append(made.id, event(2, "same-key"), standing(2)).result(20)
    for ply in (2, 3):
        with pytest.raises(KeyUsed):
            store.append(made.id, event(ply, "same-key"), standing(3)).result(20)
    store.append(made.id, event(3, "same-key", Seat.B), standing(3)).result(20)
    store.append(made.id, event(4, "same-key", None), standing(4)).result(20)
    with pytest.raises(KeyUsed):
        store.append(made.id, event(5, "same-key", None), standing(5)).result(20)
    other = begin(store)
    store.append(other.id, event(2, "same-key"), standing(2)).result(20)


def test_a_result_is_written_once(store: Store) -> None:
    """The end of a match writes its result; nothing writes another."""
    made = begin(store)
    store.append(made.id, event(2), standing(2, "match_over")).result(20)
    assert store.result(made.id) == StoredResult(Seat.B, BySeat(0, 1), standing(2).updated)
    with pytest.raises(Conflict):
        store.append(made.id, event(3), standing(3, "match_over")).result(20)
    assert len(store.events(made.id)) == 2


def test_a_rematch_is_opened_once(store: Store) -> None:
    """The second rematch of a match is refused, and nothing of it is there."""
    made = begin(store)
    second = begin(store, after=made.id)
    late = match()
    with pytest.raises(Conflict):
        store.create(late, (b"", b""), event(1), standing(1), after=made.id).result(20)
    found = store.match(made.id)
    assert found is not None
    assert found.rematch == second.id
    assert store.match(late.id) is None
    assert sorted(store.match_ids()) == sorted([made.id, second.id])


def test_of_many_at_once_one_wins(store: Store) -> None:
    """Sixteen writers for each of ten plies: one event a ply, the others are told so."""
    made = begin(store)

    def write(number: int, ply: int) -> bool:
        try:
            store.append(made.id, event(ply, f"key-{ply:04}-{number:04}"), standing(ply)).result(20)
        except PlyTaken:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        for ply in range(2, 12):
            assert sum(pool.map(write, range(16), [ply] * 16)) == 1
    assert [each.ply for each in store.events(made.id)] == list(range(1, 12))


def test_one_bad_write_does_not_spoil_its_neighbours(store: Store) -> None:
    """Many writes handed in at once, every third refused: the others are there."""
    mades = [begin(store) for _ in range(30)]
    futures = [store.append(made.id, event(2 + number % 3 // 2), standing(2)) for number, made in enumerate(mades)]
    refused = [isinstance(future.exception(20), PlyTaken) for future in futures]
    assert refused == [number % 3 == 2 for number in range(30)]
    assert [len(store.events(made.id)) for made in mades] == [1 + (number % 3 < 2) for number in range(30)]


def test_a_caller_who_goes_away_does_not_stop_the_write(store: Store) -> None:
    """A task cancelled while it waits, at any moment: the event is wholly there soon after (CON-7)."""
    made = begin(store)

    async def leave(ply: int) -> None:
        future = store.append(made.id, event(ply), standing(ply))
        assert not future.cancel()
        task = asyncio.ensure_future(asyncio.wrap_future(future))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    for ply in range(2, 8):
        asyncio.run(leave(ply))
        deadline = time.monotonic() + 10
        while len(store.events(made.id)) < ply and time.monotonic() < deadline:
            time.sleep(0.005)
    assert [each.ply for each in store.events(made.id)] == list(range(1, 8))


def test_two_stores_give_the_same_history_the_same_hash(store: Store, tmp_path: Path) -> None:
    """The hash of a history depends on what happened, not on where it is kept."""
    other = open_store(f"sqlite:///{tmp_path / 'other.db'}")
    made = begin(store)
    for kept in (store, other):
        if kept is other:
            kept.create(made, (b"", b""), event(1), standing(1), after=None).result(20)
        for ply in range(2, 5):
            kept.append(made.id, event(ply), standing(ply)).result(20)
    assert store.head(made.id) == other.head(made.id)
    other.close()


# -------------------------------------------------------------------------------------------------- play between browsers


def test_a_step_is_written_whole_and_in_order(store: Store) -> None:
    """An event, a note, a dealing, a clock and who joins, in one; the next must name the next version; a gap changes nothing."""
    made = begin(store, online=True)
    note = StoredNote(2, "say", Seat.B, "hello", "key-note-1", 5.5)
    dealing = StoredDealing(1, 1, 2.5, '{"secret": "é"}')
    clock = StoredClock(BySeat(10.5, 20.25), Seat.A, 3.5, 14.0)
    step = Change(standing(2), 2, event(2), note, (dealing,), clock, Joined(b"j" * 32, "Meera"))
    for wrong in (1, 3):
        with pytest.raises(PlyTaken):
            store.change(made.id, replace(step, version=wrong)).result(20)
    assert (store.version(made.id), store.notes(made.id), store.dealings(made.id), store.clock(made.id)) == (
        1,
        [],
        [],
        None,
    )
    assert len(store.events(made.id)) == 1
    store.change(made.id, step).result(20)
    assert store.version(made.id) == 2
    assert store.notes(made.id) == [note]
    assert store.dealings(made.id) == [dealing]
    assert store.clock(made.id) == clock
    joined = store.match(made.id)
    assert joined is not None
    assert (joined.guests.b, joined.names.b, joined.online) == (b"j" * 32, "Meera", True)
    assert "secret" not in repr(dealing)
    with pytest.raises(Conflict):
        store.change(made.id, Change(standing(2), 3, joined=Joined(b"k" * 32, "Eve"))).result(20)
    with pytest.raises(Conflict):
        store.change(made.id, Change(standing(2), 3, note=replace(note, step=3))).result(20)
    assert store.match(made.id) == joined
    later = replace(dealing, at=9.0, data="{}")
    store.change(made.id, Change(standing(2), 3, dealings=(later, replace(later, attempt=2)))).result(20)
    assert store.dealings(made.id) == [later, replace(later, attempt=2)]


def test_of_two_steps_of_one_version_one_is_written(store: Store) -> None:
    """Phrases said in the same moment: both writers name the same version, and one is told to look again."""
    made = begin(store, online=True)
    steps = [
        Change(standing(1), 2, note=StoredNote(2, "say", seat, "hello", f"key-{seat}-0000", 1.0)) for seat in Seat
    ] * 4
    futures = [store.change(made.id, step) for step in steps]
    failed = [future.exception(20) for future in futures]
    assert failed.count(None) == 1
    assert all(isinstance(each, Conflict) for each in failed if each)
    assert (store.version(made.id), len(store.notes(made.id))) == (2, 1)


def test_clocks_that_may_have_run_out_are_found(store: Store) -> None:
    """Those whose deadline has come, the earliest first; not those that stand."""
    ends = {}
    for deadline in (30.0, 10.0, None, 20.0, 99.0):
        made = begin(store)
        running = Seat.A if deadline else None
        clock = StoredClock(BySeat(1.0, 1.0), running, 0.0, deadline)
        store.change(made.id, Change(standing(1), 2, clock=clock)).result(20)
        ends[deadline] = made.id
    assert store.due(30.0) == [ends[10.0], ends[20.0], ends[30.0]]
    assert store.due(30.0, 1) == [ends[10.0]]


def test_tokens_open_one_thing_and_end(store: Store) -> None:
    """A new one of its kind ends the old one of that match; one that works once is spent once; old ones are swept."""
    one, two = begin(store), begin(store)
    first, second = StoredToken(b"1" * 32, "watch", one.id), StoredToken(b"2" * 32, "watch", one.id)
    other = StoredToken(b"3" * 32, "watch", two.id)
    sealed = StoredToken(b"4" * 32, "guest", sealed=b"pad", ends=50.0)
    for token in (first, other, sealed, second):
        store.put_token(token, 10.0).result(20)
    assert [store.token(bytes([48 + number]) * 32) for number in range(1, 5)] == [None, second, other, sealed]
    store.spend_token(sealed.hash).result(20)
    with pytest.raises(Conflict):
        store.spend_token(sealed.hash).result(20)
    store.put_token(sealed, 10.0).result(20)
    store.put_token(first, 51.0).result(20)
    assert store.token(sealed.hash) is None


def test_watchers_and_uptimes_are_kept(store: Store) -> None:
    """Said twice is said once; a server's last sign of life replaces the one before."""
    made = begin(store)
    for guest in (b"w" * 32, b"w" * 32, b"x" * 32):
        store.watch_match(made.id, guest).result(20)
    assert (store.watchers(made.id), store.watches(made.id, b"w" * 32), store.watches(made.id, b"y" * 32)) == (
        2,
        True,
        False,
    )
    for seen in (2.0, 3.0):
        store.put_uptime("one", 1.0, seen).result(20)
    store.put_uptime("two", 0.5, 0.75).result(20)
    assert store.uptimes("me") == [(0.5, 0.75), (1.0, 3.0)]
    assert store.uptimes("two") == [(1.0, 3.0)]


def test_a_closed_store_says_so(store: Store) -> None:
    """Closing finishes what was begun; afterwards every call is refused in words."""
    made = begin(store)
    future = store.append(made.id, event(2), standing(2))
    store.close()
    assert future.exception(0) is None
    with pytest.raises(StoreError, match="closed"):
        store.append(made.id, event(3), standing(3)).result(5)
    with pytest.raises(StoreError, match="closed"):
        store.match(made.id)
    store.close()


def test_a_store_is_there_again(address: str) -> None:
    """What was written is there when the store is opened again; except in memory."""
    first = open_store(address)
    made = begin(first)
    first.close()
    second = open_store(address)
    assert second.match_ids() == ([] if address == "sqlite://" else [made.id])
    second.close()


@pytest.mark.parametrize("wrong", ["", "matches.db", "mysql://x", "sqlite://host/x", "postgresql://127.0.0.1:1/none"])
def test_an_address_that_leads_nowhere_is_refused_in_words(wrong: str) -> None:
    """WrongStore, never a raw error."""
    with pytest.raises(WrongStore):
        open_store(wrong)


def wait(condition: Callable[[], bool]) -> bool:
    """Whether something comes true within ten seconds."""
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def test_other_processes_are_told_and_oneself_is_not(shared: tuple[Store, Store]) -> None:
    """A move in one store wakes the watcher of the other; after the end of the watch nobody."""
    one, two = shared
    heard: list[str | None] = []
    echo: list[str | None] = []
    end = two.watch(heard.append)
    one.watch(echo.append)
    made = begin(one)
    assert wait(lambda: heard == [made.id])
    end()
    one.append(made.id, event(2), standing(2)).result(20)
    other = begin(two)
    assert wait(lambda: echo == [other.id])
    assert heard == [made.id]


def test_broken_connections_are_made_anew(shared: tuple[Store, Store], postgres: str) -> None:
    """After the database has cut every connection, reads, writes and the watch go on; the watcher hears `None`."""
    import psycopg

    one, two = shared
    heard: list[str | None] = []
    two.watch(heard.append)
    made = begin(one)
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'fresh_%'")
    one.append(made.id, event(2), standing(2)).result(20)
    assert len(two.events(made.id)) == 2
    assert wait(lambda: None in heard)


def test_two_processes_may_open_an_empty_database_at_once(postgres: str) -> None:
    """The schema is made once."""
    url = fresh(postgres)
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(open_store(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(stores) == 4
    made = begin(stores[0])
    assert all(store.match(made.id) == made for store in stores)
    for store in stores:
        store.close()


def test_the_password_of_a_database_is_not_shown() -> None:
    """An address in a message has no password in it."""
    from saudagar.cli.play import without_password

    assert without_password("postgresql://me:secret@host/db") == "postgresql://me:…@host/db"
