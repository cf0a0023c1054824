"""What a seat cannot see moves no player, takes none longer, and reaches none: for every player, level and style."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from tests.players.positions import positions

import saudagar.players
from saudagar.dealers import rng
from saudagar.kernel import Kernel, search
from saudagar.kernel.search import Plan, Searcher
from saudagar.players import LEVELS, PLAYERS, STYLE_NAMES, Decision, Limit, Player, player
from saudagar.players.network import network
from saudagar.players.trader import Trader
from saudagar.rules import STANDARD, Round, View, sample_world

EVERYBODY = (
    *PLAYERS,
    *(f"champion-1:{name}" for name in LEVELS if name != "champion"),
    *(
        f"champion-1:{name}/{style}"
        for name, style in zip(("novice", "trader", "master") * 2, STYLE_NAMES, strict=True)
    ),
    "champion-1:champion/spoiler",
)
SAMPLES = {"flatmc-1": 1, "ismcts-1": 20, "puct8-1": 16}
"""Few, since it is asked what they look at and not how well they play; 40 for others that look ahead."""


def limit(name: str) -> Limit:
    return Limit(samples=SAMPLES.get(name, 40))


def another(position: Round, number: int) -> Round | None:
    """Return a world that the seat to act cannot tell from this one, and which is another; None when there is none."""
    view, numbers = position.seen_by(position.turn), rng(number)
    for _ in range(6):
        world = sample_world(view, numbers)
        if (world.hands, world.stock, world.purses, world.bonuses) != (
            position.hands,
            position.stock,
            position.purses,
            position.bonuses,
        ):
            return world
    return None


def pairs(count: int, start: int = 0) -> list[tuple[Round, Round]]:
    """Return pairs of positions that differ in what the seat to act cannot see, and in nothing else."""
    asked = ((position, another(position, number)) for number, position in enumerate(positions(2 * count, start)))
    found = [(position, world) for position, world in asked if world is not None][:count]
    assert len(found) == count
    return found


def at_work(work: Callable[[], Decision]) -> tuple[Decision, int]:
    """Return what a player decided, and how many functions were called and returned from meanwhile."""
    calls = 0

    def count(_frame: FrameType, _event: str, _arg: Any) -> None:
        nonlocal calls
        calls += 1

    gc.disable()  # what earlier tests left behind must not be tidied up, and counted, in the middle
    sys.setprofile(count)
    try:
        decision = work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return decision, calls


def thought(bot: Player, name: str, view: View) -> tuple[Decision, int]:
    return at_work(lambda: bot.choose(view, limit(name), rng(5)))


def decides_alike(name: str, count: int, start: int = 0) -> None:
    """Ask a player in both positions of every pair: the same decision, the same ranking, the same work."""
    bot = player(name)
    for position, world in pairs(count, start):
        one, other = (each.seen_by(each.turn) for each in (position, world))
        bot.choose(one, limit(name), rng(5))  # what is worked out once and kept is no part of the work
        assert thought(bot, name, one) == thought(bot, name, other), f"{name} [{one}]"


def states_alike(count: int, start: int = 0) -> int:
    """Ask those who read kernel states, which hold everything, in both states of every pair; return how many pairs.

    This is the sharper question: here the hidden cards do lie before them.
    """
    kernel = Kernel(STANDARD)
    searchers = [Searcher(kernel, network(), Plan(), threads) for threads in (1, 2)]
    traders = [Trader(name, level, threads=1) for name, level in LEVELS.items()]
    traders += [Trader(f"master/{style}", LEVELS["master"], style, threads=1) for style in STYLE_NAMES]
    differ = 0
    for number, (position, world) in enumerate(pairs(count, start)):
        one, other = kernel.encode(position), kernel.encode(world)
        differ += bool((one != other).any())
        searcher = searchers[number % 2]
        # Candidates hold what was found, how sure it is, and how many samples were spent on each.
        assert searcher.search(one, number, 48) == searcher.search(other, number, 48), str(position)
        trader = traders[number % len(traders)]
        told = [trader.ranked(STANDARD, state, rng(number), Limit(samples=48)) for state in (one, other)]
        assert told[0] == told[1], f"{trader.name} [{position}]"
    return differ


@pytest.fixture
def one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think on one thread: how often threads wait for each other is no two times the same."""
    monkeypatch.setattr(search, "cores", lambda: 1)


@pytest.mark.parametrize("name", EVERYBODY)
def test_hidden_cards_change_neither_a_decision_nor_its_work(name: str, one_core: None) -> None:
    """In 15 positions each: decision, ranking and work are the same whatever the seat cannot see."""
    decides_alike(name, 15)


def test_those_who_read_states_do_not_read_what_is_hidden() -> None:
    """The searching players and the levels, given whole states that differ in hidden words: nothing changes."""
    assert states_alike(60) == 60


@pytest.mark.long
@pytest.mark.parametrize("name", EVERYBODY)
def test_hidden_cards_change_nothing_in_many_positions(name: str, one_core: None) -> None:
    """The same over 250 positions each: 6,000 pairs in all."""
    decides_alike(name, 250, start=1_000)


@pytest.mark.long
def test_those_who_read_states_do_not_read_what_is_hidden_in_many() -> None:
    """The same over 5,000 pairs of states."""
    assert states_alike(5_000, start=5_000) == 5_000


def test_no_player_can_reach_a_dealer_or_a_table() -> None:
    """No module of the players names dealers, table, or a round's hidden parts; the layers are checked by the lint too."""
    files = list(Path(saudagar.players.__file__).parent.glob("*.py"))
    assert len(files) > 10
    for file in files:
        source = file.read_text(encoding="utf-8")
        assert not any(f"import {word}" in source for word in ("dealers", "table")), file.name
        assert not any(word in source for word in ("..dealers", "..table", ".stock_order", "time.sleep")), file.name
