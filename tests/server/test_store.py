"""The store: committed before it is answered, refused in words when the disk fails, rebuilt to the same state."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from tests.server.browsers import Browser, Loop
from tests.server.hands import command, hasty, move, new_match, play_match, play_round, post, show
from tests.table.matches import seed

from saudagar.rules import Seat
from saudagar.server import Rooms, create_app
from saudagar.server.entries import CorruptMatch, rebuild
from saudagar.server.guests import hash_of
from saudagar.server.store import Conflict, SqliteStore, StoredEvent, WrongStore, sql


@pytest.fixture
def quiet() -> Iterator[None]:
    """The server's log, silent: these tests make it complain on purpose."""
    log = logging.getLogger("saudagar.server")
    log.disabled = True
    yield
    log.disabled = False


@pytest.mark.parametrize("verb", ["act", "resign", "next-round"])
@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError, apsw.ReadOnlyError, apsw.BusyError])
@pytest.mark.usefixtures("quiet")
def test_a_disk_that_fails_refuses_the_command_and_keeps_the_state(
    client: Browser, store: SqliteStore, monkeypatch: pytest.MonkeyPatch, verb: str, error: type[Exception]
) -> None:
    """503 `not_saved` while nothing can be written; the state is the one before, and the same command works later."""
    state = new_match(client)
    if verb == "next-round":
        state = play_round(client, state)
    body = command(state, **({"action": hasty(state)} if verb == "act" else {}))
    address = f"/api/matches/{state['id']}/{verb}"

    def fail(*_: object) -> None:
        raise error("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(sql, "change", fail)
        for _ in range(2):
            answer = client.post(address, json=body)
            assert answer.status_code == 503
            assert answer.json()["error"]["code"] == "not_saved"
            assert "full" not in answer.text
            assert show(client, state, "a") == show(client, state, "a")
            assert show(client, state, body["seat"])["ply"] == state["ply"]
    assert show(client, state, state["audience"]) == state
    answer = client.post(address, json=body)
    assert answer.status_code == 200
    assert answer.json()["ply"] == state["ply"] + 1


@pytest.mark.usefixtures("quiet")
def test_a_full_disk_in_the_middle_of_a_transaction_leaves_nothing_behind(client: Browser, store: SqliteStore) -> None:
    """With a real SQLITE_FULL, refused matches and commands are not half there; with room again all goes on."""
    state = new_match(client)
    store._db.pragma("max_page_count", store._db.pragma("page_count"))
    refused = 0
    for _ in range(400):
        state = show(client, state, "a")
        if state["phase"] == "round_over":
            answer = post(client, state, "next-round")
        else:
            turn = state["view"]["turn"]
            state = show(client, state, turn)
            answer = post(client, state, "act", action=state["view"]["legal"][0])
        if answer.status_code == 503:
            refused += 1
            assert show(client, state, state["audience"]) == state
            if refused == 3:
                break
    assert refused == 3
    names = {"names": {"a": "n" * 40, "b": "m" * 40}}
    assert client.post("/api/matches", json=names).status_code in (201, 503)
    store._db.pragma("max_page_count", 100_000)
    assert move(client, state)["ply"] == state["ply"] + 1


def test_what_was_answered_is_in_the_file(client: Browser, store: SqliteStore, rooms: Rooms) -> None:
    """After every answer, a table rebuilt from the store alone stands where the answer says, and so does the list."""
    state = new_match(client, seals=2, ruleset="mini")
    while state["phase"] != "match_over":
        state = move(client, state) if state["phase"] == "play" else post(client, state, "next-round").json()
        (listed,) = client.get("/api/matches").json()["matches"]
        assert (listed["round"], listed["phase"]) == (state["match"]["round"], state["phase"])
        assert (listed["seals"], listed["winner"]) == (state["match"]["seals"], state["match"]["winner"])
        match = store.match(state["id"])
        assert match is not None
        table = rebuild(match, store.seeds(match.id)[0], store.events(match.id))
        live = rooms.held(match.id)
        assert live is not None
        assert (table.ply, table._round, table.match, table.log) == (
            state["ply"],
            live.table._round,
            live.table.match,
            live.table.log,
        )


def test_a_server_on_the_same_file_goes_on_where_the_last_stopped(tmp_path: Path, loop: Loop) -> None:
    """Matches, seats, standing and log are the same, byte by byte, for every guest after every restart."""
    path = tmp_path / "matches.db"
    cookies, state, rounds = None, None, 0
    while state is None or state["phase"] != "match_over":
        opened = SqliteStore(path)
        browser = Browser(create_app(Rooms(opened, seeds=lambda: seed(5))), loop)
        if state is None:
            state = new_match(browser)
            cookies = browser.http.cookies
        else:
            assert cookies is not None
            browser.http.cookies = cookies
            assert show(browser, state, state["audience"]) == state
        go_on = state["phase"] == "play"
        state = play_round(browser, state) if go_on else post(browser, state, "next-round").json()
        rounds += 1
        browser.close()
        opened.close()
    assert rounds >= 3


EVENTS = {
    "another action": "UPDATE event SET cause = '+K' WHERE kind = 'act' AND ply = 3",
    "no action": "UPDATE event SET cause = 'nonsense' WHERE ply = 3",
    "an action of nobody": "UPDATE event SET seat = NULL WHERE ply = 3",
    "a seat that is not there": "UPDATE event SET seat = 'z' WHERE ply = 3",
    "another kind": "UPDATE event SET kind = 'dance' WHERE ply = 3",
    "another answer of chance": "UPDATE event SET chance = 'K' || coalesce(chance, '') WHERE ply = 3",
    "another deal": "UPDATE event SET cause = 'DDKKK GGGSS|CCCPP' WHERE ply = 1",
    "a gap": "DELETE FROM event WHERE ply = 2",
    "no event at all": "DELETE FROM event",
    "too many": "INSERT INTO event SELECT match_id, 99, kind, seat, cause, chance, NULL, at, hash FROM event WHERE ply = 2",
    "another seed": "UPDATE secret SET seed = zeroblob(32)",
    "a short seed": "UPDATE secret SET seed = x'00'",
    "no seed": "DELETE FROM secret",
    "another ruleset": "UPDATE match SET ruleset = 'chess'",
    "nine seals": "UPDATE match SET seals = 9",
}


@pytest.mark.parametrize("damage", EVENTS.values(), ids=EVENTS.keys())
def test_a_match_that_does_not_replay_is_told_so_and_hurts_no_other(
    client: Browser, store: SqliteStore, rooms: Rooms, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """500 in JSON for the damaged match, a line in the log, no traceback; the guest's other matches are there."""
    state = new_match(client)
    for _ in range(5):
        state = move(client, state)
    match_id = state["id"]
    whole = new_match(client)
    for statement in [part.strip() for part in damage.split(";")]:
        column = (
            "id"
            if " match " in f" {statement} " and "event" not in statement and "secret" not in statement
            else "match_id"
        )
        glue = " AND " if "WHERE" in statement else " WHERE "
        store._db.execute(f"{statement}{glue}{column} = ?", (match_id,))
    assert store._db.changes() > 0
    rooms._rooms.clear()
    with caplog.at_level(logging.DEBUG, "saudagar.server"):
        for answer in (client.get(f"/api/matches/{match_id}"), post(client, state, "resign", ply=6)):
            assert answer.status_code == 500
            assert answer.json()["error"]["code"] == "internal"
            assert "Traceback" not in answer.text
        told = client.get("/api/matches").json()["matches"]
    assert whole["id"] in [each["id"] for each in told]
    assert match_id in caplog.text
    assert "Traceback" not in caplog.text
    assert play_match(client, whole)["phase"] == "match_over"


def test_a_ply_is_stored_once(store: SqliteStore, client: Browser) -> None:
    """When two processes believe they own a match, the second to write is refused by the file itself."""
    state = new_match(client)
    event = StoredEvent(2, "act", Seat.A, "+K", None, "key-00000000", 1.0)
    (_, standing), *_ = store.matches_of(hash_of(client.http.cookies["saudagar_guest"]))
    store.append(state["id"], event, standing).result()
    with pytest.raises(Conflict):
        store.append(state["id"], event, standing).result()
    assert len(store.events(state["id"])) == 2


def test_a_rebuild_of_nothing_is_corrupt(store: SqliteStore, client: Browser) -> None:
    """A match without its first deal does not replay."""
    match = store.match(new_match(client)["id"])
    assert match is not None
    with pytest.raises(CorruptMatch):
        rebuild(match, seed(1), [])


def test_a_file_of_another_version_is_not_touched(tmp_path: Path) -> None:
    """A newer schema is refused with both versions named, and the file is as it was."""
    path = tmp_path / "matches.db"
    SqliteStore(path).close()
    with apsw.Connection(str(path)) as newer:
        newer.pragma("user_version", 99)
    newer.close()
    with pytest.raises(WrongStore, match="99"):
        SqliteStore(path)


def test_the_file_keeps_what_was_confirmed_through_a_power_cut(tmp_path: Path) -> None:
    """Write-ahead log with full synchronisation: the setting under which simulated power cuts lost nothing."""
    store = SqliteStore(tmp_path / "matches.db")
    assert store._db.pragma("journal_mode") == "wal"
    assert store._db.pragma("synchronous") == 2
    assert tuple(map(int, apsw.sqlite_lib_version().split("."))) >= (3, 51, 3)
    store.close()
