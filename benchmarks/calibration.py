"""Whether chances that are told come true: reliability, Brier score and bias of the network and of the search.

    python benchmarks/calibration.py [--rounds 4000] [--searched 0] [--samples 300] [--seed 1] [--network FILE]

Rounds are played without any exploring, both seats alike: by the network alone (`--rounds`), and by the champion with
so many samples a decision (`--searched` rounds). Every decision gives the chance that was told for the chosen action
and how the round ended for its seat (a full tie counts one half). Prints Markdown: a table of what came true for what
was told, the Brier score, the mean bias with its standard error by rounds, and the mean of W(me) + W(other) across a
ply, which should be 1. One thread; the same numbers give the same table.
"""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from saudagar.dealers import FairDealer, settle
from saudagar.kernel import Kernel, SplitMix
from saudagar.kernel.network import ONE, Network
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import network, state_of
from saudagar.rules import STANDARD, Round
from saudagar.training.selfplay import Share

TENTHS = 10


@dataclass(frozen=True)
class Told:
    """What was told, what came of it, and in which round."""

    chance: Any
    result: Any
    number: Any
    sums: Any
    """W(me) + W(other) of neighbouring decisions."""

    def report(self, title: str) -> None:
        """Print the table."""
        print(f"\n{title}: {len(np.unique(self.number)):,} rounds, {len(self.chance):,} decisions\n")
        print("| told | decisions | mean told | came true |\n| --- | --- | --- | --- |")
        place = np.minimum((self.chance * TENTHS).astype(int), TENTHS - 1)
        for tenth in range(TENTHS):
            here = place == tenth
            if here.any():
                told, true = 100 * self.chance[here].mean(), 100 * self.result[here].mean()
                print(f"| {10 * tenth}–{10 * tenth + 10} % | {here.sum():,} | {told:.1f} % | {true:.1f} % |")
        off = self.chance - self.result
        rounds = np.array([off[self.number == number].mean() for number in np.unique(self.number)])
        weights = np.bincount(np.unique(self.number, return_inverse=True)[1])
        error = np.sqrt((weights**2 * (rounds - off.mean()) ** 2).sum()) / weights.sum()
        print(
            f"\nBrier score {np.square(off).mean():.4f}; mean bias {100 * off.mean():+.2f} % ± {196 * error:.2f}",
            end="",
        )
        spread = self.sums.std() / np.sqrt(len(self.sums))
        print(f"; W(me) + W(other) {self.sums.mean():.4f} ± {1.96 * spread:.4f}")


def by_network(net: Network, rounds: int, seed: int) -> Told:
    """Return what the network told in rounds of its own; endings that are exact are left out."""
    rows = Share(net, net, SplitMix(seed).bits(), rounds * 45).play(Kernel(STANDARD))
    facts = rows.facts
    chance = facts[:, 6] / ONE  # of the best action, which was chosen
    # Fewer plies are left from row to row; where there are more again the next round has begun.
    follows = np.diff(facts[:, 3]) == -1
    number = np.concatenate([[0], np.cumsum(np.diff(facts[:, 3]) >= 0)])
    # What a seat is told after its action, and the other one, chance having answered, of the best it can do then.
    sums = chance[:-1][follows] + chance[1:][follows]
    return Told(chance, facts[:, 5] / 2, number, sums)


def by_search(net: Network, rounds: int, samples: int, seed: int) -> Told:
    """Return what the search told of its choices in rounds of its own."""
    searcher = Searcher(Kernel(STANDARD), net, Plan(), 1)
    chance, result, numbers, sums = [], [], [], []
    for number in range(rounds):
        key = hashlib.sha256(f"calibration {seed} {number}".encode()).digest()
        dealer, stream, told = FairDealer(key), SplitMix(int.from_bytes(key[:8], "big")), []
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        while (end := position.result) is None:
            found = searcher.search(state_of(position.seen_by(position.turn)), stream.bits(), samples)[0]
            told.append((position.turn, found.value))
            position = settle(position.play(searcher.kernel.action(found.code)), dealer)
        sums += [one + other for (_, one), (_, other) in pairwise(told)]
        for seat, value in told:
            chance.append(value)
            result.append(0.5 if end.winner is None else float(end.winner is seat))
            numbers.append(number)
    return Told(np.array(chance), np.array(result), np.array(numbers), np.array(sums))


def main() -> None:
    """Print the tables."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--rounds", type=int, default=4000)
    words.add_argument("--searched", type=int, default=0)
    words.add_argument("--samples", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--network", type=Path)
    given = words.parse_args()
    net = Network.load(given.network) if given.network else network()
    print(f"Network {net.digest[:12]}")
    if given.rounds:
        by_network(net, given.rounds, given.seed).report("The network alone")
    if given.searched:
        by_search(net, given.searched, given.samples, given.seed).report(f"Search, {given.samples} samples")


if __name__ == "__main__":
    main()
