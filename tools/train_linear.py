"""Trains the linear evaluation of `puct8-1` by TD(lambda) self-play and writes src/saudagar/kernel/linear.npy.

Usage: python tools/train_linear.py [--seconds 240] [--seed 1] [--out FILE]

Needs the compiled kernel. Each turn plays rounds with the weights so far and learns their outcomes by Adam: a logit
that adds up one weight for every slot's value. With `--turns` the work is the same on every machine.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from saudagar.kernel import slots
from saudagar.kernel.rivals import ROWS, SLOTS, WEIGHTS, Array, Study

OUT = Path(__file__).resolve().parents[1] / "src" / "saudagar" / "kernel" / WEIGHTS
PLIES = 40_000
BATCH = 1_000


class Adam:
    """The weights of real numbers, and how they learn."""

    def __init__(self) -> None:
        self.weights = np.zeros(ROWS)
        self.first, self.second, self.steps = np.zeros(ROWS), np.zeros(ROWS), 0

    def learn(self, rows: Array, targets: Array, rate: float) -> float:
        """Take one step towards the targets of a batch; return the mean cross entropy."""
        says = 1 / (1 + np.exp(-self.weights[rows].sum(axis=1)))
        wrong = np.repeat((says - targets) / len(targets), rows.shape[1])
        slope = np.bincount(rows.ravel(), wrong, ROWS) + 1e-6 * self.weights
        self.steps += 1
        self.first += 0.1 * (slope - self.first)
        self.second += 0.001 * (slope * slope - self.second)
        mean, size = self.first / (1 - 0.9**self.steps), self.second / (1 - 0.999**self.steps)
        self.weights -= rate * mean / (np.sqrt(size) + 1e-8)
        says = np.clip(says, 1e-6, 1 - 1e-6)
        return float(-(targets * np.log(says) + (1 - targets) * np.log(1 - says)).mean())

    def whole(self) -> Array:
        """The weights as the kernel reads them."""
        return np.clip(np.round(self.weights * (1 << 16)), -(1 << 22), 1 << 22).astype(np.int32)


def main() -> None:
    """Train, and write the weights."""
    words = argparse.ArgumentParser(usage=__doc__)
    words.add_argument("--seconds", type=float, default=240.0)
    words.add_argument("--turns", type=int, default=0, help="so many turns, whatever time they take")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--out", type=Path, default=OUT)
    given = words.parse_args()
    learner, order, study = Adam(), np.random.default_rng(given.seed), Study(given.seed, PLIES)
    starts, began, turn, part = np.array(slots.STARTS[:SLOTS]), time.monotonic(), 0, 0.0
    while part < 1:
        turn += 1
        part = turn / given.turns if given.turns else (time.monotonic() - began) / given.seconds
        seen, targets = study.play(learner.whole(), wild=0.1 if part < 0.3 else 0.03, trace=0.95 if part < 0.3 else 0.8)
        rows = seen.astype(np.int64) + starts
        # Quick at first, then more and more careful.
        rate = 0.02 * 0.01 ** min(part, 1.0)
        places = order.permutation(len(rows))
        losses = [learner.learn(rows[at], targets[at], rate) for at in np.array_split(places, len(rows) // BATCH)]
        if turn % 20 == 1 or part >= 1:
            rounds, plies = study.counted[:2]
            loss = sum(losses) / len(losses)
            print(f"turn {turn}: {rounds} rounds, {plies / rounds:.1f} plies each, loss {loss:.4f}", flush=True)
    np.save(given.out, learner.whole(), allow_pickle=False)
    print(f"{turn} turns; wrote {given.out}")


if __name__ == "__main__":
    main()
