"""DUR-2: a server is killed with many live matches; the next one is ready at once, and everybody finds their match as it was."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.conftest import Figures
from tests.reliability.players import Game
from tests.server.serving import Served

from saudagar.rules import BySeat
from saudagar.server.guests import COOKIE, hash_of
from saudagar.server.limits import OPEN
from saudagar.server.load.wire import Pool
from saudagar.server.store import Store, open_store

GUEST = "g" * 43
PLIES = 6
READY = 3.0
"""Seconds of CPU at most until a server is ready, however many matches there are. (The time on the wall is told.)"""


def fill(store: Store, matches: int) -> dict[str, int]:
    """Begin so many matches and play a few plies in each, all at once; return where each stands."""
    games = [
        Game.begin(store, f"live-{number}", "standard", guests=BySeat(hash_of(GUEST), None))
        for number in range(matches)
    ]
    for ply in range(2, PLIES + 1):
        for future in [store.append(game.match.id, *game.move(f"key-{ply:06}")) for game in games]:
            future.result(60)
    return {game.match.id: game.table.ply for game in games}


async def all_told(port: int, plies: dict[str, int]) -> float:
    """Ask for every match, fifty at a time; return the seconds that takes. Each has to stand where it stood."""
    pool, waiting, began = Pool("127.0.0.1", port), iter(plies.items()), time.monotonic()

    async def ask() -> None:
        for match_id, ply in waiting:
            status, _, told = await pool.ask("GET", f"/api/matches/{match_id}", cookie=f"{COOKIE}={GUEST}")
            assert (status, msgspec.json.decode(told)["ply"]) == (200, ply), match_id

    await asyncio.gather(*(ask() for _ in range(50)))
    pool.close()
    return time.monotonic() - began


@pytest.mark.parametrize("matches", [60, pytest.param(5_000, marks=pytest.mark.long)], ids=["short", "long"])
def test_dur_2_a_server_with_many_live_matches_is_ready_at_once(
    address: str, tmp_path: Path, matches: int, figures: Figures
) -> None:
    """DUR-2: ready within 3 s of CPU however many there are; each match is replayed when somebody asks for it."""
    store = open_store(address)
    plies = fill(store, matches)
    store.close()
    server = Served(address, tmp_path / "server", msgspec.to_builtins(OPEN))
    asyncio.run(all_told(server.port, plies))
    server.stop(signal.SIGKILL)
    server.end()
    server.start()
    assert httpx.get(f"{server.url}/readyz", timeout=20).status_code == 200
    ready, seconds = server.cpu, server.start_seconds
    whole = asyncio.run(all_told(server.port, plies))
    replayed = server.cpu - ready
    server.end()
    assert "Traceback" not in server.told()
    assert ready < READY
    kind = address.partition(":")[0]
    figures(
        "DUR-2",
        f"{kind}: killed with {matches} live matches: ready after {seconds:.2f} s ({ready:.2f} s of CPU), all replayed and "
        f"told to who asked after {whole:.1f} s more ({replayed / matches * 1000:.2f} ms of CPU each)",
    )
