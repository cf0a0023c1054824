"""How `saudagar arena` tells its figures: a table, a sentence, and a line of progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import isfinite
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ..arena import Contestant, Duel, Pair, Pentanomial, RoundRobin, Sprt, Verdict, pairings
from ..arena.duel import finite
from ..version import __version__
from .out import complain, say

TOLD_FORFEITS = 20


class Report(Protocol):
    """Collects the pairs as they come and tells what they mean."""

    pairs: int
    seed: int
    stopped: str | None

    @property
    def pairings(self) -> list[tuple[Contestant, Contestant]]:
        """Who plays whom."""
        ...

    @property
    def done(self) -> int:
        """The pairs that have come."""
        ...

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell yet."""
        ...

    def note(self, played: Sequence[Pair]) -> None:
        """Tell what programs did wrong in these pairs."""
        ...

    def add(self, place: int, played: Sequence[Pair]) -> bool:
        """Take pairs of a pairing; return whether no more are wanted."""
        ...

    def score(self) -> str:
        """Return the running score in a few words."""
        ...

    @property
    def table(self) -> RoundRobin:
        """Everybody against everybody, as far as it has come."""
        ...

    def figures(self) -> dict[str, object]:
        """Return the figures for JSON."""
        ...

    def ended(self) -> dict[str, object]:
        """Return how it ended, for JSON."""
        ...

    def show(self, *, timed: bool) -> None:
        """Print the figures for a person."""
        ...


class _Common:
    """What both reports share."""

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs
        self.seed = 1
        self.stopped: str | None = None
        self.forfeits: list[str] = []
        """What programs did wrong, in the order of being known."""

    def note(self, played: Sequence[Pair]) -> None:
        """Tell at once what programs did wrong in these pairs; of very many the first ones."""
        for story in (story for pair in played for story in pair.forfeits):
            self.forfeits.append(story)
            if len(self.forfeits) <= TOLD_FORFEITS:
                complain(story)

    def ended(self) -> dict[str, object]:
        """Return how it ended, for JSON."""
        forfeits = {"forfeits": len(self.forfeits), "forfeited": self.forfeits[:100]} if self.forfeits else {}
        return {"stopped": self.stopped, **forfeits, "version": __version__}

    def close(self, unfinished: int, *, timed: bool) -> None:
        """Print what a reader must know besides the figures."""
        if self.forfeits:
            more = f" The first {TOLD_FORFEITS} stand above." if len(self.forfeits) > TOLD_FORFEITS else ""
            say(f"{_rounds(len(self.forfeits))} lost by what a program did wrong.{more}")
        if unfinished:
            say(f"{_rounds(unfinished)} reached the cap of plies unfinished and counted half for each.")
        if timed:
            say("Limits in milliseconds depend on the machine: these figures cannot be repeated exactly.")
        if self.stopped == "interrupted":
            say("Interrupted: the figures are over what was done until then.")


class DuelReport(_Common):
    """The report of a duel, with or without a sequential test."""

    def __init__(self, one: Contestant, two: Contestant, pairs: int, test: Sprt | None) -> None:
        super().__init__(pairs)
        self.one, self.two, self.test = one, two, test
        self.pairings = [(one, two)]
        self._played = list[Pair]()
        self._counts = Pentanomial()
        self._verdict = Verdict.OPEN

    @property
    def done(self) -> int:
        """The pairs that have come."""
        return len(self._played)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell yet."""
        return not self._played

    def add(self, place: int, played: Sequence[Pair]) -> bool:
        """Take pairs one by one, and none after the one that decides the test."""
        for pair in played:
            self._played.append(pair)
            if self.test:
                self._counts = self._counts.with_pair(pair.points)
                self._verdict = self.test.verdict(self._counts)
                if self._verdict is not Verdict.OPEN:
                    return True
        return False

    def score(self) -> str:
        """Return the share with its width, and the state of the test."""
        found = self._duel
        llr = f"  LLR {self.test.llr(found.pentanomial):+.2f}" if self.test else ""
        return f"{_share(found.share, found.interval)}{llr}"

    def figures(self) -> dict[str, object]:
        """Return the figures for JSON."""
        return {**self._duel.figures(), **({"sprt": self._sprt(self.test)} if self.test else {})}

    def show(self, *, timed: bool) -> None:
        """Print a table and sentences."""
        found = self._duel
        one, two = (f"{1000 * cost.cpu_seconds / max(1, cost.moves):.2f} ms" for cost in found.thinking)
        table = Table(title=f"{self.one.label} against {self.two.label}", title_justify="left", show_header=False)
        table.add_column(style="bold")
        table.add_column(justify="right")
        for row in (
            ("pairs, rounds", f"{len(found.pairs):,}, {2 * len(found.pairs):,}"),
            ("rounds won", _share(found.share, found.interval)),
            ("Elo", _elo(found.elo, found.elo_interval)),
            ("pairs with 0 ½ 1 1½ 2 points", "  ".join(f"{count:,}" for count in found.pentanomial.counts)),
            ("lead in rupees a round", f"{found.margin:+.1f}"),
            ("plies a round", f"{found.plies:.1f}"),
            ("won by the seat that began", f"{100 * found.first_share:.1f} %"),
            (f"CPU a move, {self.one.label}", one),
            (f"CPU a move, {self.two.label}", two),
        ):
            table.add_row(*row)
        _print(table)
        say(_sentence(found))
        if self.test:
            say(self._told(self.test))
        self.close(found.unfinished, timed=timed)

    @property
    def table(self) -> RoundRobin:
        """The duel as a round robin of two; who plays itself has two names there."""
        same = self.one.label == self.two.label
        two = replace(self.two, label=f"{self.two.label} (2)") if same else self.two
        return RoundRobin([self.one, two], [self._played], self.seed)

    @property
    def _duel(self) -> Duel:
        return Duel(self.one, self.two, self._played)

    def _sprt(self, test: Sprt) -> dict[str, object]:
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "llr": finite(test.llr(self._duel.pentanomial)),
            "bounds": list(test.bounds),
            "verdict": self._verdict.value,
        }

    def _told(self, test: Sprt) -> str:
        lower, upper = test.bounds
        state = f"(log-likelihood ratio {test.llr(self._duel.pentanomial):+.2f}, bounds {lower:.2f} and +{upper:.2f})"
        accepted = {Verdict.H0: test.elo0, Verdict.H1: test.elo1}.get(self._verdict)
        if accepted is None:
            return f"The test of {test.elo0:g} against {test.elo1:g} Elo is still open {state}."
        rejected = test.elo1 if self._verdict is Verdict.H0 else test.elo0
        return f"The test accepts {self._verdict.value}: {accepted:+g} Elo rather than {rejected:+g} {state}."


class RoundRobinReport(_Common):
    """The report of a round robin."""

    def __init__(self, contestants: Sequence[Contestant], pairs: int) -> None:
        super().__init__(pairs)
        self.contestants = contestants
        self.pairings = pairings(contestants)
        self._played: list[list[Pair]] = [[] for _ in self.pairings]

    @property
    def done(self) -> int:
        """The pairs that have come."""
        return sum(len(pairs) for pairs in self._played)

    @property
    def empty(self) -> bool:
        """Whether a pairing has not played yet."""
        return not all(self._played)

    def add(self, place: int, played: Sequence[Pair]) -> bool:
        """Take pairs of a pairing; a round robin always wants them all."""
        self._played[place].extend(played)
        return False

    def score(self) -> str:
        """Return the shares of all players so far."""
        points, rounds = dict.fromkeys((each.label for each in self.contestants), 0.0), dict[str, int]()
        for (one, two), pairs in zip(self.pairings, self._played, strict=True):
            won = sum(pair.points for pair in pairs)
            for each, gained in ((one, won), (two, 2 * len(pairs) - won)):
                points[each.label] += gained
                rounds[each.label] = rounds.get(each.label, 0) + 2 * len(pairs)
        return "  ".join(f"{name} {100 * points[name] / max(1, rounds[name]):.0f} %" for name in points)

    def figures(self) -> dict[str, object]:
        """Return the figures for JSON."""
        return self.table.figures()

    def show(self, *, timed: bool) -> None:
        """Print the ratings, everybody against everybody, and sentences."""
        found = self.table
        order = [rating.contestant for rating in found.ratings]
        table = Table(title=f"{found.deals:,} pairs each", title_justify="left")
        for heading in ("", "player", "Elo", "rounds won", "CPU a move"):
            table.add_column(heading, justify="left" if heading == "player" else "right")
        for place, rating in enumerate(found.ratings, 1):
            cost = self._cost(rating.contestant)
            elo = _elo(rating.elo, rating.interval)
            table.add_row(str(place), rating.contestant.label, elo, f"{100 * rating.share:.1f} %", f"{cost:.2f} ms")
        _print(table)
        grid = Table(title="rounds that the player on the left won, in %", title_justify="left")
        grid.add_column("")
        for each in order:
            grid.add_column(each.label, justify="right")
        for one in order:
            grid.add_row(one.label, *("–" if one is two else _cell(*found.share(one, two)) for two in order))
        _print(grid)
        for cycle in found.cycles:
            say(f"A circle: {' beats '.join(each.label for each in (*cycle, cycle[0]))}. One number cannot tell that.")
        odd = [duel for duel in found.duels if abs(found.surprise(duel)) > 3]
        for duel in odd:
            more = "more" if found.surprise(duel) > 0 else "less"
            say(f"{duel.one.label} wins {more} against {duel.two.label} than the ratings expect.")
        if not found.cycles and not odd:
            say("The ratings tell the whole story: no circle, and no pairing far from what they expect.")
        self.close(sum(duel.unfinished for duel in found.duels), timed=timed)

    @property
    def table(self) -> RoundRobin:
        """Everybody against everybody, over the deals that all have played."""
        return RoundRobin(self.contestants, self._played, self.seed)

    def _cost(self, who: Contestant) -> float:
        costs = [
            cost
            for (one, two), pairs in zip(self.pairings, self._played, strict=True)
            for pair in pairs
            for each, cost in ((one, pair.one), (two, pair.two))
            if each is who
        ]
        return 1000 * sum(cost.cpu_seconds for cost in costs) / max(1, sum(cost.moves for cost in costs))


@contextmanager
def progress(report: Report) -> Iterator[Callable[[], None]]:
    """Show the running score on the error output while it is a terminal; give the function that draws it anew."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=report.pairs * len(report.pairings))
        yield lambda: bar.update(task, completed=report.done, description=report.score())


def _print(table: Table) -> None:
    Console(highlight=False, markup=False).print(table)


def _sentence(found: Duel) -> str:
    one, two, share, (low, high) = found.one.label, found.two.label, found.share, found.interval
    if low > 0.5:
        return f"{one} wins {_share(share, (low, high))} of the rounds against {two}."
    if high < 0.5:
        return f"{two} wins {_share(1 - share, (1 - high, 1 - low))} of the rounds against {one}."
    return f"No difference is proved: {one} won {_share(share, (low, high))} of the rounds against {two}."


def _share(share: float, interval: tuple[float, float]) -> str:
    """Return `98.3 % ± 1.0`, with the wider side of the interval as the width."""
    return f"{100 * share:.1f} % ± {100 * max(interval[1] - share, share - interval[0]):.1f}"


def _cell(share: float, interval: tuple[float, float]) -> str:
    return f"{100 * share:.1f} ± {100 * max(interval[1] - share, share - interval[0]):.1f}"


def _elo(value: float, interval: tuple[float, float]) -> str:
    """Return `+703 (+630 to +850)`; where nothing was lost, what is certain."""
    low, high = interval
    if not isfinite(value):
        return f"over {low:+.0f}" if value > 0 else f"under {high:+.0f}"
    if isfinite(low) and isfinite(high) and abs((high - value) - (value - low)) < 0.15 * (high - low):
        return f"{value:+.0f} ± {(high - low) / 2:.0f}"
    return f"{value:+.0f} ({_end(low)} to {_end(high)})"


def _end(value: float) -> str:
    return f"{value:+.0f}" if isfinite(value) else ("+∞" if value > 0 else "−∞")


def _rounds(count: int) -> str:
    return f"{count:,} round" if count == 1 else f"{count:,} rounds"
