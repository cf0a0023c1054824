"""The value network on whole numbers: what ships, what the core computes with, and the same in NumPy.

Three layers: a row of 256 numbers for every value of every slot, added up and clipped; 32 sums of those, clipped; one
sum for each head. Scales: the first layer 2^9, the second 2^10, the third 2^10, so that a logit is in units of 2^-20.
"""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from . import slots

Array = npt.NDArray[Any]

WIDTH, NECK = 256, 32
"""Neurons of the first and of the second layer: the core has these numbers built in."""
HEADS = ("win", "margin", "camel", "plies", "closes")
"""What the network says of a seat's knowledge after its action, chance not yet answered.

`win`, `camel` (the token of the larger herd is won), `closes` (the other seat's next action ends the round) are logits;
`margin` is in units of 16 rupees, `plies` (left in the round) of 16.
"""
ONE = 1 << 20
"""A probability of one."""
AHEAD = 257
"""Points of the table `Network.ahead`, from a probability of nought to one."""
FIRST, SECOND, THIRD = 9, 10, 10
"""Bits after the point of the first layer's sums, of the second's and of the third's weights."""
FORMAT = 1

SIGNS = ("stock", "hidden", "held", "tokens", "own", "market", "unseen")
"""What tells how likely a hidden card of the other hand is of a good: numbers below `SIGN`, more count as the last.

The cards in the stock by fives; hidden cards of that hand; cards of the good that it is known to hold, or was dealt
before in this world; tokens left of the good; cards of it in the own hand, in the market, and unseen. The tables hold
logarithms of odds in units of 1/64, one for each number of each sign and good, which are added up.
"""
SIGN = 10
SURE = 256
"""Sums of them beyond this many, either way, count as this many."""


def _plain() -> Array:
    """Return the table `Network.ahead` that changes nothing."""
    return np.arange(AHEAD, dtype=np.int32) << 12


class UnsuitableWeights(ValueError):
    """A file of weights that this program cannot use, and why."""


@dataclass(frozen=True, eq=False)
class Network:
    """The numbers of one network, and what is said about it."""

    rows: Array
    """int16[slots.ROWS, WIDTH]: what each value of each slot adds to the first layer."""
    bias1: Array
    weights2: Array
    """int16[NECK, WIDTH]."""
    bias2: Array
    weights3: Array
    """int16[heads, NECK]."""
    bias3: Array
    about: dict[str, Any]
    """Version, how it was trained, and how strong it was found: plain values."""
    hands: Array = field(default_factory=lambda: np.zeros((len(SIGNS), 6, SIGN), np.int32))
    """int32[signs, goods, SIGN]: how likely a hidden card of the other hand is of a good, see `SIGNS`; 0 for evenly."""
    ahead: Array = field(default_factory=_plain)
    """int32[AHEAD]: what `win` says at the end of a followed line, by 256ths, to what comes true when both look ahead.

    The network tells how rounds end that it plays with itself. Who looks ahead holds a lead more surely than that.
    """

    def __post_init__(self) -> None:
        want = {
            "rows": ((slots.ROWS, WIDTH), np.int16),
            "bias1": ((WIDTH,), np.int16),
            "weights2": ((NECK, WIDTH), np.int16),
            "bias2": ((NECK,), np.int32),
            "weights3": ((len(HEADS), NECK), np.int16),
            "bias3": ((len(HEADS),), np.int32),
            "hands": ((len(SIGNS), 6, SIGN), np.int32),
            "ahead": ((AHEAD,), np.int32),
        }
        for name, (shape, kind) in want.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
                raise UnsuitableWeights(
                    f"{name} must be {np.dtype(kind)}{list(shape)}, not {array.dtype}{list(array.shape)}"
                )
        reach = 1023 * np.abs(self.weights2.astype(np.int64)).sum(axis=1) + np.abs(self.bias2.astype(np.int64))
        last = 2047 * np.abs(self.weights3.astype(np.int64)).sum(axis=1) + np.abs(self.bias3.astype(np.int64))
        if max(reach.max(), last.max()) >= 1 << 31:
            raise UnsuitableWeights("the weights are too large: a sum could leave 32 bits")
        if self.ahead[0] < 0 or self.ahead[-1] > ONE or (np.diff(self.ahead.astype(np.int64)) < 0).any():
            raise UnsuitableWeights("the table `ahead` must rise from 0 to a probability of one")

    @cached_property
    def starts(self) -> Array:
        """int32[slots]: where the rows of each slot start."""
        return np.array(slots.STARTS, np.int32)

    @cached_property
    def curve(self) -> Array:
        """int32[1281]: probabilities (2^-20) of the logits from -10 to 10, 64 to a unit."""
        return np.round(ONE / (1 + np.exp(-np.arange(-640, 641) / 64))).astype(np.int32)

    @cached_property
    def odds(self) -> Array:
        """int32[2 SURE + 1]: odds in units of 2^-12 of the logarithms from -SURE to SURE."""
        return np.round(4096 * np.exp(np.arange(-SURE, SURE + 1) / 64)).astype(np.int32)

    def heads(self, values: Any) -> Array:
        """Return what all heads say (int64, units of 2^-20) of slots: uint8[slots], or any number of such rows."""
        rows = np.asarray(values, np.int64) + self.starts
        # Sums wrap at sixteen bits, as they do in the core.
        sums = (self.bias1.astype(np.int64) + self.rows[rows].astype(np.int64).sum(axis=-2)).astype(np.int16)
        first = np.clip(sums, 0, 1023).astype(np.int64)
        second = np.clip((first @ self.weights2.T.astype(np.int64) + self.bias2) >> FIRST, 0, 2047)
        told: Array = second @ self.weights3.T.astype(np.int64) + self.bias3
        return told

    def chances(self, logits: Any) -> Array:
        """Return the probabilities (2^-20) of logits (2^-20): lines between the points of the curve."""
        limit = 10 << 20
        shifted = np.clip(np.asarray(logits, np.int64), -limit, limit) + limit
        at = np.minimum(shifted >> 14, 1279)
        curve = self.curve.astype(np.int64)
        part = np.where(shifted == 2 * limit, 0, shifted & 16383)
        found: Array = np.where(
            shifted == 2 * limit, curve[1280], curve[at] + (((curve[at + 1] - curve[at]) * part) >> 14)
        )
        return found

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the numbers, in hexadecimal."""
        parts = [self.rows, self.bias1, self.weights2, self.bias2, self.weights3, self.bias3, *self._learnt().values()]
        return hashlib.sha256(
            b"".join(part.astype(part.dtype.newbyteorder("<")).tobytes() for part in parts)
        ).hexdigest()

    def _learnt(self) -> dict[str, Array]:
        """Return the tables that say something; others are neither kept nor part of the hash."""
        says = {"hands": self.hands.any(), "ahead": (self.ahead != _plain()).any()}
        return {name: getattr(self, name) for name, anything in says.items() if anything}

    def save(self, path: Path) -> None:
        """Write the network to a file, which is complete or not there."""
        about = {**self.about, "format": FORMAT, "slots": slots.VERSION, "sha256": self.digest}
        buffer = io.BytesIO()
        arrays = {name: getattr(self, name) for name in ("rows", "bias1", "weights2", "bias2", "weights3", "bias3")}
        arrays |= self._learnt()
        # NumPy writes a fixed time into the zip file, so that the same numbers give the same file.
        np.savez_compressed(buffer, about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8), **arrays)
        part = path.with_name(path.name + ".part")
        part.write_bytes(buffer.getvalue())
        part.replace(path)

    @classmethod
    def load(cls, path: Any) -> Network:
        """Read a network. UnsuitableWeights for a file that is none, of another version, or damaged."""
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
                about = json.loads(file["about"].tobytes())
                arrays = {name: np.ascontiguousarray(file[name]) for name in file.files if name != "about"}
        except (ValueError, KeyError, OSError, EOFError, BadZipFile, zlib.error) as wrong:
            raise UnsuitableWeights(f"{path} holds no network: {wrong}") from None
        if about.get("format") != FORMAT or about.get("slots") != slots.VERSION:
            raise UnsuitableWeights(f"{path} is of another version: {about.get('format')}, {about.get('slots')}")
        made = cls(**arrays, about=about)
        if made.digest != about.get("sha256"):
            raise UnsuitableWeights(f"{path} is damaged: its numbers do not have the hash that it names")
        return made


def whole_numbers(parameters: dict[str, Array], about: dict[str, Any]) -> Network:
    """Return the network nearest to one of real numbers.

    `parameters`: w1[slots.BITS, WIDTH] by thermometer bits, b1, w2[WIDTH, NECK], b2, w3[NECK, heads], b3.
    """
    of, _ = slots.thermometer()
    rows = np.zeros((slots.ROWS, WIDTH))
    at = 0
    for slot, (start, size) in enumerate(zip(slots.STARTS, slots.SIZES, strict=True)):
        bits = parameters["w1"][at : at + size - 1].astype(np.float64)
        assert (of[at : at + size - 1] == slot).all()  # noqa: S101 - the order of both is one function's
        rows[start + 1 : start + size] = np.cumsum(bits, axis=0)
        at += size - 1
    return Network(
        rows=_near(rows, FIRST, np.int16),
        bias1=_near(parameters["b1"], FIRST, np.int16),
        weights2=_near(parameters["w2"].T, SECOND, np.int16),
        bias2=_near(parameters["b2"], FIRST + SECOND, np.int32),
        weights3=_near(parameters["w3"].T, THIRD, np.int16),
        bias3=_near(parameters["b3"], SECOND + THIRD, np.int32),
        about=about,
    )


def _near(values: Array, bits: int, kind: Any) -> Array:
    limits = np.iinfo(kind)
    whole = np.round(values.astype(np.float64) * (1 << bits))
    return np.ascontiguousarray(np.clip(whole, limits.min, limits.max).astype(kind))
