"""The conformance files are complete, derived from one another, and described."""

import json
import re
from pathlib import Path

import pytest
from tests.conformance import generate
from tests.conformance.files import FOLDER, cases, load

from saudagar.notation import catalogue
from saudagar.rules import Reason

FILES = ("actions", "deals", "ledger", "mini", "perft", "positions", "rulesets", "scoring", "variants", "views")
WORKED = {
    "M": "01 02 03 04",
    "S": "01 02 03",
    "T": "01 02 03 05",
    "C": "01 02 03 04 05",
    "X": "01 02 03 04 05 06 08 10 13 15",
    "V": "01 02 03 04 06 07 08 09 10 14 15 16 17 19 22 23",
    "R": "01 02 05 07 09",
    "G": "01 02 04 05 07 08",
    "H": "01 02 03 04",
    "L": "01 03 05",
    "Z": "01 04",
    "N": "01 02",
}
"""The ids of the 64 worked cases that the rules were settled with."""
RULES_TESTS = Path(__file__).parents[1] / "rules"


def found(value, name):
    """Every value under a name, anywhere in a file."""
    if isinstance(value, dict):
        yield from (value[key] for key in value if key == name)
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from found(part, name)


def everything(name):
    return [item for file in FILES for item in found(load(file), name)]


def test_all_64_worked_cases_are_there():
    """Each id stands in one of the files, alone or with steps (Z01.1, Z01.2)."""
    worked = {letter + number for letter, numbers in WORKED.items() for number in numbers.split(" ")}
    assert len(worked) == 64
    there = {name.split(".")[0] for name in everything("id")}
    assert worked <= there


def test_no_id_is_used_twice():
    """So that a failure names one case."""
    ids = everything("id")
    assert sorted(ids) == sorted(set(ids))


def test_every_paragraph_has_a_case():
    """§1 to §26."""
    assert set(everything("paragraph")) == set(range(1, 27))


def test_every_reason_has_a_case():
    """Each member of Reason forbids the action of some position, with the standard rules."""
    assert {case["reason"] for case in cases("positions")} == {None, *Reason.__members__}


def test_every_reason_has_one_test_named_after_it():
    """In the file of its paragraph: `test_reason_<name>`."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(RULES_TESTS.glob("test_*.py")))
    named = re.findall(r"^def test_reason_(\w+)\(", text, re.MULTILINE)
    assert sorted(named) == sorted(reason.name.lower() for reason in Reason)


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_can_be_said(reason):
    """There is an English sentence for it; the other languages are compared with English elsewhere."""
    assert catalogue("en")[f"reason.{reason.name}"]


def test_every_paragraph_of_the_rules_has_a_test():
    """Each § from 1 to 26 is cited by a docstring in tests/rules."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in RULES_TESTS.glob("test_*.py"))
    cited = {int(number) for line in re.findall(r'"""(§.*)', text) for number in re.findall(r"§(\d+)", line)}
    assert cited == set(range(1, 27))


@pytest.mark.parametrize("name", sorted(generate.DERIVED))
def test_what_is_derived_is_what_the_naive_rules_say(name):
    """Every derived field of a file follows from the decided ones: generating it again changes nothing."""
    content = load(name)
    # The numbers of perft and mini take longer and have tests of their own; their text is the generator's all the same.
    derived = content if name in ("perft", "mini") else generate.DERIVED[name](content)
    assert generate.text_of(derived) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_the_readme_describes_every_file_and_field(name):
    """Each file has its heading, and each field of its cases is explained under it."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"## {name}.json" in readme
    section = readme.split(f"## {name}.json")[1].split("\n## ")[0] + readme.split("\n## ")[0]
    fields = {field for case in fields_of(load(name)) for field in case}
    assert {field for field in fields if f"`{field}`" not in section} == set()


def fields_of(content):
    """The cases of a file: dictionaries that stand in its lists, or the file itself."""
    if isinstance(content, list):
        return content
    lists = [part for part in content.values() if isinstance(part, list)]
    return [content, *(case for part in lists for case in part)]


def test_the_files_are_plain():
    """UTF-8 JSON with one case per line, short enough to read."""
    for name in FILES:
        text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
        assert json.loads(text) == load(name)
        assert text.count("\n") < 300
        assert len(text) < 100_000
