"""The shoe: one shuffled round, dealt from the top."""

from __future__ import annotations

from ..errors import ImpossibleChance
from ..rules import CAMEL, Answer, BonusDrawn, BySeat, Card, Dealt, Owed, Refill, Refilled, Ruleset, Seat, bundle
from .shuffle import Shuffle


class Shoe:
    """Holds the order of one round: `dealt` is its set-up, and `answer` draws what comes next.

    Five cards go to each seat in turn, two to the market beside the open camels, the rest is the stock.
    """

    def __init__(self, order: Shuffle, ruleset: Ruleset) -> None:
        rest = iter(order.deck)
        hand_a, hand_b = (bundle(next(rest) for _ in range(ruleset.deal)) for _ in Seat)
        opened = [next(rest) for _ in range(ruleset.market_size - ruleset.open_camels)]
        self.dealt = Dealt(bundle([CAMEL] * ruleset.open_camels + opened), BySeat(hand_a, hand_b))
        self._deck = list(rest)
        self._bonuses = {tier: list(pile) for tier, pile in order.bonuses.items()}

    def answer(self, owed: Owed) -> Answer:
        """Return the next cards of the stock or the top token of a bonus pile; ImpossibleChance if none is left."""
        pile: list[Card] | list[int] = self._deck if isinstance(owed, Refill) else self._bonuses.get(owed.tier, [])
        count = owed.count if isinstance(owed, Refill) else 1
        if len(pile) < count:
            raise ImpossibleChance(f"the dealer has nothing left for {owed}")
        drawn = [pile.pop(0) for _ in range(count)]
        return Refilled(bundle(Card(card) for card in drawn)) if isinstance(owed, Refill) else BonusDrawn(drawn[0])
