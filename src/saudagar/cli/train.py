"""`saudagar train`: a value network from nothing, by self-play, in a folder that can be taken up again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from ..errors import SaudagarError
from .out import Seed, between, complain, say, say_json


def train(
    folder: Path,
    *,
    generations: Annotated[int | None, between(1, 100_000)] = None,
    rows: Annotated[int | None, between(1_000, 10_000_000)] = None,
    steps: Annotated[int | None, between(1, 10_000)] = None,
    seed: Seed | None = None,
    threads: Annotated[int, between(1, 1_024)] = 0,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Train the network that `network` and `champion` play with, by rounds against itself.

    A run that was stopped goes on from its last complete generation when its folder is named again. Without other
    numbers it takes some hours on two cores. Each generation plays rounds, learns from the newest ones, and is
    logged in FOLDER/log.jsonl; every twenty-fifth network is kept as FOLDER/network-NNNNN.npz.

    Parameters
    ----------
    folder
        Where the run is, or is to be.
    generations
        How many generations there are in all. Exploring and the steps of learning fade out towards the last.
    rows
        Rows of self-play in each generation; a round gives some fifty.
    steps
        Batches of 8,192 rows learnt in each generation.
    seed
        The whole number that all chance follows from.
    threads
        Threads that play; without it one for each core.
    json
        Say each generation as one JSON document a line.
    """
    # One thread for the matrices: the cores are for the games, and NumPy reads this when it is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from ..kernel import compiled
    from ..kernel.engine import cores
    from ..training import Run, Settings

    if not compiled():
        raise SaudagarError("training needs the compiled kernel (see docs/design/kernel.md)")
    given: dict[str, Any] = {"generations": generations, "rows": rows, "steps": steps, "seed": seed}
    chosen = {name: value for name, value in given.items() if value is not None}
    run = Run(folder, Settings(**chosen) if chosen or not (folder / "settings.json").exists() else None)
    last = run.settings.generations
    if run.generation >= last:
        say(f"This run is complete: {folder}, {run.generation} generations, {run.rounds:,} rounds.")
        return 0
    if run.generation:
        complain(f"goes on after generation {run.generation} of {last}")

    def told(said: dict[str, Any]) -> None:
        if json:
            say_json(said)
            return
        scores = "".join(
            f"  {said[name]:.1%} against {name[14:]}" for name in sorted(said) if name.startswith("score_")
        )
        say(
            f"{said['generation'] + 1:>6} of {last}  {said['rounds']:>11,} rounds  {said['plies_a_round']:5.1f} plies"
            f"  loss {said['loss']['win']:.4f}  {said['seconds']:5.1f} s{scores}"
        )
        sys.stdout.flush()

    try:
        run.go(threads or cores(), told)
    except KeyboardInterrupt:
        complain(f"stopped; the same command goes on after generation {run.generation}")
        return 130
    say(f"Complete: {folder / f'network-{run.generation:05}.npz'}")
    return 0
