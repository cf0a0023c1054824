"""A dealer: whoever answers chance for a table."""

from __future__ import annotations

from typing import Protocol

from ..rules import Answer, Dealt, Owed, Round, Ruleset, Seat


class Dealer(Protocol):
    """Answers chance for one match, round after round; a table never looks into it."""

    def first(self) -> Seat:
        """Return the seat that starts the first round (§7)."""
        ...

    def deal(self, ruleset: Ruleset) -> Dealt:
        """Shuffle for a new round and return its set-up (§5, §6)."""
        ...

    def answer(self, owed: Owed) -> Answer:
        """Return the cards or the bonus token that the running round owes."""
        ...


def settle(rnd: Round, dealer: Dealer) -> Round:
    """Return the round with its owed chance answered by the dealer; unchanged when nothing is owed."""
    return rnd.resolve(dealer.answer(rnd.owed)) if rnd.owed else rnd
