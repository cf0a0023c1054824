"""What a trained best response wins against the champion, both looking ahead with as many samples.

    saudagar train FOLDER --from WEIGHTS --against WEIGHTS --rows 60000 --generations 150
    python benchmarks/answer.py FOLDER/network-00150.npz [--pairs 200] [--samples 1000] [--seed 1] [--network FILE]

WEIGHTS is players/weights/network-1.npz of the package. A champion that plays near an equilibrium leaves nothing to an
answer that was trained against it alone; one with a habit that can be used does. With `--samples 0` both networks play
by themselves, which is what the answer was trained for. Every deal is played twice with the seats exchanged, on one
thread. Prints the share of rounds that the answer won with its 95 % interval by pairs; Ctrl-C ends early.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mirrored import Chooser, match

from saudagar.kernel import Kernel
from saudagar.kernel.network import Network
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import network, state_of
from saudagar.rules import STANDARD


def searching(kernel: Kernel, net: Network, samples: int) -> Chooser:
    """Return who searches with a network, from what the seat to act may know."""
    searcher = Searcher(kernel, net, Plan(), 1)
    return lambda position, seed: kernel.action(
        searcher.search(state_of(position.seen_by(position.turn)), seed, samples)[0].code
    )


def main() -> None:
    """Print a line after every ten pairs, the last of which is the result."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("answer", type=Path, help="the network that was trained with --against")
    words.add_argument("--pairs", type=int, default=200)
    words.add_argument("--samples", type=int, default=1000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--network", type=Path, help="the champion's weights; by default those of the package")
    given = words.parse_args()
    kernel, net = Kernel(STANDARD), Network.load(given.network) if given.network else network()
    theirs = Network.load(given.answer)
    answer, champion = (searching(kernel, each, given.samples) for each in (theirs, net))
    about = f"{theirs.digest[:12]} against {net.digest[:12]}"
    match(answer, champion, given.pairs, f"answer {given.seed}", about)


if __name__ == "__main__":
    main()
