"""LOAD-1, LOAD-4, LOAD-5 and DUR-2: a server under load by clients that check everything, then cut off, then killed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from tests.conftest import Figures

from saudagar.cli.bench_server import figures as told
from saudagar.server.load import Plan, measure

SHORT = Plan(matches=60, moves=60.0, seconds=3.0, idle_after=0.0, idle_seconds=0.5, churn=20.0, pin=False)
LONG = Plan(matches=5_000, moves=500.0, seconds=600.0, churn=20.0)
"""In full; how long anything takes depends on what else runs, so it is told, not judged, but for what must never be."""


@pytest.mark.parametrize("plan", [SHORT, pytest.param(LONG, marks=pytest.mark.long)], ids=["short", "long"])
def test_a_server_under_load_tells_nothing_wrong(tmp_path: Path, plan: Plan, figures: Figures) -> None:
    """LOAD-1: durable moves at a given rate; LOAD-4: sockets come and go; LOAD-5: pauses; DUR-2: killed, and all resume."""
    began = time.monotonic()
    report = asyncio.run(measure(plan, tmp_path, lambda _: None))
    seen = told(plan, report)
    assert report.errors == []
    assert report.moves > plan.moves * plan.seconds / 4
    assert report.cut > 0
    assert report.storm_seconds is not None
    assert report.resumed_seconds is not None
    assert seen["kib_per_match_after"] < (
        110 if plan is LONG else 400
    )  # few matches bear all that code and caches take
    names = (
        "durable_moves",
        "acknowledged_p50_ms",
        "acknowledged_p99_ms",
        "cpu_us_per_durable_move",
        "kib_per_match_after",
    )
    line = ", ".join(f"{name.replace('_', ' ')} {seen[name]}" for name in names)
    figures("LOAD-1", f"{plan.matches} matches, {2 * plan.matches} sockets, {plan.moves:.0f} moves/s: {line}; 0 errors")
    figures(
        "LOAD-4",
        f"{report.cut} sockets cut and opened again meanwhile, growth {seen['memory_growth_percent_per_hour']} %/h",
    )
    figures("LOAD-5", f"{seen['collections']} collections, the longest {seen['longest_collection_ms']} ms")
    figures(
        "DUR-2",
        f"killed with {plan.matches} live matches: ready after {report.ready_seconds:.1f} s, all sockets told after "
        f"{report.resumed_seconds:.1f} s; in all {time.monotonic() - began:.0f} s",
    )
