"""A duel: what came of two contestants over many pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from .contestant import Contestant
from .elo import elo
from .pair import Pair, Thinking
from .pentanomial import Pentanomial


@dataclass(frozen=True)
class Duel:
    """Contestant `one` against `two`: the pairs played, and the figures that follow from them.

    The figures need one pair at least.
    """

    one: Contestant
    two: Contestant
    pairs: Sequence[Pair]

    @cached_property
    def pentanomial(self) -> Pentanomial:
        """The pairs by the points of player one."""
        return Pentanomial.of(pair.points for pair in self.pairs)

    @property
    def share(self) -> float:
        """The share of rounds that player one won."""
        return self.pentanomial.share

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, by pairs."""
        return self.pentanomial.interval

    @property
    def elo(self) -> float:
        """The Elo difference of the share; infinite where one player won every round."""
        return elo(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference."""
        low, high = self.interval
        return elo(low), elo(high)

    @property
    def margin(self) -> float:
        """The mean lead of player one in rupees a round."""
        return self._mean([played.margin for pair in self.pairs for played in pair.rounds])

    @property
    def plies(self) -> float:
        """The mean number of plies a round."""
        return self._mean([played.plies for pair in self.pairs for played in pair.rounds])

    @property
    def unfinished(self) -> int:
        """The number of rounds that reached the cap of plies; each counts one half."""
        return sum(not played.finished for pair in self.pairs for played in pair.rounds)

    @property
    def first_share(self) -> float:
        """The share of rounds won by the seat that began, whoever sat there."""
        return self._mean(
            [
                played.points if played.seat is played.first else 1 - played.points
                for pair in self.pairs
                for played in pair.rounds
            ]
        )

    @property
    def thinking(self) -> tuple[Thinking, Thinking]:
        """What the decisions of both players cost."""
        return sum((pair.one for pair in self.pairs), Thinking()), sum((pair.two for pair in self.pairs), Thinking())

    def figures(self) -> dict[str, object]:
        """Return all figures as plain values; an infinite Elo is None."""
        one, two = (1000 * cost.cpu_seconds / max(1, cost.moves) for cost in self.thinking)
        return {
            "a": self.one.label,
            "b": self.two.label,
            "pairs": len(self.pairs),
            "rounds": 2 * len(self.pairs),
            "a_round_win_rate": self.share,
            "ci95": list(self.interval),
            "elo": finite(self.elo),
            "elo_ci95": [finite(bound) for bound in self.elo_interval],
            "pentanomial": list(self.pentanomial.counts),
            "margin_mean": self.margin,
            "plies_mean": self.plies,
            "first_seat_win_rate": self.first_share,
            "unfinished": self.unfinished,
            "cpu_ms_per_move": {"a": round(one, 4), "b": round(two, 4)},
        }

    @staticmethod
    def _mean(values: list[int] | list[float]) -> float:
        return sum(values) / len(values)


def finite(value: float) -> float | None:
    """Return the value, or None for an infinite one, which JSON cannot write."""
    return value if isfinite(value) else None
