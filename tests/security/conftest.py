"""Servers and stores for these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.browsers import Browser, Loop
from tests.server.serving import Served, served

from saudagar.server import Rooms, Store, create_app, open_store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the limits that it comes with."""
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store that keeps nothing."""
    opened = open_store("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def loop() -> Iterator[Loop]:
    """The event loop that an application in this process runs in."""
    opened = Loop()
    yield opened
    opened.close()


@pytest.fixture
def client(store: Store, loop: Loop) -> Iterator[Browser]:
    """A guest's browser at an application in this process, without limits."""
    opened = Browser(create_app(Rooms(store)), loop)
    yield opened
    opened.close()
