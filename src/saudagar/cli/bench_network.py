"""`saudagar bench network`: how fast the value network plays, and how soon a program that has just started does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Annotated

from cyclopts import Parameter

from ..errors import SaudagarError
from .bench import machine
from .out import Seed, between, say, say_json

FIRST_MOVE = """
import hashlib
from saudagar.dealers import FairDealer, rng
from saudagar.players import Limit, player
from saudagar.rules import STANDARD, Round
dealer = FairDealer(hashlib.sha256(b"saudagar bench").digest())
position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
player({name!r}).choose(position.seen_by(position.turn), Limit({limit}), rng(1))
"""
STARTS = {"network": ("network", ""), "champion at 50 ms": ("champion", "seconds=0.05")}


def network(
    *,
    rounds: Annotated[int, between(10, 1_000_000)] = 2_000,
    starts: Annotated[int, between(0, 100)] = 3,
    seed: Seed = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play rounds by the network alone, every legal action valued at every ply; and time first moves from a cold start.

    Parameters
    ----------
    rounds
        About how many rounds to play, on one core by its CPU time.
    starts
        How often a new Python is started for a first move, from nothing to a decision; the fastest is told.
    seed
        The same number plays the same rounds.
    json
        Print one JSON document.
    """
    from ..kernel import Kernel, SplitMix, compiled
    from ..players.network import network as shipped
    from ..training.selfplay import Share

    if not compiled():
        raise SaudagarError("the network plays by itself only in the compiled kernel (see docs/design/kernel.md)")
    kernel, net = Kernel(), shipped()
    Share(net, net, SplitMix(seed).bits(), 500).play(kernel)
    began = time.process_time()
    played = Share(net, net, SplitMix(seed).bits(), 45 * rounds).play(kernel)
    seconds = time.process_time() - began
    first = {name: _first(name, starts) for name in STARTS if starts}
    figures = {
        "rounds": played.rounds,
        "plies": played.plies,
        "cpu_seconds": round(seconds, 3),
        "rounds_per_cpu_second": round(played.rounds / seconds),
        "plies_per_cpu_second": round(played.plies / seconds),
        "network": net.digest[:12],
        **{f"first_move_{name.replace(' ', '_')}": took for name, took in first.items()},
        **machine(),
    }
    if json:
        say_json(figures)
        return 0
    say(f"{figures['rounds_per_cpu_second']:,} rounds, {figures['plies_per_cpu_second']:,} plies a CPU-second")
    for name, took in first.items():
        say(f"first move from a cold start, {name}: {_seconds(took)}")
    return 0


def _first(name: str, starts: int) -> dict[str, float]:
    """Return the least seconds that a new process took from its start to its end, by the clock and of CPU."""
    who, limit = STARTS[name]
    clock, cpu = [], []
    for _ in range(starts):
        began, used = time.perf_counter(), os.times()
        subprocess.run([sys.executable, "-c", FIRST_MOVE.format(name=who, limit=limit)], check=True)  # noqa: S603 - our own text
        clock.append(time.perf_counter() - began)
        now = os.times()
        cpu.append(now.children_user + now.children_system - used.children_user - used.children_system)
    return {"clock_seconds": round(min(clock), 3), "cpu_seconds": round(min(cpu), 3)}


def _seconds(took: dict[str, float]) -> str:
    """Return them in words."""
    return f"{took['clock_seconds']} s by the clock, beside whatever else ran, {took['cpu_seconds']} s of CPU"
