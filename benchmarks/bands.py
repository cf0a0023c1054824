"""The bands of error rates, fitted on our own levels: what each level loses a counted decision.

    python benchmarks/bands.py [--rounds 12] [--worlds 60 400] [--seed 1] [--levels novice ...] [--threads 1]

Each level plays rounds against itself; every decision is weighed with so many worlds in the first and second look
(60 400 is middle depth, 150 1500 full); the mean loss of those that count is the level's error rate, as in a review.
Several `--worlds` weigh the same decisions again. Prints Markdown: the rates with 1.96 standard errors by rounds, and
the limits half way between neighbouring levels where one band ends and the next begins (`NAMED`).
"""

from __future__ import annotations

import argparse
import hashlib
import time
from itertools import pairwise
from math import sqrt

from saudagar.analysis.depth import Depth
from saudagar.analysis.judge import Judge
from saudagar.analysis.reviewer import uncounted
from saudagar.dealers import FairDealer, Stream, settle
from saudagar.players import Limit, player
from saudagar.players.levels import LEVELS
from saudagar.rules import STANDARD, Round

NAMED = (
    ("maharaja", ("champion", "grandmaster")),
    ("master", ("master",)),
    ("expert", ("expert", "caravaneer")),
    ("trader", ("haggler", "trader")),
    ("apprentice", ("peddler", "apprentice")),
    ("novice", ("beginner", "novice")),
)
"""Which levels a band is to hold, the best first."""


def lost(level: str, number: int, seed: int, judges: list[Judge]) -> list[tuple[float, int]]:
    """Play a round of a level with itself; return for each judge the sum of losses and how many decisions counted."""
    key = hashlib.sha256(f"bands {seed} {level} {number}".encode()).digest()
    dealer, thoughts, who = FairDealer(key), Stream(key, "thoughts"), player(f"champion-1:{level}")
    position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
    sums, counts = [0.0] * len(judges), [0] * len(judges)
    while not position.over:
        view = position.seen_by(position.turn)
        action = who.choose(view, Limit(), thoughts).action
        for place, judge in enumerate(judges):
            verdict = judge.weigh(view, [action])
            if not uncounted(verdict):
                sums[place] += verdict.favourite.win - verdict.of(action).win
                counts[place] += 1
        position = settle(position.play(action), dealer)
    return list(zip(sums, counts, strict=True))


def rate(rounds: list[tuple[float, int]]) -> tuple[float, float]:
    """Return the mean loss of a counted decision, and its standard error, the decisions of a round going together."""
    counted = sum(count for _, count in rounds)
    mean = sum(loss for loss, _ in rounds) / counted
    spread = sum((loss - mean * count) ** 2 for loss, count in rounds) * len(rounds) / max(1, len(rounds) - 1)
    return mean, sqrt(spread) / counted


def main() -> None:
    """Play, weigh, and print the table and the limits."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--rounds", type=int, default=12)
    words.add_argument("--worlds", type=int, nargs=2, action="append")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--levels", nargs="+", choices=list(LEVELS), default=list(reversed(LEVELS)))
    words.add_argument("--threads", type=int, default=1)
    given = words.parse_args()
    depths = given.worlds or [[60, 400]]
    judges = [Judge(STANDARD, Depth("{} + {} worlds".format(*each), *each), given.threads) for each in depths]
    print("| level | rounds | counted |", " | ".join(judge.name for judge in judges), "|")
    print("|" + " --- |" * (3 + len(judges)))
    rates, began = dict[str, float](), time.process_time()
    for level in given.levels:
        rounds = [lost(level, number, given.seed, judges) for number in range(given.rounds)]
        cells = []
        for place in range(len(judges)):
            found, error = rate([each[place] for each in rounds])
            rates.setdefault(level, found)
            cells.append(f"{100 * found:.2f} % ± {196 * error:.2f}")
        counted = sum(each[0][1] for each in rounds)
        print(f"| `{level}` | {given.rounds} | {counted} |", " | ".join(cells), "|", flush=True)
    for (name, own), (_, following) in pairwise(NAMED):
        if own[-1] in rates and following[0] in rates:
            print(f"{name} up to {50 * (rates[own[-1]] + rates[following[0]]):.2f} %")
    print(f"{time.process_time() - began:.0f} s of CPU")


if __name__ == "__main__":
    main()
