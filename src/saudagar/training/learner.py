"""The network in real numbers, and how it learns: plain NumPy, since three small layers need no framework."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel.network import FIRST, HEADS, NECK, SECOND, THIRD, WIDTH, Network
from ..kernel.slots import BITS, SIZES, STARTS, thermometer

Array = npt.NDArray[Any]

FIRST_TOP, SECOND_TOP = 1023 / 512, 2047 / 1024
"""Where the sums of the first and of the second layer are cut off, as in the network of whole numbers."""
WEIGHTS = np.array([1.0, 0.1, 0.1, 0.05, 0.05], np.float32)
"""How much each head counts; `win` is what is played by, the others explain and steady it."""
NOT_PLAYED = 3
"""The result, in the facts, of an action that was looked at and not played."""
LOGITS = np.array([True, False, True, False, True])
"""The heads that say a probability."""


def wanted(facts: Array) -> Array:
    """Return what the heads should have said (float32[n, heads]) from the facts of self-play (see `_core.selfplay`).

    NaN where that is not known: an action that was looked at and not played has no round that followed it.
    """
    told = np.empty((len(facts), len(HEADS)), np.float32)
    told[:, 0] = facts[:, 0] / np.float32(1 << 20)
    told[:, 1] = np.clip(facts[:, 1], -96, 96) / np.float32(16)
    told[:, 2] = facts[:, 2] / np.float32(2)
    told[:, 3] = np.minimum(facts[:, 3], 96) / np.float32(16)
    told[:, 4] = facts[:, 4]
    told[facts[:, 5] == NOT_PLAYED, 1:] = np.nan
    return told


class Learner:
    """Three layers and the state of Adam, which steps through their slopes."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng([seed, 0x5A0D])
        self.parameters: dict[str, Array] = {
            "w1": rng.normal(0, 0.05, (BITS, WIDTH)).astype(np.float32),
            "b1": np.full(WIDTH, 0.1, np.float32),
            "w2": rng.normal(0, np.sqrt(2 / WIDTH), (WIDTH, NECK)).astype(np.float32),
            "b2": np.full(NECK, 0.1, np.float32),
            "w3": rng.normal(0, np.sqrt(1 / NECK), (NECK, len(HEADS))).astype(np.float32),
            "b3": np.zeros(len(HEADS), np.float32),
        }
        self.first = {name: np.zeros_like(value) for name, value in self.parameters.items()}
        self.second = {name: np.zeros_like(value) for name, value in self.parameters.items()}
        self.steps = 0
        self._of, self._least = thermometer()

    def bits(self, slots: Array) -> Array:
        """Return the thermometer bits of slots: float32[n, BITS]."""
        bits: Array = (slots[:, self._of] >= self._least).astype(np.float32)
        return bits

    def forward(self, bits: Array) -> tuple[Array, Array, Array]:
        """Return the first layer, the second and the heads."""
        p = self.parameters
        one = np.clip(bits @ p["w1"] + p["b1"], 0, FIRST_TOP)
        two = np.clip(one @ p["w2"] + p["b2"], 0, SECOND_TOP)
        return one, two, two @ p["w3"] + p["b3"]

    def slopes(self, slots: Array, told: Array) -> tuple[dict[str, Array], Array]:
        """Return the slope of the loss for every parameter, and the mean loss of each head over the rows that know it.

        What a row does not know (NaN) moves nothing; each head's slope is by the number of rows that do.
        """
        bits = self.bits(slots)
        one, two, heads = self.forward(bits)
        chance = 1 / (1 + np.exp(-heads))
        known = ~np.isnan(told)
        rows = np.maximum(known.sum(axis=0), 1).astype(np.float32)
        told = np.where(known, told, np.float32(0))
        error = np.where(known, np.where(LOGITS, chance, heads) - told, np.float32(0))
        sure = np.clip(chance, 1e-7, 1 - 1e-7)
        cross = -(told * np.log(sure) + (1 - told) * np.log(1 - sure))
        losses = (np.where(LOGITS, cross, error**2 / 2) * known).sum(axis=0) / rows
        third = (error * WEIGHTS / rows).astype(np.float32)
        p = self.parameters
        second = (third @ p["w3"].T) * ((two > 0) & (two < SECOND_TOP))
        first = (second @ p["w2"].T) * ((one > 0) & (one < FIRST_TOP))
        found = {
            "w1": bits.T @ first,
            "b1": first.sum(axis=0),
            "w2": one.T @ second,
            "b2": second.sum(axis=0),
            "w3": two.T @ third,
            "b3": third.sum(axis=0),
        }
        return found, losses

    def step(self, slots: Array, told: Array, rate: float) -> Array:
        """Learn one batch; return the mean loss of each head before it."""
        found, losses = self.slopes(slots, told)
        self.steps += 1
        warm = np.float32(rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        for name, slope in found.items():
            first, second = self.first[name], self.second[name]
            first += np.float32(0.1) * (slope - first)
            second += np.float32(0.001) * (slope * slope - second)
            self.parameters[name] -= warm * first / (np.sqrt(second) + np.float32(1e-8))
        return losses

    def chances(self, slots: Array) -> Array:
        """Return the chance of winning that the network gives to each row of slots."""
        found: Array = 1 / (1 + np.exp(-self.forward(self.bits(slots))[2][:, 0]))
        return found

    def adopt(self, network: Network) -> None:
        """Take over the numbers of a network; what the steps remember starts anew."""
        at = 0
        for start, size in zip(STARTS, SIZES, strict=True):
            rows = network.rows[start : start + size].astype(np.float32) / np.float32(1 << FIRST)
            self.parameters["w1"][at : at + size - 1] = np.diff(rows, axis=0)
            at += size - 1
        # A slot of value 0 has no bits: what its row adds in all positions belongs to the bias.
        base = network.rows[list(STARTS)].astype(np.float32).sum(axis=0)
        scales = {"b1": FIRST, "w2": SECOND, "b2": FIRST + SECOND, "w3": THIRD, "b3": SECOND + THIRD}
        numbers = {
            "b1": network.bias1 + base,
            "w2": network.weights2.T,
            "b2": network.bias2,
            "w3": network.weights3.T,
            "b3": network.bias3,
        }
        for name, value in numbers.items():
            self.parameters[name] = np.ascontiguousarray(value, np.float32) / np.float32(1 << scales[name])

    def state(self) -> dict[str, Array]:
        """Return everything that a checkpoint must hold."""
        return {
            **{f"p.{name}": value for name, value in self.parameters.items()},
            **{f"m.{name}": value for name, value in self.first.items()},
            **{f"v.{name}": value for name, value in self.second.items()},
            "steps": np.array(self.steps),
        }

    def restore(self, state: Any) -> None:
        """Go back to what a checkpoint holds."""
        for prefix, where in (("p", self.parameters), ("m", self.first), ("v", self.second)):
            for name in where:
                where[name] = np.array(state[f"{prefix}.{name}"])
        self.steps = int(state["steps"])
