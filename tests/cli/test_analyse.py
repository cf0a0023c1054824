"""`saudagar analyse` and `saudagar advise`: what they say, what they write, and how they refuse."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.analysis.matches import match

from saudagar.notation import LANGUAGES, Record

from .conftest import Run

OPENING = "CKKKK ?32 C|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a"


@pytest.fixture
def file(tmp_path: Path) -> str:
    match(1).save(tmp_path / "match.tgn")
    return str(tmp_path / "match.tgn")


class Page(HTMLParser):
    """Reads a page: which elements are open at its end, what it points to, what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets, self.ids, self.said = list[str](), set[str](), ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"}:
                self.targets.append(value or "")
            if name == "id":
                self.ids.add(value or "")

    def handle_data(self, data: str) -> None:
        self.said += data


def test_the_report_names_both_players_and_the_judge(run: Run, file: str) -> None:
    """Rates, luck, results, the decisions most worth another look."""
    told = run("analyse", file, "--depth", "quick", "--lang", "en")
    assert told.code == 0
    for word in ("Error rate", "Luck", "Without luck", "Worth another look", "Judged by network"):
        assert word in told.out


def test_json_has_every_decision(run: Run, file: str) -> None:
    """One document; as many decisions as the record has moves."""
    told = run("analyse", file, "--depth", "quick", "--json")
    found = json.loads(told.out)
    assert [len(rnd["decisions"]) for rnd in found["rounds"]] == [len(rnd.moves) for rnd in match(1).rounds]
    assert found["seats"]["a"]["luck"] == pytest.approx(-found["seats"]["b"]["luck"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_stands_alone(run: Run, file: str, tmp_path: Path, language: str) -> None:
    """At most 300 kB, no script, nothing from elsewhere, links that lead somewhere, no key that shows."""
    path = tmp_path / "review.html"
    assert run("analyse", file, "--depth", "quick", "--html", str(path), "--lang", language).code == 0
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) <= 300_000
    page = Page(text)
    assert page.targets
    assert {target[1:] for target in page.targets} <= page.ids
    assert all(target.startswith("#") for target in page.targets)
    assert "<script" not in text
    assert "://" not in text
    assert not re.search(r"\b(review|why)\.[a-z]", page.said)
    assert f'lang="{language}"' in text


def test_names_are_no_markup(run: Run, tmp_path: Path) -> None:
    """Whoever calls himself a script is only called so."""
    text = str(match(1)).replace('players = ["A", "B"]', 'players = ["<script>alert(1)</script>", "B & C"]')
    (tmp_path / "match.tgn").write_text(text, encoding="utf-8")
    page = tmp_path / "review.html"
    run("analyse", str(tmp_path / "match.tgn"), "--depth", "quick", "--html", str(page))
    assert "<script" not in page.read_text(encoding="utf-8")


def test_the_annotated_record_is_a_record(run: Run, file: str, tmp_path: Path) -> None:
    """It replays, has the same moves, marks where the review has them, and keeps what a person wrote."""
    path = tmp_path / "annotated.tgn"
    told = run("analyse", file, "--depth", "quick", "--out", str(path), "--json")
    marks = [d["mark"] for rnd in json.loads(told.out)["rounds"] for d in rnd["decisions"]]
    record = Record.load(path)
    moves = [move for rnd in record.rounds for move in rnd.moves]
    assert [move.action for move in moves] == [move.action for rnd in match(1).rounds for move in rnd.moves]
    assert [move.note.mark for move in moves] == marks
    assert all(dict(move.note.values)["eval"] for move in moves)
    again = run("analyse", str(path), "--depth", "quick", "--out", str(tmp_path / "again.tgn"))
    assert again.code == 0
    assert (tmp_path / "again.tgn").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "tgn"),
        ("no record at all", "line 1"),
        ("tgn = 9\n", "tgn"),
    ],
)
def test_what_is_no_record_is_refused(run: Run, tmp_path: Path, text: str, said: str) -> None:
    """With its reason, and exit code 1."""
    (tmp_path / "bad.tgn").write_text(text, encoding="utf-8")
    told = run("analyse", str(tmp_path / "bad.tgn"))
    assert told.code == 1
    assert said in told.err


def test_a_record_with_an_illegal_move_is_refused_at_its_ply(run: Run, tmp_path: Path) -> None:
    """The rules say where."""
    first = next(iter(match(1).rounds[0].moves))
    text = str(match(1)).replace(f'"{first}"', '"a -DDDDD/8"', 1)
    (tmp_path / "bad.tgn").write_text(text, encoding="utf-8")
    told = run("analyse", str(tmp_path / "bad.tgn"))
    assert told.code == 1
    assert "ply 1" in told.err


def test_a_missing_file_is_said_to_be_missing(run: Run) -> None:
    """Not a traceback."""
    told = run("analyse", "nowhere.tgn")
    assert told.code == 1
    assert "nowhere.tgn" in told.err


def test_advice_lists_the_best_first(run: Run) -> None:
    """The chance of winning, in words and as JSON."""
    told = json.loads(run("advise", OPENING, "--json", "--depth", "middle").out)
    wins = [option["win"] for option in told["options"]]
    assert wins == sorted(wins, reverse=True)
    assert {option["action"] for option in told["options"]} == {"+C", "+K", "-C"}
    assert told["position"] == OPENING
    words = run("advise", OPENING, "--lang", "en").out
    assert "take all the camels" in words


def test_advice_on_the_whole_truth_is_that_of_the_seat_to_act(run: Run) -> None:
    """A line without ? is read as the seat to act would see it: the same advice, whatever is hidden."""
    truth = (
        "CKKKK DDDDGGGGSSSCCCCCPPPPPPLLLLLLLKKK C|PL 2|2 2.2.3.1.1.2 1.1.2.2.3.3/4.4.5.5.6.6/8.8.9.10.10 27x6+2|31x5 a"
    )
    other = truth.replace("PPPPPPLLLLLLLKKK C|PL", "PPPPPLLLLLLLLKKK C|PP")
    told = [run("advise", line, "--json", "--depth", "quick").out for line in (OPENING, truth, other)]
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "hello"),
        (OPENING[:-1] + "b", "other seat"),
        ("CKKKK ?32 ?|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+?3|31x5 a", "other seat"),
    ],
)
def test_advice_needs_a_position_of_the_seat_to_act(run: Run, line: str, said: str) -> None:
    """What is no position, or not the mover's, is refused with the reason."""
    told = run("advise", line)
    assert told.code == 1
    assert said in told.err
