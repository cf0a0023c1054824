"""Puzzles: positions from self-play in which one action is clearly the best, found by the judge."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from math import ceil

from ..dealers import FairDealer, Stream, rng, settle
from ..notation import Message
from ..players import Limit, player
from ..rules import STANDARD, Round, Seat, View
from .depth import FULL, MIDDLE, QUICK
from .judge import Judge, Verdict
from .leaks import leak_of
from .review import Leak
from .why import why

FORMAT = 1
GAP = 0.06
"""So much chance of winning at least separates the best action from the second."""
SURE = 4.0
"""And so many standard errors of that difference."""
PLAIN = 0.3
"""A larger gap is no puzzle: what wins or loses the round at once everybody sees."""
SHARE = 0.3
"""No kind of decision makes up more than this part of the puzzles."""
OPTIONS = 5
"""Actions that are told with a puzzle, best first."""
PLAYERS = ("champion-1:caravaneer", "champion-1:expert")
"""Who plays the rounds that puzzles are found in: well enough that its positions come up among people."""
FIRST_DAY = date(2026, 1, 1)
"""The day of the first puzzle; from then on one a day, and after the last the first again."""


@dataclass(frozen=True, slots=True)
class Option:
    """One action of a puzzle and what it is worth."""

    action: str
    win: float
    error: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as the seat to act sees it, its best actions, and why the best is better than the second."""

    line: str
    kind: Leak
    options: tuple[Option, ...]
    why: tuple[Message, ...]

    def plain(self) -> dict[str, object]:
        """Return it as plain values, as the file holds it."""
        return {
            "line": self.line,
            "kind": self.kind.value,
            "options": [[each.action, each.win, each.error] for each in self.options],
            "why": [[message.key, dict(message.params)] for message in self.why],
        }


def mine(count: int, seed: int, told: Callable[[int, int], None] | None = None) -> list[Puzzle]:
    """Return so many puzzles, the same for the same seed and version; no kind makes up more than `SHARE`.

    `told` hears how many were found in how many positions. Some twenty seconds for ten puzzles on two cores of 2026.
    """
    judges = [Judge(STANDARD, depth) for depth in (QUICK, MIDDLE, FULL)]
    most = ceil(count * SHARE)
    found, kinds, lines = list[Puzzle](), Counter[Leak](), set[str]()
    for looked, view in enumerate(_views(seed), 1):
        if told:
            told(len(found), looked)
        puzzle = _puzzle(view, judges, lambda kind: kinds[kind] < most)
        if puzzle is None or puzzle.line in lines:
            continue
        found.append(puzzle)
        kinds[puzzle.kind] += 1
        lines.add(puzzle.line)
        if len(found) == count:
            return found
    raise AssertionError("self-play has no end")


def _puzzle(view: View, judges: list[Judge], wanted: Callable[[Leak], bool]) -> Puzzle | None:
    """Return a view as a puzzle, None if it is none: looked at quickly, then deeper; all depths must agree."""
    best, verdict = None, judges[0].weigh(view)
    for judge in judges:
        verdict = verdict if judge is judges[0] else judge.weigh(view)
        if len(verdict.options) < 4 or not _clear(verdict) or best not in (None, verdict.best.action):
            return None
        best = verdict.best.action
        if not wanted(leak_of(view, verdict.options[0], verdict.options[1])):
            return None
    one, two = verdict.options[:2]
    # What was not looked at closely stands last, whatever the network alone thinks of it.
    shown = sorted(verdict.options[:OPTIONS], key=lambda each: -round(each.win, 3))
    options = [Option(str(each.action), round(each.win, 3), round(each.error, 4)) for each in shown]
    return Puzzle(str(view), leak_of(view, one, two), tuple(options), why(view, one, two))


def _clear(verdict: Verdict) -> bool:
    one, two = verdict.options[:2]
    gap = one.win - two.win
    sure = verdict.depth == QUICK.name or (two.worlds and gap > SURE * max(one.error, two.error))
    return GAP <= gap <= PLAIN and bool(sure) and 0.1 < one.win < 0.95


def _views(seed: int) -> Iterator[View]:
    """Yield what the seats to act see in rounds of self-play, without end: one position in three."""
    numbers = rng(seed)
    seats = dict(zip(Seat, (player(name) for name in PLAYERS), strict=True))
    while True:
        key = bytes(numbers.below(256) for _ in range(32))
        dealer, thoughts = FairDealer(key), Stream(key, "thoughts")
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        while not position.over:
            view = position.seen_by(position.turn)
            if numbers.below(3) == 0:
                yield view
            action = seats[position.turn].choose(view, Limit(), thoughts).action
            position = settle(position.play(action), dealer)


def written(puzzles: list[Puzzle], seed: int, judge: str) -> str:
    """Return the text of a file of puzzles: one a line, so that a change shows what changed."""
    head = json.dumps({"format": FORMAT, "ruleset": STANDARD.id, "seed": seed, "judge": judge})
    lines = ",\n".join(json.dumps(each.plain(), separators=(",", ":")) for each in puzzles)
    return f'{head[:-1]}, "puzzles": [\n{lines}\n]}}\n'


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles of this package, in the order of their days."""
    told = json.loads(resources.files(__package__).joinpath("puzzles.json").read_text(encoding="utf-8"))
    return tuple(
        Puzzle(
            each["line"],
            Leak(each["kind"]),
            tuple(Option(*option) for option in each["options"]),
            tuple(Message(key, params) for key, params in each["why"]),
        )
        for each in told["puzzles"]
    )


def of_day(day: date) -> int:
    """Return the place of a day's puzzle among the shipped ones; the same for everybody."""
    return (day - FIRST_DAY).days % len(shipped())
