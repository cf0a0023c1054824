"""What both examples of learning share: actions as numbers, a player made of scores, Adam, and how strong it is.

Only NumPy and saudagar; each example is run by its path: `python examples/learn_td.py`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

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
            (folder / f"{self.name}.svg").write_text(
                drawn(self.points, f"{self.name} against greedy"), encoding="utf-8"
            )
        return found


def words(what: str) -> argparse.ArgumentParser:
    """Return what both examples can be asked on the command line."""
    asked = argparse.ArgumentParser(description=f"Train a player by {what} and measure it against greedy.")
    asked.add_argument("--minutes", type=float, default=10, help="CPU minutes of learning; 0 only measures")
    asked.add_argument("--pairs", type=int, default=500, help="mirrored pairs of the last measure")
    asked.add_argument("--course", type=int, default=25, help="mirrored pairs of each measure on the way; 0 for none")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, help="folder for the curve")
    asked.add_argument("--save", type=Path, help="file for the weights (.npz), written on the way too")
    asked.add_argument("--load", type=Path, help="weights to begin with")
    return asked


def drawn(points: list[tuple[float, float]], title: str, across: str = "CPU seconds of learning") -> str:
    """Return a curve of shares as an SVG that fits light and dark pages."""
    most = max(x for x, _ in points) or 1.0
    line = " ".join(f"{60 + 600 * x / most:.1f},{220 - 190 * y:.1f}" for x, y in points)
    grid = "".join(
        f'<path d="M60 {220 - 190 * y:.0f}H660" stroke="#8886"/>'
        f'<text x="52" y="{224 - 190 * y:.0f}" text-anchor="end">{100 * y:.0f} %</text>'
        for y in (0, 0.25, 0.5, 0.75, 1)
    )
    marks = "".join(
        f'<text x="{60 + 150 * k}" y="240" text-anchor="middle">{most * k / 4:.0f}</text>' for k in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 262" role="img" font-family="sans-serif" '
        f'font-size="12" fill="#808080"><title>{title}</title><text x="60" y="18" font-size="14">{title}</text>{grid}'
        f'{marks}<text x="360" y="257" text-anchor="middle">{across}</text>'
        f'<polyline points="{line}" fill="none" stroke="#c0506a" stroke-width="2.5"/></svg>\n'
    )
