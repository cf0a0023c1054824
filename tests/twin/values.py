"""Write positions with what the kernel says of every action, for the browser's copy of the network.

`python -m tests.twin.values --positions 20000 --out FILE`; without arguments it writes the sample that is committed. The first
line names the network by its hash; the others are views of the seat to act: `line`, `ruleset`, `values`, from action to the
chance of winning in units of 2^-20, the same by the simple players, in rupees,
and the `reasons` that a hint would give for some actions. **To be run again whenever the package's network is replaced.**
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from saudagar.dealers import FairDealer, settle
from saudagar.kernel import SplitMix
from saudagar.kernel.search import Searcher
from saudagar.kernel.tables import action_of
from saudagar.players import Limit, Player, player
from saudagar.players.heuristic import HeuristicPlayer
from saudagar.players.network import kernel, network, state_of
from saudagar.players.simple import GreedyPlayer
from saudagar.rules import MINI, SIX_EACH, STANDARD, Round, Ruleset, Seat, View
from saudagar.server.hints import reasons

SAMPLE = Path(__file__).parents[2] / "web" / "src" / "thinker" / "tests" / "samples" / "values.jsonl"


def weighed(view: View) -> dict[str, int]:
    """Return what the kernel says of each legal action."""
    codes, values = Searcher(kernel(view.ruleset), network(), threads=1).weigh(state_of(view))
    return {str(action_of(int(code), view.ruleset)): int(value) for code, value in zip(codes, values, strict=True)}


def thought(who: Player, view: View) -> dict[str, float]:
    """Return how a simple player values each legal action, in millionths of a rupee's accuracy."""
    return {str(action): round(value, 6) for action, value in who.choose(view, Limit(), SplitMix(1)).ranking}


def positions(ruleset: Ruleset, rng: SplitMix) -> Iterator[View]:
    """Yield the views of one round, played half well and half at random."""
    dealer = FairDealer(bytes(rng.below(256) for _ in range(32)))
    rnd = Round.start(ruleset, Seat.A if rng.below(2) else Seat.B, dealer.deal(ruleset))
    players = [player(name) for name in ("random-1", "greedy-1", "heuristic-1")]
    while seat := rnd.to_act:
        view = rnd.seen_by(seat)
        yield view
        rnd = settle(rnd.play(players[rng.below(3)].choose(view, Limit(), rng).action), dealer)


def main() -> None:
    """Write the positions."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=160)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=SAMPLE)
    wanted = options.parse_args()
    rng, done, turn = SplitMix(wanted.seed), 0, 0
    wanted.out.parent.mkdir(parents=True, exist_ok=True)
    # The sample looks at one position in seven; the long form at all of them.
    stride = 7 if wanted.out == SAMPLE else 1
    with wanted.out.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"network": network().digest}) + "\n")
        while done < wanted.positions:
            ruleset = (STANDARD, STANDARD, SIX_EACH, MINI)[rng.below(4)]
            for view in positions(ruleset, rng):
                turn += 1
                if turn % stride == 0 and done < wanted.positions:
                    line: dict[str, Any] = {"ruleset": ruleset.name, "line": str(view), "values": weighed(view)}
                    line |= {each.name: thought(each, view) for each in (GreedyPlayer(), HeuristicPlayer())}
                    line["reasons"] = {str(action): reasons(view, action) for action in [*view.legal_actions][::5]}
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                    done += 1
    sys.stdout.write(f"{done} positions in {wanted.out}\n")


if __name__ == "__main__":
    main()
