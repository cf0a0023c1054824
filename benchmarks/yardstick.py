"""How the yardstick players stand, at equal time, over mirrored deals.

    python benchmarks/yardstick.py ONE OTHER [--deals 50] [--seed 1]

A player is a name with what it may use: `flatmc-1`, `flatmc-1@24` (samples), `puct8-1@50ms`; `thumb` is the rule of
thumb that the rollouts use, alone. Prints a row of a Markdown table: the share of rounds that ONE won (a full tie
counts one half), its 95 % interval by the pairs of mirrored rounds, CPU milliseconds a move of both.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from dataclasses import dataclass
from math import sqrt

from saudagar.dealers import FairDealer, rng, settle
from saudagar.kernel.rivals import Thought
from saudagar.players import Decision, Limit, Player, player
from saudagar.rules import STANDARD, Action, BySeat, Rng, Round, Seat, View


class Thumb:
    """The rule of thumb as a player."""

    name = "thumb"

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return the action it values most."""
        thought = Thought(view, 0)
        action: Action = thought.kernel.action(thought.thumb(1)[0][0])
        return Decision(action)


@dataclass
class Entry:
    """A player, its limit, and the CPU time it has used."""

    text: str
    seconds: float = 0.0
    moves: int = 0

    def __post_init__(self) -> None:
        name, _, limit = self.text.partition("@")
        self.player: Player = Thumb() if name == "thumb" else player(name)
        self.limit = Limit()
        if limit.endswith("ms"):
            self.limit = Limit(seconds=float(limit[:-2]) / 1000)
        elif limit:
            self.limit = Limit(samples=int(limit))

    def choose(self, view: View, numbers: Rng) -> Action:
        """Return its action, on its own clock."""
        began = time.process_time()
        action = self.player.choose(view, self.limit, numbers).action
        self.seconds += time.process_time() - began
        self.moves += 1
        return action


def points(one: Entry, other: Entry, key: bytes) -> float:
    """Return what `one` won of a deal that is played twice."""
    won = 0.0
    for seat in Seat:
        dealer, seats = FairDealer(key), BySeat(other, other).but(seat, one)
        numbers = rng(int.from_bytes(key, "big"))
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        while (result := position.result) is None:
            action = seats[position.turn].choose(position.seen_by(position.turn), numbers)
            position = settle(position.play(action), dealer)
        won += 0.5 if result.winner is None else float(result.winner is seat)
    return won


def main() -> None:
    """Print the row."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("one")
    words.add_argument("other")
    words.add_argument("--deals", type=int, default=50)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    one, other = Entry(given.one), Entry(given.other)
    keys = [hashlib.sha256(f"yardstick {given.seed} {number}".encode()).digest() for number in range(given.deals)]
    won = [points(one, other, key) for key in keys]
    mean = sum(won) / len(won)
    margin = 1.96 * sqrt(sum((each - mean) ** 2 for each in won) / max(1, len(won) - 1) / len(won)) / 2
    times = " | ".join(f"{1000 * each.seconds / each.moves:.1f}" for each in (one, other))
    print(f"| `{one.text}` | `{other.text}` | {50 * mean:.1f} % | ± {100 * margin:.1f} | {2 * len(won)} | {times} |")


if __name__ == "__main__":
    main()
