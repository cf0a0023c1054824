"""The yardstick players: within their limit, blind to what is hidden, and as strong as a yardstick must be."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from benchmarks.yardstick import Entry, points
from tests.table.matches import seed

from saudagar.dealers import FairDealer, rng, settle
from saudagar.kernel import compiled
from saudagar.players import Limit, player
from saudagar.rules import MINI, SIX_EACH, STANDARD, Round, Ruleset, View, sample_world

RIVALS = pytest.mark.parametrize(("name", "samples"), [("flatmc-1", 2), ("ismcts-1", 60), ("puct8-1", 40)])
needs_compiled = pytest.mark.skipif(not compiled(), reason="speed and strength are those of the compiled kernel")


def views(rounds: int, first: int = 0) -> Iterator[View]:
    """What the seat to act sees, ply by ply, in rounds between two players without search."""
    for number in range(first, first + rounds):
        dealer, numbers, plies = FairDealer(seed(number)), rng(number), 0
        names = ("heuristic-1", "greedy-1")
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        while not position.over:
            view = position.seen_by(position.turn)
            yield view
            action = player(names[plies % 2]).choose(view, Limit(), numbers).action
            position = settle(position.play(action), dealer)
            plies += 1


@RIVALS
def test_what_is_hidden_does_not_move_it(name: str, samples: int) -> None:
    """Over 200 positions: hidden cards and bonus tokens dealt anew, the decision and every value stay the same."""
    numbers, asked, hidden, tokens = rng(5), 0, 0, 0
    for ply, view in enumerate(views(7 if compiled() else 1)):
        limit = Limit(samples=samples if compiled() else 2)
        decision = player(name).choose(view, limit, rng(ply))
        worlds = [sample_world(view, numbers) for _ in range(2)]
        for world in worlds:
            assert player(name).choose(world.seen_by(view.audience), limit, rng(ply)) == decision, str(view)
        hidden += worlds[0].hands != worlds[1].hands
        tokens += worlds[0].purses != worlds[1].purses
        asked += 1
    assert asked >= 200 or not compiled()
    assert hidden > asked / 20, "hands must really have differed"
    assert tokens > asked / 20 or not compiled(), "bonus tokens too"


@RIVALS
def test_its_decision_is_its_best_and_a_legal_one(name: str, samples: int) -> None:
    """In rounds between others too: legal, first in its ranking, no action twice, shares between 0 and 1."""
    for ply, view in enumerate(views(2 if compiled() else 1, first=20)):
        decision = player(name).choose(view, Limit(samples=samples if compiled() else 1), rng(ply))
        assert view.why_not(decision.action) is None
        assert decision.ranking[0][0] == decision.action
        assert len({action for action, _ in decision.ranking}) == len(decision.ranking)
        assert all(0 <= value <= 1 for _, value in decision.ranking)


@RIVALS
def test_other_numbers_may_lead_to_other_values(name: str, samples: int) -> None:
    """The seed reaches the search; the same seed gives the same values, which the meta-test asks of every player."""
    view = next(views(1))
    told = {player(name).choose(view, Limit(samples=samples), rng(number)).ranking for number in range(5)}
    assert len(told) > 1


@needs_compiled
@RIVALS
@pytest.mark.parametrize("seconds", [0.03, 0.15])
def test_it_keeps_its_time(name: str, samples: int, seconds: float) -> None:
    """Within 20 ms of the limit, in at least half of the moves: other programs may hold up any one of them."""
    player(name).choose(next(views(1)), Limit(samples=1), rng(1))  # makes the tables
    off = []
    for ply, view in enumerate(views(1, first=3)):
        if ply % 8 == 0 and len(view.legal_actions) > 1:
            began = time.monotonic()
            player(name).choose(view, Limit(seconds=seconds), rng(ply))
            off.append(abs(time.monotonic() - began - seconds))
    assert sorted(off)[len(off) // 2] < 0.02


@needs_compiled
@RIVALS
def test_samples_and_seconds_together_stop_at_what_comes_first(name: str, samples: int) -> None:
    """Few samples in a long time are those few samples; many in a short time end with the time."""
    view = next(views(1))
    assert player(name).choose(view, Limit(samples, 60.0), rng(1)) == player(name).choose(view, Limit(samples), rng(1))
    began = time.monotonic()
    player(name).choose(view, Limit(10_000_000, 0.05), rng(1))
    assert time.monotonic() - began < 5


@RIVALS
@pytest.mark.parametrize("limit", [Limit(samples=0), Limit(samples=-3), Limit(seconds=0.0), Limit(seconds=-1.0)])
def test_a_limit_that_allows_nothing_is_refused(name: str, samples: int, limit: Limit) -> None:
    """ValueError that says what is wrong."""
    with pytest.raises(ValueError, match="a search needs"):
        player(name).choose(next(views(1)), limit, rng(1))


@RIVALS
@pytest.mark.parametrize("ruleset", [MINI, SIX_EACH], ids=lambda rules: rules.name)
def test_other_rules_are_refused(name: str, samples: int, ruleset: Ruleset) -> None:
    """ValueError that names both rulesets: weights and rules of thumb are those of the standard game."""
    dealer = FairDealer(seed(1))
    position = Round.start(ruleset, dealer.first(), dealer.deal(ruleset))
    with pytest.raises(ValueError, match=f"standard rules only, not {ruleset.name}"):
        player(name).choose(position.seen_by(position.turn), Limit(samples=1), rng(1))


@needs_compiled
@pytest.mark.parametrize(
    ("better", "worse", "deals", "least"),
    [
        ("flatmc-1@24", "greedy-1", 12, 0.75),
        pytest.param("flatmc-1@24", "heuristic-1", 40, 0.55, marks=pytest.mark.long),
        pytest.param("puct8-1@100", "heuristic-1", 20, 0.6, marks=pytest.mark.long),
    ],
)
def test_the_yardsticks_are_in_order(better: str, worse: str, deals: int, least: float) -> None:
    """Mirrored deals from fixed seeds: the same on every machine, and far from the line."""
    one, other = Entry(better), Entry(worse)
    assert sum(points(one, other, seed(100 + number)) for number in range(deals)) / (2 * deals) > least
