"""The small game solved exactly, and learnt by self-play: `python examples/mini_equilibrium.py`.

CFR+ on the whole tree of the MINI rules (exact.py) gives the value of a round for the seat that begins. Then players
who have never seen that tree learn from rounds alone, on the vector environment: in each round one seat plays its
present policy and the other learns, trying out any action now and then. What an action has brought more than the
policy did is its regret; the policy takes actions in proportion to their regrets. What was played, averaged over all
rounds, is put into the tree: its value, and what a best answer to it gains, which is 0 for an equilibrium.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from curves import drawn
from exact import Solver, Tree, tree_of
from learning import Array

from saudagar.lab import Rounds, encoder
from saudagar.rules import MINI, Ruleset

ENCODING = "counts-1"
WILD = 0.4
"""How often the seat that learns takes any legal action instead of its policy's."""


class Tables:
    """One row for everything that a seat may see when it is to act, one column for each legal action."""

    def __init__(self, ruleset: Ruleset = MINI, seed: int = 1) -> None:
        self.ruleset, self.rng, self.batches = ruleset, np.random.default_rng(seed), 0
        self.rows: dict[tuple[bytes, bool], int] = {}
        self.width = Rounds(1, ruleset=ruleset).numbers().shape[1]
        self.counts = np.ones(0, int)
        self.regrets, self.played, self.expected, self.tried = (np.zeros((0, self.width)) for _ in range(4))

    def find(self, views: Array, began: Array, counts: Array) -> Array:
        """Return the row of each view (int[n]); a new one for what was never seen."""
        keys = [(view.tobytes(), bool(first)) for view, first in zip(views, began, strict=True)]
        rows = np.array([self.rows.setdefault(key, len(self.rows)) for key in keys])
        new = len(self.rows) - len(self.counts)
        if new:
            self.counts = np.r_[self.counts, np.ones(new, int)]
            for name in ("regrets", "played", "expected", "tried"):
                setattr(self, name, np.r_[getattr(self, name), np.zeros((new, self.width))])
        self.counts[rows] = counts
        return rows

    def share(self, weights: Array, rows: Array) -> Array:
        """Return chances in proportion to what is positive of `weights`; where nothing is, all legal ones alike."""
        legal = np.arange(self.width) < self.counts[rows][:, None]
        found = np.maximum(weights[rows], 0) * legal
        sums = found.sum(1, keepdims=True)
        alike = legal / self.counts[rows][:, None]
        return np.where(sums > 0, found / np.maximum(sums, 1e-300), alike)

    def learn(self, count: int = 4_096) -> None:
        """Play so many rounds to their end, then learn from all of them."""
        self.batches += 1
        rounds = Rounds(count, int(self.rng.integers(2**31)), encoding=ENCODING, ruleset=self.ruleset)
        starter, going, each = rounds.seats.copy(), np.ones(count, bool), np.arange(count)
        learner = self.rng.integers(2, size=count)  # the seat that learns; the other plays as it has learnt to
        path, result = [], np.zeros(count)
        while going.any():
            rows = self.find(rounds.observations, rounds.seats == starter, rounds.counts)
            policy = self.share(self.regrets, rows)
            learns = rounds.seats == learner
            alike = self.share(np.zeros_like(self.regrets), rows)
            chances = np.where(learns[:, None], (1 - WILD) * policy + WILD * alike, policy)
            sums = chances.cumsum(1)
            taken = np.minimum((sums <= self.rng.random(count)[:, None]).sum(1), self.counts[rows] - 1)
            numbers = rounds.numbers()
            numbers = np.sort(np.where(numbers < 0, np.iinfo(numbers.dtype).max, numbers), 1)
            path.append((going.copy(), learns, rows, policy, chances, taken))
            stepped = rounds.step(numbers[each, taken])
            ended = going & stepped.done
            result[ended] = np.where(stepped.seat == learner, stepped.reward, -stepped.reward)[ended]
            going &= ~stepped.done
        self._look_back(path, result)

    def _look_back(self, path: list[tuple[Array, ...]], value: Array) -> None:
        """Go through the rounds from the end; `value` is what the seat that learns may expect from there on.

        An action that was not taken is worth what it has brought so far; the one that was is corrected by what it
        brought now over its chance to be tried, so that neither is wrong on average.
        """
        for going, learns, *rest in reversed(path):
            rows, policy, _, _ = (what[going & ~learns] for what in rest)
            np.add.at(self.played, rows, self.batches * policy)
            now = np.flatnonzero(going & learns)
            rows, policy, chances, taken = (what[now] for what in rest)
            at = (np.arange(len(now)), taken)
            worth = self.expected[rows]
            missed = value[now] - worth[at]
            worth[at] += missed / chances[at]
            value[now] = (policy * worth).sum(1)
            np.add.at(self.regrets, rows, self.batches * (worth - value[now][:, None]))
            np.add.at(self.tried, (rows, taken), 1)
            np.add.at(self.expected, (rows, taken), missed * np.maximum(1 / self.tried[rows, taken], 0.01))
            np.clip(self.expected, -1, 1, out=self.expected)

    def average(self, tree: Tree) -> Array:
        """Return what was played on average as a policy in the tree; alike where nobody has been."""
        coder, found = encoder(ENCODING, self.ruleset), np.zeros(int(tree.slots[-1]))
        for place, (state, actions) in enumerate(tree.states):
            seat = state.current_player()
            row = self.rows.get((coder.encode(state.view(seat)).tobytes(), seat == 0))
            part = slice(tree.slots[place], tree.slots[place + 1])
            weights = self.played[row, : len(actions)] if row is not None else np.zeros(1)
            found[part] = weights / weights.sum() if weights.any() else 1 / len(actions)
        return found


def self_play(solver: Solver, tables: Tables, stops: list[int], count: int = 4_096) -> list[tuple[int, float, float]]:
    """Learn, and return (rounds, value, exploitability) after each of so many batches of `count` rounds."""
    found = []
    for stop in stops:
        while tables.batches < stop:
            tables.learn(count)
        found.append((stop * count, *solver.judge(tables.average(solver.tree))))
        print("self-play {:9,} rounds: value {:+.4f}, exploitability {:.4f}".format(*found[-1]), flush=True)
    return found


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="Solve the MINI game, and let self-play approach its value.")
    asked.add_argument("--iterations", type=int, default=300, help="of CFR+")
    asked.add_argument("--batches", type=int, default=100, help="of self-play, 4,096 rounds each")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, help="folder for the curve")
    args = asked.parse_args()
    solver = Solver(tree_of(MINI))
    print(f"{len(solver.tree.player):,} nodes, {len(solver.tree.states):,} information states")
    for number in range(1, args.iterations + 1):
        solver.step()
        if number in {1, 3, 10, 30, 100, 300, 1_000, args.iterations}:
            told = solver.judge(solver.normal(solver.average))
            print("CFR+ {:4} iterations: value {:+.4f}, exploitability {:.4f}".format(number, *told), flush=True)
    exact = solver.judge(solver.normal(solver.average))[0]
    told_at = (1, 2, 3, 6, 10, 20, 30, 60, 100, 200, 300, args.batches)
    stops = sorted(stop for stop in set(told_at) if stop <= args.batches)
    course = self_play(solver, Tables(MINI, args.seed), stops)
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        lines = {
            "exploitability": [(rounds, left) for rounds, _, left in course],
            "value": [(rounds, value) for rounds, value, _ in course],
        }
        across = "rounds of self-play"
        title, level = "MINI: what self-play has learnt", (f"exact value {exact:+.4f}", exact)
        picture = drawn(lines, title, across, top=0.8, mark="{:.1f}", tenfold=True, level=level)
        (args.out / "mini.svg").write_text(picture, encoding="utf-8")
