"""How far the levels are apart, and what the styles do: rounds between them, and the heats that keep them apart.

    python benchmarks/levels.py                  measure, and print the tables of docs/players.md
    python benchmarks/levels.py --heats          find every level's heat anew, from the top down, and write levels.py

Every deal is played twice, with the seats exchanged, by the kernel's own chance. What is measured stays in a file
(--kept), for the same weights and levels, so that a run that was stopped goes on. One process, one core; the compiled
kernel.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from math import exp, log, sqrt
from pathlib import Path

import numpy as np

from saudagar.kernel import SplitMix
from saudagar.kernel.layout import KNOWN, META, unpacked
from saudagar.kernel.network import Network
from saudagar.kernel.tables import action_of, code_of
from saudagar.players import LEVELS, STYLE_NAMES, Limit, Player, player
from saudagar.players.levels import Level
from saudagar.players.network import kernel
from saudagar.players.network import network as shipped
from saudagar.players.styles import PRECIOUS, PUSH, WARMTH
from saudagar.players.trader import Trader, early
from saudagar.rules import CAMEL, STANDARD, Exchange, Seat, Sell, Take, TakeCamels
from saudagar.rules.actions import given, taken

KERNEL = kernel(STANDARD)
TARGET = 0.655
"""What a level should win against the one below it."""
ENDLESS = 400
WEIGHTS: list[Network] = []
"""What is measured with instead of the weights of the package."""
AT_LEVELS = ("apprentice", "haggler", "master")
"""Where styles are measured."""


def network() -> Network:
    """Return the network that is measured with."""
    return WEIGHTS[-1] if WEIGHTS else shipped()


@dataclass
class Someone:
    """Who plays, by a name for tables."""

    label: str
    trader: Trader | None = None
    other: Player | None = None
    samples: int | None = None

    @property
    def key(self) -> str:
        """What a kept result belongs to: everything that decides how it plays."""
        if self.trader is None:
            return self.label
        style = self.trader.style
        told = [asdict(self.trader.level), style, (PUSH[style], WARMTH) if style else None, self.samples]
        return json.dumps(told)

    def code(self, words: list[int], rng: SplitMix) -> int:
        """Return the code of what it does."""
        state = np.array(words, np.uint64)
        if self.trader:
            return self.trader.ranked(STANDARD, state, rng, Limit(samples=self.samples))[0][0]
        assert self.other
        view = KERNEL.layout.decode(state).seen_by(Seat.B if words[META] & 1 else Seat.A)
        return code_of(self.other.choose(view, Limit(), rng).action, STANDARD)


@dataclass
class Score:
    """What came of some pairs of rounds."""

    points: list[float] = field(default_factory=list)
    """Of the first, by pairs: 0 to 2."""
    plies: int = 0
    mix: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))

    @property
    def share(self) -> float:
        """The share of rounds that the first won."""
        return sum(self.points) / 2 / len(self.points)

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval, by pairs."""
        return 1.96 * float(np.std(np.array(self.points) / 2)) / sqrt(len(self.points))

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ± {100 * self.half:.1f}"


def play(seats: list[Someone], seed: int, first: int, mixes: list[Counter[str]]) -> tuple[int, int]:
    """Play a round; return the winner (0 nobody, 1, 2) and its plies."""
    game, plies = KERNEL.game(seed), 0
    game.start(first)
    streams = [SplitMix(2 * seed + 1), SplitMix(2 * seed + 2)]
    while not game.over and plies < ENDLESS:
        turn, words = game.turn, game.words()
        code = seats[turn].code(words, streams[turn])
        tally(words, code, mixes[turn])
        game.step(code)
        plies += 1
    for mix in mixes:
        mix["rounds"] += 1
        mix["plies"] += plies
    return (game.winner() & 3 if game.over else 0), plies


def tally(words: list[int], code: int, mix: Counter[str]) -> None:
    """Count what an action is."""
    action, known = action_of(code, STANDARD), unpacked(words[KNOWN + 1 - (words[META] & 1)])
    mix["actions"] += 1
    match action:
        case TakeCamels():
            mix["camels"] += unpacked(words[0])[CAMEL]
        case Sell(card, count):
            mix["sales"] += 1
            mix["sold"] += count
            mix["large"] += count >= 4
            mix["small"] += count <= 2
            mix["aimed"] += known[card] > 0
            mix["aims"] += 1
        case Take() | Exchange():
            got = taken(action)
            mix["goods"] += got.size
            mix["precious"] += sum(got[good] for good in PRECIOUS)
            mix["camels"] -= given(action)[CAMEL]
            mix["aimed"] += sum(got[good] for good in got.kinds if known[good])
            mix["aims"] += got.size
            mix["exchanges"] += isinstance(action, Exchange)


class Kept:
    """What was measured, in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told = json.loads(path.read_text("utf-8")) if path.exists() else {}

    def duel(self, one: Someone, two: Someone, pairs: int, seed: int) -> Score:
        """Play so many pairs, or say what is known of them."""
        weights = (network().digest, early().digest)
        key = sha256(json.dumps([one.key, two.key, pairs, seed, weights]).encode()).hexdigest()
        if key in self.told:
            points, plies, one_mix, two_mix = self.told[key]
            return Score(points, plies, (Counter(one_mix), Counter(two_mix)))
        score, begun = Score(), time.monotonic()
        for number in range(pairs):
            deal, won = SplitMix(seed * 1_000_003 + number).bits() >> 1, 0.0
            for seat in (0, 1):
                order, mixes = [one, two], list(score.mix)
                if seat:
                    order, mixes = order[::-1], mixes[::-1]
                winner, plies = play(order, deal, number & 1, mixes)
                won += 0.5 if winner == 0 else float(winner - 1 == seat)
                score.plies += plies
            score.points.append(won)
            if sys.stderr.isatty() or number % 50 == 49:
                left = (time.monotonic() - begun) / (number + 1) * (pairs - number - 1)
                print(f"\r{one.label} - {two.label}: {score} {left:4.0f} s left ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        self.told[key] = [score.points, score.plies, *map(dict, score.mix)]
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.told), encoding="utf-8")
        part.replace(self.path)
        return score


def level(name: str, style: str | None = None, samples: int | None = None, changed: Level | None = None) -> Someone:
    """Return somebody of a level."""
    label = name + (f"/{style}" if style else "") + (f"@{samples}" if samples else "")
    return Someone(label, Trader(label, changed or LEVELS[name], style, network(), threads=1), samples=samples)


def by_name(name: str) -> Someone:
    """Return one of the other players."""
    return Someone(name, other=player(name))


def find_heats(kept: Kept, pairs: int, seed: int) -> dict[str, float]:
    """Return the heat of every level at which the one above it wins as often as it should, from the top down."""
    names, found = list(LEVELS), dict[str, Level]()
    above = LEVELS["master"]
    for name in names[names.index("master") - 1 :: -1]:
        here, points = LEVELS[name], list[tuple[float, float]]()
        low, high = log(0.001), log(1.0)
        heat = log(max(here.heat, 0.001))
        for _ in range(6):
            trial = replace(here, heat=exp(heat))
            share = kept.duel(level(above.name, changed=above), level(name, changed=trial), pairs, seed).share
            points.append((heat, share))
            low, high = (low, heat) if share > TARGET else (heat, high)
            if abs(share - TARGET) < 0.008 or high - low < 0.05:
                break
            # Elo rises about evenly with the logarithm of the heat: a step by the slope, kept within what is known.
            step = heat + (log(TARGET / (1 - TARGET)) - log(max(share, 0.02) / max(1 - share, 0.02))) / 0.6
            heat = step if low < step < high else (low + high) / 2
        heat, share = min(points, key=lambda point: abs(point[1] - TARGET))
        above = found[name] = replace(here, heat=round(exp(heat), 4))
        print(f"{name}: heat {above.heat}, the level above wins {100 * share:.1f} %", flush=True)
    return {name: each.heat for name, each in found.items()}


def write_heats(heats: dict[str, float]) -> None:
    """Put the heats into the table of levels."""
    path = Path(__file__).parents[1] / "src" / "saudagar" / "players" / "levels.py"
    text = path.read_text("utf-8")
    for name, heat in heats.items():
        text = re.sub(rf'("{name}",.*?heat=)[0-9.]+', rf"\g<1>{heat}", text, count=1, flags=re.DOTALL)
    path.write_text(text, encoding="utf-8")


def level_table(kept: Kept, pairs: int, few: int, seed: int, champion: tuple[int | None, int]) -> None:
    """Print how every level does against the one below it and against two players that are no levels."""
    names = list(LEVELS)
    print("| level | rounds won against the one below | against `heuristic-1` | against `network-1` | plies a round |")
    print("| --- | --- | --- | --- | --- |")
    for place, name in enumerate(names):
        top = name == "champion"
        samples, rounds = champion if top else (None, pairs)
        who = level(name, samples=samples)
        below = kept.duel(who, level(names[place - 1]), rounds, seed) if place else None
        against = [kept.duel(who, other, champion[1] if top else few, seed) for other in OTHERS()]
        plies = f"{against[1].plies / 2 / len(against[1].points):.0f}"
        print(f"| `{who.label}` | {below or '–'} | {against[0]} | {against[1]} | {plies} |", flush=True)


def OTHERS() -> list[Someone]:  # noqa: N802 - a table that is made when it is asked for
    """The players that every level meets."""
    return [
        by_name("heuristic-1"),
        Someone("network-1", Trader("network-1", Level("network-1"), network_=network(), threads=1)),
    ]


FIGURES = {
    "collector": ("sales of four and more", "large", "sales", 100, "%"),
    "quick-seller": ("sales a round", "sales", "rounds", 1, ""),
    "camel-driver": ("camels gained a round", "camels", "rounds", 1, ""),
    "jeweller": ("diamonds, gold and silver of the goods taken", "precious", "goods", 100, "%"),
    "closer": ("plies a round", "plies", "rounds", 1, ""),
    "spoiler": ("goods taken or sold that the other is known to hold", "aimed", "aims", 100, "%"),
}


def figure(style: str, mix: Counter[str]) -> str:
    """Return the figure that a style is known by."""
    _, part, whole, times, unit = FIGURES[style]
    return f"{times * mix[part] / max(1, mix[whole]):.1f}{' ' + unit if unit else ''}"


def style_table(kept: Kept, names: tuple[str, ...], pairs: int, seed: int) -> None:
    """Print how every style does against its own level, and what it does otherwise."""
    print("| style | level | rounds won against the level | figure | with the style | without |")
    print("| --- | --- | --- | --- | --- | --- |")
    for style in STYLE_NAMES:
        for name in names:
            score = kept.duel(level(name, style), level(name), pairs, seed)
            plain = kept.duel(level(name), level(name), pairs // 2, seed + 1)
            with_, without = figure(style, score.mix[0]), figure(style, plain.mix[0])
            print(f"| `{style}` | `{name}` | {score} | {FIGURES[style][0]} | {with_} | {without} |", flush=True)


def main() -> None:
    """Measure."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--heats", action="store_true", help="find the heats and write them into levels.py")
    words.add_argument("--styles", nargs="*", default=AT_LEVELS, help="the levels at which styles are measured")
    words.add_argument("--only", choices=("levels", "styles"), help="one table alone")
    words.add_argument("--pairs", type=int, default=500, help="deals between neighbours, each played twice")
    words.add_argument("--few", type=int, default=200, help="deals against the players that are no levels")
    words.add_argument("--champion", type=int, nargs=2, default=(0, 20), metavar=("SAMPLES", "PAIRS"))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--kept", type=Path, default=Path("build/levels.json"), help="where results are kept")
    words.add_argument("--network", type=Path, help="weights to measure with instead of those of the package")
    told = words.parse_args()
    if told.network:
        WEIGHTS.append(Network.load(told.network))
    told.kept.parent.mkdir(parents=True, exist_ok=True)
    kept = Kept(told.kept)
    if told.heats:
        write_heats(find_heats(kept, max(100, told.pairs // 2), told.seed + 100))
        return
    print(f"Weights {network().digest[:12]} and {early().digest[:12]}, seed {told.seed}.\n")
    if told.only != "styles":
        champion = (told.champion[0] or None, told.champion[1])
        level_table(kept, told.pairs, told.few, told.seed, champion)
    if told.only != "levels":
        style_table(kept, tuple(told.styles), told.pairs, told.seed)


if __name__ == "__main__":
    main()
