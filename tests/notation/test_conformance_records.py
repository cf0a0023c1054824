"""The files of conformance/records: the good ones load, the bad ones are refused at the place that is to blame."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from saudagar.errors import RecordError
from saudagar.notation import Record
from saudagar.rules import SPECTATOR, Seat

FOLDER = Path(__file__).parents[2] / "conformance" / "records"
INDEX = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", INDEX["good"], ids=lambda case: case["file"])
def test_a_good_record_is_loaded(case: dict) -> None:
    """A good record tells the result, keeper, moves and totals that the index says, and is read back."""
    record = Record.load(FOLDER / case["file"])
    assert (record.winner.value if record.winner else None) == case["winner"]
    assert list(record.seals) == case["seals"]
    assert (str(record.keeper) if record.keeper else None) == case["keeper"]
    assert [len(rnd.moves) for rnd in record.rounds] == case["moves"]
    played = record.match().rounds
    assert [[score.total for score in each.result.scores] for each in played] == case["totals"]
    assert Record.parse(str(record)) == record
    assert len(list(record.replay())) == sum(case["moves"])


@pytest.mark.parametrize("case", INDEX["bad"], ids=lambda case: case["file"])
def test_a_bad_record_is_refused_at_its_place(case: dict) -> None:
    """A bad record raises RecordError with the line, round, ply and reason that the index says, in a short message."""
    with pytest.raises(RecordError) as caught:
        Record.load(FOLDER / case["file"])
    wrong = caught.value
    assert (wrong.line, wrong.round, wrong.ply, wrong.reason) == tuple(
        case[place] for place in ("line", "round", "ply", "reason")
    ), str(wrong)
    assert len(str(wrong)) < 1000
    if wrong.line:
        assert str(wrong).startswith(f"line {wrong.line}")


def test_every_file_is_in_the_index_once() -> None:
    """The index and the folders hold the same files."""
    listed = [case["file"] for case in INDEX["good"] + INDEX["bad"]]
    assert sorted(listed) == sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.tgn"))
    assert len(listed) == len(set(listed))


def test_the_same_match_in_another_dress_is_the_same_record() -> None:
    """Order of letters, kind of string, comments and line ends mean nothing."""
    assert Record.load(FOLDER / "good/other-spelling.tgn") == Record.load(FOLDER / "good/sold-out.tgn")


def test_the_keepers_records_are_the_truth_as_they_saw_it() -> None:
    """What seat b and a spectator kept of the match is what `seen_by` makes of the whole record."""
    whole = Record.load(FOLDER / "good/sold-out.tgn")
    assert Record.load(FOLDER / "good/kept-by-b.tgn") == whole.seen_by(Seat.B)
    assert Record.load(FOLDER / "good/kept-by-a-spectator.tgn") == whole.seen_by(SPECTATOR)
    unfinished = Record.load(FOLDER / "good/unfinished.tgn")
    assert Record.load(FOLDER / "good/kept-by-b-unfinished.tgn") == unfinished.seen_by(Seat.B)
