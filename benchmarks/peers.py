"""The kernel beside games of other toolkits, all driven with random actions in one run on one core, by CPU time.

    python benchmarks/peers.py [seconds]

Measures each toolkit that is installed (OpenSpiel, PettingZoo, RLCard) and says which are not. The games differ from
ours, some have much heavier rules: the numbers are marks on a scale, not a race. Prints a Markdown table.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from saudagar.kernel import Kernel
from saudagar.kernel.engine import compiled

Row = tuple[str, str, Callable[[float], tuple[int, float]]]


def timed(play: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Call `play`, which returns plies, until so many CPU seconds have passed."""
    play()
    plies, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        plies += play()
    return plies, spent


def ours() -> Iterator[Row]:
    """The kernel, as one call, stepped from Python, and through a mask-free loop over action numbers."""
    kernel = Kernel()
    game = kernel.game(1)
    ids = kernel.index.id_of_code

    def step() -> int:
        for _ in range(2_000):
            game.step(game.sample())
            if game.over:
                game.start(0)
        return 2_000

    def listed() -> int:
        for _ in range(500):
            codes = game.legal()
            _ = ids[codes]
            game.step(codes[random.randrange(len(codes))])
            if game.over:
                game.start(0)
        return 500

    yield (
        "saudagar kernel",
        "Jaipur, whole rounds in one call",
        lambda s: timed(lambda: kernel.random_rounds(2_000, 1), s),
    )
    yield "saudagar kernel", "Jaipur, stepped from Python", lambda s: timed(step, s)
    yield "saudagar kernel", "Jaipur, list of legal numbers in Python", lambda s: timed(listed, s)


def open_spiel() -> Iterator[Row]:
    """Games of OpenSpiel through its Python loop."""
    import pyspiel

    for name in ("gin_rummy", "backgammon", "leduc_poker", "connect_four"):
        game = pyspiel.load_game(name)

        def play(game: pyspiel.Game = game) -> int:
            state, plies = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, odds)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    plies += 1
            return plies

        yield "OpenSpiel", name, lambda s, play=play: timed(play, s)


def pettingzoo() -> Iterator[Row]:
    """Classic games of PettingZoo through the agent iterator."""
    for name in ("leduc_holdem_v4", "connect_four_v3", "tictactoe_v3"):
        env = importlib.import_module(f"pettingzoo.classic.{name}").env()

        def play(env: object = env) -> int:
            env.reset(seed=random.randrange(1 << 30))
            plies = 0
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                legal = None if ended or cut else random.choice(np.flatnonzero(seen["action_mask"]))
                env.step(legal)
                plies += legal is not None
            return plies

        yield "PettingZoo", name, lambda s, play=play: timed(play, s)


def rlcard() -> Iterator[Row]:
    """Card games of RLCard."""
    import rlcard as toolkit

    for name in ("gin-rummy", "leduc-holdem", "uno"):
        env = toolkit.make(name)

        def play(env: object = env) -> int:
            state, _ = env.reset()
            plies = 0
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                plies += 1
            return plies

        yield "RLCard", name, lambda s, play=play: timed(play, s)


def main() -> None:
    """Measure everything that is installed."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    random.seed(1)
    print(f"kernel compiled: {compiled()}; {seconds} CPU seconds each\n")
    print("| toolkit | game | plies a CPU-second | ours (one call) is so many times as fast |")
    print("| --- | --- | ---: | ---: |")
    first = 0.0
    for source in (ours, open_spiel, pettingzoo, rlcard):
        try:
            for toolkit, game, measure in source():
                plies, spent = measure(seconds)
                first = first or plies / spent
                print(f"| {toolkit} | {game} | {plies / spent:,.0f} | {first / (plies / spent):,.1f} |", flush=True)
        except ImportError as missing:
            print(f"| {source.__name__} | not installed: {missing.name} | | |")


if __name__ == "__main__":
    main()
