"""`saudagar puzzle`: the board in lines, answers right and wrong, and what is said to lines that are no answer."""

from __future__ import annotations

import json
from datetime import date

import pytest

from saudagar import parse_action, parse_position
from saudagar.analysis.puzzles import Puzzle, of_day, shipped
from saudagar.notation import LANGUAGES, Narrator, catalogue
from saudagar.rules import BySeat, Seat, View

from .conftest import Run

DAYS = ("2026-01-01", "2026-01-04", "2026-02-14", "2026-11-30")


def puzzle_of(day: str) -> tuple[Puzzle, View]:
    found = shipped()[of_day(date.fromisoformat(day))]
    view = parse_position(found.line)
    assert isinstance(view, View)
    return found, view


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_in_lines(run: Run, day: str, language: str) -> None:
    """Market, both hands as far as known, herds, tokens and the question: nobody needs a picture, and no hole is left."""
    found, view = puzzle_of(day)
    told = run("puzzle", "--day", day, "--lang", language)
    assert told.code == 1  # no answer came
    assert "{" not in told.out
    assert found.line in told.out
    tell = Narrator(catalogue(language), language, BySeat("A", "B"))
    assert isinstance(view.audience, Seat)
    for cards in (view.market, view.hand, view.known[view.audience.other]):
        assert not cards.size or tell.cards(cards) in told.out
    for good in view.ruleset.goods:
        assert " ".join(map(str, view.ruleset.tokens_left(good, view.sold[good]))) in told.out
    assert catalogue(language, "puzzle")["puzzle.ask"] in told.out
    assert found.options[0].action not in told.out.replace(found.line, "")


@pytest.mark.parametrize("day", DAYS)
def test_the_best_is_right_and_others_lose_what_they_lose(run: Run, day: str) -> None:
    """Exit code 0 and 1; small letters and blanks are read; the loss is the difference of the chances that are shown."""
    found, view = puzzle_of(day)
    best, second = found.options[:2]
    told = run("puzzle", "--day", day, "--lang", "en", stdin=f" {best.action.lower()} \n")
    assert told.code == 0
    assert "Yes, that is the best." in told.out
    told = run("puzzle", "--day", day, "--lang", "en", stdin=f"{second.action}\n")
    assert told.code == 1
    assert f"loses {100 * (best.win - second.win):.1f} %" in told.out
    assert f"({best.action})" in told.out
    other = next(a for a in view.legal_actions if str(a) not in {each.action for each in found.options})
    told = run("puzzle", "--day", day, "--lang", "en", stdin=f"{other}\n")
    assert told.code == 1
    assert f"loses more than {100 * (best.win - found.options[-1].win):.1f} %" in told.out


def test_what_is_no_answer_is_explained_and_asked_again(run: Run) -> None:
    """Nonsense, what the rules do not allow (by its reason, not by its code), a call for help, the list of actions."""
    found, view = puzzle_of(DAYS[0])
    lines = ["hallo", "+DDD", "-KKK", "?", "actions", found.options[0].action]
    told = run("puzzle", "--day", DAYS[0], "--lang", "en", stdin="\n".join(lines) + "\n")
    assert told.code == 0
    assert "Not understood: hallo." in told.out
    assert "You may take one single good" in told.out
    assert "_" not in told.out  # no code of a reason
    assert "+D takes one diamond" in told.out
    assert " ".join(map(str, view.legal_actions)) in told.out
    assert told.out.count("\n> ") == len(lines) - 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_speaks_of_nothing_that_was_played(run: Run, language: str) -> None:
    """Where only looking ahead shows it, the best is compared with the next best, by its own numbers."""
    ahead = [n for n, each in enumerate(shipped()) if each.why[0].key == "why.ahead"]
    day = date.fromordinal(date(2026, 1, 1).toordinal() + ahead[0]).isoformat()
    found, _ = puzzle_of(day)
    told = run("puzzle", "--day", day, "--answer", "--lang", language)
    assert told.code == 0
    said = catalogue(language, "puzzle")["puzzle.ahead"]
    for name in ("best", "played"):
        said = said.replace(f"{{{name}}}", str(found.why[0].params[name]))
    assert said in told.out


def test_json_holds_the_puzzle_and_its_answer(run: Run) -> None:
    """One document: the day, the position line, the options best first."""
    found, view = puzzle_of(DAYS[1])
    told = json.loads(run("puzzle", "--day", DAYS[1], "--json").out)
    assert (told["day"], told["line"]) == (DAYS[1], found.line)
    assert parse_action(told["options"][0][0]) in view.legal_actions
    assert told["options"][0][1] > told["options"][1][1]


def test_a_day_that_is_none_is_refused(run: Run) -> None:
    """Exit code 2, and how days are written."""
    told = run("puzzle", "--day", "2026-13-03")
    assert told.code == 2
    assert "2026-11-30" in told.err
