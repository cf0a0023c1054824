"""§17–§20: the camel token, rupees, ties."""

from dataclasses import replace

import pytest
from tests.rules.boards import A, B, board, met

from saudagar.rules import STANDARD, BySeat, DecidedBy, Ending, FullTie, Match, Purse, Seat, Sell, bundle
from saudagar.rules.scoring import Score, camel_tokens, decide, score, settle_scores


def settled(a, b, herds=(0, 0)):
    return settle_scores(STANDARD, BySeat(a, b), BySeat(*herds), Ending.SOLD_OUT)


@pytest.mark.parametrize(
    ("herds", "tokens"), [((6, 5), (5, 0)), ((0, 1), (0, 5)), ((11, 0), (5, 0)), ((4, 4), (0, 0)), ((0, 0), (0, 0))]
)
def test_the_larger_herd_takes_the_camel_token(herds, tokens):
    """§17: equal herds leave it on the table, two empty ones too; it is never halved and never given twice."""
    assert camel_tokens(STANDARD, BySeat(*herds)) == BySeat(*tokens)


def test_the_camel_token_counts_at_the_end_of_the_round():
    """§17: a round that ends by a sale."""
    over = board("KKKPL", a="CC", b="PP", herds=(2, 3), sold="DDDDDGGGGGCCCCC").play(Sell(bundle("C").kinds[0], 2))
    assert over.result.scores.map(lambda score: score.camel) == BySeat(0, 5)


def test_rupees_are_goods_and_bonus_tokens_and_the_camel_token():
    """§18: 40 + 2 + 5 + 5 = 52."""
    result = settled(Purse(40, 12, (2, 5)), Purse(30, 12), herds=(4, 3))
    assert result.scores.a == Score(goods=40, bonus=7, camel=5, bonus_tokens=2, goods_tokens=12)
    assert (result.scores.a.total, result.scores.b.total) == (52, 30)


def test_cards_left_in_hand_count_nothing():
    """§18: seven cards in hand at the end neither add nor take away."""
    rest = [
        board("KKKPL", a=hand, b="CC", sold="DDDDDGGGGGCCCCC", turn=B).play(Sell(bundle("C").kinds[0], 2)).result
        for hand in ("", "SSSLLLP")
    ]
    assert rest[0] == rest[1]
    assert rest[0].scores.a.total == 0


def test_more_rupees_win():
    """§19: by one rupee, against more bonus and goods tokens."""
    result = settled(Purse(70, 10), Purse(60, 20, (1, 1, 2, 2, 3)))
    assert (result.winner, result.decided_by) == (A, DecidedBy.RUPEES)


def test_equal_rupees_are_decided_by_bonus_tokens():
    """§19: 70 to 70, three bonus tokens to two, against more goods tokens."""
    result = settled(Purse(60, 15, (2, 3, 5)), Purse(58, 19, (4, 8)))
    assert [score.total for score in result.scores] == [70, 70]
    assert (result.winner, result.decided_by) == (A, DecidedBy.BONUS_TOKENS)


def test_equal_bonus_tokens_are_decided_by_goods_tokens():
    """§19: 70 to 70, three to three, 15 to 17."""
    result = settled(Purse(60, 15, (2, 3, 5)), Purse(60, 17, (3, 3, 4)))
    assert (result.winner, result.decided_by) == (B, DecidedBy.GOODS_TOKENS)


def test_the_camel_token_is_neither_a_bonus_token_nor_a_goods_token():
    """§19: with the camel token A has 70 as B has; equal numbers of tokens stay equal."""
    result = settled(Purse(60, 15, (2, 3)), Purse(65, 15, (2, 3)), herds=(6, 5))
    assert [score.total for score in result.scores] == [70, 70]
    assert (result.winner, result.decided_by) == (None, DecidedBy.NOTHING)


def test_a_full_tie_has_no_winner():
    """§20: rupees, bonus tokens and goods tokens are all equal; which values they have does not matter."""
    result = settled(Purse(60, 15, (1, 6)), Purse(62, 15, (2, 3)))
    assert (result.winner, result.decided_by) == (None, DecidedBy.NOTHING)


def test_after_a_full_tie_nobody_has_a_seal_and_the_other_seat_starts():
    """§20: the seat that did not start the tied round starts the next."""
    tie = settled(Purse(60, 15), Purse(60, 15))
    for first in Seat:
        match = Match().after(first, tie)
        assert (match.seals, match.next_starter, match.over) == (BySeat(0, 0), first.other, False)


def test_a_ruleset_may_give_the_seal_of_a_full_tie_to_the_seat_that_did_not_start():
    """§20, §22: then the seat that started has lost and starts again."""
    rules = _with(full_tie=FullTie.NON_STARTER)
    tie = settled(Purse(60, 15), Purse(60, 15))
    match = Match(rules).after(A, tie)
    assert (match.seals, match.next_starter) == (BySeat(0, 1), A)
    assert match.rounds[0].result.winner is None


def _with(**changes):
    return replace(STANDARD, **changes)


def test_another_camel_token_is_a_number_of_the_ruleset():
    """§4, §17: worth 3 where the ruleset says so."""
    assert camel_tokens(_with(camel_token=3), BySeat(1, 0)) == BySeat(3, 0)


def test_deciding_is_fair_to_both_seats():
    """§19: changing the seats over changes the winner over; tried on every pair of 27 scores."""
    scores = [Score(t, 0, 0, b, g) for t in (60, 65, 70) for b in (1, 2, 3) for g in (12, 15, 18)]
    for ours in scores:
        for theirs in scores:
            winner, by = decide(BySeat(ours, theirs))
            loser, same = decide(BySeat(theirs, ours))
            assert by is same
            assert loser is (winner.other if winner else None)
            assert (winner is None) == (ours == theirs)


def test_bonus_tokens_are_counted_and_summed_as_they_are():
    """§18: a score of a purse."""
    assert score(Purse(21, 6, (1, 3, 10)), camel=5) == Score(21, 14, 5, 3, 6)


def test_the_result_of_a_round_is_that_of_its_purses_and_herds():
    """§17–§19: at the end of 100 seeded rounds, added up here once more."""
    ends = 0
    for position in met(seed=1000, styles=("any", "kinds", "sell", "camels", "drain")):
        if not position.over:
            assert position.result is None
            continue
        points = {}
        for seat in Seat:
            purse, herd = position.purses[seat], position.herds[seat]
            camel = 5 if herd > position.herds[seat.other] else 0
            points[seat] = (purse.rupees + sum(purse.bonuses) + camel, len(purse.bonuses), purse.tokens)
        best = A if points[A] > points[B] else B if points[B] > points[A] else None
        assert position.result.winner is best, str(position)
        assert [s.total for s in position.result.scores] == [points[A][0], points[B][0]], str(position)
        ends += 1
        if ends == 100:
            return
