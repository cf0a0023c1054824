"""`saudagar selfplay`: rounds between players as records or tables, in a folder that can be taken up again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from .out import Seed, between, complain, say

if TYPE_CHECKING:
    from ..lab.shards import Folder


def selfplay(
    *players: str,
    rounds: Annotated[int, between(1, 1_000_000_000)],
    out: Path,
    seed: Seed = 1,
    format: Literal["records", "parquet"] = "parquet",  # noqa: A002 - the option is --format
    samples: Annotated[int | None, between(1, 100_000_000)] = None,
    shard: Annotated[int, between(1, 100_000)] = 500,
    jobs: Annotated[int | None, between(1, 1_024)] = None,
    ruleset: Literal["standard", "six-each", "mini"] = "standard",
) -> int:
    """Let a player play itself, or two each other, and write down every decision.

    The folder fills with shards, each whole or not there at all: stop it however you like, and the same command goes
    on. More rounds later are added. A data card (README.md) is written at the end; docs/data.md describes the columns.

    Parameters
    ----------
    players
        One name or two, each with a limit of its own if you like: champion@200. Seats change every round.
    rounds
        How many rounds there shall be in all.
    out
        The folder.
    seed
        The same number gives the same rounds, on any number of processes.
    format
        `parquet`: tables with one row a decision (needs the extra saudagar[data]); `records`: a .tgn file a round.
    samples
        How many samples a player may take for a decision.
    shard
        Rounds in a shard.
    jobs
        The processes that play; by default one for each core that may be used.
    ruleset
        The set of rules.
    """
    from ..lab.shards import Folder, plan_of
    from ..players import Limit

    try:
        limit = Limit(samples=samples)
        plan = plan_of(players, rounds=rounds, seed=seed, format=format, size=shard, ruleset=ruleset, limit=limit)
    except ValueError as wrong:
        complain(str(wrong))
        return 2
    folder = Folder(out, plan)
    left = len(folder.missing())
    if left < plan.shards:
        complain(f"goes on: {plan.shards - left:,} of {plan.shards:,} shards are in {out}")
    try:
        _play(folder, jobs, rounds)
    except KeyboardInterrupt:
        complain("stopped; the same command goes on from the shards that are done")
        return 130
    say(f"Complete: {rounds:,} rounds in {plan.shards:,} shards, and their data card, in {out}")
    return 0


def _play(folder: Folder, jobs: int | None, rounds: int) -> None:
    """Play what is missing, with a bar where somebody is looking."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("rounds"), BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    missing = sum(min(rounds, (k + 1) * folder.plan.size) - k * folder.plan.size for k in folder.missing())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=rounds, completed=rounds - missing)
        for done in folder.play(jobs):
            bar.advance(task, done)
