"""`saudagar train`: a value network from nothing, by self-play, in a folder that can be taken up again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..errors import SaudagarError
from .out import Seed, between, complain, say, say_json

if TYPE_CHECKING:
    from ..kernel.network import Network
    from ..training import Run, Workers


def train(
    folder: Path,
    *,
    generations: Annotated[int | None, between(1, 100_000)] = None,
    rows: Annotated[int | None, between(1_000, 10_000_000)] = None,
    steps: Annotated[int | None, between(1, 10_000)] = None,
    seed: Seed | None = None,
    start: Annotated[Path | None, Parameter(name=["--from"])] = None,
    search_share: Annotated[float | None, Parameter(name=["--search-share"])] = None,
    search_samples: Annotated[int | None, between(1, 65_536)] = None,
    search_depth: Annotated[int | None, between(2, 40)] = None,
    against: Path | None = None,
    against_search: float | None = None,
    finish: Annotated[int | None, between(1, 100_000)] = None,
    threads: Annotated[int, between(0, 1_024)] = 0,
    cluster: str | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Train the network that `network` and `champion` play with, by rounds against itself.

    A run that was stopped goes on from its last complete generation when its folder is named again. Without other
    numbers it takes some hours on two cores. Each generation plays rounds, learns from the newest ones, and is
    logged in FOLDER/log.jsonl; every twenty-fifth network is kept as FOLDER/network-NNNNN.npz, and
    FOLDER/strength.svg shows how they stand against each other.

    A second stage goes on from a network with --from and --search-share: decisions are then looked at by search, and
    what it says of every candidate is learnt (expert iteration). Nothing is tried at random any more.

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
    start
        A network (.npz) to go on from; its numbers are copied into the folder.
    search_share
        The share of decisions that is looked at by search, 0 to 1.
    search_samples
        The sampled worlds through which each of at most five candidates is followed.
    search_depth
        The plies that it is followed.
    against
        Play every round against this network, which does not learn: what is trained is the best answer to it.
    against_search
        The share of decisions in which that network looks ahead, 0 to 1.
    finish
        Play no more: learn so many batches (250 will do) from the newest rounds, in steps that fade out, and write
        FOLDER/network-NNNNN-finished.npz. For a run that is to be used before its last generation.
    threads
        Threads that play; without it one for each core.
    cluster
        Play on a Ray cluster: its address, `auto` for the one that runs here, `local` for a new one of this machine's
        cores. Needs the extra saudagar[cluster].
    json
        Say each generation as one JSON document a line.
    """
    # One thread for the matrices: the cores are for the games, and NumPy reads this when it is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from ..kernel import compiled

    if not compiled():
        raise SaudagarError("training needs the compiled kernel (see docs/design/kernel.md)")
    if any(share is not None and not 0 <= share <= 1 for share in (search_share, against_search)):
        complain("a share is a number from 0 to 1")
        return 2
    given: dict[str, Any] = {"generations": generations, "rows": rows, "steps": steps, "seed": seed}
    given |= {"looked": search_share, "look_worlds": search_samples, "look_depth": search_depth}
    given |= {"against_looked": against_search}
    chosen = {name: value for name, value in given.items() if value is not None}
    run = _run(folder, chosen, _network(start), _network(against))
    if finish is not None:
        if not run.generation:
            raise SaudagarError(f"{folder} has no complete generation to learn from")
        say(f"Finished: {run.finish(finish)}")
        return 0
    if run.generation >= run.settings.generations:
        say(f"This run is complete: {folder}, {run.generation} generations, {run.rounds:,} rounds.")
        return 0
    if run.generation:
        complain(f"goes on after generation {run.generation} of {run.settings.generations}")
    try:
        with _workers(threads, cluster) as workers:
            _go(run, workers, json=json)
    except KeyboardInterrupt:
        complain(f"stopped; the same command goes on after generation {run.generation}")
        return 130
    say(f"Complete: {folder / f'network-{run.generation:05}.npz'}")
    return 0


def _network(path: Path | None) -> Network | None:
    from ..kernel.network import Network, UnsuitableWeights

    if path is None:
        return None
    try:
        return Network.load(path)
    except UnsuitableWeights as wrong:
        raise SaudagarError(str(wrong)) from wrong


def _run(folder: Path, chosen: dict[str, Any], start: Network | None, against: Network | None) -> Run:
    """Return a new run, or the one in the folder."""
    from ..training import Run, Settings

    if not (chosen or start or against) and (folder / "settings.json").exists():
        return Run(folder)
    if start is not None:
        # The second stage begins with smaller steps and tries nothing at random.
        chosen = {"rate": (6e-4, 2e-5), "wild": (0.0, 0.0), "noise": (0.0, 0.0), "trace": (0.8, 0.7), **chosen}
        chosen = {"rules": 9, "generations": 100, **chosen}
    if against is not None:
        chosen |= {"rules": 0, "wild": (0.02, 0.0)}
    return Run(folder, Settings(**chosen), start=start, against=against)


def _workers(threads: int, cluster: str | None) -> Workers:
    from ..kernel.engine import cores
    from ..training import Threads

    if cluster is None:
        return Threads(threads or cores())
    from ..training.cluster import Cluster

    return Cluster(cluster)


def _go(run: Run, workers: Workers, *, json: bool) -> None:
    """Go on to the last generation, with a bar where somebody is looking and the words can move."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console()
    columns = (
        *(TextColumn("generation"), MofNCompleteColumn(), BarColumn(), TimeElapsedColumn()),
        *(TextColumn("left"), TimeRemainingColumn(compact=True, elapsed_when_finished=False)),
    )
    with Progress(*columns, console=console, disable=json or not console.is_terminal, speed_estimate_period=600) as bar:
        task = bar.add_task("", total=run.settings.generations, completed=run.generation)

        def told(said: dict[str, Any]) -> None:
            if json:
                say_json(said)
            else:
                bar.console.print(_line(said, run.settings.generations), highlight=False, soft_wrap=True)
            bar.advance(task)

        run.go(workers, told)


def _line(said: dict[str, Any], last: int) -> str:
    """Return what a person wants to know of a generation, in a line."""
    scores = "".join(f"  {said[name]:.1%} against {name[14:]}" for name in sorted(said) if name.startswith("score_"))
    looked = f"  {said['changed'] / said['looked']:.0%} changed by search" if said.get("looked") else ""
    return (
        f"{said['generation'] + 1:>6} of {last}  {said['rounds']:>11,} rounds  {said['plies_a_round']:5.1f} plies"
        f"  loss {said['loss']['win']:.4f}  {said['seconds']:5.1f} s{looked}{scores}"
    )
