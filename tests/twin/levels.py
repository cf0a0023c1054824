"""Write the table of levels for the browser, and positions with what each level does, for the browser's copy of them.

`python -m tests.twin.levels`, to be run again whenever a network or the table in players/levels.py changes: it writes
web/src/thinker/levels.json and the sample that is committed. `--positions 5000 --out FILE` is the long form. The first line of a
sample names the networks by their hashes; the others are decisions: the `line` that the seat sees, `ruleset`, `player`, the `draws`
that it is given (numbers below 2^30), its `action`, and `told`: all actions as it ranks them, with chances in units of 2^-20.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.twin.values import positions

from saudagar.kernel import SplitMix
from saudagar.kernel.network import ONE
from saudagar.players import LEVELS, STYLE_NAMES, Limit, player
from saudagar.players.network import network
from saudagar.players.trader import early
from saudagar.rules import MINI, SIX_EACH, STANDARD, View

THINKER = Path(__file__).parents[2] / "web" / "src" / "thinker"
TABLE = THINKER / "levels.json"
SAMPLE = THINKER / "tests" / "samples" / "levels.jsonl"
NAMES = tuple(name for name, level in LEVELS.items() if not level.samples)


def table() -> dict[str, dict[str, Any]]:
    """Return what the browser needs to know of the levels that do not look ahead."""
    return {
        name: {key: value for key, value in asdict(LEVELS[name]).items() if key not in ("name", "samples")}
        for name in NAMES
    }


class Drawn:
    """Gives out random numbers and remembers them."""

    def __init__(self, source: SplitMix) -> None:
        self.source = source
        self.draws: list[int] = []

    def below(self, n: int) -> int:
        """Return a number below 2^30: nothing else is asked for."""
        assert n == 1 << 30
        self.draws.append(self.source.below(n))
        return self.draws[-1]


def decision(view: View, name: str, rng: SplitMix) -> dict[str, Any]:
    """Return what a player decides, with the numbers that it drew."""
    drawn = Drawn(rng)
    decided = player(name).choose(view, Limit(), drawn)
    told = " ".join(f"{action}:{round(value * ONE)}" for action, value in decided.ranking)
    where = {"ruleset": view.ruleset.name, "line": str(view), "player": name}
    return {**where, "draws": drawn.draws, "action": str(decided.action), "told": told}


def main() -> None:
    """Write the table and the decisions."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=180)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=SAMPLE)
    wanted = options.parse_args()
    TABLE.write_text(json.dumps(table(), indent=2) + "\n", encoding="utf-8")
    rng, done, turn = SplitMix(wanted.seed), 0, 0
    stride = 5 if wanted.out == SAMPLE else 1
    with wanted.out.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"network": network().digest, "early": early().digest}) + "\n")
        while done < wanted.positions:
            for view in positions((STANDARD, STANDARD, STANDARD, SIX_EACH, MINI)[rng.below(5)], rng):
                turn += 1
                if turn % stride == 0 and done < wanted.positions:
                    name = f"champion-1:{NAMES[done % len(NAMES)]}"
                    style = rng.below(2 * len(STYLE_NAMES))
                    name += f"/{STYLE_NAMES[style]}" if style < len(STYLE_NAMES) else ""
                    file.write(json.dumps(decision(view, name, rng), separators=(",", ":")) + "\n")
                    done += 1
    sys.stdout.write(f"{done} decisions in {wanted.out}\n")


if __name__ == "__main__":
    main()
