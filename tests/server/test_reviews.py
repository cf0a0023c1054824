"""Reviews in the background: asked for by players of a finished match, followed, broken off, and kept over a restart."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.analysis.matches import match
from tests.server.browsers import Browser, Loop
from tests.server.hands import move, new_match, play_match

from saudagar import Record
from saudagar.rules import MINI
from saudagar.server import Rooms, create_app, open_store
from saudagar.server.desk import PER_GUEST

TOML = {"content-type": "application/toml"}
PATIENCE = 120.0


class Running:
    """A server with a memory, and a guest at it."""

    def __init__(self, folder: Path, cookies: Any = None) -> None:
        self.store = open_store(f"sqlite:///{folder / 'matches.db'}")
        self.loop, self.rooms = Loop(), Rooms(self.store)
        self.rooms.desk.nice = 0  # a busy machine must not make it wait for ever
        self.app = create_app(self.rooms, hosts=frozenset({"127.0.0.1"}))
        self.client = Browser(self.app, self.loop)
        if cookies is not None:
            self.client.http.cookies = cookies

    def stop(self) -> None:
        """End it as a server ends."""

        async def end() -> None:
            self.rooms.close()

        self.loop.run(end())
        self.client.close()
        self.loop.close()
        self.store.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One such server for all of these: its process for reviews takes a second to start."""
    opened = Running(tmp_path_factory.mktemp("reviews"))
    yield opened
    opened.stop()


@pytest.fixture
def client(running: Running) -> Iterator[Browser]:
    """A guest's browser."""
    opened = Browser(running.app, running.loop)
    yield opened
    opened.close()


@pytest.fixture
def stranger(running: Running) -> Iterator[Browser]:
    """Another guest's browser."""
    opened = Browser(running.app, running.loop)
    yield opened
    opened.close()


def ask(client: Browser, record: Record, depth: str = "full") -> dict[str, Any]:
    """Have a record reviewed."""
    answer = client.post(f"/api/reviews?depth={depth}", content=str(record).encode(), headers=TOML)
    assert answer.status_code == 202, answer.text
    return dict(answer.json())


def wait(client: Browser, job: dict[str, Any], until: Any) -> dict[str, Any]:
    """Look after a review until something is so."""
    until_when = time.monotonic() + PATIENCE
    while time.monotonic() < until_when:
        told: dict[str, Any] = client.get(f"/api/reviews/{job['id']}").json()
        if until(told):
            return told
        time.sleep(0.05)
    raise AssertionError(f"not so within {PATIENCE} s: {told}")


def small(number: int = 3) -> Record:
    """A match of small rules: some ten decisions."""
    return match(number, "greedy", "greedy", MINI)


def long(number: int = 1) -> Record:
    """A match by the standard rules: in full depth its review takes many seconds."""
    return match(number)


def end(client: Browser, *jobs: dict[str, Any]) -> None:
    """Break reviews off."""
    for job in jobs:
        assert client.request("DELETE", f"/api/reviews/{job['id']}").json()["state"] == "cancelled"


def test_a_finished_match_is_reviewed_for_its_players(client: Browser) -> None:
    """Quick values first, then the end; the numbers are those of the record, once for all who ask, and can be saved."""
    state = new_match(client, seals=1, ruleset="mini")
    play_match(client, state)
    address = f"/api/matches/{state['id']}/review"
    answer = client.post(address, json={"depth": "middle"})
    assert answer.status_code == 202, answer.text
    job = answer.json()
    assert client.post(address, json={"depth": "middle"}).json()["id"] == job["id"]
    first = wait(client, job, lambda told: told["reached"])
    assert first["result"]["judge"].endswith(first["reached"])
    told = wait(client, job, lambda told: told["state"] not in ("waiting", "running"))
    assert (told["state"], told["reached"], told["result"]["players"]) == (
        "done",
        "middle",
        {"a": "Anna", "b": "Meera"},
    )
    record = Record.parse(client.get(f"/api/matches/{state['id']}/record").text)
    played = [[str(move.action) for move in rnd.moves] for rnd in record.rounds]
    assert [[each["played"] for each in rnd["decisions"]] for rnd in told["result"]["rounds"]] == played
    assert "result" not in client.get(f"/api/reviews/{job['id']}?have=middle").json()
    page = client.get(f"/api/reviews/{job['id']}/file?kind=html&lang=hu")
    assert page.text.startswith('<!doctype html>\n<html lang="hu">')
    assert page.headers["content-disposition"].startswith("attachment")
    marked = Record.parse(client.get(f"/api/reviews/{job['id']}/file?kind=tgn").text)
    assert [[str(move.action) for move in rnd.moves] for rnd in marked.rounds] == played
    assert all(dict(move.note.values).get("eval") for rnd in marked.rounds for move in rnd.moves)


def test_nobody_reviews_what_is_still_played(client: Browser, stranger: Browser) -> None:
    """Not the match, not its record cut short, and no match of other people."""
    state = new_match(client, seals=2, ruleset="mini")
    address = f"/api/matches/{state['id']}/review"
    move(client, state)
    assert (client.post(address, json={}).status_code, stranger.post(address, json={}).status_code) == (409, 404)
    whole = small()
    lines = str(whole).splitlines()
    moves = [number for number, line in enumerate(lines) if line.startswith(('  "a ', '  "b '))]
    first_round = len(whole.rounds[0].moves)
    open_round = "\n".join(line for number, line in enumerate(lines) if number not in moves[first_round - 2 :])
    answer = client.post("/api/reviews", content=open_round.encode(), headers=TOML)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_record"), answer.text


def test_a_review_belongs_to_who_asked_for_it(client: Browser, stranger: Browser) -> None:
    """Others are told that there is none; whoever has the same record may have the same review."""
    job = ask(client, long(8))
    for method, rest in (("GET", ""), ("DELETE", ""), ("GET", "/file")):
        assert stranger.request(method, f"/api/reviews/{job['id']}{rest}").status_code == 404
    assert client.get(f"/api/reviews/{job['id']}/file").status_code == 409
    assert ask(stranger, long(8))["id"] == job["id"]
    assert stranger.get(f"/api/reviews/{job['id']}").status_code == 200
    # One of two who want it goes: the other's review goes on.
    assert client.request("DELETE", f"/api/reviews/{job['id']}").json()["state"] in ("waiting", "running")
    assert client.get(f"/api/reviews/{job['id']}").status_code == 404
    end(stranger, job)


def test_a_review_tells_how_far_it_is_and_can_be_broken_off(client: Browser, stranger: Browser) -> None:
    """The count rises towards all decisions; others' first values come in between; after the end no more comes."""
    job = ask(client, long())
    decisions = sum(len(rnd.moves) for rnd in long().rounds)
    told = wait(client, job, lambda told: told["stage"] == "middle" and told["done"] >= 2)
    assert (told["state"], told["reached"], told["of"]) == ("running", "quick", decisions)
    short = ask(stranger, small(5), "quick")
    assert wait(stranger, short, lambda told: told["reached"])["state"] == "done"
    assert client.get(f"/api/reviews/{job['id']}?have=quick").json()["state"] == "running"
    end(client, job)
    told = client.get(f"/api/reviews/{job['id']}").json()
    assert (told["state"], told["reached"]) == ("cancelled", "quick")
    assert told["result"]["judge"].endswith("quick")


def test_a_guest_has_two_at_a_time(client: Browser, stranger: Browser) -> None:
    """The third is refused with when to come again; another guest is not held up; an ended one makes room."""
    jobs = [ask(client, long(number + 2)) for number in range(PER_GUEST)]
    third = client.post("/api/reviews?depth=quick", content=str(small(9)).encode(), headers=TOML)
    assert (third.status_code, third.json()["error"]["code"]) == (429, "too_many")
    assert int(third.headers["retry-after"]) > 0
    other = ask(stranger, small(9), "quick")
    end(client, jobs[0])
    assert ask(client, small(9), "quick")["id"] == other["id"]
    end(client, jobs[1])


def test_after_a_restart_an_unfinished_review_goes_on_and_a_finished_one_is_there(tmp_path: Path) -> None:
    """Both are written beside the matches; the first values are not computed twice."""
    before = Running(tmp_path)
    finished = ask(before.client, small(), "quick")
    result = wait(before.client, finished, lambda told: told["state"] == "done")["result"]
    begun = ask(before.client, long(7), "middle")
    wait(before.client, begun, lambda told: told["reached"] == "quick")
    cookies = before.client.http.cookies
    before.stop()
    file = tmp_path / "matches-reviews" / f"{begun['id']}.json"
    assert json.loads(file.read_text(encoding="utf-8"))["reached"] == "quick"
    (tmp_path / "matches-reviews" / "broken.json").write_text("{", encoding="utf-8")
    after = Running(tmp_path, cookies)
    assert after.client.get(f"/api/reviews/{finished['id']}").json()["result"] == result
    told = wait(after.client, begun, lambda told: told["done"])
    assert (told["state"], told["stage"], told["reached"]) == ("running", "middle", "quick")
    after.stop()


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"no record", TOML, 400, "bad_record"),
        (b"\xff\xfe", TOML, 400, "bad_record"),
        (b"{}", {"content-type": "application/json"}, 415, "unsupported"),
        (b"#" * 200_000, TOML, 413, "too_large"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(
    client: Browser, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    """With the reason, before anything is begun."""
    answer = client.post("/api/reviews", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
