"""The files of `conformance/`, and cases as the package understands them."""

import json
from dataclasses import replace
from pathlib import Path

from saudagar.rules import RULESETS

FOLDER = Path(__file__).parents[2] / "conformance"


def load(name):
    """The content of one file."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def cases(name, *, part=None):
    """The cases of a file, or of one part of it, ready for `parametrize`: dictionaries with their id."""
    content = load(name)
    return content[part] if part else content


def by_id(case):
    return case["id"]


def ruleset(case):
    """The ruleset of a case, with its changed numbers."""
    return replace(RULESETS[case.get("ruleset", "standard")], **case.get("changes", {}))
