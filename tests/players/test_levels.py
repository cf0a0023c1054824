"""The levels: named, told apart by what they notice, and none of them absurd."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from tests.players.positions import positions

import saudagar
from saudagar.arena import Contestant, Duel, play_pair
from saudagar.dealers import rng
from saudagar.errors import UnknownPlayer
from saudagar.kernel import Kernel, ReferenceSimulator
from saudagar.kernel.search import Searcher
from saudagar.kernel.slots import NAMES
from saudagar.notation import LANGUAGES, catalogue, parse_position
from saudagar.players import LEVELS, OPPONENTS, PLAYERS, STYLE_NAMES, Decision, Limit, opponent, player
from saudagar.players.levels import Level
from saudagar.players.network import ChampionPlayer, network
from saudagar.players.perception import dimmed, judged, outlooks
from saudagar.players.trader import Trader, early
from saudagar.players.worth import sale_value
from saudagar.rules import STANDARD, Action, Exchange, Round, Sell, View
from saudagar.rules.actions import given, taken

KERNEL = Kernel(STANDARD)
SEARCHER = Searcher(KERNEL, network(), threads=1)
BELOW = tuple(name for name, level in LEVELS.items() if not level.samples)
"""Those that do not look ahead; the decisions of those that do are the champion's own (tested here too)."""
ONE = 1 << 20


@cache
def asked() -> tuple[tuple[Round, dict[Action, float]], ...]:
    """Return positions with what the network says of each legal action."""
    told = []
    for position in positions(260, start=300):
        codes, values = SEARCHER.weigh(KERNEL.encode(position))
        words = {KERNEL.action(int(code)): int(value) / ONE for code, value in zip(codes, values, strict=True)}
        told.append((position, words))
    return tuple(told)


@cache
def decided(name: str) -> tuple[tuple[View, Action, dict[Action, float]], ...]:
    """Return what a level does in each position."""
    bot = player(f"champion:{name}")
    views = [(position.seen_by(position.turn), words) for position, words in asked()]
    return tuple((view, bot.choose(view, Limit(), rng(n)).action, words) for n, (view, words) in enumerate(views))


def haste(view: View, action: Action) -> float:
    """How much better an exchange must be, as docs/design/champion.md says: 0.1 % and 0.1 % for each one in a row."""
    return 0.001 * (1 + view.exchanges) * isinstance(action, Exchange)


def loss(view: View, action: Action, words: dict[Action, float]) -> float:
    """How much worse than the best an action is by the network's word."""
    return max(value - haste(view, each) for each, value in words.items()) - (words[action] - haste(view, action))


def hand_worth(view: View, action: Action | None) -> float:
    """What the sets in hand would sell for, before an action or after it."""
    hand = view.hand if action is None else view.hand - given(action).goods + taken(action)
    return sum(sale_value(view, good, hand[good]) for good in view.ruleset.goods)


@pytest.mark.parametrize("name", BELOW)
def test_no_level_takes_what_is_worse_than_the_best_by_more_than_its_cap(name: str) -> None:
    """By the network's word, in 260 positions, some of which nobody sensible would come to."""
    losses = [loss(*each) for each in decided(name)]
    assert len(losses) == 260
    assert max(losses) <= LEVELS[name].cap + 1e-3
    assert name == "master" or max(losses) > 0.01, "a level below the master does err"


def test_caps_fall_from_level_to_level() -> None:
    """Whoever is better is allowed smaller mistakes, and from the haggler up none beyond 12 %."""
    caps = [level.cap for level in LEVELS.values()]
    assert caps == sorted(caps, reverse=True)
    assert all(level.cap <= 0.12 for level in list(LEVELS.values())[5:])


def test_from_the_third_level_up_a_certain_win_is_taken() -> None:
    """Where an action ends the round and wins whatever is hidden, every level from the apprentice up wins there."""
    seen = 0
    for name in BELOW[2:]:
        for view, action, words in decided(name):
            if max(words.values()) == 1.0:
                seen += isinstance(max(words, key=lambda each: words[each]), Sell)
                assert words[action] == 1.0, f"{name} {action} [{view}]"
    assert seen >= 20


@pytest.mark.parametrize("name", BELOW)
def test_no_level_makes_a_senseless_exchange(name: str) -> None:
    """None that leaves the sets in hand worth less and is clearly worse than the best; none to and fro.

    Six rupees are given to the player's own, rougher sum; a round of exchanges in a row is one of both seats.
    """
    exchanges = 0
    for view, action, words in decided(name):
        if isinstance(action, Exchange):
            exchanges += 1
            lost = hand_worth(view, None) - hand_worth(view, action)
            assert lost <= 6 or loss(view, action, words) <= 0.021, f"{name} {action} [{view}]"
            assert view.exchanges < 2 or loss(view, action, words) <= 1e-3, f"{name} {action} [{view}]"
    assert exchanges > 5


@pytest.mark.parametrize("name", BELOW)
def test_a_level_sees_no_exchange_beyond_its_size(name: str) -> None:
    """It makes one all the same only where everything else would cost more than its cap."""
    level = LEVELS[name]
    for view, action, words in decided(name):
        if isinstance(action, Exchange) and action.take.size > level.largest:
            smaller = [each for each in words if not isinstance(each, Exchange) or each.take.size <= level.largest]
            assert loss(view, action, words) == 0
            assert min(loss(view, each, words) for each in smaller) > 0.02


def test_the_highest_level_is_the_champion() -> None:
    """`champion:champion` is `champion-1`, and the same with a level's machinery decides the same."""
    assert LEVELS["champion"].samples == ChampionPlayer.samples
    assert player("champion:champion").name == "champion-1"
    trader = Trader("champion", LEVELS["champion"])
    for position, _ in asked()[::40]:
        view = position.seen_by(position.turn)
        one, other = (bot.choose(view, Limit(samples=60), rng(3)) for bot in (trader, player("champion-1")))
        assert one == other


def test_whoever_looks_ahead_is_the_champion_with_fewer_samples() -> None:
    """A level below the champion that looks ahead decides as the champion does with so many samples, seldom all alike."""
    ahead = {name: level.samples for name, level in LEVELS.items() if level.samples}
    assert list(ahead.values()) == sorted(ahead.values())
    assert list(LEVELS)[-len(ahead) :] == list(ahead)
    for name, samples in list(ahead.items())[:-1]:
        for position, _ in asked()[::40]:
            view = position.seen_by(position.turn)
            one = player(f"champion-1:{name}").choose(view, Limit(), rng(3))
            assert one == player("champion-1").choose(view, Limit(samples=samples), rng(3))


def test_the_level_without_limits_is_the_network() -> None:
    """A level that notices everything and takes the best decides as `network-1` does, but for a certain win."""
    trader = Trader("clear", Level("clear"))
    for position, words in asked()[::6]:
        view = position.seen_by(position.turn)
        decisions: list[Decision] = [bot.choose(view, Limit(), rng(3)) for bot in (trader, player("network-1"))]
        assert decisions[0].action == decisions[1].action or words[decisions[0].action] == 1.0


def test_what_is_judged_here_is_what_the_network_says() -> None:
    """The quick way through the network gives its own numbers to the last bit, for both weights; an end is seen as one."""
    bare = parse_position("DDGGP - PL.|SCL. 11|0 4.4.5.7.6.8 1.2.2.2.3.3/4.5.5.6.6/9.10.10 61x17+1+8+8|57x17+4 b")
    for position in (*(position for position, _ in asked()[::20]), bare):
        state = KERNEL.encode(position)
        codes, values = SEARCHER.weigh(state)
        slots, ends = outlooks(KERNEL, state, codes)
        for weights in (network(), early()):
            assert (judged(weights, slots) == weights.chances(weights.heads(slots)[:, 0])).all()
        assert (judged(network(), slots)[~ends] == values[~ends]).all()
        for place, code in enumerate(codes):
            after = position.play(KERNEL.action(int(code)))
            while after.owed and not after.over:
                after = ReferenceSimulator(STANDARD).chance(after, rng(int(code)))
            assert ends[place] == after.over


def test_what_is_forgotten_is_not_lost() -> None:
    """Cards of the other hand that a level does not remember are among the unseen; the dearest are kept."""
    for position, _ in asked()[::10]:
        state = KERNEL.encode(position)
        slots, _ = outlooks(KERNEL, state, SEARCHER.weigh(state)[0])
        for memory in (0, 2):
            seen = dimmed(slots, Level("x", memory=memory), STANDARD).astype(int)
            known = [NAMES.index(f"other.known.{letter}") for letter in "DGSCPL"]
            unseen = [NAMES.index(f"unseen.{letter}") for letter in "DGSCPL"]
            hidden = NAMES.index("other.hidden")
            assert (seen[:, known].sum(axis=1) == np.minimum(slots[:, known].sum(axis=1), memory)).all()
            assert (seen[:, known] + seen[:, unseen] == slots[:, known].astype(int) + slots[:, unseen]).all()
            assert (
                seen[:, known].sum(axis=1) + seen[:, hidden] == slots[:, known].sum(axis=1) + slots[:, hidden]
            ).all()
            cheaper = seen[:, known[3:]].sum(axis=1) > 0
            assert (seen[cheaper][:, known[:3]] == slots[cheaper][:, known[:3]]).all()


@pytest.mark.parametrize(
    ("asked_for", "whole"),
    [
        ("champion:master", "champion-1:master"),
        ("champion-1:master", "champion-1:master"),
        ("master", "champion-1:master"),
        ("master/collector", "champion-1:master/collector"),
        ("champion:master/collector", "champion-1:master/collector"),
        ("champion/closer", "champion-1:champion/closer"),
        ("champion", "champion-1"),
        ("greedy", "greedy-1"),
    ],
)
def test_a_level_is_asked_for_by_name(asked_for: str, whole: str) -> None:
    """With or without the player before it, with or without a version and a style; the whole name leads back."""
    assert player(asked_for).name == whole
    assert player(whole).name == whole
    assert opponent(asked_for) == whole


def test_level_and_style_may_stand_beside_the_name() -> None:
    """`player("champion", level="master", style="closer")`, as README.md shows."""
    assert saudagar.player("champion", level="master").name == "champion-1:master"
    assert saudagar.player("champion", level="novice", style="closer").name == "champion-1:novice/closer"
    assert saudagar.player("champion", style="spoiler").name == "champion-1:champion/spoiler"


@pytest.mark.parametrize(
    "name",
    ["champion:nobody", "champion:master/nobody", "greedy:master", "greedy/closer", "champion:", "master/", "Master"],
)
def test_an_unknown_level_is_told_with_those_there_are(name: str) -> None:
    """UnknownPlayer names players, levels and styles, and how they are written."""
    with pytest.raises(UnknownPlayer) as caught:
        player(name)
    assert all(word in str(caught.value) for word in (*PLAYERS, *LEVELS, *STYLE_NAMES, "champion:novice/collector"))
    assert opponent(name) is None


def test_people_are_offered_the_levels_in_their_order() -> None:
    """Novice to champion, each with a title and a line in four languages; the yardstick is not offered."""
    assert [player(name).name for name in OPPONENTS] == list(OPPONENTS)
    assert [name.partition(":")[2] or "champion" for name in OPPONENTS] == list(LEVELS)
    assert len(LEVELS) >= 8
    assert opponent("puct8") is None
    for language in LANGUAGES:
        texts = catalogue(language, "players")
        assert all(texts[f"level.{name}"] and texts[f"level.{name}.note"] for name in LEVELS)
        assert all(texts[f"style.{name}"] and texts[f"style.{name}.note"] for name in STYLE_NAMES)


def duel(one: str, two: str, deals: int, seed: int) -> Duel:
    first, second = Contestant.parse(one), Contestant.parse(two)
    return Duel(first, second, [play_pair(first, second, number, seed) for number in range(deals)])


@pytest.mark.parametrize(("better", "worse"), [("master", "trader"), ("trader", "novice")])
def test_levels_apart_are_apart(better: str, worse: str) -> None:
    """Over 8 mirrored deals of the arena, by names of the arena."""
    assert duel(f"champion:{better}", f"champion:{worse}", 8, seed=4).interval[0] > 0.5


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), list(pairwise(name for name in LEVELS if name != "champion")))
def test_neighbours_are_a_step_apart(better: str, worse: str) -> None:
    """60 to 70 % over 300 mirrored deals, with the width of chance allowed for."""
    found = duel(f"champion:{better}", f"champion:{worse}", 300, seed=5)
    assert found.interval[0] < 0.70
    assert found.interval[1] > 0.60
