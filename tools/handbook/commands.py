"""The reference of the commands, from the same texts that `--help` shows."""

from __future__ import annotations

import re

from saudagar.cli import app

HEAD = """# Commands

What `saudagar COMMAND --help` tells, on one page. All commands keep to the same habits:

| exit code | what it means |
| --- | --- |
| 0 | done, and nothing to complain about |
| 1 | a finding: a record that is refused, a measurement that failed, an error with its reason |
| 2 | wrong usage: an option that does not exist, a value out of range |
| 130 | stopped with Ctrl-C; what was found so far is printed |

Commands that report take `--json`. In a checkout the command is `.venv/bin/saudagar`.

"""


def commands_page() -> str:
    """The page: one section a command, in the order of the program's help."""
    text = str(app.generate_docs(output_format="markdown", recursive=True, heading_level=1))
    start = text.index("\n## saudagar ")
    text = text[start + 1 :]
    # Files that the help names are pages here; what a choice is called needs no marks around it.
    text = re.sub(r"docs/([a-z-]+)\.md", r"[\1](../\1.md)", text)
    text = re.sub(r"\*\[default: (.*?)\]\*", r"Default: `\1`.", text)
    text = re.sub(r"\*\[choices: (.*?)\]\*", lambda found: f"One of {code_words(found[1])}.", text)
    text = re.sub(r"\*\*(Parameters|Arguments|Commands)\*\*:", lambda found: NAMES[found[1]], text)
    text = text.replace("Default: `False`.", "").replace(" **[required]**", "")
    return HEAD + re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


NAMES = {"Parameters": "Options:", "Arguments": "What it takes:", "Commands": "Commands below it:"}


def code_words(choices: str) -> str:
    """Choices, each as code."""
    return ", ".join(f"`{choice.strip()}`" for choice in choices.split(","))
