"""The styles: a small liking that shows in what is done, and costs next to nothing."""

from __future__ import annotations

import pytest
from tests.players.positions import positions
from tests.table.matches import seed

from saudagar.dealers import FairDealer, rng, settle
from saudagar.kernel.tables import action_of
from saudagar.notation import parse_action
from saudagar.players import LEVELS, STYLE_NAMES, Limit, player
from saudagar.players.network import state_of
from saudagar.players.styles import PUSH, STYLES, Open
from saudagar.players.trader import Trader, opened
from saudagar.rules import MINI, STANDARD, Round, bundle

TABLE = Open(hand=bundle("CCPPL"), known=bundle("GGC"), tokens=(3, 5, 5, 2, 7, 9))


@pytest.mark.parametrize(
    ("style", "more", "less"),
    [
        ("collector", "-CCCC", "-CC"),
        ("collector", "+C", "+S"),
        ("quick-seller", "-CC", "+D"),
        ("camel-driver", "+K", "+CC-KK"),
        ("camel-driver", "+CC-PL", "+CC-KK"),
        ("jeweller", "+D", "+L"),
        ("jeweller", "-GG", "-CC"),
        ("closer", "-CC", "-PP"),
        ("closer", "+C", "+CC-PL"),
        ("spoiler", "+G", "+D"),
        ("spoiler", "-GG", "-PP"),
        ("spoiler", "+GG-PP", "+DD-CP"),
    ],
)
def test_what_a_style_likes(style: str, more: str, less: str) -> None:
    """By its name: large sets, sales, camels, precious goods, emptied piles, what the other gathers."""
    assert STYLES[style](parse_action(more), TABLE) > STYLES[style](parse_action(less), TABLE)


@pytest.mark.parametrize("style", STYLE_NAMES)
def test_a_liking_is_small(style: str) -> None:
    """From -1 to 1 for every legal action of 80 positions; one is worth a chance of 2 % at most."""
    for position in positions(80):
        view = position.seen_by(position.turn)
        known = opened(STANDARD, state_of(view))
        assert known.hand == view.hand
        assert known.known == view.known[position.turn.other]
        assert all(-1 <= STYLES[style](action, known) <= 1 for action in view.legal_actions)
    assert 0 < PUSH[style] <= 0.02


def test_every_style_has_a_name_and_a_push() -> None:
    """The three lists are one."""
    assert list(STYLES) == list(PUSH) == list(STYLE_NAMES)
    assert len(STYLES) == 6


@pytest.mark.parametrize("style", STYLE_NAMES)
def test_a_style_shows_in_what_is_done(style: str) -> None:
    """In the same 80 positions, with the same random numbers, a trader with a style likes better what it does."""
    likings = [0.0, 0.0]
    for place, name in enumerate(("trader", f"trader/{style}")):
        bot = player(name)
        for number, position in enumerate(positions(80)):
            view = position.seen_by(position.turn)
            action = bot.choose(view, Limit(), rng(number)).action
            likings[place] += STYLES[style](action, opened(STANDARD, state_of(view)))
    assert likings[1] > likings[0]


def test_a_style_stays_within_what_its_level_allows() -> None:
    """What a style takes is an action that its level considers: it lifts nothing over the cap."""
    bots = [player(f"haggler/{style}") for style in STYLE_NAMES]
    for number, position in enumerate(positions(60)):
        view = position.seen_by(position.turn)
        decision = bots[number % 6].choose(view, Limit(), rng(number))
        best = dict(player("network-1").choose(view, Limit(), rng(number)).ranking)
        assert max(best.values()) - best[decision.action] <= LEVELS["haggler"].cap + 0.02


def test_codes_and_actions_agree() -> None:
    """The first of what is ranked by codes is the action that is chosen from the view."""
    trader = Trader("t", LEVELS["expert"], "closer")
    for number, position in enumerate(positions(20)):
        view = position.seen_by(position.turn)
        code = trader.ranked(STANDARD, state_of(view), rng(number))[0][0]
        assert action_of(code, STANDARD) == trader.choose(view, Limit(), rng(number)).action


@pytest.mark.parametrize("style", STYLE_NAMES)
def test_every_style_plays_where_some_goods_are_missing(style: str) -> None:
    """A whole round of the ten-card game, which has diamonds and cloth alone."""
    dealer, numbers, bot = FairDealer(seed(5)), rng(5), player("champion", level="haggler", style=style)
    position = Round.start(MINI, dealer.first(), dealer.deal(MINI))
    while not position.over:
        view = position.seen_by(position.turn)
        action = bot.choose(view, Limit(), numbers).action
        assert action in view.legal_actions
        position = settle(position.play(action), dealer)
