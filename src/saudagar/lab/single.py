"""The game for one agent against a named player, as Gymnasium knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from ..kernel import Kernel, SplitMix
from ..kernel.core import core as _core
from ..kernel.engine import _in, _out
from ..players import Limit, Player, player
from ..rules import STANDARD, Ruleset, Seat
from .encoders import encoder


class SaudagarEnv(gymnasium.Env[dict[str, Any], Any]):
    """One round an episode; the agent sits in seat A or B, drawn for each round, and answers when it is to act.

    Observation: what the agent may know, and the mask of legal actions. Reward: 1, −1 or 0 at the end. An illegal
    action raises ValueError. After `most_plies` of both seats the round is truncated.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        opponent: str | Player = "random",
        *,
        ruleset: Ruleset = STANDARD,
        encoding: str = "counts-1",
        samples: int | None = None,
        most_plies: int = 400,
        render_mode: str | None = None,
    ) -> None:
        """`opponent` is a registered name or a player of your own; `samples` limits one that searches.

        UnknownPlayer, ValueError for an unknown encoder.
        """
        self.kernel = Kernel(ruleset)
        self.encoder = encoder(encoding, ruleset)
        self.opponent: Player = player(opponent) if isinstance(opponent, str) else opponent
        self.limit, self.most_plies, self.render_mode = Limit(samples=samples), most_plies, render_mode
        size = self.kernel.index.size
        self.observation_space = Dict({
            "observation": Box(self.encoder.low, self.encoder.high, dtype=self.encoder.dtype),
            "action_mask": Box(0, 1, (size,), np.int8),
        })  # fmt: skip
        self.action_space = Discrete(size)
        self._ids, self._codes = self.kernel.index.id_of_code, self.kernel.index.code_of_id
        self._features = np.zeros((1, self.kernel.features), np.int16)
        self._states, self._seats = np.zeros((1, 13), np.uint64), np.zeros(1, np.uint8)
        self._stream = SplitMix(0)
        self._game: Any = None
        self._answer: Callable[[], int] = self._random if self.opponent.name == "random-1" else self._choose
        self.seat, self.plies = 0, 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new round and let the opponent act first where it starts. `options["seat"]`: "a" or "b"."""
        super().reset(seed=seed)
        if seed is not None or self._game is None:
            self._stream = SplitMix(int(self.np_random.integers(1 << 62)))
        self._game = self.kernel.game(self._stream.bits())
        self._game.start(self._stream.below(2))
        wanted = (options or {}).get("seat")
        if wanted not in {None, "a", "b"}:
            raise ValueError(f"seat is 'a' or 'b', not {wanted!r}")
        self.seat = self._stream.below(2) if wanted is None else "ab".index(wanted)
        self.plies = 0
        self._let_opponent()
        return self._observe(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out the number of an action, then the opponent's answers. ValueError where it is not legal."""
        if self._game is None or self._game.over:
            raise ValueError("the round is over: call reset")
        if not 0 <= action < len(self._codes):
            raise ValueError(f"an action has a number from 0 to {len(self._codes) - 1}, not {action}")
        self._game.step(int(self._codes[action]))
        self.plies += 1
        self._let_opponent()
        over, reward = bool(self._game.over), 0.0
        if over and (winner := self._game.winner() & 3):
            reward = 1.0 if winner == self.seat + 1 else -1.0
        return self._observe(), reward, over, not over and self.plies >= self.most_plies, {}

    def render(self) -> str | None:
        """Return the position line as the agent sees it; None without a render mode."""
        if self.render_mode is None:
            return None
        return str(self.kernel.layout.decode(self._game.words()).seen_by(tuple(Seat)[self.seat]))

    def _let_opponent(self) -> None:
        while not self._game.over and self._game.turn != self.seat and self.plies < self.most_plies:
            self._game.step(self._answer())
            self.plies += 1

    def _random(self) -> int:
        return int(self._game.sample())

    def _choose(self) -> int:
        position = self.kernel.layout.decode(self._game.words())
        view = position.seen_by(position.turn)
        return self.kernel.code(self.opponent.choose(view, self.limit, self._stream).action)

    def _observe(self) -> dict[str, Any]:
        self._states[0], self._seats[0] = self._game.words(), self.seat
        to = _in(self._features)
        _core.observe_batch(self.kernel.core, _in(self._states), _in(self._seats), to)
        _out(self._features, to)
        mask = np.zeros(len(self._codes), np.int8)
        if self._game.turn == self.seat and not self._game.over:
            mask[self._ids[self._game.legal()]] = 1
        return {"observation": self.encoder.of_counts(self._features)[0].copy(), "action_mask": mask}
