"""What many evenings add up to: per player and per pair."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .settle import SeatName
from .tally import MatchTally, RoundTally

SEATS: tuple[SeatName, SeatName] = ("a", "b")


def key_of(name: str) -> str:
    """Return what makes two spellings one player: letters without case and outer spaces."""
    return unicodedata.normalize("NFC", " ".join(filter(None, name.split(" ")))).lower()


@dataclass(slots=True)
class Statistics:
    """A player's figures, alone or against one other. Totals are in rupees, time in seconds.

    `streak` is the run of matches won (positive) or lost (negative) up to the last one, `longest` the longest won.
    """

    name: str
    against: str | None = None
    matches: int = 0
    won: int = 0
    drawn: int = 0
    rounds: int = 0
    seals: int = 0
    totals: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)
    streak: int = 0
    longest: int = 0
    seconds: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the figures, with their averages to a tenth (half upwards); nothing is None where none were played."""
        return {
            "name": self.name,
            "against": self.against,
            "matches": self.matches,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.matches - self.won - self.drawn,
            "rounds": self.rounds,
            "seals": self.seals,
            "average": tenths(self.totals),
            "best": max(self.totals, default=None),
            "average_margin": tenths(self.margins),
            "best_margin": max(self.margins, default=None),
            "streak": self.streak,
            "longest": self.longest,
            "seconds": self.seconds,
        }


def tenths(values: list[int]) -> int | None:
    """Return ten times the average, rounded half upwards: a whole number, so that every language has the same."""
    return (20 * sum(values) + len(values)) // (2 * len(values)) if values else None


def statistics(matches: Iterable[MatchTally]) -> tuple[list[Statistics], list[Statistics]]:
    """Return the figures of each player and of each against each other; the names as last spelt, in order of the key.

    Matches that run count their rounds, only ended ones count as matches.
    """
    players: dict[tuple[str, str], Statistics] = {}
    for match in sorted(matches, key=lambda told: (told.began, told.id)):
        keys = (key_of(match.names[0]), key_of(match.names[1]))
        for index, seat in enumerate(SEATS):
            name, other = match.names[index], match.names[1 - index]
            for against in ("", keys[1 - index]):
                figures = players.setdefault((keys[index], against), Statistics(name))
                figures.name, figures.against = name, other if against else None
                _add(figures, match, seat)
    alone = [figures for (_, against), figures in sorted(players.items()) if not against]
    pairs = [figures for (_, against), figures in sorted(players.items()) if against]
    return alone, pairs


def _add(figures: Statistics, match: MatchTally, seat: SeatName) -> None:
    for rnd in match.rounds:
        if not rnd.surplus and not rnd.settled.needs:
            _add_round(figures, rnd, seat)
    if not match.over:
        return
    figures.matches += 1
    if match.winner is None:
        figures.drawn += 1
        figures.streak = 0
    elif match.winner == seat:
        figures.won += 1
        figures.streak = max(figures.streak, 0) + 1
        figures.longest = max(figures.longest, figures.streak)
    else:
        figures.streak = min(figures.streak, 0) - 1


def _add_round(figures: Statistics, rnd: RoundTally, seat: SeatName) -> None:
    mine, other = rnd.settled.totals if seat == "a" else rnd.settled.totals[::-1]
    figures.rounds += 1
    figures.seals += rnd.seal == seat
    figures.totals.append(mine)
    figures.margins.append(mine - other)
    figures.seconds += rnd.entry.seconds or 0
