"""Thousands of rounds side by side, stepped together into NumPy arrays: what learning at scale is fed with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel import Kernel, action_index
from ..kernel.engine import NOTHING
from ..kernel.layout import META
from ..rules import STANDARD, Ruleset
from .encoders import encoder
from .factored import Factored

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Stepped:
    """What a step brought, one entry a round."""

    reward: Array
    """float32[n]: 1, −1 or 0 (a full tie) where this action ended the round, to the seat that acted; else 0."""
    done: Array
    """bool[n]: the round ended, and another has begun in its place."""
    seat: Array
    """uint8[n]: the seat that acted."""


class Rounds:
    """`count` rounds of self-play: observe, choose, step. Ended rounds begin anew, their starter drawn.

    Every array is written in place and stays the same object, so that a view of it made once (`torch.from_numpy`, or
    any library that reads DLPack) stays good.
    """

    def __init__(self, count: int, seed: int = 0, *, encoding: str = "counts-1", ruleset: Ruleset = STANDARD) -> None:
        """ValueError for an unknown encoder, or fewer rounds than one."""
        if count < 1:
            raise ValueError(f"at least one round is needed, not {count}")
        self.kernel = Kernel(ruleset)
        self.encoder = encoder(encoding, ruleset)
        self.count = count
        self._games = self.kernel.games(count, seed)
        self._codes = np.zeros((count, self.kernel.width), np.uint32)
        self.counts = np.zeros(count, np.int32)
        """int32[n]: how many actions are legal."""
        self._features = np.zeros((count, self.kernel.features), np.int16)
        self.observations = np.zeros((count, self.encoder.size), self.encoder.dtype)
        """What the seat to act knows, as the encoder writes it."""
        self.seats = np.zeros(count, np.uint8)
        """uint8[n]: the seat to act."""
        self._rows = np.arange(count)
        self._set: tuple[Array, Array] = (self._rows[:0], self._rows[:0])
        self._games.legal(self._codes, self.counts)
        self._look()

    @cached_property
    def factored(self) -> Factored:
        """The pairs of actions (see `Factored`)."""
        return Factored(self.kernel.ruleset)

    @property
    def codes(self) -> Array:
        """uint32[n, width]: codes of the legal actions, the first `counts[i]` of each row; only to be read."""
        return self._codes

    def numbers(self) -> Array:
        """Return int32[n, width]: the numbers of the legal actions, −1 behind them."""
        found: Array = action_index(self.kernel.ruleset).id_of_code[self._codes]
        found[np.arange(self._codes.shape[1]) >= self.counts[:, None]] = -1
        return found

    def masks(self) -> tuple[Array, Array]:
        """Return which things may come (bool[n, ins]) and which may go with some of them (bool[n, outs]).

        The same two arrays at every call, written anew. Whether a certain pair is legal, `out_masks` tells.
        O(legal actions).
        """
        ins, outs = self._masks
        rows, codes = self._flat()
        come, go = self.factored.pairs_of_code.take(codes, axis=0).T
        for mask, at in ((ins, self._set[0]), (outs, self._set[1])):
            mask.reshape(-1)[at] = False
        self._set = (rows * ins.shape[1] + come, rows * outs.shape[1] + go)
        for mask, at in ((ins, self._set[0]), (outs, self._set[1])):
            mask.reshape(-1)[at] = True
        return ins, outs

    @cached_property
    def _masks(self) -> tuple[Array, Array]:
        ins, outs = self.factored.shape
        return np.zeros((self.count, ins), bool), np.zeros((self.count, outs), bool)

    def out_masks(self, chosen: Array) -> Array:
        """Return bool[n, outs]: what may go with what comes (`chosen`, int[n])."""
        outs = np.zeros((self.count, self.factored.shape[1]), bool)
        rows, codes = self._flat()
        pairs = self.factored.pairs_of_code[codes]
        fits = pairs[:, 0] == np.asarray(chosen)[rows]
        outs[rows[fits], pairs[fits, 1]] = True
        return outs

    def step_pairs(self, ins: Array, outs: Array) -> Stepped:
        """Carry out one pair in every round; see `step`."""
        rows, codes = self._flat()
        pairs = self.factored.pairs_of_code[codes]
        fits = (pairs[:, 0] == np.asarray(ins)[rows]) & (pairs[:, 1] == np.asarray(outs)[rows])
        if (np.bincount(rows[fits], minlength=self.count) != 1).any():
            wrong = int(np.flatnonzero(np.bincount(rows[fits], minlength=self.count) != 1)[0])
            raise ValueError(f"the pair of round {wrong} is not legal [{self._games[wrong]}]")
        return self.step_codes(codes[fits])

    def step(self, numbers: Array) -> Stepped:
        """Carry out the action of each number (int[n]). ValueError, and nothing done, if one of them is illegal."""
        numbers = np.asarray(numbers)
        index = action_index(self.kernel.ruleset)
        if numbers.shape != (self.count,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(f"int[{self.count}] is wanted, not {numbers.dtype}{list(numbers.shape)}")
        if numbers.min() < 0 or numbers.max() >= index.size:
            raise ValueError(f"an action has a number from 0 to {index.size - 1}")
        return self.step_codes(index.code_of_id[numbers])

    def step_codes(self, codes: Array) -> Stepped:
        """Carry out the action of each code (uint32[n]); see `step`."""
        if np.asarray(codes).shape != (self.count,) or (np.asarray(codes) >= NOTHING).any():
            raise ValueError(f"a code is wanted for each of the {self.count} rounds")
        acting = self.seats.copy()
        self._games.apply(np.ascontiguousarray(codes, np.uint32))
        self._games.chance()
        winners = self._games.winners() & 3
        done = self._games.over
        reward = np.where(winners == 0, 0.0, np.where(winners == acting + 1, 1.0, -1.0)).astype(np.float32)
        reward[~done] = 0.0
        self._games.restart(done)
        self._games.legal(self._codes, self.counts)
        self._look()
        return Stepped(reward, done, acting)

    def sample(self, rng: np.random.Generator) -> Array:
        """Return uint32[n]: a legal code for every round, each equally likely."""
        picks = (rng.random(self.count) * self.counts).astype(np.int64)
        found: Array = self._codes[self._rows, picks]
        return found

    def _flat(self) -> tuple[Array, Array]:
        """Return the round and the code of every legal action."""
        rows = np.repeat(self._rows, self.counts)
        before = np.cumsum(self.counts) - self.counts
        return rows, self._codes[rows, np.arange(len(rows)) - before[rows]]

    def _look(self) -> None:
        self.seats[...] = self._games.states[:, META] & np.uint64(1)
        self._games.observe(self.seats, self._features)
        self.observations[...] = self.encoder.of_counts(self._features)
