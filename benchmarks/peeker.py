"""What it would be worth to see the other hand: a search that cheats so, against the honest one.

    python benchmarks/peeker.py [--pairs 100] [--samples 300] [--seed 1] [--network FILE]

Both search with the same network and as many samples. The peeker is told the other seat's whole hand before every
decision, as if all of it had been taken openly, and nothing of the stock's order or hidden bonus values. It is a
measuring tool and no player: nothing registers it. Every deal is played twice with the seats exchanged. Prints the
share of rounds that the peeker won with its 95 % interval by pairs.
"""

from __future__ import annotations

import argparse
import hashlib
from math import sqrt
from pathlib import Path

import numpy as np

from saudagar.dealers import FairDealer, settle
from saudagar.kernel import Kernel, SplitMix
from saudagar.kernel.layout import KNOWN, OWN, State
from saudagar.kernel.network import Network
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import network, state_of
from saudagar.rules import STANDARD, Round, Seat

GOODS_MASK = np.uint64(0x0000FFFFFFFFFFFF)
"""The bytes of a word that hold goods, not camels."""


def peeked(kernel: Kernel, position: Round) -> State:
    """Return the state with the other seat's hand known to the one to act."""
    state = kernel.layout.encode(position)
    other = list(Seat).index(position.turn.other)
    state[KNOWN + other] = state[OWN + other] & GOODS_MASK
    return state


def points(searcher: Searcher, samples: int, key: bytes) -> float:
    """Return what the peeker won of a deal that is played twice."""
    won = 0.0
    for seat in Seat:
        dealer, stream = FairDealer(key), SplitMix(int.from_bytes(key[:8], "big"))
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        while (result := position.result) is None:
            if position.turn is seat:
                state = peeked(searcher.kernel, position)
            else:
                state = state_of(position.seen_by(position.turn))
            found = searcher.search(state, stream.bits(), samples)[0]
            position = settle(position.play(searcher.kernel.action(found.code)), dealer)
        won += 0.5 if result.winner is None else float(result.winner is seat)
    return won


def main() -> None:
    """Print a line after every ten pairs, the last of which is the result."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--pairs", type=int, default=100)
    words.add_argument("--samples", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--network", type=Path)
    given = words.parse_args()
    net = Network.load(given.network) if given.network else network()
    searcher, won = Searcher(Kernel(STANDARD), net, Plan(), 1), list[float]()
    for number in range(given.pairs):
        won.append(points(searcher, given.samples, hashlib.sha256(f"peeker {given.seed} {number}".encode()).digest()))
        if number % 10 == 9 or number + 1 == given.pairs:
            mean = sum(won) / len(won)
            error = sqrt(sum((each - mean) ** 2 for each in won) / max(1, len(won) - 1) / len(won)) / 2
            print(
                f"{50 * mean:.1f} % ± {196 * error:.1f} of {2 * len(won)} rounds, network {net.digest[:12]}", flush=True
            )


if __name__ == "__main__":
    main()
