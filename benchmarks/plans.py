"""What one way to search wins against another in play, each with its own depth and samples.

    python benchmarks/plans.py DEPTH@SAMPLES DEPTH@SAMPLES [--pairs 40] [--seed x]

Every deal is played twice with the seats exchanged, on one thread. Prints after every ten pairs the share of rounds
that the first won with its 95 % interval by pairs, and at the end CPU milliseconds a move of both; Ctrl-C ends early.
"""

from __future__ import annotations

import argparse
import time

from mirrored import Chooser, match

from saudagar.kernel import Kernel
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import network, state_of
from saudagar.rules import STANDARD, Action, Round


def chooser(kernel: Kernel, text: str, spent: list[float]) -> Chooser:
    """Return who searches so deep with so many samples; the CPU seconds of each decision are added to a list."""
    depth, _, samples = text.partition("@")
    searcher = Searcher(kernel, network(), Plan(depth=int(depth)), 1)

    def choose(position: Round, seed: int) -> Action:
        began = time.process_time()
        code = searcher.search(state_of(position.seen_by(position.turn)), seed, int(samples))[0].code
        spent.append(time.process_time() - began)
        return kernel.action(code)

    return choose


def main() -> None:
    """Print the lines."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("one", help="such as 7@4300: seven plies, 4,300 samples")
    words.add_argument("other")
    words.add_argument("--pairs", type=int, default=40)
    words.add_argument("--seed", default="x", help="any text")
    given = words.parse_args()
    kernel, spent = Kernel(STANDARD), (list[float](), list[float]())
    one, other = (chooser(kernel, text, times) for text, times in zip((given.one, given.other), spent, strict=True))
    match(one, other, given.pairs, f"deep {given.seed}", f"{given.one} against {given.other}")
    print(" and ".join(f"{1000 * sum(times) / max(1, len(times)):.1f} ms" for times in spent), "a move")


if __name__ == "__main__":
    main()
