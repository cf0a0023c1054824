"""How the players stand to each other, over mirrored deals: every deal played twice, with the seats exchanged."""

from __future__ import annotations

import pytest
from benchmarks.duel import duel, play

from saudagar.rules import MINI, BySeat


@pytest.mark.parametrize(("better", "worse", "deals"), [("greedy-1", "random-1", 12), ("heuristic-1", "greedy-1", 40)])
def test_the_better_player_wins(better: str, worse: str, deals: int) -> None:
    """With its 95 % interval, the share of rounds that the better player wins stays above one half."""
    found = duel(better, worse, deals)
    assert found.share - found.margin > 0.5
    assert sum(found.rupees) > 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [("greedy-1", "random-1", 0.95), ("heuristic-1", "greedy-1", 0.95), ("heuristic-1", "random-1", 0.98)],
)
def test_the_better_player_wins_by_as_much_as_is_written(better: str, worse: str, least: float) -> None:
    """Over 150 mirrored deals the shares are what docs/design/players.md says, less the width of chance."""
    assert duel(better, worse, 150, seed=2).share > least


def test_mirrored_deals_are_fair() -> None:
    """A player against itself wins every mirrored deal as often as it loses it when it does not use chance."""
    found = duel("greedy-1", "greedy-1", 6)
    assert len(found.points) == 6
    assert found.share == pytest.approx(0.5, abs=0.35)


def test_a_duel_is_the_same_for_the_same_seed() -> None:
    """Results can be repeated: points and rupees follow from the seed alone."""
    one, two = (duel("heuristic-1", "random-1", 3, seed=4, ruleset="mini") for _ in range(2))
    assert (one.points, one.rupees) == (two.points, two.rupees)
    assert play(BySeat("random-1", "greedy-1"), bytes(32), MINI) == play(
        BySeat("random-1", "greedy-1"), bytes(32), MINI
    )
