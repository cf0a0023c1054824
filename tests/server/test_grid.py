"""The grid in time: nothing comes too soon or is lost, and what falls due together takes one timer."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from saudagar.server.grid import FINE, TICK, Grid


def test_everything_comes_and_nothing_too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """300 turns within 0.4 s, a third of them cancelled: the others come, each at its time or after, by few timers."""
    monkeypatch.setattr("saudagar.server.grid.FINE", 0.0)

    async def story() -> tuple[dict[int, float], dict[int, float], int]:
        loop, grid, chance = asyncio.get_running_loop(), Grid(), random.Random(1)
        timers, through = 0, loop.call_at
        due: dict[int, float] = {}
        came: dict[int, float] = {}

        def counted(*args: Any) -> Any:
            nonlocal timers
            timers += 1
            return through(*args)

        loop.call_at = counted  # type: ignore[method-assign]
        for number in range(300):
            seconds = chance.random() * 0.4
            turn = grid.later(seconds, lambda number: came.setdefault(number, loop.time()), number)
            if number % 3 == 0:
                turn.cancel()
            else:
                due[number] = loop.time() + seconds
        loop.call_at = through  # type: ignore[method-assign]
        await asyncio.sleep(0.4 + 3 * TICK)
        return due, came, timers

    due, came, timers = asyncio.run(story())
    assert came.keys() == due.keys()
    assert all(came[number] > due[number] - 0.002 for number in due)  # some loops count in milliseconds
    assert timers <= 0.4 / TICK + 2


def test_one_of_many_fails_or_ends_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """At one point of the grid: the first fails, the second cancels the third, the fourth comes, and asks again."""
    monkeypatch.setattr("saudagar.server.grid.FINE", 0.0)

    async def story() -> tuple[list[str], list[Any]]:
        loop, grid = asyncio.get_running_loop(), Grid()
        told: list[str] = []
        wrong: list[Any] = []
        loop.set_exception_handler(lambda _, context: wrong.append(context["exception"]))
        grid.later(0.01, lambda: 1 / 0)
        second = grid.later(0.01, lambda: third.cancel())  # noqa: PLW0108 - it comes into being below
        third = grid.later(0.01, told.append, "third")
        grid.later(0.01, lambda: (told.append("fourth"), grid.later(0.01, told.append, "again")))
        await asyncio.sleep(0.02 + 4 * TICK)
        second.cancel()  # which is over: nothing happens
        return told, wrong

    told, wrong = asyncio.run(story())
    assert told == ["fourth", "again"]
    assert [type(each) for each in wrong] == [ZeroDivisionError]


def test_short_waits_and_other_loops_have_their_own_time() -> None:
    """Below `FINE` there is no grid; and what was planned in a loop that has ended is no other's."""

    async def story(grid: Grid, name: str, told: list[str]) -> None:
        grid.later(FINE + 0.05, told.append, f"{name} late")
        grid.later(0.01, told.append, f"{name} soon")
        await asyncio.sleep(0.05)

    async def stay(grid: Grid, told: list[str]) -> None:
        await story(grid, "second", told)
        await asyncio.sleep(FINE + 2 * TICK)

    grid, told = Grid(), list[str]()
    asyncio.run(story(grid, "first", told))
    asyncio.run(stay(grid, told))
    assert told == ["first soon", "second soon", "second late"]
