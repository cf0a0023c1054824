"""Reviews of several servers on one PostgreSQL: asked for once, done by one, told by all, and gone on with after a kill."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from tests.analysis.matches import match
from tests.server.serving import Served
from tests.server.store_postgres import fresh

from saudagar.rules import MINI
from saudagar.server.limits import OPEN

TOML = {"content-type": "application/toml"}
PATIENCE = 180.0
LIMITS: dict[str, Any] = msgspec.to_builtins(OPEN)


class Asker:
    """A browser that any of the servers may answer."""

    def __init__(self) -> None:
        self.http = httpx.Client(timeout=60)

    def close(self) -> None:
        """Hang up."""
        self.http.close()

    def ask(self, server: Served, record: str, depth: str) -> dict[str, Any]:
        """Have a record reviewed."""
        answer = self.http.post(f"{server.url}/api/reviews?depth={depth}", content=record.encode(), headers=TOML)
        assert answer.status_code == 202, answer.text
        return dict(answer.json())

    def look(self, server: Served, job: dict[str, Any]) -> dict[str, Any]:
        """Look after a review."""
        answer = self.http.get(f"{server.url}/api/reviews/{job['id']}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def wait(self, server: Served, job: dict[str, Any], until: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Look until something is so."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            told = self.look(server, job)
            if until(told):
                return told
            time.sleep(0.2)
        raise AssertionError(f"not so within {PATIENCE} s: {told}; {server.told()}")


def test_a_review_is_done_once_told_by_all_and_survives_its_server(postgres: str, tmp_path: Path) -> None:
    """Two servers: one job for one wish, progress and an end at both, broken off from the other, on after a kill."""
    database, asker = fresh(postgres), Asker()
    one = Served(database, tmp_path / "one", LIMITS)
    two = None
    try:
        small = str(match(3, "greedy", "greedy", MINI))
        first = asker.ask(one, small, "quick")
        done = asker.wait(one, first, lambda told: told["state"] == "done")
        long = asker.ask(one, str(match(1)), "full")
        begun = asker.wait(one, long, lambda told: told["reached"] == "quick" and told["done"])
        two = Served(database, tmp_path / "two", LIMITS)

        # The same wish at the other server is the same job, done already; progress is told there too.
        assert asker.ask(two, small, "quick")["id"] == first["id"]
        assert asker.look(two, first)["result"] == done["result"]
        assert asker.ask(two, str(match(1)), "full")["id"] == long["id"]
        assert asker.look(two, long)["of"] == begun["of"]
        stranger = Asker()
        assert stranger.http.get(f"{two.url}/api/reviews/{first['id']}").status_code == 404
        stranger.close()

        # Broken off at one server, whichever works on it.
        other = asker.ask(two, str(match(2)), "full")
        assert asker.http.delete(f"{one.url}/api/reviews/{other['id']}").json()["state"] == "cancelled"
        assert asker.look(two, other)["state"] == "cancelled"

        # Its server is killed: the other goes on from the depth that was reached.
        one.stop(signal.SIGKILL)
        before = asker.look(two, long)
        assert (before["state"], before["reached"]) == ("running", before["reached"])
        moved = asker.wait(
            two, long, lambda told: (told["reached"], told["done"]) > (before["reached"], before["done"] + 1)
        )
        assert moved["state"] in ("running", "done")
        assert asker.http.delete(f"{two.url}/api/reviews/{long['id']}").json()["state"] == "cancelled"
    finally:
        asker.close()
        for server in filter(None, (one, two)):
            server.end()
    assert "Traceback" not in two.told(), two.told()
