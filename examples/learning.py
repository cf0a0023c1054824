"""What both examples of learning share: actions as numbers, a player made of scores, Adam, and the course of a run.

Only NumPy and saudagar; each example is run by its path: `python examples/learn_td.py`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from curves import drawn

from saudagar.arena import Contestant, Duel, play_pair
from saudagar.kernel import Kernel
from saudagar.lab import encoder
from saudagar.players import Decision, Limit, Player
from saudagar.rules import STANDARD, Action, Card, Exchange, Rng, Ruleset, Sell, Take, TakeCamels, View

Array = npt.NDArray[Any]


def described(action: Action) -> list[float]:
    """Return an action as 42 numbers: which cards come, which are given, which are sold, and how many of each."""
    comes, given, sold = np.zeros(7), np.zeros(7), np.zeros(6)
    if isinstance(action, Take):
        comes[action.card] = 1
    elif isinstance(action, TakeCamels):
        comes[Card.CAMEL] = 1
    elif isinstance(action, Exchange):
        comes, given = (np.array([cards[kind] for kind in Card]) for cards in (action.take, action.give))
    elif isinstance(action, Sell):
        sold[action.card] = action.count
    kind = [isinstance(action, each) for each in (Take, TakeCamels, Exchange, Sell)]
    sizes = [total >= least for total in (comes.sum(), given.sum(), sold.sum()) for least in (2, 3, 4, 5)]
    return [*comes, *given, *sold, *(sold > 0), *kind, *sizes]


@cache
def table(ruleset: Ruleset = STANDARD) -> tuple[Array, Array]:
    """Return float32[actions, 42], and the place in it of each code of the kernel (int32[codes])."""
    index = Kernel(ruleset).index
    return np.array([described(action) for action in index.actions], np.float32), index.id_of_code


class Adam:
    """Steps against the slopes of named arrays, in place."""

    def __init__(self, arrays: dict[str, Array], rate: float) -> None:
        self.arrays, self.rate, self.steps = arrays, rate, 0
        self.first = {name: np.zeros_like(each) for name, each in arrays.items()}
        self.second = {name: np.zeros_like(each) for name, each in arrays.items()}

    def step(self, slopes: dict[str, Array]) -> None:
        self.steps += 1
        size = self.rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, slope in slopes.items():
            self.first[name] += 0.1 * (slope - self.first[name])
            self.second[name] += 0.001 * (slope * slope - self.second[name])
            self.arrays[name] -= np.float32(size) * self.first[name] / (np.sqrt(self.second[name]) + 1e-8)


class Learnt:
    """A player that takes the legal action with the highest score."""

    def __init__(self, name: str, scores: Callable[[Array, Array], Array], ruleset: Ruleset = STANDARD) -> None:
        """`scores` is given one observation (thermometer-1) and the numbers of the legal actions."""
        self.name, self.scores = name, scores
        self.encoder, self.index = encoder("thermometer-1", ruleset), Kernel(ruleset).index

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        legal = list(view.legal_actions)
        numbers = np.array([self.index.id(action) for action in legal])
        values = self.scores(self.encoder.encode(view)[None].astype(np.float32), numbers)
        order = np.argsort(-values)
        return Decision(legal[order[0]], tuple((legal[k], float(values[k])) for k in order))


@dataclass(frozen=True)
class Guest(Contestant):
    """A contestant of the arena whose player is at hand, not in the registry."""

    here: Any = None

    def player(self) -> Player:
        return self.here  # type: ignore[no-any-return]


def against(player: Player, other: str, pairs: int, seed: int = 77, ruleset: Ruleset = STANDARD) -> Duel:
    """Let a player meet a registered one in mirrored pairs."""
    one, two = Guest(player.name, player.name, Limit(), player), Contestant.parse(other)
    return Duel(one, two, [play_pair(one, two, number, seed, ruleset=ruleset) for number in range(pairs)])


@dataclass
class Course:
    """How a run goes: told once a while, and drawn at the end."""

    name: str
    player: Callable[[], Player]
    weights: dict[str, Array]
    save: Path | None = None
    """Where the weights are written whenever it is told."""
    rounds: int = 0
    spent: float = 0.0
    """CPU seconds of learning, measuring not counted."""

    def __post_init__(self) -> None:
        self.points: list[tuple[float, float]] = []
        self.began, self.measured = time.process_time(), 0.0
        self.wall = time.monotonic()

    def run(self, minutes: float, pairs: int) -> Iterator[float]:
        """Yield the part of the CPU minutes that is gone until they are all; tell some eight times on the way."""
        told = 0.0
        while minutes and (gone := (time.process_time() - self.began - self.measured) / 60 / minutes) < 1:
            yield gone
            if gone - told > 0.125:
                told = gone
                self.tell(pairs)
        if minutes:
            self.tell(pairs)

    def tell(self, pairs: int) -> None:
        """Measure the player against greedy and print a line."""
        before, measured = time.process_time(), ""
        self.spent = before - self.began - self.measured
        if self.save:
            np.savez(self.save, **self.weights)  # type: ignore[arg-type]
        if pairs:
            share = against(self.player(), "greedy", pairs, 7).share
            self.points.append((self.spent, share))
            measured = f"  {share:6.1%} of {2 * pairs}"
        self.measured += time.process_time() - before
        wall = time.monotonic() - self.wall
        print(f"{self.spent:6.0f} s CPU {wall:6.0f} s  {self.rounds:9,} rounds{measured}", flush=True)

    def load(self, path: Path) -> None:
        """Take the weights that were saved."""
        with np.load(path) as found:
            for name, array in self.weights.items():
                array[...] = found[name]

    def end(self, pairs: int, folder: Path | None) -> Duel:
        """Measure at length on other deals, print it, and draw the course into the folder."""
        found = against(self.player(), "greedy", pairs)
        low, high = found.interval
        print(f"{self.name} wins {found.share:.1%} ({low:.1%} to {high:.1%}) of {2 * pairs} rounds against greedy")
        if folder and self.points:
            folder.mkdir(parents=True, exist_ok=True)
            title = f"{self.name}: rounds won against greedy"
            picture = drawn({self.name: self.points}, title, "CPU seconds of learning")
            (folder / f"{self.name}.svg").write_text(picture, encoding="utf-8")
        return found


def ask(what: str, train: Callable[..., Course]) -> None:
    """Do what the command line asks for: learn, measure, draw."""
    asked = argparse.ArgumentParser(description=f"Train a player by {what} and measure it against greedy.")
    asked.add_argument("--minutes", type=float, default=10, help="CPU minutes of learning; 0 only measures")
    asked.add_argument("--pairs", type=int, default=500, help="mirrored pairs of the last measure")
    asked.add_argument("--course", type=int, default=25, help="mirrored pairs of each measure on the way; 0 for none")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, help="folder for the curve")
    asked.add_argument("--save", type=Path, help="file for the weights (.npz), written on the way too")
    asked.add_argument("--load", type=Path, help="weights to begin with")
    args = asked.parse_args()
    course = train(args.minutes, seed=args.seed, pairs=args.course, save=args.save, load=args.load)
    course.end(args.pairs, args.out)
