"""Pairs: the same deal twice, the seats exchanged, and nothing but a view for anybody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.arena.stubs import playing

from saudagar.arena import Contestant, Here, PlayerFailed, pairings, play_all, play_pair
from saudagar.arena.pair import pair_key
from saudagar.dealers import FairDealer
from saudagar.players import Decision, Limit, player
from saudagar.rules import MINI, STANDARD, Card, Rng, Seat, Take, View

GREEDY, HEURISTIC, RANDOM = (Contestant.parse(name) for name in ("greedy", "heuristic", "random"))


def test_both_rounds_of_a_pair_see_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that does not use chance sees, in its second round, what its opponent saw in the first one."""
    seen: list[tuple[str, View]] = []

    class Watcher:
        name = "watcher-1"

        def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
            seen.append((view.turn.value, view))
            return Decision(next(iter(view.legal_actions)))

    playing(monkeypatch, watcher=Watcher)
    watcher = Contestant.parse("watcher")
    pair = play_pair(watcher, watcher, 3, seed=5, ruleset=MINI)
    half = len(seen) // 2
    assert seen[:half] == seen[half:]
    assert pair.points == 1.0
    assert pair.rounds[0].margin == -pair.rounds[1].margin


def test_the_seats_are_exchanged_and_the_starter_is_not() -> None:
    """Player one sits in A, then in B; the same seat begins, so each player begins once."""
    for number in range(4):
        pair = play_pair(GREEDY, RANDOM, number, seed=1, ruleset=MINI)
        assert [played.seat for played in pair.rounds] == [Seat.A, Seat.B]
        assert pair.rounds[0].first is pair.rounds[1].first is FairDealer(pair_key(1, number)).first()


def test_a_deal_follows_from_seed_and_number_alone() -> None:
    """The same for whoever plays it, another for another number or seed."""
    one = FairDealer(pair_key(1, 0)).deal(STANDARD)
    assert one == FairDealer(pair_key(1, 0)).deal(STANDARD)
    assert one != FairDealer(pair_key(1, 1)).deal(STANDARD)
    assert one != FairDealer(pair_key(2, 0)).deal(STANDARD)


def test_a_pair_is_the_same_for_the_same_seed() -> None:
    """Points, margins and plies follow from seed and number; costs are not compared."""
    pairs = [play_pair(HEURISTIC, RANDOM, number, seed=7, ruleset=MINI) for number in (0, 0, 1)]
    assert pairs[0] == pairs[1]
    assert pairs[0] != replace(pairs[2], number=0)


def test_each_player_has_random_numbers_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The four places of a pair (two seats, two rounds) draw from four different streams."""
    first: dict[Rng, int] = {}

    class Drawer:
        name = "drawer-1"

        def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
            first.setdefault(rng, rng.below(1 << 30))
            return player("greedy").choose(view, limit, rng)

    playing(monkeypatch, drawer=Drawer)
    drawer = Contestant.parse("drawer")
    play_pair(drawer, drawer, 0, seed=1, ruleset=MINI)
    assert len(first) == len(set(first.values())) == 4


def test_the_cap_of_plies_ends_a_round_unfinished() -> None:
    """Half a round for each, no margin, and it is told."""
    pair = play_pair(GREEDY, RANDOM, 0, seed=1, ply_cap=5)
    assert [(played.points, played.margin, played.plies, played.finished) for played in pair.rounds] == [
        (0.5, 0, 5, False)
    ] * 2


@pytest.mark.parametrize("how", ["illegal", "broken"])
def test_a_player_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """The error says who, in which pair, why, and where."""

    class Faulty:
        name = "faulty-1"

        def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
            if how == "broken":
                raise KeyError("a bug")
            return Decision(Take(Card.CAMEL))

    playing(monkeypatch, faulty=Faulty)
    with pytest.raises(PlayerFailed, match=r"faulty failed in pair 4 of seed 1: .*\|"):
        play_pair(Contestant.parse("faulty"), RANDOM, 4, seed=1)


def test_every_player_is_given_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """`name@samples` and `name@5ms` go before the limit of everybody."""
    limits = set[Limit]()

    class Watcher:
        name = "watcher-1"

        def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
            limits.add(limit)
            return player("random").choose(view, limit, rng)

    playing(monkeypatch, watcher=Watcher)
    common = Limit(samples=3)
    one, two = Contestant.parse("watcher@5ms", common), Contestant.parse("watcher", common)
    play_pair(one, two, 0, seed=1, ruleset=MINI)
    assert limits == {Limit(seconds=0.005), Limit(samples=3)}
    assert Contestant.parse("champion:master@200") == Contestant(
        "champion:master@200", "champion:master", Limit(samples=200)
    )


@pytest.mark.parametrize("text", ["", "@5", "a@", "a@0", "a@-1", "a@x", "a@5s", "a@1@2", "a@9999999ms", "a@999999999"])
def test_what_is_no_contestant_is_refused(text: str) -> None:
    """A ValueError, never a limit that somebody guessed."""
    with pytest.raises(ValueError, match=r"is wanted|a limit is"):
        Contestant.parse(text)


@pytest.mark.parametrize("count", [1, 2, 7])
def test_pairs_come_in_order_whatever_the_number_of_workers(count: int) -> None:
    """Each pairing gets all its deals, in the order of their numbers."""

    class Many(Here):
        pass

    Many.count = count
    three = [RANDOM, GREEDY, HEURISTIC]
    got: dict[int, list[int]] = {0: [], 1: [], 2: []}
    with Many() as workers:
        for place, played in play_all(workers, pairings(three), 9, 1, ruleset="mini"):
            got[place] += [pair.number for pair in played]
    assert got == {place: list(range(9)) for place in range(3)}
