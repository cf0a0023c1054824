"""How fast the environments of saudagar.lab step, one core, by CPU time, beside what others bring.

    python benchmarks/environments.py [seconds]

Random legal actions; masks and observations are made at every step. Prints a Markdown table.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

Row = tuple[str, Callable[[], int]]


def rate(play: Callable[[], int], seconds: float) -> float:
    """Call `play`, which returns agent steps, until so many CPU seconds have passed; return steps a second."""
    play()
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += play()
    return steps / spent


def pick(mask: np.ndarray) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def ours() -> Iterator[Row]:
    from saudagar.lab import Rounds, SaudagarEnv, aec_env, open_spiel

    rounds, numbers = Rounds(4_096, 1), np.random.default_rng(1)

    def listed() -> int:
        rounds.step_codes(rounds.sample(numbers))
        return rounds.count

    def masked() -> int:
        rounds.masks()
        rounds.step_codes(rounds.sample(numbers))
        return rounds.count

    yield "vector: 4,096 rounds, observations and lists of legal actions", listed
    yield "vector: 4,096 rounds, observations and factored masks", masked
    env = aec_env()

    def aec() -> int:
        env.reset(seed=random.randrange(1 << 30))
        steps = 0
        for _ in env.agent_iter():
            seen, _, done, cut, _ = env.last()
            env.step(None if done or cut else pick(seen["action_mask"]))
            steps += not (done or cut)
        return steps

    yield "PettingZoo AEC `saudagar_v1`, with its guards", aec
    single = SaudagarEnv()

    def gym() -> int:
        seen, _ = single.reset(seed=random.randrange(1 << 30))
        steps, over = 0, False
        while not over:
            seen, _, done, cut, _ = single.step(pick(seen["action_mask"]))
            steps, over = steps + 1, done or cut
        return steps

    yield "Gymnasium against `random`, agent's steps", gym
    yield "OpenSpiel game, chance in Python", spiel(open_spiel.load())


def spiel(game: object) -> Callable[[], int]:
    def play() -> int:
        state, steps = game.new_initial_state(), 0  # type: ignore[attr-defined]
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def peers() -> Iterator[Row]:
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        yield "OpenSpiel's gin_rummy (C++), from Python", spiel(pyspiel.load_game("gin_rummy"))


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print("| environment | agent steps a CPU-second |")
    print("| --- | --- |")
    for rows in (ours(), peers()):
        for name, play in rows:
            print(f"| {name} | {rate(play, seconds):,.0f} |", flush=True)
