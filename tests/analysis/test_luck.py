"""Luck is what chance brought less the mean of what it could have brought, and its sum has mean zero."""

from __future__ import annotations

from math import lcm, sqrt

import pytest
from tests.analysis.matches import positions

from saudagar.analysis.judge import Judge
from saudagar.analysis.luck import Luck
from saudagar.dealers import rng
from saudagar.kernel.tables import action_of
from saudagar.rules import STANDARD, Bonus, BonusDrawn, BySeat, Dealt, Refilled, Round, Seat, bundle

JUDGE = Judge(STANDARD, threads=1)
LUCK = Luck(JUDGE.outlook)


def owing(count: int) -> list[Round]:
    """Return rounds in which chance is owed, refills and bonus tokens alike."""
    found = list[Round]()
    for place, position in enumerate(positions(count)):
        for number, action in enumerate(position.seen_by(position.turn).legal_actions):
            after = position.play_unchecked(action)
            few = len(after.outcomes()) <= 60  # five cards have some four hundred answers, all alike
            if after.owed and few and (isinstance(after.owed, Bonus) or (place + number) % 7 == 0):
                found.append(after)
                break
    return found


ROUNDS = owing(60)


def test_what_chance_may_answer_is_what_the_rules_say() -> None:
    """The same answers with the same probabilities, each leading to the same round."""
    layout = JUDGE.outlook.kernel.layout
    seen = set[type]()
    for position in ROUNDS:
        answers = JUDGE.outlook.answers(layout.encode(position))
        ways = sum(each.ways for each in answers)
        told = sorted((str(layout.decode(each.state)), each.ways / ways) for each in answers)
        lawful = sorted((str(position.resolve(answer)), float(chance)) for answer, chance in position.outcomes())
        assert [text for text, _ in told] == [text for text, _ in lawful]
        assert [chance for _, chance in told] == pytest.approx([chance for _, chance in lawful])
        seen.add(type(position.owed))
    assert len(seen) == 2


def test_luck_has_mean_zero_over_all_answers() -> None:
    """Weighted by their exact probabilities the lucks of all answers add up to nothing."""
    for position in ROUNDS:
        mean = sum(float(p) * LUCK.of_answer(position, position.resolve(a)) for a, p in position.outcomes())
        assert mean == pytest.approx(0, abs=1e-9)


def test_a_bonus_token_of_more_rupees_is_luckier() -> None:
    """Of the values that a seat may draw, the highest brings it more than the lowest, taken over some positions."""
    gains = []
    for position in ROUNDS:
        if isinstance(position.owed, Bonus):
            sign = 1 if position.owed.seat is Seat.A else -1
            values = sorted(a.value for a, _ in position.outcomes() if isinstance(a, BonusDrawn))
            low, high = (sign * LUCK.of_answer(position, position.resolve(BonusDrawn(values[at]))) for at in (0, -1))
            gains.append(high - low)
    assert len(gains) >= 3
    assert sum(gains) > 0


def test_the_standing_after_the_end_is_the_result() -> None:
    """1, ½ or 0: nothing is judged any more."""
    for position in positions(3):
        numbers = rng(1)
        while not position.over:
            actions = list(position.seen_by(position.turn).legal_actions)
            position = position.play(actions[numbers.below(len(actions))])
            if position.owed:
                answers = position.outcomes()
                position = position.resolve(answers[numbers.below(len(answers))][0])
        result = position.result
        assert result
        won = 0.5 if result.winner is None else float(result.winner is Seat.A)
        assert LUCK.standing(position) == won


def test_a_deal_of_gifts_is_lucky() -> None:
    """Three diamonds and two gold to the first seat, five different goods to the second."""
    rich = Dealt(bundle("KKKGG"), BySeat(bundle("DDDGG"), bundle("SCPLL")))
    poor = Dealt(bundle("KKKGG"), BySeat(bundle("SCPLL"), bundle("DDDGG")))
    lucks = [LUCK.of_deal(Round.start(STANDARD, Seat.A, deal)) for deal in (rich, poor)]
    assert lucks[0] > 0.1
    assert lucks[1] < -0.1
    assert STANDARD.pack >= rich.market + rich.hands.a + rich.hands.b


def played(number: int) -> tuple[float, float]:
    """Play a round by the network alone; return seat A's result and its luck."""
    outlook, kernel = JUDGE.outlook, JUDGE.outlook.kernel
    game = kernel.game(number * 2 + 1)
    game.start(number & 1)
    position = kernel.layout.decode(game.words())
    luck, numbers = LUCK.of_deal(position), rng(number)
    while not position.over:
        codes, values = outlook.searcher.weigh(kernel.layout.encode(position))
        after = position.play_unchecked(action_of(int(codes[values.argmax()]), STANDARD))
        if after.owed:
            answers = after.outcomes()
            common = lcm(*(chance.denominator for _, chance in answers))
            pick, answer = numbers.below(common), answers[-1][0]
            for each, chance in answers:
                pick -= int(chance * common)
                if pick < 0:
                    answer = each
                    break
            done = after.resolve(answer)
            luck += LUCK.of_answer(after, done)
            assert isinstance(answer, BonusDrawn | Refilled)
            after = done
        position = after
    result = position.result
    assert result
    return (0.5 if result.winner is None else float(result.winner is Seat.A)), luck


def summed(rounds: int) -> tuple[float, float, float, float]:
    """Return the mean luck and its standard error, and the spreads of results and of results less luck."""
    pairs = [played(number) for number in range(rounds)]
    lucks = [luck for _, luck in pairs]
    mean = sum(lucks) / rounds
    error = sqrt(sum((luck - mean) ** 2 for luck in lucks) / rounds / (rounds - 1))

    def spread(values: list[float]) -> float:
        middle = sum(values) / len(values)
        return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))

    return mean, error, spread([result for result, _ in pairs]), spread([result - luck for result, luck in pairs])


def test_luck_comes_to_nothing_over_some_rounds() -> None:
    """The mean luck of a seat is zero within four standard errors, and results without luck spread less."""
    mean, error, raw, adjusted = summed(30)
    assert abs(mean) < 4 * error
    assert adjusted < 0.85 * raw


@pytest.mark.long
def test_luck_comes_to_nothing_over_ten_thousand_rounds() -> None:
    """The figures of docs/review.md: mean zero within three standard errors, a spread of 0.35 at most."""
    mean, error, raw, adjusted = summed(10_000)
    print(f"mean luck {mean:+.5f} ± {error:.5f}; spread of results {raw:.4f}, without luck {adjusted:.4f}")  # noqa: T201 - figures of docs/review.md
    assert abs(mean) < 3 * error
    assert adjusted <= 0.35
