"""Every contradiction that can be planted in a round is found, and no round that play can reach has one."""

import inspect
from dataclasses import replace
from itertools import islice

import pytest
from tests.rules.boards import board, met

from saudagar.errors import ImpossiblePosition
from saudagar.notation import parse_position
from saudagar.rules import EMPTY, STANDARD, BySeat, Purse, bundle, problems, validity

SOUND = board("KKDGS", a="PPPL", b="CCG", sold="LLD", herds=(1, 2), known=("P", "C"))
"""Sold: two leather (4 + 3) and a diamond (7), all paid to B: 14 rupees in three tokens."""
FULL = tuple(pile for _, pile in STANDARD.bonuses)

PLANTED = [
    ({"market": bundle("KKDGP")}, "the pack is"),
    ({"stock": SOUND.stock + bundle("D")}, "the pack is"),
    ({"stock": SOUND.stock - bundle("D")}, "the pack is"),
    ({"herds": BySeat(1, 3)}, "the pack is"),
    ({"herds": BySeat(-1, 4)}, "fewer than no"),
    ({"herds": BySeat(-5, 0)}, "fewer than no"),
    ({"exchanges": -1}, "fewer than no"),
    ({"sold": SOUND.sold + bundle("K"), "herds": BySeat(0, 2)}, "never sold"),
    ({"hands": BySeat(bundle("PPPLK"), bundle("CCG")), "herds": BySeat(0, 2)}, "stand in the herd"),
    ({"known": BySeat(bundle("K"), EMPTY)}, "stand in the herd"),
    ({"hands": BySeat(bundle("PPPLLLLL"), bundle("CCG")), "stock": SOUND.stock - bundle("LLLL")}, "the limit is 7"),
    ({"known": BySeat(bundle("D"), EMPTY)}, "are not all in the hand"),
    ({"known": BySeat(EMPTY, bundle("CCC"))}, "are not all in the hand"),
    ({"market": bundle("KKDGSL"), "stock": SOUND.stock - bundle("L")}, "it holds 5"),
    ({"exchanges": 13}, "the cap is 12"),
    ({"purses": BySeat(Purse(), Purse(15, 3))}, "purses hold something else"),
    ({"purses": BySeat(Purse(), Purse(14, 4))}, "purses hold something else"),
    ({"purses": BySeat(Purse(5, 1), Purse(9, 2))}, "cannot be part of what was sold"),
    ({"bonuses": FULL[:2]}, "there are 3 bonus piles"),
    ({"bonuses": (FULL[0][1:], *FULL[1:])}, "in all"),
    ({"purses": BySeat(Purse(0, 0, (6,)), Purse(14, 3))}, "in all"),
    ({"purses": BySeat(Purse(0, 0, (7,)), Purse(14, 3))}, "is worth 7"),
    ({"purses": BySeat(Purse(0, 0, (), (3,)), Purse(14, 3))}, "hides no bonus tokens"),
    ({"bonus_due": 2}, "no bonus pile for 2 cards"),
    ({"bonus_due": 3, "bonuses": ((), *FULL[1:]), "purses": BySeat(Purse(0, 0, FULL[0]), Purse(14, 3))}, "is empty"),
    ({"bonus_due": 3, "market": bundle("KKDG"), "stock": SOUND.stock + bundle("S")}, "never owed together"),
]
UNWRITABLE = {"fewer than no", "never sold", "are not all in the hand", "stand in the herd", "hides no bonus tokens"}
"""A line has no sign for these."""


def test_the_board_without_plants_is_sound():
    """So that what is found below was planted."""
    assert problems(SOUND) == []


@pytest.mark.parametrize(("plant", "words"), PLANTED, ids=[f"{n}-{words}" for n, (_, words) in enumerate(PLANTED)])
def test_a_planted_contradiction_is_found(plant, words):
    """Exactly what was planted is named."""
    found = problems(replace(SOUND, **plant))
    assert any(words in problem for problem in found), found


def test_every_kind_of_problem_has_a_plant():
    """As many different messages come out as the source can write."""
    source = inspect.getsource(validity)
    written = source.count("found.append(") + source.count("return [")
    assert len({words for _, words in PLANTED}) == written


def test_a_position_line_with_a_contradiction_is_refused():
    """Whatever of them can be written as a line is refused with the same problems."""
    lines = [replace(SOUND, **plant) for plant, words in PLANTED if words not in UNWRITABLE]
    assert len(lines) == len(PLANTED) - 9
    for wrong in lines:
        with pytest.raises(ImpossiblePosition) as refused:
            parse_position(str(wrong))
        assert list(refused.value.problems) == problems(wrong)


def test_several_contradictions_are_all_named():
    """The list is complete, not the first finding only."""
    found = problems(replace(SOUND, exchanges=13, purses=BySeat(Purse(), Purse(15, 3)), bonus_due=2))
    assert len(found) == 3


def test_nothing_is_wrong_with_what_play_reaches():
    """1,500 positions of seeded play, owed chance and ends included."""
    for position in islice(met(seed=300), 1500):
        assert problems(position) == [], str(position)
