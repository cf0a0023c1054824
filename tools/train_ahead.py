"""Learns what the network's chances are worth when both seats look ahead: the table `Network.ahead`.

Usage: python tools/train_ahead.py [NETWORK] [--rounds 800] [--samples 300] [--worlds 48] [--decisions 8000] [--seed 1]
       [--out FILE]

The network tells how rounds end that it plays with itself. Players who look ahead hold a lead more surely, and the one
who has just moved has the other one's next search still before it, so that both would be told too much. Rounds are
played by search with itself, without the table; then two numbers are found, `shift` and `slope` of a logistic line:
followed futures whose last word is bent by it tell what came true. Three quarters of the rounds are learnt from, the
rest says what it changed. Writes the network with the table; its other numbers stay.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from saudagar.dealers import FairDealer, settle
from saudagar.kernel import Kernel, SplitMix
from saudagar.kernel.network import AHEAD, ONE, Network
from saudagar.kernel.search import Plan, Searcher
from saudagar.players.network import state_of
from saudagar.rules import STANDARD, Round

Real = npt.NDArray[np.float64]
SHIPPED = Path(__file__).resolve().parents[1] / "src" / "saudagar" / "players" / "weights" / "network-1.npz"
STEPS = 4


def table(shift: float, slope: float) -> npt.NDArray[np.int32]:
    """Return the table of a logistic line: logit of the new chance = shift + slope x logit of the old."""
    chance = np.arange(AHEAD) / (AHEAD - 1)
    with np.errstate(divide="ignore"):
        bent = 1 / (1 + np.exp(-(shift + slope * (np.log(chance) - np.log(1 - chance)))))
    return np.round(ONE * bent).astype(np.int32)


@dataclass(frozen=True, slots=True)
class Decision:
    """What was known, what was chosen, how the round ended for the one who chose, and the number of the round."""

    state: npt.NDArray[np.uint64]
    code: int
    result: float
    of: int


def played(network: Network, rounds: int, samples: int, seed: int) -> list[Decision]:
    """Return the decisions of rounds that search plays with itself."""
    searcher, found = Searcher(Kernel(STANDARD), network, Plan(), 1), list[Decision]()
    for number in range(rounds):
        key = hashlib.sha256(f"ahead {seed} {number}".encode()).digest()
        dealer, stream = FairDealer(key), SplitMix(int.from_bytes(key[:8], "big"))
        position, here = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD)), []
        while (end := position.result) is None:
            state = state_of(position.seen_by(position.turn))
            code = searcher.search(state, stream.bits(), samples)[0].code
            here.append((state, code, position.turn))
            position = settle(position.play(searcher.kernel.action(code)), dealer)
        for state, code, seat in here:
            won = 0.5 if end.winner is None else float(end.winner is seat)
            found.append(Decision(state, code, won, number))
        if number % 50 == 49:
            print(f"{number + 1} rounds", flush=True)
    return found


def told(network: Network, decisions: list[Decision], worlds: int) -> Real:
    """Return the chances that followed futures of the chosen actions tell; the same worlds at every call."""
    searcher, found = Searcher(Kernel(STANDARD), network, Plan(), 1), np.zeros(len(decisions))
    for at, decision in enumerate(decisions):
        sums, squares, bent = (np.zeros(1, np.int64) for _ in range(3))
        codes = np.array([decision.code], np.uint32)
        searcher.sample(decision.state, codes, sums, squares, bent, first=0, count=worlds, seed=at)
        found[at] = bent[0] / worlds / ONE
    return found


def fitted(tell: Callable[[float, float], Real], results: Real) -> tuple[float, float]:
    """Return shift and slope under which what is told is right in the mean, and neither too bold nor too timid.

    That is: what is told and what came true differ by nothing in the mean, and no more where more is told. Found by
    Newton's steps.
    """
    at, little = np.array([0.0, 1.0]), 0.1
    for step in range(STEPS):
        here = tell(*at)
        slopes = np.stack([(tell(*(at + little * unit)) - here) / little for unit in np.eye(2)])
        sure = np.clip(here, 0.002, 0.998)
        scales = np.stack([np.ones(len(here)), np.log(sure / (1 - sure))])
        at = at + np.linalg.solve(scales @ slopes.T, scales @ (results - here))
        bias = 100 * (here - results).mean()
        print(f"step {step + 1}: bias was {bias:+.2f} %; shift {at[0]:+.3f}, slope {at[1]:.3f}", flush=True)
    return round(float(at[0]), 3), round(float(at[1]), 3)


def verdict(name: str, chances: Real, results: Real) -> None:
    """Print the bias and the surprise of what was told."""
    sure = np.clip(chances, 0.002, 0.998)
    surprise = -(results * np.log(sure) + (1 - results) * np.log(1 - sure)).mean()
    print(f"{name}: bias {100 * (chances - results).mean():+.2f} %, surprise {surprise:.4f} nats")


def main() -> None:
    """Play, learn, and write the network with its table."""
    words = argparse.ArgumentParser(usage=__doc__)
    words.add_argument("network", type=Path, nargs="?", default=SHIPPED)
    words.add_argument("--rounds", type=int, default=800)
    words.add_argument("--samples", type=int, default=300)
    words.add_argument("--worlds", type=int, default=48)
    words.add_argument("--decisions", type=int, default=8000, help="how many of them are learnt from")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--out", type=Path, default=None, help="where to write; the network's own file without it")
    given = words.parse_args()
    plain = replace(Network.load(given.network), ahead=table(0, 1))
    decisions = played(plain, given.rounds, given.samples, given.seed)
    order = np.random.default_rng(given.seed).permutation(len(decisions))
    learnt = [decisions[i] for i in order if decisions[i].of % 4][: given.decisions]
    apart = [decisions[i] for i in order if decisions[i].of % 4 == 0][: given.decisions]

    def tell(of: list[Decision], shift: float, slope: float) -> Real:
        return told(replace(plain, ahead=table(shift, slope)), of, given.worlds)

    shift, slope = fitted(lambda *line: tell(learnt, *line), np.array([each.result for each in learnt]))
    results = np.array([each.result for each in apart])
    verdict(f"{len(apart)} decisions kept apart, before", tell(apart, 0, 1), results)
    verdict("with the table", tell(apart, shift, slope), results)
    out = given.out or given.network
    replace(plain, ahead=table(shift, slope), about={**plain.about, "ahead": {"shift": shift, "slope": slope}}).save(
        out
    )
    print(f"wrote {out}")


if __name__ == "__main__":
    main()
