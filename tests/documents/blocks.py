"""The blocks of code in the documents: what they are, what is said above them, how they are run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`]*)$")
MARK = re.compile(r"^\s*<!-- (?P<kind>not run|run as|file): (?P<what>.+?) -->$")
RUN = {"sh", "console", "python", "pycon"}
READ = {"json", "toml"}
SHOWN = {"text", "nginx", "ini"}
"""What a block may be: run, read by its parser, or shown only. Another word, or none, is a mistake."""


@dataclass(frozen=True)
class Block:
    """One block of a document."""

    document: Path
    line: int
    info: str
    text: str
    reason: str = ""
    "why it is not run"
    file: str = ""
    "the file that a reader is told to save it as: it is written, not run"
    small: tuple[tuple[str, str], ...] = ()
    "what is replaced by what, so that it runs in a small form"

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.document.relative_to(ROOT)}:{self.line}"

    @property
    def small_text(self) -> str:
        """The text in its small form. AssertionError for a replacement that finds nothing: the document has changed."""
        text = self.text
        for old, new in self.small:
            assert old in text, f"{self.place}: {old!r}, which the mark above it replaces, is not in the block"
            text = text.replace(old, new)
        return text


def blocks(document: Path) -> list[Block]:
    """Every block of a document, with the mark that stands above it."""
    found: list[Block] = []
    lines = document.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        opened = FENCE.match(lines[at])
        if not opened:
            at += 1
            continue
        end = next(i for i in range(at + 1, len(lines)) if lines[i].strip() == opened["fence"])
        body = [line.removeprefix(opened["indent"]) for line in lines[at + 1 : end]]
        mark = MARK.match(lines[at - 1]) if at else None
        reason, file, small = "", "", ()
        if mark and mark["kind"] == "not run":
            reason = mark["what"]
        elif mark and mark["kind"] == "file":
            file = mark["what"]
        elif mark:
            pairs = [part.partition(" => ") for part in mark["what"].split("; ")]
            small = tuple((old.strip(), new.strip()) for old, _, new in pairs)
        found.append(Block(document, at + 1, opened["info"].strip(), "\n".join(body) + "\n", reason, file, small))
        at = end + 1
    return found


def marks(document: Path) -> int:
    """How many comments of a document speak of running."""
    return len(re.findall(r"<!--\s*(?:not\s+run|run|file)\b", without_blocks(document)))


def without_blocks(document: Path) -> str:
    """The text of a document without its blocks of code."""
    text = document.read_text(encoding="utf-8")
    return re.sub(r"^ *(```+).*?^ *\1", "", text, flags=re.MULTILINE | re.DOTALL)


ALL = {document: blocks(document) for document in DOCUMENTS}
