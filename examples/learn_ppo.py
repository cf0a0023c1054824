"""Masked PPO on the vector environment, with factored actions: first what comes, then what goes with it.

    python examples/learn_ppo.py --minutes 10

The policy scores what may come (463 entries) and what may go with what was chosen (821); entries that the masks
exclude get no chance. A score is the product of what the network asks for and what an entry is made of, so that what is
learnt of one exchange holds for its likes. Both seats play the same network: what comes next for one is minus what
comes next for the other, and advantages run along the whole round. Minutes are CPU minutes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from learning import Adam, Array, Course, Learnt, ask, table

from saudagar.lab import Factored, Rounds

NEVER = np.float32(-1e9)


def softmax(scores: Array, mask: Array) -> Array:
    """Return the chances of each row's entries; 0 where the mask is."""
    scores = np.where(mask, scores, NEVER)
    scores -= scores.max(1, keepdims=True)
    chances: Array = np.exp(scores)
    chances /= chances.sum(1, keepdims=True)
    return chances


def drawn(chances: Array, rng: np.random.Generator) -> Array:
    """Return one entry of each row by its chance, never one that has none."""
    sums = chances.cumsum(1)
    found: Array = (sums <= rng.random(len(chances))[:, None] * sums[:, -1:]).sum(1)
    return np.where(
        chances[np.arange(len(found)), np.minimum(found, chances.shape[1] - 1)] > 0, found, chances.argmax(1)
    )


class Policy:
    """Two hidden layers' worth: one of the view, one more of the view and what was chosen to come; and a value."""

    def __init__(self, bits: int, width: int, seed: int) -> None:
        rng, size = np.random.default_rng(seed), 32
        factored, (actions, _) = Factored(), table()
        self.ins, self.outs = (np.zeros((n, actions.shape[1] + 1), np.float32) for n in factored.shape)
        come, go = factored.pairs.T
        comes = np.r_[0:7, 20:28]  # which numbers of an action say what comes, and of what kind it is
        self.ins[come[:, None], comes] = actions[:, comes]
        self.outs[go, 7:-1] = actions[:, 7:]
        self.ins[:, -1] = self.outs[:, -1] = 1
        about = self.ins.shape[1]
        shapes = {"view": (bits, width), "ask_in": (width, size), "key_in": (about, size)}
        shapes |= {
            "again": (width, width),
            "chosen": (about, width),
            "ask_out": (width, size),
            "key_out": (about, size),
        }
        self.w: dict[str, Array] = {
            name: (rng.normal(0, 1, shape) / np.sqrt(shape[0] if name != "view" else 150)).astype(np.float32)
            for name, shape in shapes.items()
        }
        for name in ("ask_in", "ask_out"):
            self.w[name] *= np.float32(0.1)
        self.w |= {"bias": np.zeros(width, np.float32), "value": np.zeros(width, np.float32)}

    def first(self, views: Array) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the scores of what comes, and the value (−1 to 1)."""
        hidden = np.maximum(views @ self.w["view"] + self.w["bias"], 0)
        scores = hidden @ self.w["ask_in"] @ (self.ins @ self.w["key_in"]).T
        return hidden, scores, np.tanh(hidden @ self.w["value"])

    def second(self, hidden: Array, come: Array) -> tuple[Array, Array]:
        """Return the second hidden layer and the scores of what goes."""
        again = np.maximum(hidden @ self.w["again"] + self.ins[come] @ self.w["chosen"], 0)
        return again, again @ self.w["ask_out"] @ (self.outs @ self.w["key_out"]).T

    def slopes(self, s: dict[str, Array], clip: float = 0.2, chaos: float = 0.01) -> dict[str, Array]:
        """Return the slopes of PPO's clipped loss, half the squared error of the value, and minus some entropy."""
        n, rows = len(s["come"]), np.arange(len(s["come"]))
        hidden, in_scores, value = self.first(s["views"])
        again, out_scores = self.second(hidden, s["come"])
        chances = [softmax(in_scores, s["in_mask"]), softmax(out_scores, s["out_mask"])]
        taken = [s["come"], s["go"]]
        logs = sum(np.log(p[rows, a] + 1e-12) for p, a in zip(chances, taken, strict=True))
        ratio = np.exp(np.clip(logs - s["logs"], -20, 20))
        good = s["advantage"]
        free = np.where(good > 0, ratio < 1 + clip, ratio > 1 - clip)
        pull = (-good * ratio * free / n).astype(np.float32)
        at = []
        for p, a in zip(chances, taken, strict=True):
            slope = -p * pull[:, None]
            slope[rows, a] += pull
            logp = np.log(p + 1e-12)
            slope += chaos / n * p * (logp - (p * logp).sum(1, keepdims=True))
            at.append(slope.astype(np.float32))
        w, g = self.w, dict[str, Array]()
        asked_out, keys_out = again @ w["ask_out"], self.outs @ w["key_out"]
        d_ask = at[1] @ keys_out
        g["ask_out"], g["key_out"] = again.T @ d_ask, self.outs.T @ (at[1].T @ asked_out)
        d_again = d_ask @ w["ask_out"].T * (again > 0)
        g["again"], g["chosen"] = hidden.T @ d_again, self.ins[s["come"]].T @ d_again
        asked_in, keys_in = hidden @ w["ask_in"], self.ins @ w["key_in"]
        d_ask = at[0] @ keys_in
        g["ask_in"], g["key_in"] = hidden.T @ d_ask, self.ins.T @ (at[0].T @ asked_in)
        d_value = ((value - s["wanted"]) * (1 - value * value) / n).astype(np.float32)
        g["value"] = hidden.T @ d_value
        d_hidden = d_again @ w["again"].T + d_ask @ w["ask_in"].T + d_value[:, None] * w["value"]
        d_hidden *= hidden > 0
        g["view"], g["bias"] = s["views"].T @ d_hidden, d_hidden.sum(0)
        length = np.sqrt(sum(float((each * each).sum()) for each in g.values()))
        return {name: each * np.float32(min(1.0, 0.5 / (length + 1e-9))) for name, each in g.items()}

    def player(self) -> Learnt:
        """Return the policy as a player that takes the likeliest action."""
        pairs = Factored().pairs

        def scores(view: Array, numbers: Array) -> Array:
            come, go = pairs[numbers].T
            hidden, in_scores, _ = self.first(view)
            kinds, place = np.unique(come, return_inverse=True)
            in_log = in_scores[0, kinds] - np.logaddexp.reduce(in_scores[0, kinds])
            out_scores = self.second(np.repeat(hidden, len(kinds), 0), kinds)[1]
            found = np.empty(len(numbers))
            for k in range(len(kinds)):
                own = out_scores[k, go[place == k]]
                found[place == k] = in_log[k] + own - np.logaddexp.reduce(own)
            return found

        return Learnt("masked-ppo", scores)


def collect(
    policy: Policy, rounds: Rounds, plies: int, rng: np.random.Generator, trace: float
) -> tuple[dict[str, Array], int]:
    """Play so many plies in every round; return what was seen and done, advantages, wanted values; and rounds ended."""
    seen: dict[str, list[Array]] = {name: [] for name in ("views", "come", "go", "in_mask", "out_mask", "logs")}
    values, rewards, done, each = [], [], [], np.arange(rounds.count)
    for _ in range(plies):
        views, in_mask = rounds.observations.astype(np.float32), rounds.masks()[0].copy()
        hidden, in_scores, value = policy.first(views)
        in_chances = softmax(in_scores, in_mask)
        come = drawn(in_chances, rng)
        out_mask = rounds.out_masks(come)
        out_chances = softmax(policy.second(hidden, come)[1], out_mask)
        go = drawn(out_chances, rng)
        logs = np.log(in_chances[each, come] + 1e-12) + np.log(out_chances[each, go] + 1e-12)
        for name, what in zip(seen, (views, come, go, in_mask, out_mask, logs), strict=True):
            seen[name].append(what)
        stepped = rounds.step_pairs(come, go)
        values.append(value)
        rewards.append(stepped.reward)
        done.append(stepped.done)
    values.append(policy.first(rounds.observations.astype(np.float32))[2])
    ahead, advantages = np.zeros(rounds.count), []
    for ply in reversed(range(plies)):
        going = ~done[ply]
        ahead = rewards[ply] - going * values[ply + 1] - values[ply] - trace * going * ahead
        advantages.append(ahead)
    found = {name: np.concatenate(what) for name, what in seen.items()}
    advantage = np.concatenate(advantages[::-1])
    found["wanted"] = (advantage + np.concatenate(values[:-1])).astype(np.float32)
    found["advantage"] = ((advantage - advantage.mean()) / (advantage.std() + 1e-6)).astype(np.float32)
    return found, int(np.sum(done))


def train(
    minutes: float,
    *,
    count: int = 256,
    plies: int = 32,
    width: int = 128,
    seed: int = 1,
    pairs: int = 25,
    save: Path | None = None,
    load: Path | None = None,
) -> Course:
    """Learn for so many CPU minutes; return the course with the player."""
    rounds, rng = Rounds(count, seed, encoding="thermometer-1"), np.random.default_rng(seed)
    policy = Policy(rounds.encoder.size, width, seed)
    adam, course = Adam(policy.w, 1e-3), Course("masked-ppo", policy.player, policy.w, save)
    if load:
        course.load(load)
    for gone in course.run(minutes, pairs):
        adam.rate = 1e-3 * (1 - 0.9 * gone)
        seen, ended = collect(policy, rounds, plies, rng, trace=0.9)
        course.rounds += ended
        for _ in range(2):
            for batch in np.array_split(rng.permutation(count * plies), max(1, count * plies // 1_024)):
                adam.step(policy.slopes({name: each[batch] for name, each in seen.items()}))
    return course


if __name__ == "__main__":
    ask("masked PPO", train)
