"""CON-3: a proxy that cuts, delays and goes silent; after it heals every screen shows what the server knows."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.conftest import Figures
from tests.reliability.players import Game
from tests.reliability.proxy import Proxy, Weather
from tests.reliability.wanderers import State, Wanderer
from tests.server.serving import served

from saudagar.server.limits import OPEN
from saudagar.server.load.wire import Pool
from saudagar.server.store import open_store

STORM = Weather(cut=0.06, silent=0.004, delay=0.004)
CALM = Weather()
FLEETING = ("present", "watchers")


def lasting(state: State) -> State:
    """What of a State is stored, so that it is the same for all who look."""
    return {name: value for name, value in state.items() if name not in FLEETING}


async def healed(wanderers: list[Wanderer], truth: Pool, patience: float) -> float:
    """Return the seconds until every seat sees what the server tells directly; what still differs is an error."""
    began, wrong = time.monotonic(), ["not looked at yet"]
    while wrong and time.monotonic() - began < patience:
        wrong = []
        for each in wanderers:
            for seat in "ab":
                path = f"/api/matches/{each.id}?seat={seat}"
                _, _, told = await truth.ask("GET", path, cookie=each.cookie)
                now, seen = msgspec.json.decode(told), each.seen.get(seat, {})
                if lasting(now) != lasting(seen):
                    wrong.append(
                        f"{each.id} {seat} sees {seen.get('step')}, not {now['step']}: {each.reconnects} lines"
                    )
        await asyncio.sleep(0.02)
    assert not wrong, wrong
    return time.monotonic() - began


async def storms(port: int, proxy: Proxy, players: int, cuts: int) -> tuple[list[Wanderer], list[float]]:
    """Play through storms until the lines were cut so often; return the players, and how long each healing took."""
    wanderers = [Wanderer(proxy.port, number) for number in range(players)]
    truth, healings, gone = Pool("127.0.0.1", port), list[float](), list[Wanderer]()
    for each in wanderers:
        await each.begin()
    listening = [asyncio.create_task(each.listen(seat)) for each in wanderers for seat in "ab"]
    playing = [asyncio.create_task(each.play()) for each in wanderers]
    while proxy.counts.cut < cuts:
        proxy.weather = STORM
        await asyncio.sleep(0.5)
        for each in wanderers:
            each.pause.clear()
        proxy.weather = CALM
        await asyncio.to_thread(proxy.cut_all)
        healings.append(await healed(wanderers, truth, 60))
        for number, each in enumerate(wanderers):
            if playing[number].done() and not each.errors:  # the match is over: another begins
                playing[number].result()
                each.end()
                gone.append(each)
                wanderers[number] = Wanderer(proxy.port, players * len(healings) + number)
                await wanderers[number].begin()
                listening += [asyncio.create_task(wanderers[number].listen(seat)) for seat in "ab"]
                playing[number] = asyncio.create_task(wanderers[number].play())
            wanderers[number].pause.set()
    for each in wanderers:
        each.end()
    for task in (*listening, *playing):
        task.cancel()
    await asyncio.gather(*listening, *playing, return_exceptions=True)
    truth.close()
    return [*gone, *wanderers], healings


@pytest.mark.parametrize(
    ("cuts", "players"), [(120, 6), pytest.param(10_000, 12, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_every_screen_is_right_after_the_storm(tmp_path: Path, cuts: int, players: int, figures: Figures) -> None:
    """CON-3: whatever was cut, doubled or lost, no client is ever told a lie, and all agree when the line is back."""
    limits: dict[str, Any] = msgspec.to_builtins(OPEN)
    with served(tmp_path, limits) as server, Proxy([server.port]) as proxy:
        everybody, healings = asyncio.run(storms(server.port, proxy, players, cuts))
        counts = proxy.counts
    assert [error for each in everybody for error in each.errors] == []
    store = open_store(f"sqlite:///{tmp_path / 'matches.db'}")
    for each in everybody:
        stored = [(event.ply, event.key) for event in store.events(each.id)]
        assert set(each.confirmed) <= set(stored)
        assert len({key for _, key in stored if key}) == len(stored) - 1
        assert Game.load(store, each.id).table.ply == len(stored)
    store.close()
    commands = sum(len(each.confirmed) for each in everybody)
    retries = sum(each.retries for each in everybody)
    assert retries > 0
    assert commands > cuts / 10
    figures(
        "CON-3",
        f"{counts.cut} cuts, {counts.silent} silent lines: {commands} commands, {retries} sent again, {len(healings)} "
        f"healings, half of them in {sorted(healings)[len(healings) // 2]:.2f} s, the slowest in {max(healings):.2f} s: 0 desynchronised, 0 lost, 0 doubled",
    )
