"""The scripted dealer: deals and answers what it was told, in order; for replays, tests and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import ImpossibleChance
from ..rules import Answer, Dealt, Owed, Ruleset, Seat


class ScriptedDealer:
    """Answers from lists: `deals` for the rounds, `answers` for everything owed, `starter` for the first round.

    ImpossibleChance when a list has run out.
    """

    def __init__(self, deals: Iterable[Dealt], answers: Iterable[Answer] = (), starter: Seat = Seat.A) -> None:
        self._deals: Iterator[Dealt] = iter(deals)
        self._answers: Iterator[Answer] = iter(answers)
        self._starter = starter

    def first(self) -> Seat:
        """Return the starter of the script."""
        return self._starter

    def deal(self, ruleset: Ruleset) -> Dealt:
        """Return the next deal of the script."""
        for dealt in self._deals:
            return dealt
        raise ImpossibleChance("the script has no further deal")

    def answer(self, owed: Owed) -> Answer:
        """Return the next answer of the script."""
        for answer in self._answers:
            return answer
        raise ImpossibleChance(f"the script has no answer left for {owed}")
