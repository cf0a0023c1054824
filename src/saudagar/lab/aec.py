"""The game for two agents in turn, as PettingZoo knows it: `saudagar_v1`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..kernel import Kernel, SplitMix
from ..kernel.core import core as _core
from ..kernel.engine import _in, _out
from ..rules import STANDARD, Action, Ruleset, Seat
from .encoders import encoder

AGENTS = ("a", "b")


def aec_env(**options: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual guards: an illegal action ends the round, at the actor's cost.

    Options: `ruleset`, `encoding` (see encoders.py), `most_plies`, `render_mode` (None or "ansi").
    """
    env: AECEnv = wrappers.TerminateIllegalWrapper(RawEnv(**options), illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class RawEnv(AECEnv):  # type: ignore[misc]
    """One round an episode. Observations: what the agent may know, and which of the 25,499 actions are legal.

    Rewards: 1 to the winner, −1 to the loser, 0 to both after a full tie, all at the end. `step` raises ValueError for
    an illegal action. After `most_plies` the round is truncated.
    """

    metadata = {"name": "saudagar_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        ruleset: Ruleset = STANDARD,
        encoding: str = "counts-1",
        most_plies: int = 400,
        render_mode: str | None = None,
    ) -> None:
        """ValueError for an unknown encoder or way to render."""
        if render_mode not in {None, "ansi"}:
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        super().__init__()
        self.kernel = Kernel(ruleset)
        self.encoder = encoder(encoding, ruleset)
        self.most_plies, self.render_mode = most_plies, render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        low, high = self.encoder.low, self.encoder.high
        size = self.kernel.index.size
        self._spaces = {
            agent: (
                Dict({
                    "observation": Box(low, high, dtype=self.encoder.dtype),
                    "action_mask": Box(0, 1, (size,), np.int8),
                }),
                Discrete(size),
            )
            for agent in AGENTS
        }  # fmt: skip
        self._ids, self._codes = self.kernel.index.id_of_code, self.kernel.index.code_of_id
        self._stream = SplitMix(0)
        self._game: Any = None
        self._features = np.zeros((1, self.kernel.features), np.int16)
        self._states, self._seats = np.zeros((1, 13), np.uint64), np.zeros(1, np.uint8)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round; `options["first"]` ("a" or "b") says who starts, else it is drawn. Same seed, same deal."""
        if seed is not None:
            self._stream = SplitMix(seed)
        elif self._game is None:
            self._stream = SplitMix(int(np.random.SeedSequence().generate_state(1, np.uint64)[0]))
        first = (options or {}).get("first")
        if first not in {None, *AGENTS}:
            raise ValueError(f"first is 'a' or 'b', not {first!r}")
        self._game = self.kernel.game(self._stream.bits())
        drawn = self._stream.below(2)
        self._game.start(drawn if first is None else AGENTS.index(first))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.plies = 0
        self.agent_selection = AGENTS[self._game.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know now, and its legal actions (none when it is not to act)."""
        seat = AGENTS.index(agent)
        self._states[0], self._seats[0] = self._game.words(), seat
        to = _in(self._features)
        _core.observe_batch(self.kernel.core, _in(self._states), _in(self._seats), to)
        _out(self._features, to)
        mask = np.zeros(self.kernel.index.size, np.int8)
        if self.agents and self._game.turn == seat and not self._game.over:
            mask[self._ids[self._game.legal()]] = 1
        return {"observation": self.encoder.of_counts(self._features)[0].copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the number of an action for the agent to act. ValueError where it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._codes):
            raise ValueError(f"an action has a number from 0 to {len(self._codes) - 1}, not {action}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._game.step(int(self._codes[action]))
        self.plies += 1
        if self._game.over:
            winner = self._game.winner() & 3
            for place, name in enumerate(AGENTS):
                self.rewards[name] = 0.0 if not winner else 1.0 if winner == place + 1 else -1.0
                self.terminations[name] = True
        elif self.plies >= self.most_plies:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[self._game.turn] if not self._game.over else AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def action(self, number: int) -> Action:
        """Return the action of a number, which prints as `+DG-KP`."""
        return self.kernel.index.action(number)

    def render(self) -> str | None:
        """Return the position line as the agent to act sees it; None without a render mode."""
        if self.render_mode is None:
            return None
        position = self.kernel.layout.decode(self._game.words())
        return str(position.seen_by(Seat(self.agent_selection)))

    def close(self) -> None:
        """Nothing is held open."""
