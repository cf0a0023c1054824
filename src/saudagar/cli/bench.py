"""`saudagar bench`: how fast things are on this machine."""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from ..dealers import FairDealer, rng, settle
from ..rules import STANDARD, Round
from .bench_server import server
from .out import Seed, between, say, say_json

if TYPE_CHECKING:
    from ..kernel import Kernel

bench = App(name="bench", help="Measure how fast things are on this machine.")
bench.command(server)


@bench.command
def rules(
    *,
    rounds: Annotated[int, between(1, 1_000_000)] = 200,
    seed: Seed = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play random rounds by the readable rules, listing all legal actions at every ply; CPU time of one core.

    Parameters
    ----------
    rounds
        How many rounds to play, 1 or more.
    seed
        The same number plays the same rounds.
    json
        Print one JSON document.
    """
    plies, listed, seconds = _by_the_rules(rounds, seed)
    figures = {
        "rounds": rounds,
        "plies": plies,
        "cpu_seconds": round(seconds, 3),
        "rounds_per_cpu_second": round(rounds / seconds, 1),
        "plies_per_cpu_second": round(plies / seconds),
        "legal_actions_per_ply": round(listed / plies, 2),
        **machine(),
    }
    if json:
        say_json(figures)
    else:
        say(f"{figures['rounds_per_cpu_second']} rounds, {figures['plies_per_cpu_second']} plies a CPU-second")
        say(f"({rounds} random rounds, {plies} plies, {figures['legal_actions_per_ply']} legal actions a ply)")
    return 0


@bench.command
def kernel(
    *,
    rounds: Annotated[int, between(1, 100_000_000)] = 300_000,
    threads: Annotated[int | None, between(1, 256)] = None,
    seed: Seed = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play random rounds by the kernel, listing all legal actions at every ply, and by the rules in the same run.

    Parameters
    ----------
    rounds
        How many rounds the kernel plays on one core. Where it is not compiled, a thousandth of them.
    threads
        The threads that share the rounds in the measurement of several cores; by default one a core.
    seed
        The same number plays the same rounds.
    json
        Print one JSON document.
    """
    from ..kernel import Kernel, compiled
    from ..kernel.engine import cores

    share = 1 if compiled() else 1_000
    count, many = max(1, rounds // share), threads or cores()
    kern = Kernel(STANDARD)
    kern.random_rounds(max(1, count // 20), seed)
    plies, cpu, wall = _timed(lambda: kern.random_rounds(count, seed))
    shared_rates, shared_wall = _shared(kern, count, many, seed)
    rule_plies, _, rule_cpu = _by_the_rules(60, seed)
    steps, step_cpu = _steps(kern, max(1_000, 400_000 // share), seed)
    batched, batch_cpu = _batches(kern, 4_096, max(1, 250 // share), seed)
    figures = {
        "compiled": compiled(),
        "rounds": count,
        "plies": plies,
        "cpu_seconds": round(cpu, 3),
        "ns_per_ply": round(cpu / plies * 1e9, 1),
        "plies_per_cpu_second": round(plies / cpu),
        "rounds_per_cpu_second": round(count / cpu),
        "times_the_rules": round((plies / cpu) / (rule_plies / rule_cpu)),
        "rules_plies_per_cpu_second": round(rule_plies / rule_cpu),
        "threads": many,
        "threads_plies_per_cpu_second": round(sum(shared_rates)),
        "threads_over_one": round(sum(shared_rates) / (plies / cpu), 2),
        "threads_over_one_by_the_clock": round(many * wall / shared_wall, 2),
        "step_from_python_ns": round(step_cpu / steps * 1e9, 1),
        "batch_of_4096_plies_per_cpu_second": round(batched / batch_cpu),
        **machine(),
    }
    if json:
        say_json(figures)
        return 0
    if not compiled():
        say("The kernel is not compiled here: the same file runs as Python. CONTRIBUTING.md says how to compile it.")
    say(f"{figures['ns_per_ply']} ns a ply with all legal actions listed: {plies / cpu:,.0f} plies a CPU-second")
    say(f"{figures['times_the_rules']:,} times the readable rules ({rule_plies / rule_cpu:,.0f} plies a CPU-second)")
    say(f"{many} threads: {figures['threads_over_one']} times one by their CPU time,", end=" ")
    say(f"{figures['threads_over_one_by_the_clock']} times by the clock, beside whatever else ran")
    say(f"a step from Python: {figures['step_from_python_ns']} ns; 4,096 games at once:", end=" ")
    say(f"{batched / batch_cpu:,.0f} plies a CPU-second")
    return 0


def _by_the_rules(rounds: int, seed: int) -> tuple[int, int, float]:
    """Play random rounds by rules/; return plies, legal actions listed, and CPU seconds."""
    numbers, dealer = rng(seed), FairDealer(hashlib.sha256(f"saudagar bench {seed}".encode()).digest())
    plies, listed = 0, 0
    began = time.process_time()
    for _ in range(rounds):
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        while not position.over:
            actions = list(position.seen_by(position.turn).legal_actions)
            listed += len(actions)
            position = settle(position.play(actions[numbers.below(len(actions))]), dealer)
            plies += 1
    return plies, listed, time.process_time() - began


def _timed(work: Callable[[], int]) -> tuple[int, float, float]:
    """Return what some work returns, its CPU seconds, and the seconds that passed."""
    cpu, wall = time.process_time(), time.perf_counter()
    done = work()
    return done, time.process_time() - cpu, time.perf_counter() - wall


def _shared(machine: Kernel, rounds: int, threads: int, seed: int) -> tuple[list[float], float]:
    """Let threads play at once; return the plies a CPU-second of each, and the seconds that passed."""

    def work(part: int) -> float:
        began = time.thread_time()
        return machine.random_rounds(rounds, seed + part) / (time.thread_time() - began)

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(threads))), time.perf_counter() - began


def _steps(machine: Kernel, steps: int, seed: int) -> tuple[int, float]:
    """Step one game from Python: choose a legal action, take it, let chance answer."""
    game = machine.game(seed)
    began = time.process_time()
    for _ in range(steps):
        game.step(game.sample())
        if game.over:
            game.start(0)
    return steps, time.process_time() - began


def _batches(machine: Kernel, games: int, steps: int, seed: int) -> tuple[int, float]:
    """Step many games at once: choose a legal action in each, take it, let chance answer, list what is legal then."""
    import numpy as np

    batch = machine.games(games, seed)
    codes, counts = np.zeros((games, machine.width), np.uint32), np.zeros(games, np.int32)
    chosen = np.zeros(games, np.uint32)
    batch.legal(codes, counts)
    began = time.process_time()
    for _ in range(steps):
        batch.choose(codes, counts, chosen)
        batch.step(chosen, codes, counts)
    return games * steps, time.process_time() - began


def machine() -> dict[str, str]:
    """Return what the figures depend on."""
    return {"python": platform.python_version(), "machine": platform.machine(), "processor": _processor()}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
