"""Rooms that leave memory: nothing holds them in a ring, for the collector looks at old things seldom."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from saudagar.rules import BySeat, Match, Seat
from saudagar.server import Rooms, open_store
from saudagar.server.room import Room
from saudagar.server.state import told


def test_a_room_that_is_let_go_is_gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened, acted in, looked at and listened to; when others take its place, it goes without the collector."""
    monkeypatch.setattr("saudagar.server.rooms.KEPT", 1)
    monkeypatch.setattr("saudagar.server.news.LINGER", 0.001)

    async def play() -> list[bool]:
        rooms, seen = Rooms(open_store("sqlite://")), list[weakref.ref[Room]]()

        async def one() -> weakref.ref[Room]:
            room = await rooms.open(Match(), BySeat("A", "B"), BySeat(None, None), BySeat(b"g", b"g"))
            with room.news.subscribe(Seat.A):
                seat = room.table.to_act
                assert seat is not None
                await room.act(seat, next(iter(room.table.view(seat).legal_actions)), 1, "key-000001")
                told(room, Seat.A, [Seat.A])
            return weakref.ref(room)

        for _ in range(4):
            seen.append(await one())
            await asyncio.sleep(0.02)
        rooms.close()
        rooms.store.close()
        return [each() is None for each in seen[:-1]]

    gc.collect()
    gc.disable()
    try:
        gone = asyncio.run(play())
    finally:
        gc.enable()
    assert gone == [True] * 3
