"""One line an id at the end of a run, with what was measured: the ids of docs/reliability.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Figures = Callable[[str, str], None]


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Figures:
    """Notes what a test measured, under its id."""

    def note(id_: str, text: str) -> None:
        record_property("reliability", f"{id_:<6} {text}")

    return note


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
