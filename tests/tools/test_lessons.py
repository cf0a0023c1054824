"""The tutorial's file is what its tool writes, and every lesson has its texts in every language."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from saudagar.notation import LANGUAGES

ROOT = Path(__file__).parents[2]
LESSONS = ROOT / "web" / "src" / "learn" / "lessons.json"


def test_the_file_is_what_the_tool_writes() -> None:
    """Every position, every accepted action and all that follows come from the rules, today's rules."""
    checked = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "lessons.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_texts(language: str) -> None:
    """A title, what is asked at each stage, and what was learnt; and no text belongs to no lesson."""
    told = json.loads((resources.files("saudagar") / "locale" / language / "tutorial.json").read_text("utf-8"))
    lessons = json.loads(LESSONS.read_text("utf-8"))["lessons"]
    wanted = set()
    for lesson in lessons:
        name = f"tutorial.{lesson['name']}"
        later = {f"{name}.{stage}" for stage in range(2, len(lesson["stages"]) + 1)}
        wanted |= {name, f"{name}.ask", f"{name}.done", *later}
    about = {key for key in told if re.match(rf"tutorial\.({'|'.join(each['name'] for each in lessons)})($|\.)", key)}
    assert about == wanted


def test_the_tactics_that_people_ask_for_are_taught() -> None:
    """Filling the market with camels, many camels, keeping goods from the other, the top of a pile, bonuses."""
    lessons = {each["name"]: each for each in json.loads(LESSONS.read_text("utf-8"))["lessons"]}
    flood = next(iter(lessons["flood"]["stages"][0].values()))
    assert flood[0]["view"]["market"] == "KKKKK"
    assert flood[1]["seat"] == "b"
    assert lessons["many"]["view"]["hands"]["b"]["size"] == 7
    assert "D" in lessons["deny"]["view"]["hands"]["b"]["known"]
    mine, theirs = next(iter(lessons["top"]["stages"][0].values()))
    assert mine["view"]["purses"]["a"]["rupees"] > theirs["view"]["purses"]["b"]["rupees"]
    assert next(iter(lessons["bonus"]["stages"][1].values()))[0]["view"]["purses"]["a"]["bonuses"] == [9]
    assert {name for name, each in lessons.items() if each["tactic"]} == {"flood", "many", "deny", "top", "bonus"}
