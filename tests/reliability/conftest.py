"""The databases of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import Figures  # noqa: F401 - imported from here by the tests
from tests.server.store_postgres import fresh, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server."""
    with running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store of each kind."""
    if request.param == "postgresql":
        return fresh(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path / 'matches.db'}"
