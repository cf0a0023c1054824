"""Whether what a review tells comes true: reliability and bias of the judge's values, and what choosing the best adds.

    python benchmarks/verdicts.py [--rounds 200] [--worlds 60 400] [--seed 1] [--threads 1]

Rounds in which both seats play what the judge finds best with so many worlds in its first and second look (60 400 is
middle depth). Every decision gives the value that was told for the best action, how the round ended for its seat (a
full tie counts one half), and the same less the luck that followed: this has the same mean and spreads less. Besides,
the chosen action meets fresh worlds, as many as before, that had no part in choosing it: told less fresh is what the
best of several noisy values flatters itself by. Prints Markdown; errors are 1.96 standard errors, by rounds.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from saudagar.analysis.depth import Depth
from saudagar.analysis.judge import Judge
from saudagar.analysis.luck import Luck
from saudagar.dealers import FairDealer, settle
from saudagar.kernel.tables import code_of
from saudagar.players.network import state_of
from saudagar.rules import STANDARD, Round, Seat

TENTHS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One decision: of which round, what was told, what fresh worlds say, what came, and what came without luck."""

    number: int
    told: float
    fresh: float
    came: float
    lucky: float
    """The luck that followed, for the seat that decided."""
    unclear: bool
    """Whether there was more than one action, so that one had to be chosen."""


def played(judge: Judge, luck: Luck, number: int, seed: int) -> list[Row]:
    """Play a round by the judge's best actions and return its decisions."""
    key = hashlib.sha256(f"verdicts {seed} {number}".encode()).digest()
    dealer = FairDealer(key)
    position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
    told, lucks = [], []
    while not position.over:
        view = position.seen_by(position.turn)
        verdict = judge.weigh(view)
        best, fresh = verdict.best, verdict.best.win
        if best.worlds:
            other = int.from_bytes(hashlib.sha256(f"fresh {view}".encode()).digest()[:8], "big")
            code = [code_of(best.action, STANDARD)]
            fresh = judge.outlook.sample(state_of(view), code, best.worlds, other).values[0]
        told.append((position.turn, best.win, fresh, len(verdict.options) > 1))
        owing = position.play(best.action)
        position = settle(owing, dealer)
        lucks.append(luck.of_answer(owing, position) if owing.owed else 0.0)
    assert position.result
    won = 0.5 if position.result.winner is None else float(position.result.winner is Seat.A)
    rows = []
    for ply, (seat, win, fresh, several) in enumerate(told):
        followed = sum(lucks[ply:])
        came, lucky = (won, followed) if seat is Seat.A else (1 - won, -followed)
        rows.append(Row(number, win, fresh, came, lucky, several))
    return rows


def mean(rows: list[Row], values: Any) -> str:
    """Return a mean and its error, the decisions of one round going together; in per cent."""
    numbers, place = np.unique([row.number for row in rows], return_inverse=True)
    values, weights = np.asarray(values), np.bincount(place)
    middle = values.mean()
    off = np.bincount(place, values - middle)
    error = np.sqrt(np.square(off).sum() * len(numbers) / max(1, len(numbers) - 1)) / weights.sum()
    return f"{100 * middle:+.2f} % ± {196 * error:.2f}"


def report(rows: list[Row], title: str) -> None:
    """Print the table of what came true, and the biases."""
    told = np.array([row.told for row in rows])
    came = np.array([row.came for row in rows])
    fair = came - np.array([row.lucky for row in rows])
    print(f"\n{title}: {rows[-1].number + 1:,} rounds, {len(rows):,} decisions\n")
    print("| told | decisions | mean told | came true | without the luck that followed |")
    print("| --- | --- | --- | --- | --- |")
    place = np.minimum((told * TENTHS).astype(int), TENTHS - 1)
    for tenth in range(TENTHS):
        here = np.flatnonzero(place == tenth)
        if len(here):
            some = [rows[i] for i in here]
            print(
                f"| {10 * tenth}–{10 * tenth + 10} % | {len(here):,} | {100 * told[here].mean():.1f} % "
                f"| {100 * came[here].mean():.1f} % | {mean(some, fair[here]).lstrip('+')} |"
            )
    print(f"\nBrier score {np.square(told - came).mean():.4f}")
    print(f"Told less what came: {mean(rows, told - came)}; without the luck that followed: {mean(rows, told - fair)}")
    several = [row for row in rows if row.unclear]
    print(f"Told less fresh worlds, where there was a choice: {mean(several, [r.told - r.fresh for r in several])}")


def main() -> None:
    """Play, and print."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--rounds", type=int, default=200)
    words.add_argument("--worlds", type=int, nargs=2, default=[60, 400])
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--threads", type=int, default=1)
    given = words.parse_args()
    judge = Judge(STANDARD, Depth("{} + {} worlds".format(*given.worlds), *given.worlds), given.threads)
    luck, rows, began = Luck(judge.outlook), list[Row](), time.process_time()
    for number in range(given.rounds):
        rows += played(judge, luck, number, given.seed)
        if number % 50 == 49 or number == given.rounds - 1:
            report(rows, judge.name)
            print(f"{time.process_time() - began:.0f} s of CPU", flush=True)


if __name__ == "__main__":
    main()
