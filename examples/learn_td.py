"""TD(λ) on the vector environment: a small network learns from its own rounds what each action is worth.

    python examples/learn_td.py --minutes 10

Q(view, action) is the expected result (1 to −1) for the seat that acts: one hidden layer over the view's thermometer
bits and the action's own numbers. What a choice is worth is minus what the other seat's next choice is worth; so a
round is one chain, and its λ-returns run over both seats. Minutes are CPU minutes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from learning import Adam, Array, Course, Learnt, ask, table

from saudagar.lab import Rounds
from saudagar.rules import STANDARD, Ruleset


class Network:
    """Q: tanh of a hidden layer of rectified sums. The view's part is summed once for all its legal actions."""

    def __init__(self, bits: int, width: int, seed: int, ruleset: Ruleset = STANDARD) -> None:
        rng = np.random.default_rng(seed)
        self.actions, self.of_code = table(ruleset)
        shapes = {"view": (bits, width), "action": (self.actions.shape[1], width)}
        self.w: dict[str, Array] = {name: rng.normal(0, 0.08, s).astype(np.float32) for name, s in shapes.items()}
        self.w |= {"bias": np.zeros(width, np.float32), "out": rng.normal(0, 0.05, width).astype(np.float32)}
        self.w |= {"last": np.zeros(1, np.float32)}

    def sums(self, views: Array) -> Array:
        """Return the view's part of the hidden layer."""
        found: Array = views @ self.w["view"] + self.w["bias"]
        return found

    def values(self, sums: Array, numbers: Array, keys: Array | None = None) -> Array:
        """Return Q from sums (float32[n, width]) and the actions' numbers (int[n]); `keys` are every action's part."""
        hidden = self.actions[numbers] @ self.w["action"] if keys is None else keys[numbers]
        hidden += sums
        found: Array = np.tanh(np.maximum(hidden, 0, out=hidden) @ self.w["out"] + self.w["last"])
        return found

    def slopes(self, views: Array, numbers: Array, wanted: Array) -> tuple[dict[str, Array], float]:
        """Return the slopes of the mean squared error, and the error."""
        acts = self.actions[numbers]
        hidden = np.maximum(self.sums(views) + acts @ self.w["action"], 0)
        found = np.tanh(hidden @ self.w["out"] + self.w["last"])
        missed = found - wanted
        at_out = (missed * (1 - found * found) / len(wanted)).astype(np.float32)
        at_hidden = at_out[:, None] * self.w["out"] * (hidden > 0)
        return {
            "view": views.T @ at_hidden,
            "action": acts.T @ at_hidden,
            "bias": at_hidden.sum(0),
            "out": hidden.T @ at_out,
            "last": at_out.sum(keepdims=True),
        }, float((missed * missed).mean())

    def player(self) -> Learnt:
        """Return the network as a player."""
        return Learnt("td-lambda", lambda view, numbers: self.values(self.sums(view), numbers))


class SelfPlay:
    """Rounds of the network against itself, and what they taught."""

    def __init__(self, network: Network, rounds: Rounds, seed: int) -> None:
        self.network, self.rounds, self.rng = network, rounds, np.random.default_rng(seed)

    def collect(self, plies: int, trace: float, wild: float) -> tuple[Array, Array, Array, int]:
        """Play so many plies in every round; return views, numbers of actions, λ-returns, and the rounds ended.

        One action in 1/`wild` is any legal one; the trace of what came before is cut there.
        """
        rounds, n = self.rounds, self.rounds.count
        views = np.empty((plies, n, rounds.encoder.size), np.uint8)
        numbers, bests, rewards = np.empty((plies, n), np.int32), np.empty((plies + 1, n)), np.empty((plies, n))
        done, free = np.empty((plies, n), bool), np.zeros((plies + 1, n), bool)
        keys = (
            self.network.actions @ self.network.w["action"]
        )  # once for all plies, since nothing is learnt between them
        for ply in range(plies + 1):
            codes, values, starts = self._legal_values(keys)
            best = np.maximum.reduceat(values, starts)
            bests[ply] = best
            if ply == plies:
                break
            picks = starts + np.array(self._first_best(values, best, starts))
            free[ply] = self.rng.random(n) < wild
            picks = np.where(free[ply], starts + (self.rng.random(n) * rounds.counts).astype(int), picks)
            views[ply], numbers[ply] = rounds.observations, self.network.of_code[codes[picks]]
            stepped = rounds.step_codes(codes[picks])
            rewards[ply], done[ply] = stepped.reward, stepped.done
        returns, after = np.empty((plies, n), np.float32), bests[plies]
        for ply in reversed(range(plies)):
            returns[ply] = np.where(done[ply], rewards[ply], -after)
            after = np.where(free[ply], bests[ply], (1 - trace) * bests[ply] + trace * returns[ply])
        return views.reshape(plies * n, -1), numbers.ravel(), returns.ravel(), int(done.sum())

    def _legal_values(self, keys: Array) -> tuple[Array, Array, Array]:
        rounds = self.rounds
        codes = rounds.codes[np.arange(rounds.codes.shape[1]) < rounds.counts[:, None]]
        sums = self.network.sums(rounds.observations.astype(np.float32))
        rows = np.repeat(np.arange(rounds.count), rounds.counts)
        return (
            codes,
            self.network.values(sums[rows], self.network.of_code[codes], keys),
            np.cumsum(rounds.counts) - rounds.counts,
        )

    def _first_best(self, values: Array, best: Array, starts: Array) -> Array:
        at_best = np.flatnonzero(values == np.repeat(best, self.rounds.counts))
        rows = np.searchsorted(starts, at_best, "right") - 1
        found = np.empty(len(starts), int)
        found[rows[::-1]] = at_best[::-1]
        return found - starts


def train(
    minutes: float,
    *,
    count: int = 512,
    plies: int = 32,
    width: int = 128,
    seed: int = 1,
    pairs: int = 25,
    save: Path | None = None,
    load: Path | None = None,
) -> Course:
    """Learn for so many CPU minutes; return the course with the player."""
    rounds = Rounds(count, seed, encoding="thermometer-1")
    network = Network(rounds.encoder.size, width, seed)
    adam, play = Adam(network.w, 1e-3), SelfPlay(network, rounds, seed)
    course = Course("td-lambda", network.player, network.w, save)
    rng = np.random.default_rng(seed)
    if load:
        course.load(load)
    for gone in course.run(minutes, pairs):
        adam.rate = 1e-3 * (1 - 0.95 * gone)
        views, numbers, returns, ended = play.collect(plies, trace=0.8, wild=0.08 * (1 - gone))
        course.rounds += ended
        for batch in np.array_split(rng.permutation(len(views)), max(1, len(views) // 2_048)):
            adam.step(network.slopes(views[batch].astype(np.float32), numbers[batch], returns[batch])[0])
    return course


if __name__ == "__main__":
    ask("TD(λ)", train)
