"""`saudagar verify`: what it says, and how it ends."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from tests.dealers.proven import proven_record

from saudagar.notation import Record

from .conftest import Run


def saved(record: Record, folder: Path) -> str:
    record.save(folder / "match.tgn")
    return str(folder / "match.tgn")


def test_a_proved_match(run: Run, tmp_path: Path) -> None:
    """Exit code 0; each round is named, and so are a void attempt and a seat that gave no number."""
    record = proven_record(2)
    ran = run("verify", saved(record, tmp_path), "--export", str(tmp_path / "out.json"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count(": proved.") == len(record.rounds)
    assert "void (not_opened)" in ran.out
    assert "seat b gave no number" in ran.out
    assert len(json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["rounds"]) == len(record.rounds)


def test_a_match_without_proof(run: Run, tmp_path: Path) -> None:
    """Exit code 1, and it is said which round shows nothing; in JSON too."""
    record = proven_record(2)
    rounds = (*record.rounds[:1], replace(record.rounds[1], proof=None), *record.rounds[2:])
    path = saved(replace(record, rounds=rounds), tmp_path)
    ran = run("verify", path)
    assert ran.code == 1
    assert "Round 2: no proof." in ran.out
    ran = run("verify", path, "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["proved"], [each["proof"] for each in told["rounds"]][:2]) == (1, False, [True, False])


def test_a_proof_of_another_match(run: Run, tmp_path: Path) -> None:
    """Exit code 1 and what is wrong."""
    record, other = proven_record(2), proven_record(3)
    rounds = (replace(record.rounds[0], proof=other.rounds[0].proof), *record.rounds[1:])
    ran = run("verify", saved(replace(record, rounds=rounds), tmp_path))
    assert ran.code == 1
    assert "Round 1: NOT as promised." in ran.out


def test_wrong_usage_and_refused_records(run: Run, tmp_path: Path) -> None:
    """2 without a file, 1 for a file that is missing or no record."""
    assert run("verify").code == 2
    assert run("verify", str(tmp_path / "none.tgn")).code == 1
    (tmp_path / "bad.tgn").write_text("tgn = 2\n", encoding="utf-8")
    assert run("verify", str(tmp_path / "bad.tgn")).code == 1
