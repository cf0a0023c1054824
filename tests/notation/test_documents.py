"""The examples of docs/notation.md and docs/design/dealing.md run and print what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(("name", "least"), [("notation.md", 30), ("design/dealing.md", 11)])
def test_the_examples_run(name: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example prints exactly what stands below it."""
    monkeypatch.chdir(DOCS.parent)
    result = doctest.testfile(str(DOCS / name), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert result.attempted >= least
    assert result.failed == 0


def test_the_record_of_the_notation_is_one_of_the_conformance_records() -> None:
    """The record shown is the one of conformance/records, but for a note beside a move."""
    shown = (DOCS / "notation.md").read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    kept = (DOCS.parent / "conformance" / "records" / "good" / "sold-out.tgn").read_text(encoding="utf-8")
    assert shown.replace(" ?! {waiting was worth more}", "") == kept
