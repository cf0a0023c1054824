"""Learns which cards the other hand is likely to hide, from rounds that a network plays with itself.

Usage: python tools/train_hands.py [NETWORK] [--rounds 24000] [--steps 600] [--seed 1] [--out FILE]

Writes the network with the tables `Network.hands` in it (see `SIGNS` in kernel/network.py); its other numbers stay as
they are. Hidden cards are those that were dealt and never shown; each is told as a draw from the unseen goods, without
replacement, with odds that the signs add up. The tables are found by Adam on the cross entropy of such draws; a tenth
of the rounds is kept apart and says how much they know.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from saudagar.kernel import Kernel, slots
from saudagar.kernel.core import core
from saudagar.kernel.network import SIGN, SIGNS, SURE, Network
from saudagar.kernel.search import Searcher

Array = npt.NDArray[np.intp]
Real = npt.NDArray[np.float64]
SHIPPED = Path(__file__).resolve().parents[1] / "src" / "saudagar" / "players" / "weights" / "network-1.npz"
STOCK, OWN, MARKET, TOKENS, KNOWN, HIDDEN, UNSEEN = (
    slots.NAMES.index(name)
    for name in ("stock", "own.D", "market.D", "tokens.D", "other.known.D", "other.hidden", "unseen.D")
)


def played(network: Network, rounds: int, seed: int) -> tuple[Array, Array, Array]:
    """Return the slots of every decision with hidden cards, those cards by good, and the number of the round."""
    kernel = Kernel()
    searcher, known, hands, of = Searcher(kernel, network, threads=1), [], [], []
    for number in range(rounds):
        game = kernel.game(seed * 1_000_003 + number)
        game.start(number & 1)
        for _ in range(200):
            if game.over:
                break
            state = np.array(game.words(), np.uint64)
            other = 1 - int(state[12] & 1)
            hidden = counted(state[2 + other]) - counted(state[4 + other])
            if hidden.any():
                known.append(np.zeros(slots.SLOTS, np.uint8))
                core.fill(kernel.core, state, 1 - other, known[-1])
                hands.append(hidden)
                of.append(number)
            game.step(searcher.search(state, 0, samples=0)[0].code)
    return np.array(known, np.intp), np.array(hands, np.intp), np.array(of, np.intp)


def counted(word: np.uint64) -> Array:
    """Return the six goods of a word of the kernel."""
    return np.array([int(word) >> 8 * good & 0xFF for good in range(6)], np.intp)


def draws(known: Array, hands: Array, of: Array, order: np.random.Generator) -> tuple[Array, Real, Array, Array]:
    """Return, of every hidden card in some order: signs [n, SIGNS, 6], unseen cards, its good, and its round."""
    signs, unseen, goods, rounds = [], [], [], []
    left, drawn, here = hands.copy(), np.zeros_like(hands), np.arange(len(hands))
    while len(here):
        place = order.random(len(here)) * left[here].sum(axis=1)
        good = (place[:, None] >= np.cumsum(left[here], axis=1)).sum(axis=1)
        row, rest = known[here], known[here, UNSEEN : UNSEEN + 6] - drawn[here]
        all_goods = np.ones((1, 6), np.intp)
        told = (
            row[:, STOCK, None] // 5 * all_goods,
            row[:, HIDDEN, None] * all_goods,
            row[:, KNOWN : KNOWN + 6] + drawn[here],
            row[:, TOKENS : TOKENS + 6],
            row[:, OWN : OWN + 6],
            row[:, MARKET : MARKET + 6],
            rest,
        )
        signs.append(np.minimum(np.stack(told, axis=1), SIGN - 1))
        unseen.append(rest)
        goods.append(good)
        rounds.append(of[here])
        drawn[here, good] += 1
        left[here, good] -= 1
        here = here[left[here].any(axis=1)]
    return np.concatenate(signs), np.concatenate(unseen).astype(float), np.concatenate(goods), np.concatenate(rounds)


class Tables:
    """The logarithms of odds while they are learnt, by Adam."""

    def __init__(self) -> None:
        self.odds = np.zeros((len(SIGNS), 6, SIGN))
        self.first, self.second, self.steps = np.zeros_like(self.odds), np.zeros_like(self.odds), 0
        self.starts = np.arange(len(SIGNS) * 6).reshape(len(SIGNS), 6) * SIGN

    def chances(self, signs: Array, unseen: Real, odds: Real | None = None) -> Real:
        """Return how likely each good is: float64[n, 6]."""
        told = (self.odds if odds is None else odds).ravel()[signs + self.starts].sum(axis=1)
        weights = unseen * np.exp(np.clip(told, -SURE / 64, SURE / 64))
        found: Real = weights / weights.sum(axis=1, keepdims=True)
        return found

    def learn(self, signs: Array, unseen: Real, goods: Array, rate: float) -> None:
        """Take one step towards the goods that were drawn."""
        wrong = self.chances(signs, unseen)
        wrong[np.arange(len(goods)), goods] -= 1
        flat = (signs + self.starts).reshape(len(goods), -1)
        weights = np.repeat((wrong / len(goods))[:, None, :], len(SIGNS), axis=1).reshape(len(goods), -1)
        slope = np.bincount(flat.ravel(), weights.ravel(), self.odds.size).reshape(self.odds.shape) + 2e-6 * self.odds
        self.steps += 1
        self.first += 0.1 * (slope - self.first)
        self.second += 0.01 * (slope * slope - self.second)
        mean, size = self.first / (1 - 0.9**self.steps), self.second / (1 - 0.99**self.steps)
        self.odds -= rate * mean / (np.sqrt(size) + 1e-8)

    def whole(self) -> npt.NDArray[np.int32]:
        """The tables as the core reads them; what is the same for all goods says nothing and is taken out."""
        odds = self.odds.copy()
        for alike in ("stock", "hidden"):
            odds[SIGNS.index(alike)] -= odds[SIGNS.index(alike)].mean(axis=0)
        return np.clip(np.round(odds * 64), -SURE, SURE).astype(np.int32)


def surprise(chances: Real, goods: Array) -> float:
    """Return the mean surprise of the goods that were drawn, in nats a card."""
    return float(-np.log(chances[np.arange(len(goods)), goods]).mean())


def main() -> None:
    """Play, learn, and write the network with its tables."""
    words = argparse.ArgumentParser(usage=__doc__)
    words.add_argument("network", type=Path, nargs="?", default=SHIPPED)
    words.add_argument("--rounds", type=int, default=24_000)
    words.add_argument("--steps", type=int, default=600)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--out", type=Path, default=None, help="where to write; the network's own file without it")
    given = words.parse_args()
    network, order = Network.load(given.network), np.random.default_rng(given.seed)
    known, hands, of = played(network, given.rounds, given.seed)
    print(f"{given.rounds} rounds, {len(known)} decisions with hidden cards", flush=True)
    signs, unseen, goods, rounds = draws(known, hands, of, order)
    apart = np.flatnonzero(rounds % 10 == 0)
    rest, tables = np.flatnonzero(rounds % 10), Tables()
    for step in range(given.steps):
        some = order.choice(rest, min(20_000, len(rest)))
        tables.learn(signs[some], unseen[some], goods[some], 0.06 * (1 - step / given.steps))
    whole = tables.whole()
    evenly = surprise(unseen[apart] / unseen[apart].sum(axis=1, keepdims=True), goods[apart])
    learnt = surprise(tables.chances(signs[apart], unseen[apart], whole / 64), goods[apart])
    print(
        f"{len(goods)} cards; surprise of a tenth of them: {evenly:.3f} drawn evenly, {learnt:.3f} by the tables (nats)"
    )
    out = given.out or given.network
    replace(network, hands=np.ascontiguousarray(whole)).save(out)
    print(f"wrote {out}")


if __name__ == "__main__":
    main()
