"""`saudagar bench server`: a server under load, and what it takes."""

from __future__ import annotations

import asyncio
import math
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from .out import between, complain, say, say_json

if TYPE_CHECKING:
    from ..server.load import Plan, Report


def server(
    *,
    matches: Annotated[int, between(1, 50_000)] = 1_000,
    moves: Annotated[int, between(1, 20_000)] = 200,
    seconds: Annotated[int, between(1, 36_000)] = 20,
    churn: Annotated[int, between(0, 5_000)] = 0,
    idle_after: Annotated[int, between(0, 600)] = 20,
    idle_seconds: Annotated[int, between(1, 600)] = 20,
    storm: bool = True,
    restart: bool = True,
    pin: bool = True,
    database: str | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Put a server of its own on this computer under load, by clients that check everything they are told.

    Each match has two sockets. Moves arrive at the given rate whatever the server does, and a latency counts from when
    its move was due. Exit code 1 if a client was told anything wrong.

    Parameters
    ----------
    matches
        How many matches are open, each with two sockets.
    moves
        Moves a second, of all matches together; each is on the disk before it is answered.
    seconds
        How long moves are made.
    churn
        Sockets a second that are cut meanwhile, and opened again.
    idle_after
        Seconds from when all sockets are open until it is measured what the server spends while nobody moves. That is
        mostly signs of life, of which each socket gets the first two after 15 and 20 s.
    idle_seconds
        How long that is measured. One figure of CPU a move counts everything, the other leaves that much a second out.
    storm
        At the end: cut all sockets at once, and time until everybody is shown the table again.
    restart
        After that: kill the server and start it again, and time the same.
    pin
        Give the server one core of its own, and the clients the others.
    database
        Use a store at this address instead of a temporary file. It should be empty.
    json
        Print one JSON document.
    """
    from ..server.load import Plan, measure

    plan = Plan(
        matches=matches,
        moves=float(moves),
        seconds=float(seconds),
        churn=float(churn),
        idle_after=float(idle_after),
        idle_seconds=float(idle_seconds),
        storm=storm,
        restart=restart,
        pin=pin,
        database=database,
    )
    with tempfile.TemporaryDirectory(prefix="saudagar-bench-") as folder:
        report = _run(measure(plan, Path(folder), complain if json else say))
    told = figures(plan, report)
    if json:
        say_json(told)
    else:
        for name, value in told.items():
            say(f"{name.replace('_', ' '):<44} {value}")
    for wrong in report.errors[:5]:
        complain(wrong)
    return 1 if report.errors else 0


def _run(work: Any) -> Any:
    """Run some work in the fastest event loop there is."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def figures(plan: Plan, report: Report) -> dict[str, Any]:
    """Return what was measured, in units that read well: milliseconds, microseconds, KiB, MiB."""
    from .bench import machine

    def ms(times: list[float], share: float) -> float | None:
        if not times:
            return None
        return round(sorted(times)[min(len(times) - 1, math.ceil(share * len(times)) - 1)] * 1000, 2)

    busy = report.cpu_seconds - report.cpu_idle * plan.seconds
    moves = max(1, report.moves)
    return {
        "matches": plan.matches,
        "sockets": 2 * plan.matches,
        "seconds": plan.seconds,
        "durable_moves": report.moves,
        "durable_moves_per_second": round(report.moves / plan.seconds, 1),
        "errors": len(report.errors),
        "acknowledged_p50_ms": ms(report.acknowledged, 0.5),
        "acknowledged_p99_ms": ms(report.acknowledged, 0.99),
        "acknowledged_p99.9_ms": ms(report.acknowledged, 0.999),
        "shown_to_both_p50_ms": ms(report.shown, 0.5),
        "shown_to_both_p99_ms": ms(report.shown, 0.99),
        "cpu_us_per_durable_move": round(report.cpu_seconds / moves * 1e6),
        "cpu_us_per_durable_move_without_idle": round(busy / moves * 1e6),
        "cpu_idle_percent_of_a_core": round(report.cpu_idle * 100, 1),
        "cpu_idle_measured_after_opening": f"{plan.idle_after:g} to {plan.idle_after + plan.idle_seconds:g} s",
        "cpu_busy_percent_of_a_core": round(report.cpu_busy * 100, 1),
        "kib_per_match_open": round((report.memory_open - report.memory_before) / plan.matches / 1024, 1),
        "kib_per_match_after": round((report.memory_after - report.memory_before) / plan.matches / 1024, 1),
        "mib_in_all": round(report.memory_after / 2**20, 1),
        "open_seconds": round(report.open_seconds, 1),
        "sockets_cut_by_churn": report.cut,
        "memory_growth_percent_per_hour": growth(report.memory_samples),
        "storm_seconds": _rounded(report.storm_seconds),
        "killed_to_ready_seconds": _rounded(report.ready_seconds),
        "killed_to_all_resumed_seconds": _rounded(report.resumed_seconds),
        "collections": round(report.metrics.get("saudagar_gc_seconds_count", 0)),
        "longest_collection_ms": _rounded(report.metrics.get("saudagar_gc_longest_seconds", 0) * 1000),
        "longest_loop_lag_ms": _rounded(report.metrics.get("saudagar_loop_lag_longest_seconds", 0) * 1000),
        "longest_lag_of_the_clients_ms": _rounded(report.lag * 1000),
        **machine(),
    }


def growth(samples: list[int]) -> float | None:
    """Return by how many percent an hour memory grew in the second half of the samples, which are 2 s apart."""
    half = samples[len(samples) // 2 :]
    if len(half) < 10:
        return None
    middle, mean = (len(half) - 1) / 2, sum(half) / len(half)
    slope = sum((at - middle) * (size - mean) for at, size in enumerate(half)) / sum(
        (at - middle) ** 2 for at in range(len(half))
    )
    return round(slope * 1800 / mean * 100, 2)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
