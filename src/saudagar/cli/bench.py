"""`saudagar bench`: how fast things are on this machine."""

from __future__ import annotations

import hashlib
import platform
import time
from typing import Annotated

from cyclopts import App, Parameter

from ..dealers import FairDealer, rng, settle
from ..rules import STANDARD, Round
from .out import Seed, between, say, say_json

bench = App(name="bench", help="Measure how fast things are on this machine.")


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
    seconds = time.process_time() - began
    figures = {
        "rounds": rounds,
        "plies": plies,
        "cpu_seconds": round(seconds, 3),
        "rounds_per_cpu_second": round(rounds / seconds, 1),
        "plies_per_cpu_second": round(plies / seconds),
        "legal_actions_per_ply": round(listed / plies, 2),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
    if json:
        say_json(figures)
    else:
        say(f"{figures['rounds_per_cpu_second']} rounds, {figures['plies_per_cpu_second']} plies a CPU-second")
        say(f"({rounds} random rounds, {plies} plies, {figures['legal_actions_per_ply']} legal actions a ply)")
    return 0
