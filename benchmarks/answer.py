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
import hashlib
from math import sqrt
from pathlib import Path

from saudagar.dealers import FairDealer, settle
from saudagar.kernel import Kernel, SplitMix
from saudagar.kernel.network import Network
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import network, state_of
from saudagar.rules import STANDARD, Round, Seat


def points(answer: Searcher, champion: Searcher, samples: int, key: bytes) -> float:
    """Return what the answer won of a deal that is played twice."""
    won = 0.0
    for seat in Seat:
        dealer, stream = FairDealer(key), SplitMix(int.from_bytes(key[:8], "big"))
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        while (result := position.result) is None:
            searcher = answer if position.turn is seat else champion
            found = searcher.search(state_of(position.seen_by(position.turn)), stream.bits(), samples)[0]
            position = settle(position.play(searcher.kernel.action(found.code)), dealer)
        won += 0.5 if result.winner is None else float(result.winner is seat)
    return won


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
    answer, champion, won = Searcher(kernel, theirs, Plan(), 1), Searcher(kernel, net, Plan(), 1), list[float]()
    try:
        for number in range(given.pairs):
            key = hashlib.sha256(f"answer {given.seed} {number}".encode()).digest()
            won.append(points(answer, champion, given.samples, key))
            if number % 10 == 9 or number + 1 == given.pairs:
                mean = sum(won) / len(won)
                error = sqrt(sum((each - mean) ** 2 for each in won) / max(1, len(won) - 1) / len(won)) / 2
                names = f"{theirs.digest[:12]} against {net.digest[:12]}"
                print(f"{50 * mean:.1f} % ± {196 * error:.1f} of {2 * len(won)} rounds, {names}", flush=True)
    except KeyboardInterrupt:
        print("ended early")


if __name__ == "__main__":
    main()
