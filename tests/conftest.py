"""The databases of the tests, and one line an id at the end of a run: what was measured, by docs/reliability.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.store_postgres import fresh, running

Figures = Callable[[str, str], None]


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Figures:
    """Notes what a test measured, under its id."""

    def note(id_: str, text: str) -> None:
        record_property("reliability", f"{id_:<6} {text}")

    return note


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures, and what failed, one line each."""
    lines = [
        str(text) + ("" if state == "passed" else "   FAILED")
        for state in ("passed", "failed")
        for report in terminalreporter.stats.get(state, [])
        for name, text in report.user_properties
        if name == "reliability"
    ]
    if lines:
        terminalreporter.section("reliability")
        for line in sorted(lines):
            terminalreporter.line(line)
