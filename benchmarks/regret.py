"""How much a search with few samples gives away, by the judgement of one with many: a measure of ways to search.

    python benchmarks/regret.py [--positions 120] [--worlds 1500] [--samples 250] [--seeds 6] [--network FILE]

Positions come from rounds of the network against itself. The reference follows every candidate through many worlds and
further than the plans do, so that it shares less of their errors; what a decision gives away is the difference between
the best by the reference and the choice. Prints a row of a Markdown table for every plan: the mean given away (percent
of a round) with its standard error over positions, and the share of decisions that gave away nothing. One thread; the
same numbers on every machine.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from saudagar.kernel import Kernel, SplitMix
from saudagar.kernel.network import ONE, Network
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import network
from saudagar.rules import STANDARD

PLANS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "width 6": {"width": 6},
    "width 8": {"width": 8},
    "within 6 %": {"within": 0.06},
    "within 4 %": {"within": 0.04},
    "width 8, within 6 %": {"width": 8, "within": 0.06},
    "trust 4": {"trust": 4},
    "trust 8": {"trust": 8},
    "trust 32": {"trust": 32},
    "2 plies": {"depth": 2},
    "3 plies": {"depth": 3},
    "7 plies": {"depth": 7},
    "9 plies": {"depth": 9},
}


def positions(kernel: Kernel, searcher: Searcher, count: int) -> list[Any]:
    """Return states in which there is a choice, at random plies of rounds of self-play."""
    found: list[Any] = []
    number = 0
    while len(found) < count:
        number += 1
        games, numbers = kernel.games(1, number), SplitMix(number)
        codes, counts = np.zeros((1, kernel.width), np.uint32), np.zeros(1, np.int32)
        games.legal(codes, counts)
        for _ in range(numbers.below(45)):
            listed, values = searcher.weigh(games.states[0].copy())
            games.step(np.array([listed[values.argmax()]], np.uint32), codes, counts, restart=False)
            if games.over[0]:
                break
        if not games.over[0] and counts[0] > 1:
            found.append(games.states[0].copy())
    return found


def main() -> None:
    """Print the table."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--positions", type=int, default=120)
    words.add_argument("--worlds", type=int, default=1500)
    words.add_argument("--depth", type=int, default=11, help="plies that the reference follows a candidate")
    words.add_argument("--samples", type=int, default=250)
    words.add_argument("--seeds", type=int, default=6)
    words.add_argument("--network", type=Path)
    words.add_argument("--plans", nargs="*", default=list(PLANS))
    given = words.parse_args()
    net = Network.load(given.network) if given.network else network()
    kernel = Kernel(STANDARD)
    wide = Searcher(kernel, net, Plan(depth=given.depth, width=16, within=0.15), 1)
    states = positions(kernel, wide, given.positions)
    judged = []
    for number, state in enumerate(states):
        codes, values = wide.weigh(state)
        chosen = np.argsort(-values, kind="stable")[:16]
        chosen = chosen[values[chosen] > values.max() - 0.15 * ONE]
        listed = np.ascontiguousarray(codes[chosen])
        sums, squares, told = (np.zeros(len(listed), np.int64) for _ in range(3))
        seed = SplitMix(1 << 40 | number).bits()
        wide.sample(state, listed, sums, squares, told, first=0, count=given.worlds, seed=seed)
        judged.append(dict(zip(listed.tolist(), sums / given.worlds / ONE, strict=True)))
    print("| plan | given away, % of a round | decisions that gave away nothing |\n| --- | --- | --- |")
    plans = {name: PLANS[name] for name in given.plans}
    for name, change in {"network alone": {"samples": 0}, **plans}.items():
        samples = change.get("samples", given.samples)
        plan = replace(Plan(), **{key: value for key, value in change.items() if key != "samples"})
        searcher, lost = Searcher(kernel, net, plan, 1), []
        for number, (state, told) in enumerate(zip(states, judged, strict=True)):
            best = max(told.values())
            lost.append(
                [
                    best - told.get(searcher.search(state, seed << 20 | number, samples)[0].code, best - 0.15)
                    for seed in range(given.seeds)
                ]
            )
        rows = np.array(lost)
        error = rows.mean(axis=1).std(ddof=1) / np.sqrt(len(rows))
        print(
            f"| {name} | {100 * rows.mean():.3f} ± {100 * error:.3f} | {100 * (rows < 1e-9).mean():.0f} % |", flush=True
        )


if __name__ == "__main__":
    main()
