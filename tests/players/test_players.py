"""The players: they see a view and nothing else, decide alike when asked alike, and never do what is not allowed."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest
from tests.table.matches import seed

from saudagar.dealers import FairDealer, rng, settle
from saudagar.errors import UnknownPlayer
from saudagar.notation import parse_position
from saudagar.players import OPPONENTS, PLAYERS, Decision, HeuristicPlayer, Limit, player
from saudagar.players.protocol import best
from saudagar.rules import (
    AUDIENCES,
    MINI,
    SIX_EACH,
    SPECTATOR,
    STANDARD,
    Round,
    Ruleset,
    Sell,
    Take,
    TakeCamels,
    View,
    bundle,
    sample_world,
)
from saudagar.rules.cards import Card

ALL = pytest.mark.parametrize("name", PLAYERS)
QUICK = {"flatmc-1": 1, "ismcts-1": 20, "puct8-1": 16, "champion-1": 40}
"""Samples for the players that search: few, since these tests ask what they do, not how well. Standard rules only."""

ANCHORS = {"flatmc-1", "ismcts-1", "puct8-1"}
SEATED = [
    pytest.param(name, ruleset, id=f"{ruleset.name}-{name}")
    for name in PLAYERS
    for ruleset in (STANDARD, SIX_EACH, MINI)
    if ruleset is STANDARD or name not in ANCHORS
]
"""Who plays by which rules: the players that others are measured by know the standard ones only."""


def limit(name: str) -> Limit:
    """What a player may use in these tests."""
    return Limit(samples=QUICK.get(name))


def rounds_of(name: str, ruleset: Ruleset, count: int) -> list[list[tuple[View, Decision]]]:
    """Let a player play rounds against itself; returns what it saw and decided."""
    told = []
    for number in range(count):
        dealer, bot, numbers = FairDealer(seed(number)), player(name), rng(number)
        position, plies = Round.start(ruleset, dealer.first(), dealer.deal(ruleset)), []
        while not position.over:
            view = position.seen_by(position.turn)
            decision = bot.choose(view, limit(name), numbers)
            assert view.why_not(decision.action) is None, f"{name} {decision.action} [{view}]"
            plies.append((view, decision))
            position = settle(position.play(decision.action), dealer)
            assert len(plies) < 400, "a round must end"
        told.append(plies)
    return told


@pytest.mark.parametrize(
    ("name", "ruleset", "count"),
    [pytest.param(*each.values, {STANDARD: 6, SIX_EACH: 3, MINI: 40}[each.values[1]], id=each.id) for each in SEATED],
)
def test_whole_rounds_without_an_illegal_action(name: str, ruleset: Ruleset, count: int) -> None:
    """Every decision is legal and every round ends; the ranking holds each legal action once, best first.

    Who searches may leave some out.
    """
    for plies in rounds_of(name, ruleset, count):
        for view, decision in plies[::7]:
            ranked = sorted(str(action) for action, _ in decision.ranking)
            legal = sorted(map(str, view.legal_actions))
            assert ranked == ([action for action in legal if action in ranked] if name in ANCHORS else legal)
            values = [value for _, value in decision.ranking]
            assert values == sorted(values, reverse=True)
            assert dict(decision.ranking)[decision.action] >= values[0] - 1e-6


@pytest.mark.long
@pytest.mark.parametrize(("name", "ruleset"), SEATED)
def test_two_hundred_rounds_without_an_illegal_action(name: str, ruleset: Ruleset) -> None:
    """The same over 200 seeded rounds of each ruleset."""
    assert len(rounds_of(name, ruleset, 200)) == 200


@ALL
def test_the_same_question_has_the_same_answer(name: str) -> None:
    """Equal views and equal random numbers give equal decisions, from a new player and from one that has played."""
    used = player(name)
    for plies in rounds_of(name, STANDARD, 1):
        for view, _ in plies[::5]:
            decisions = [each.choose(view, limit(name), rng(3)) for each in (player(name), used, used)]
            assert decisions[0] == decisions[1] == decisions[2]


@ALL
def test_what_a_player_cannot_see_does_not_move_it(name: str) -> None:
    """In worlds that its seat cannot tell apart it decides the same: it has nothing but its view to go by."""
    dealer, numbers = FairDealer(seed(8)), rng(8)
    position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
    for ply in range(30):
        view = position.seen_by(position.turn)
        decision = player(name).choose(view, limit(name), rng(ply))
        for world in (sample_world(view, numbers) for _ in range(2)):
            assert player(name).choose(world.seen_by(view.audience), limit(name), rng(ply)) == decision
        position = settle(position.play(decision.action), dealer)
        if position.over:
            break
    assert ply > 10


@ALL
def test_a_player_is_asked_with_a_view_a_limit_and_numbers(name: str) -> None:
    """`choose` takes what the protocol says, and the module of the player knows neither rounds nor dealers."""
    assert list(inspect.signature(PLAYERS[name]().choose).parameters) == ["view", "limit", "rng"]
    source = inspect.getsource(inspect.getmodule(type(PLAYERS[name]())))
    assert not any(word in source for word in ("import dealers", "..dealers", "..table", "Round,", "import Round"))


@ALL
def test_nobody_else_is_asked(name: str) -> None:
    """ValueError for the seat that is not to act, for a spectator, and after the end."""
    dealer = FairDealer(seed(9))
    position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
    for audience in (position.turn.other, SPECTATOR):
        with pytest.raises(ValueError, match="not to act"):
            player(name).choose(position.seen_by(audience), Limit(), rng(1))
    over = replace(position, stock=bundle(), market=bundle("D"))
    assert over.over
    for audience in AUDIENCES:
        with pytest.raises(ValueError, match="not to act"):
            player(name).choose(over.seen_by(audience), Limit(), rng(1))


def test_players_are_found_by_their_names() -> None:
    """A versioned name is that version, a bare name the newest of its kind; each knows its own name."""
    assert list(PLAYERS)[:3] == ["random-1", "greedy-1", "heuristic-1"]
    assert OPPONENTS[-1] in PLAYERS
    for name in PLAYERS:
        assert player(name).name == name
    assert player("heuristic").name.startswith("heuristic-")


def test_the_newest_version_is_the_highest_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 10 is newer than version 9."""
    for version in (9, 10):
        monkeypatch.setitem(
            PLAYERS, f"heuristic-{version}", type("P", (HeuristicPlayer,), {"name": f"heuristic-{version}"})
        )
    assert player("heuristic").name == "heuristic-10"
    assert player("heuristic-1").name == "heuristic-1"


@pytest.mark.parametrize("name", ["", "nobody", "greedy-", "greedy-2x", "-1", "Greedy", "greedy-1 ", "random-99"])
def test_an_unknown_name_is_told_with_those_there_are(name: str) -> None:
    """UnknownPlayer lists the players of the house."""
    with pytest.raises(UnknownPlayer) as caught:
        player(name)
    assert all(known in str(caught.value) for known in PLAYERS)


def test_equal_values_are_equally_likely() -> None:
    """Among the best, within a millionth, each is chosen about as often; nothing else ever is."""
    ranked = [(TakeCamels(), 1.0), (Take(Card.GOLD), 1.0 + 1e-9), (Sell(Card.LEATHER, 1), 0.9)]
    numbers = rng(1)
    chosen = [best(ranked, numbers).action for _ in range(600)]
    assert 230 < chosen.count(TakeCamels()) < 370
    assert Sell(Card.LEATHER, 1) not in chosen


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        # Five leather for 4+3+2+1+1 and a token of 8 to 10, with nothing else worth a rupee in sight.
        ("greedy-1", "LPKKK DDDDDDGGGGGGSSSSSSCCCCCCCCPPPPPPLKKKKKKK LLLLL|PLLL 0|1", "-LLLLL"),
        # Two diamonds for two camels: nothing that has a price is given away.
        ("heuristic-1", "DDLLK DDDDGGGGGGSSSSSSCCCCCCCPPPPPPPLLLLLKKKKKKK CL|PLL 2|1", "+DD-KK"),
    ],
)
def test_what_anybody_would_do(name: str, line: str, expected: str) -> None:
    """Positions in which one action is plainly the best."""
    rest = "0.0.0.0.0.0 1.1.2.2.2.3.3/4.4.5.5.6.6/8.8.9.10.10 0x0|0x0 a"
    position = parse_position(f"{line} {rest}")
    assert isinstance(position, Round)
    assert str(player(name).choose(position.seen_by(position.turn), Limit(), rng(1)).action) == expected


@ALL
def test_values_are_python_s_own_numbers(name: str) -> None:
    """A ranking goes into JSON as it is: no number of NumPy's may hide in it."""
    view = parse_position("CKKKK ?32 C|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a")
    assert isinstance(view, View)
    ranking = player(name).choose(view, Limit(samples=QUICK.get(name)), rng(1)).ranking
    assert {type(value) for _, value in ranking} == {float}
