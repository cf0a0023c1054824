"""The proven dealer: deals each round of a match from a dealing that both players took part in."""

from __future__ import annotations

from ...errors import ImpossibleChance
from ...rules import Answer, Dealt, Owed, Ruleset, Seat
from ..shoe import Shoe
from .dealing import Dealing, Phase
from .refusal import DealingRefused


class ProvenDealer:
    """A dealer for a table. Give it one finished dealing a round, with `add` before the round starts."""

    def __init__(self, *dealings: Dealing) -> None:
        self._dealings: list[Dealing] = []
        self._round = 0
        self._shoe: Shoe | None = None
        for each in dealings:
            self.add(each)

    def add(self, dealing: Dealing) -> None:
        """Take the dealing of the next round. DealingRefused if it is not dealt or of another round."""
        if dealing.phase not in (Phase.DEALT, Phase.REVEALED):
            raise DealingRefused(f"a dealing that is {dealing.phase.value} cannot be played from")
        if dealing.terms.round != len(self._dealings) + 1:
            raise DealingRefused(f"this is the dealing of round {dealing.terms.round}")
        self._dealings.append(dealing)

    def first(self) -> Seat:
        """Return the seat drawn to start the first round; the rules tell who starts the later ones."""
        if not self._dealings:
            raise ImpossibleChance("the first round has not been dealt yet")
        return self._dealings[0].order.first

    def deal(self, ruleset: Ruleset) -> Dealt:
        """Return the set-up of the next round. ImpossibleChance while its dealing is missing."""
        if self._round == len(self._dealings):
            raise ImpossibleChance(f"round {self._round + 1} has not been dealt yet")
        dealing = self._dealings[self._round]
        if dealing.terms.rules != ruleset.id:
            raise DealingRefused(f"the dealing is for {dealing.terms.rules}, not for {ruleset.id}")
        self._round += 1
        self._shoe = Shoe(dealing.order, ruleset)
        return self._shoe.dealt

    def answer(self, owed: Owed) -> Answer:
        """Return the next cards of the stock or the top token of a bonus pile; ImpossibleChance if none is left."""
        if self._shoe is None:
            raise ImpossibleChance("no round has been dealt yet")
        return self._shoe.answer(owed)
