"""The judge against exact values: positions in which every line ends soon, all of which are followed by the rules alone.

The small rules, but with bonus tokens that hide nothing, and both hands known to both seats: then a round is a game of
perfect information with chance, and looking at everything tells what each action is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import sqrt

from saudagar.analysis.depth import Depth
from saudagar.analysis.judge import Judge
from saudagar.kernel import Kernel
from saudagar.rules import MINI, Round, Seat

OPEN = replace(MINI, name="open", bonuses=((2, (2, 2)), (3, (4,))))
DEPTH = Depth("test", 100, 900, few=30)


@cache
def longest(position: Round, limit: int) -> int:
    """Return how many plies the longest line to the end of the round has; limit + 1 where there are more."""
    if position.owed:
        return max(longest(position.resolve(answer), limit) for answer, _ in position.outcomes())
    if position.over or limit < 0:
        return 0
    lines = (
        longest(position.play_unchecked(action), limit - 1) for action in position.seen_by(position.turn).legal_actions
    )
    return 1 + max(lines)


@cache
def value(position: Round) -> float:
    """Return seat A's chance of winning when both seats play best."""
    if position.owed:
        return sum(float(chance) * value(position.resolve(answer)) for answer, chance in position.outcomes())
    if position.result:
        return 0.5 if position.result.winner is None else float(position.result.winner is Seat.A)
    pick = max if position.turn is Seat.A else min
    return pick(value(position.play_unchecked(action)) for action in position.seen_by(position.turn).legal_actions)


def late(rounds: int) -> Iterator[Round]:
    """Yield different positions of rounds played at random in which every line ends within three plies."""
    kernel, seen = Kernel(OPEN), set[Round]()
    for number in range(rounds):
        game = kernel.game(number)
        while not game.over:
            position = kernel.layout.decode(game.words())
            position = replace(position, known=position.hands)
            if position not in seen and longest(position, 3) <= 3:
                seen.add(position)
                yield position
            game.step(game.sample())


def test_the_judge_agrees_with_looking_at_everything() -> None:
    """Each action's chance lies within four standard errors of the exact one, and the best is the best."""
    judge, compared, mattered = Judge(OPEN, DEPTH, threads=1), 0, 0
    for position in late(40):
        seat = position.turn
        verdict = judge.weigh(position.seen_by(seat))
        exact = {}
        for option in verdict.options:
            chance = value(position.play_unchecked(option.action))
            exact[option.action] = chance if seat is Seat.A else 1 - chance
            width = 4 * sqrt(exact[option.action] * (1 - exact[option.action]) / DEPTH.second) + 1e-3
            if option.worlds == DEPTH.second:
                assert abs(option.win - exact[option.action]) <= width, str(position)
                compared += 1
        mattered += max(exact.values()) - min(exact.values()) > 0.4
        assert exact[verdict.best.action] >= max(exact.values()) - 0.05, str(position)
    assert compared > 60
    assert mattered > 10
