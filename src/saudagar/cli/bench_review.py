"""`saudagar bench review`: how long a review, advice and a first move take."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from .bench import machine
from .out import Seed, between, say, say_json

if TYPE_CHECKING:
    from ..notation import Record

OPENING = "CKKKK ?32 C|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a"
FIRST_MOVE = (
    "import saudagar as sg; table = sg.Table(sg.Match(first=sg.Seat.A), dealer=sg.FairDealer(bytes(32))); "
    "view = table.view(sg.Seat.A); print(sg.player('champion').choose(view, sg.Limit(), sg.rng(1)).action)"
)


def review(
    *,
    rounds: Annotated[int, between(1, 1_000)] = 3,
    seed: Seed = 1,
    threads: Annotated[int, between(0, 256)] = 0,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Time the review of rounds between strong levels, the advice on a position and the champion's first move.

    By the clock, so that whatever else runs counts; CPU seconds stand beside. Advice and first move start a new Python.

    Parameters
    ----------
    rounds
        How many rounds are reviewed.
    seed
        The same number plays the same rounds.
    threads
        How many threads think; without it one for each core.
    json
        Print one JSON document.
    """
    from ..analysis.depth import FULL, MIDDLE, QUICK
    from ..analysis.reviewer import analyse

    advice = [_process("-m", "saudagar", "advise", OPENING) for _ in range(3)]
    move = [_process("-c", FIRST_MOVE) for _ in range(3)]
    _warm()
    figures: dict[str, object] = {
        "advise_seconds": [round(wall, 2) for wall, _ in advice],
        "advise_cpu_seconds": [round(cpu, 2) for _, cpu in advice],
        "first_move_seconds": [round(wall, 2) for wall, _ in move],
        "first_move_cpu_seconds": [round(cpu, 2) for _, cpu in move],
    }
    records = [_round(seed + number) for number in range(rounds)]
    figures["plies"] = [len(record.rounds[0].moves) for record in records]
    for depth in (QUICK, MIDDLE, FULL):
        took = [_timed(partial(analyse, record, depth=depth, threads=threads)) for record in records]
        figures[f"{depth.name}_seconds"] = [round(wall, 2) for wall, _ in took]
        figures[f"{depth.name}_cpu_seconds"] = [round(cpu, 2) for _, cpu in took]
    figures |= {"cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()}
    figures |= machine()
    if json:
        say_json(figures)
        return 0
    for what, key in (
        ("advice in a new process", "advise"),
        ("the champion's first move in a new process", "first_move"),
        ("a round, first values (quick)", "quick"),
        ("a round, middle depth", "middle"),
        ("a round, full depth", "full"),
    ):
        wall, cpu = figures[f"{key}_seconds"], figures[f"{key}_cpu_seconds"]
        say(f"{what}: {_all(wall)} s by the clock, {_all(cpu)} s of CPU")
    say(f"rounds of {_all(figures['plies'])} plies; {figures['cores']} cores")
    return 0


def _all(values: object) -> str:
    return ", ".join(map(str, values)) if isinstance(values, list) else str(values)


def _process(*args: str) -> tuple[float, float]:
    """Run a new Python to its end; return seconds by the clock and of CPU."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *args], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands
    wall, after = time.perf_counter() - began, os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def _warm() -> None:
    """Load what every review of a process shares: tables, network, the mean of a start."""
    from ..analysis.depth import QUICK
    from ..analysis.judge import Judge
    from ..rules import STANDARD

    assert 0 < Judge(STANDARD, QUICK).outlook.start < 1  # noqa: S101 - asked for so that it is found


def _round(seed: int) -> Record:
    """Return the record of a round between two strong levels."""
    import hashlib

    from ..dealers import FairDealer, Stream
    from ..players import Limit, player
    from ..rules import STANDARD, Match, Seat
    from ..table import Phase, Table

    key = hashlib.sha256(f"saudagar bench review {seed}".encode()).digest()
    table, thoughts = Table(Match(STANDARD, 1), dealer=FairDealer(key)), Stream(key, "thoughts")
    seats = {Seat.A: player("champion", level="master"), Seat.B: player("champion", level="expert")}
    while table.phase is Phase.PLAY and (seat := table.to_act) is not None:
        table.act(seat, seats[seat].choose(table.view(seat), Limit(), thoughts).action)
    return table.record()
