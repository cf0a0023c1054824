"""Luck: what an answer of chance brought, against the mean of all that it could have been.

For any function of the position the sum of these differences has mean zero, so that a result less its luck is an
unbiased measure of skill; the better the function foresees the result, the less it spreads. Ours is the network's word
with all cards face up (`Outlook.standing`).
"""

from __future__ import annotations

from ..kernel.outlook import Outlook
from ..rules import Round, Seat


class Luck:
    """Measures luck for seat A, in chances of winning the round."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook

    def standing(self, position: Round) -> float:
        """Return seat A's chance of winning with all cards face up. Chance must not be owed."""
        return self.outlook.standing(self.outlook.kernel.layout.encode(position))

    def of_deal(self, start: Round) -> float:
        """Return the luck of a deal: the standing after it less the mean for whoever starts."""
        mean = self.outlook.start
        return self.standing(start) - (mean if start.turn is Seat.A else 1 - mean)

    def of_answer(self, owing: Round, after: Round) -> float:
        """Return the luck of an answer: the standing after it less its mean over all it could be. O(outcomes)."""
        return self.standing(after) - self.mean(owing)

    def mean(self, owing: Round) -> float:
        """Return the mean standing over all answers to what is owed."""
        answers = self.outlook.answers(self.outlook.kernel.layout.encode(owing))
        ways = sum(each.ways for each in answers)
        return sum(each.ways * self.outlook.standing(each.state) for each in answers) / ways
