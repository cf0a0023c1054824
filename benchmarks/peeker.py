"""What it would be worth to see the other hand: a search that cheats so, against the honest one.

    python benchmarks/peeker.py [--pairs 100] [--samples 300] [--seed 1] [--network FILE]

Both search with the same network and as many samples. The peeker is told the other seat's whole hand before every
decision, as if all of it had been taken openly, and nothing of the stock's order or hidden bonus values. It is a
measuring tool and no player: nothing registers it. Every deal is played twice with the seats exchanged. Prints the
share of rounds that the peeker won with its 95 % interval by pairs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from mirrored import match

from saudagar.kernel import Kernel
from saudagar.kernel.layout import KNOWN, OWN, State
from saudagar.kernel.network import Network
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import network, state_of
from saudagar.rules import STANDARD, Action, Round, Seat

GOODS_MASK = np.uint64(0x0000FFFFFFFFFFFF)
"""The bytes of a word that hold goods, not camels."""


def peeked(kernel: Kernel, position: Round) -> State:
    """Return the state with the other seat's hand known to the one to act."""
    state = kernel.layout.encode(position)
    other = list(Seat).index(position.turn.other)
    state[KNOWN + other] = state[OWN + other] & GOODS_MASK
    return state


def main() -> None:
    """Print a line after every ten pairs, the last of which is the result."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--pairs", type=int, default=100)
    words.add_argument("--samples", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--network", type=Path)
    given = words.parse_args()
    net = Network.load(given.network) if given.network else network()
    kernel = Kernel(STANDARD)
    searcher = Searcher(kernel, net, Plan(), 1)

    def peeker(position: Round, seed: int) -> Action:
        return kernel.action(searcher.search(peeked(kernel, position), seed, given.samples)[0].code)

    def honest(position: Round, seed: int) -> Action:
        state = state_of(position.seen_by(position.turn))
        return kernel.action(searcher.search(state, seed, given.samples)[0].code)

    match(peeker, honest, given.pairs, f"peeker {given.seed}", f"network {net.digest[:12]}")


if __name__ == "__main__":
    main()
