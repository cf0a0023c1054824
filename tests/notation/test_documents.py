"""The record in docs/notation.md. (Its examples are run by tests/documents.)"""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_record_of_the_notation_is_one_of_the_conformance_records() -> None:
    """The record shown is the one of conformance/records, but for a note beside a move."""
    shown = (DOCS / "notation.md").read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    kept = (DOCS.parent / "conformance" / "records" / "good" / "sold-out.tgn").read_text(encoding="utf-8")
    assert shown.replace(" ?! {waiting was worth more}", "") == kept
