"""Players against players over mirrored deals: every deal is played twice, with the seats exchanged.

    python benchmarks/duel.py [--deals 300] [--seed 1] [--ruleset standard] [PLAYER PLAYER]

Without names, every pair of the house plays. Prints a Markdown table: the share of rounds that the first player won
(a full tie counts one half), its 95 % interval by the pairs of mirrored rounds, the mean lead in rupees, CPU time.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import time
from dataclasses import dataclass
from math import sqrt

from saudagar.dealers import FairDealer, rng, settle
from saudagar.players import PLAYERS, Limit, player
from saudagar.rules import RULESETS, BySeat, Round, RoundResult, Ruleset, Seat


@dataclass(frozen=True)
class Duel:
    """How player one did against player two: per deal, the points won in both rounds (0 to 2) and the rupees ahead."""

    points: tuple[float, ...]
    rupees: tuple[int, ...]
    cpu_seconds: float

    @property
    def share(self) -> float:
        """The share of rounds won by player one."""
        return sum(self.points) / (2 * len(self.points))

    @property
    def margin(self) -> float:
        """Half of the 95 % interval around the share; pairs are independent, the two rounds of one deal are not."""
        mean = sum(self.points) / len(self.points)
        variance = sum((each - mean) ** 2 for each in self.points) / max(1, len(self.points) - 1)
        return 1.96 * sqrt(variance / len(self.points)) / 2


def play(names: BySeat[str], key: bytes, ruleset: Ruleset) -> RoundResult:
    """Play one round; deal, bonus tokens and starter follow from the key."""
    dealer, players = FairDealer(key), names.map(player)
    numbers = rng(int.from_bytes(key, "big"))
    position = Round.start(ruleset, dealer.first(), dealer.deal(ruleset))
    while (result := position.result) is None:
        view = position.seen_by(position.turn)
        position = settle(position.play(players[position.turn].choose(view, Limit(), numbers).action), dealer)
    return result


def duel(one: str, two: str, deals: int, seed: int = 1, ruleset: str = "standard") -> Duel:
    """Let two players play `deals` deals twice each, with the seats exchanged."""
    points, rupees = list[float](), list[int]()
    began = time.process_time()
    for number in range(deals):
        key = hashlib.sha256(f"duel {seed} {number}".encode()).digest()
        won, ahead = 0.0, 0
        for seat in Seat:
            result = play(BySeat(two, two).but(seat, one), key, RULESETS[ruleset])
            won += 0.5 if result.winner is None else float(result.winner is seat)
            ahead += result.scores[seat].total - result.scores[seat.other].total
        points.append(won)
        rupees.append(ahead)
    return Duel(tuple(points), tuple(rupees), time.process_time() - began)


def main() -> None:
    """Print the table."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("players", nargs="*")
    words.add_argument("--deals", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--ruleset", choices=RULESETS, default="standard")
    given = words.parse_args()
    pairs = [tuple(given.players)] if given.players else itertools.combinations(reversed(PLAYERS), 2)
    print("| player | against | rounds won | 95 % | rupees ahead a round | CPU-seconds |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for one, two in pairs:
        found = duel(one, two, given.deals, given.seed, given.ruleset)
        ahead = sum(found.rupees) / (2 * given.deals)
        share, margin = f"{100 * found.share:.1f} %", f"± {100 * found.margin:.1f}"
        print(f"| `{one}` | `{two}` | {share} | {margin} | {ahead:+.1f} | {found.cpu_seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
