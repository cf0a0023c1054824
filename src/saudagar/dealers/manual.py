"""The manual dealer: a person's fingers answer chance, for the physical game."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import Answer, Dealt, Owed, Ruleset, Seat


class ManualDealer:
    """Asks somebody for every answer through three functions; what they return is checked by the round itself."""

    def __init__(
        self,
        ask_first: Callable[[], Seat],
        ask_deal: Callable[[Ruleset], Dealt],
        ask_answer: Callable[[Owed], Answer],
    ) -> None:
        self._ask_first = ask_first
        self._ask_deal = ask_deal
        self._ask_answer = ask_answer

    def first(self) -> Seat:
        """Ask who starts."""
        return self._ask_first()

    def deal(self, ruleset: Ruleset) -> Dealt:
        """Ask for the set-up."""
        return self._ask_deal(ruleset)

    def answer(self, owed: Owed) -> Answer:
        """Ask for the cards laid or the bonus token drawn."""
        return self._ask_answer(owed)
