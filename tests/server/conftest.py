"""A server without a network: rooms over a store in memory, whose matches are always dealt alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from tests.server.browsers import Browser, Loop
from tests.table.matches import seed

from saudagar.server import Rooms, Store, create_app, open_store


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store that keeps nothing."""
    opened = open_store("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def rooms(store: Store) -> Rooms:
    """Rooms whose matches are dealt from seeds 1, 2, 3 …, by a clock that ticks at every look."""
    numbers, ticks = itertools.count(1), itertools.count(1_800_000_000)
    return Rooms(store, clock=lambda: float(next(ticks)), seeds=lambda: seed(next(numbers)))


@pytest.fixture
def loop() -> Iterator[Loop]:
    """The event loop that the application runs in."""
    opened = Loop()
    yield opened
    opened.close()


@pytest.fixture
def client(rooms: Rooms, loop: Loop) -> Iterator[Browser]:
    """A guest's browser."""
    opened = Browser(create_app(rooms, hosts=frozenset({"127.0.0.1"})), loop)
    yield opened
    opened.close()


@pytest.fixture
def stranger(client: Browser) -> Iterator[Browser]:
    """Another guest's browser at the same server."""
    opened = Browser(client.app, client.loop)
    yield opened
    opened.close()


@pytest.fixture
def third(client: Browser) -> Iterator[Browser]:
    """One more guest's browser at the same server."""
    opened = Browser(client.app, client.loop)
    yield opened
    opened.close()
