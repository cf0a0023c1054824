"""The puzzles that are shipped: legal, clear, varied, the same for everybody; and how new ones are found."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from importlib import resources

import pytest

from saudagar import parse_action, parse_position
from saudagar.analysis.depth import MIDDLE
from saudagar.analysis.judge import Judge
from saudagar.analysis.puzzles import GAP, SHARE, SURE, mine, of_day, shipped, written
from saudagar.notation import catalogue
from saudagar.rules import STANDARD, Seat, View

FILE = resources.files("saudagar.analysis").joinpath("puzzles.json")


def test_there_are_a_hundred_small_ones_all_different() -> None:
    """One hundred kilobytes at most, and no position twice."""
    assert len(shipped()) >= 100
    assert len({each.line for each in shipped()}) == len(shipped())
    assert len(FILE.read_text(encoding="utf-8").encode()) <= 100_000


def test_each_is_what_one_seat_sees_and_every_option_is_legal() -> None:
    """The line keeps the other hand and the stock hidden; the options are allowed there, best first."""
    for each in shipped():
        view = parse_position(each.line)
        assert isinstance(view, View)
        assert view.audience is view.to_act
        assert isinstance(view.audience, Seat)
        assert view.hands[view.audience.other] is None or view.hand_sizes[view.audience.other] == 0
        legal = set(view.legal_actions)
        assert {parse_action(option.action) for option in each.options} <= legal
        wins = [option.win for option in each.options]
        assert wins == sorted(wins, reverse=True)


def test_one_action_is_clearly_the_best() -> None:
    """By the gap that docs/review.md names, and by more than four of its standard errors."""
    for each in shipped():
        best, second = each.options[:2]
        # Both values are rounded to three places.
        assert best.win - second.win >= GAP - 0.001
        assert best.win - second.win > SURE * max(best.error, second.error) - 0.001


def test_no_kind_of_decision_has_more_than_its_share() -> None:
    """At least four kinds, none above three tenths."""
    kinds = Counter(each.kind for each in shipped())
    assert len(kinds) >= 4
    assert max(kinds.values()) <= SHARE * len(shipped())


def test_every_puzzle_has_a_reason_in_every_language() -> None:
    """The keys are in all catalogues."""
    for language in ("en", "fr", "es", "hu"):
        texts = catalogue(language, "review")
        for each in shipped():
            assert each.why
            assert all(any(key in texts for key in (m.key, f"{m.key}_other")) for m in each.why)


def test_every_day_has_its_puzzle() -> None:
    """One after the other, then from the beginning; days before the first one too."""
    first = date(2026, 1, 1)
    count = len(shipped())
    assert [of_day(first + timedelta(days)) for days in (0, 1, count - 1, count, -1)] == [0, 1, count - 1, 0, count - 1]


def test_another_look_agrees() -> None:
    """A judge of middle depth, that never saw the numbers of the file, prefers the same action."""
    judge = Judge(STANDARD, MIDDLE)
    for each in shipped()[:3]:
        view = parse_position(each.line)
        assert isinstance(view, View)
        assert str(judge.weigh(view).best.action) == each.options[0].action


@pytest.mark.long
def test_the_command_finds_the_shipped_ones_again() -> None:
    """The same seed, count and version: the same text."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    found = mine(len(shipped()), told["seed"])
    assert written(found, told["seed"], told["judge"]) == FILE.read_text(encoding="utf-8")
