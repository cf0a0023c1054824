"""Every promise has a test: each id of docs/reliability.md stands in the words of one, and the other way round."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ID = re.compile(r"\b(?:SEC|CON|DUR|FAIR|CLK|UP|NET|HARD|LOAD)-\d\b")
WANTED = {
    *(f"SEC-{n}" for n in (1, 2, 3, 4, 6)),
    *(f"CON-{n}" for n in (1, 2, 3, 5, 7, 8, 9)),
    *(f"DUR-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8)),
    *(f"FAIR-{n}" for n in range(1, 5)),
    *(f"CLK-{n}" for n in range(1, 5)),
    "UP-1",
    "NET-1",
    "NET-2",
    *(f"HARD-{n}" for n in range(1, 9)),
    "LOAD-1",
    "LOAD-4",
    "LOAD-5",
}


def named() -> dict[str, list[str]]:
    """Which tests name an id, in their docstring or in that of their file."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                words = f"{node.name.upper().replace('_', '-')} {ast.get_docstring(node) or ''}"
                for id_ in ID.findall(words):
                    found.setdefault(id_, []).append(f"{path.name}::{node.name}")
    return found


def test_every_id_has_a_test() -> None:
    """The ids that are promised, and no test under an id that the document does not explain."""
    found = named()
    assert set(found) >= WANTED, sorted(WANTED - set(found))
    explained = set(ID.findall((ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")))
    assert explained >= WANTED, sorted(WANTED - explained)
    assert explained >= set(found), sorted(set(found) - explained)
