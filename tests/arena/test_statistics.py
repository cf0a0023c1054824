"""The figures: held to cases computed by hand and to error rates found by simulation."""

from __future__ import annotations

from math import exp, inf, isinf, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from saudagar.arena import Pentanomial, Sprt, Verdict, elo, expected
from saudagar.arena.pentanomial import SHARES
from saudagar.arena.ratings import bootstrap, fit

COUNTS = st.tuples(*[st.integers(0, 400)] * 5).filter(any)


def test_share_and_width_of_a_case_by_hand() -> None:
    """1, 0, 2, 0, 1 pairs: mean ½, squares ¼ + ¼, variance ½ / 3, standard error √(1/24)."""
    seen = Pentanomial.of([0, 1, 1, 2])
    assert seen.counts == (1, 0, 2, 0, 1)
    assert seen.share == 0.5
    assert seen.variance == pytest.approx(1 / 6)
    assert seen.interval[1] - 0.5 == pytest.approx(1.959964 * sqrt(1 / 24), rel=1e-6)


def test_pairs_that_all_came_out_the_same_have_a_width_all_the_same() -> None:
    """100 pairs won twice: a pair that is not has a chance of at most 1 − 0.025^(1/100) = 3.62 %."""
    low, high = Pentanomial((0, 0, 0, 0, 100)).interval
    assert (low, high) == (pytest.approx(0.9638, abs=1e-4), 1.0)
    low, high = Pentanomial((0, 0, 100, 0, 0)).interval
    assert (low, high) == (pytest.approx(0.4819, abs=1e-4), pytest.approx(0.5181, abs=1e-4))


@given(COUNTS)
def test_the_interval_holds_the_share_and_stays_within_its_range(counts: tuple[int, int, int, int, int]) -> None:
    seen = Pentanomial(counts)
    low, high = seen.interval
    assert 0 <= low <= seen.share <= high <= 1


@pytest.mark.parametrize("points", [-0.5, 2.5, 0.25, 3])
def test_points_that_no_pair_brings_are_refused(points: float) -> None:
    with pytest.raises(ValueError, match="cannot bring"):
        Pentanomial.of([points])


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Of 4,000 simulated duels of 200 pairs, 95 % of the intervals hold the true share, within what chance allows."""
    chances = np.array([0.1, 0.1, 0.3, 0.2, 0.3])
    truth = float(chances @ np.array(SHARES))
    drawn = np.random.default_rng(1).multinomial(200, chances, 4_000)
    inside = [low <= truth <= high for low, high in (Pentanomial(tuple(map(int, row))).interval for row in drawn)]
    assert 0.935 < np.mean(inside) < 0.965


def test_elo_of_known_shares() -> None:
    """10/11 is 400, 64 % is 100 (63.99), one half is 0."""
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.6400649998028851) == pytest.approx(100)
    assert (elo(1), elo(0)) == (inf, -inf)
    assert expected(10) == pytest.approx(0.51439, abs=1e-5)
    for value in (-2, 1.01, float("nan")):
        with pytest.raises(ValueError, match="between 0 and 1"):
            elo(value)


@given(st.floats(-900, 900))
def test_elo_and_share_are_each_others_inverse(difference: float) -> None:
    assert elo(expected(difference)) == pytest.approx(difference, abs=1e-6)


def test_the_bounds_of_the_test_are_those_of_five_per_cent() -> None:
    """log 19 = 2.944."""
    assert Sprt().bounds == (pytest.approx(-log(19)), pytest.approx(log(19)))


def brute_llr(counts: tuple[int, ...], test: Sprt) -> float:
    """The ratio by another way: the most likely distribution of each mean by minimising along Lagrange's dual.

    The largest Σ n log q with Σ q = 1 and Σ q a = s is the least over x of −Σ n log(1 + x (a − s)) up to a constant
    that does not depend on s; x is found on a fine grid and refined, without any root of a derivative.
    """

    def dual(mean: float) -> float:
        low, high = -1 / (1 - mean), 1 / mean
        for _ in range(60):
            grid = np.linspace(low, high, 41)[1:-1]
            values = sum(n * np.log1p(grid * (a - mean)) for n, a in zip(counts, SHARES, strict=True))
            best = int(np.argmax(values))
            step = grid[1] - grid[0]
            low, high = max(low, grid[best] - step), min(high, grid[best] + step)
        return float(-values.max())

    return dual(expected(test.elo1)) - dual(expected(test.elo0))


@pytest.mark.parametrize("counts", [(10, 20, 40, 25, 15), (1, 1, 1, 1, 1), (300, 5, 900, 7, 350), (2, 1, 4, 1, 90)])
@pytest.mark.parametrize("test", [Sprt(0, 10), Sprt(-5, 0), Sprt(0, 50)])
def test_the_ratio_is_that_of_a_brute_search(counts: tuple[int, int, int, int, int], test: Sprt) -> None:
    assert test.llr(Pentanomial(counts)) == pytest.approx(brute_llr(counts, test), abs=1e-6)


def test_the_ratio_of_wins_and_losses_alone_is_the_textbook_one() -> None:
    """With pairs of 0 and 2 points only, the distribution of each mean is fixed: w log s1/s0 + l log (1−s1)/(1−s0)."""
    test = Sprt(0, 100)
    s0, s1 = expected(0), expected(100)
    by_hand = 600 * log(s1 / s0) + 400 * log((1 - s1) / (1 - s0))
    assert test.llr(Pentanomial((400, 0, 0, 0, 600))) == pytest.approx(by_hand, abs=0.01)


def test_the_ratio_is_close_to_the_formula_of_the_normal_distribution() -> None:
    """Far into a test, LLR ≈ n (s1 − s0) (2 mean − s0 − s1) / (2 variance), Fishtest's approximation."""
    seen, test = Pentanomial((500, 900, 2_000, 1_000, 560)), Sprt(0, 10)
    s0, s1 = expected(0), expected(10)
    rough = seen.pairs * (s1 - s0) * (2 * seen.share - s0 - s1) / (2 * seen.variance)
    assert test.llr(seen) == pytest.approx(rough, rel=0.03)


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, Verdict.H1), (40.0, Verdict.H0)])
def test_the_sequential_test_errs_as_seldom_as_it_says(truth: float, wrong: Verdict) -> None:
    """300 simulated tests of 0 against 40 Elo under each hypothesis: 5 % errors, or fewer, within what chance allows."""
    numbers, test = np.random.default_rng(3), Sprt(0, 40)
    base = np.array([0.14, 0.1, 0.52, 0.1, 0.14])
    tilt = brentish(base, expected(truth))
    chances = base * np.exp(tilt * np.array(SHARES))
    chances /= chances.sum()
    errors, lengths = 0, []
    for _ in range(300):
        counts = np.zeros(5, int)
        verdict = Verdict.OPEN
        while verdict is Verdict.OPEN:
            counts += numbers.multinomial(5, chances)
            verdict = test.verdict(Pentanomial(tuple(map(int, counts))))
        errors += verdict is wrong
        lengths.append(counts.sum())
    assert errors / 300 < 0.05 + 3 * sqrt(0.05 * 0.95 / 300)
    assert 20 < np.mean(lengths) < 2_000


def brentish(base: np.ndarray, mean: float) -> float:
    """The tilt that gives a distribution the wanted mean."""
    low, high = -5.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        weights = base * np.exp(middle * np.array(SHARES))
        low, high = (middle, high) if weights @ np.array(SHARES) / weights.sum() < mean else (low, middle)
    return low


@given(COUNTS)
def test_any_counts_have_a_finite_ratio(counts: tuple[int, int, int, int, int]) -> None:
    """Whatever was seen, the ratio is a number, and the mirrored counts have the opposite of the mirrored test."""
    ratio = Sprt(0, 10).llr(Pentanomial(counts))
    assert not isinf(ratio)
    mirrored = Pentanomial(counts[::-1])
    assert Sprt(-10, 0).llr(mirrored) == pytest.approx(-ratio, abs=1e-6)


@pytest.mark.parametrize("text", ["", "5", "10,0", "5,5", "a,b", "0,10,20", "nan,5", "0,inf", "-2000,0"])
def test_what_is_no_sequential_test_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Elo differences"):
        Sprt.parse(text)


def test_ratings_of_two_are_the_elo_of_their_share() -> None:
    """75 of 100 and the round that helps: (75.5 of 101)."""
    ratings = fit([[0, 75], [25, 0]], [[0, 100], [100, 0]])
    assert ratings[0] - ratings[1] == pytest.approx(elo(75.5 / 101))
    assert ratings.sum() == pytest.approx(0)


def test_ratings_find_what_the_points_were_made_from() -> None:
    """Expected points of known ratings give them back, but for the little that the helping round pulls them together."""
    truth = np.array([500.0, 120.0, -40.0, -580.0])
    share = 1 / (1 + 10 ** (-(truth[:, None] - truth[None]) / 400))
    rounds = 1e6 * (1 - np.eye(4))
    assert fit(share * rounds, rounds) == pytest.approx(truth, abs=0.05)


def test_who_won_everything_has_a_finite_rating() -> None:
    ratings = fit([[0, 50, 50], [0, 0, 50], [0, 0, 0]], 50 * (1 - np.eye(3)))
    assert ratings[0] > ratings[1] > ratings[2] > -1500


def test_the_intervals_of_ratings_cover_the_truth() -> None:
    """Of 40 simulated round robins of three, the intervals hold the true rating about as often as they say."""
    numbers, truth = np.random.default_rng(5), np.array([100.0, 0.0, -100.0])
    inside = []
    for trial in range(40):
        points = np.zeros((150, 3, 3))
        for one, two in ((0, 1), (0, 2), (1, 2)):
            won = numbers.binomial(2, 1 / (1 + exp(-(truth[one] - truth[two]) * log(10) / 400)), 150)
            points[:, one, two], points[:, two, one] = won, 2 - won
        widths = bootstrap(points, trial, samples=200)
        inside += list((widths[:, 0] <= truth) & (truth <= widths[:, 1]))
    assert 0.87 < np.mean(inside) <= 1.0
