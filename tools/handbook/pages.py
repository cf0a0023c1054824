"""Which pages the site has, and how a file of the checkout becomes one: links lead to pages, or to the source shown."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

BESIDE = {f"{name}.md": f"{name.lower()}.md" for name in ("CHANGELOG", "CONTRIBUTING", "SECURITY", "TRADEMARKS")}
"""Pages of the site that are kept at the top of the checkout, as is the custom."""

LINK = re.compile(r"`[^`]+`|(?<!\\)(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)")
FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
PARAGRAPH = re.compile(r"^\*\*§(\d+)", re.MULTILINE)
LANGUAGES = {".py": "python", ".json": "json", ".toml": "toml", ".md": "markdown", ".ts": "typescript", ".mjs": "js"}


class BrokenLink(ValueError):
    """A link of a document that leads nowhere."""


class Pages:
    """All pages that come from files: `write` puts them into a folder, with their links turned to each other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: dict[str, str] = {}
        "pages that are made from something else than a document, by their names in the site"
        self.written: set[str] = set()
        self.shown: set[str] = set()
        "files of the checkout that some page links to, shown as pages under source/"
        self.files = {f"docs/{path.relative_to(DOCS).as_posix()}": path for path in sorted(DOCS.rglob("*.md"))}
        self.files |= {name: ROOT / name for name in BESIDE}

    def place(self, file: str) -> str | None:
        """The page of a file of the checkout, None where it has none of its own."""
        if file in BESIDE:
            return BESIDE[file]
        page = file.removeprefix("docs/")
        return page if file in self.files or page in self.made or page == "library.md" else None

    def write(self) -> None:
        """Write every page, and the pictures."""
        for name, text in self.made.items():
            self.put(name, cited(outside_code(text, kept_whole), name))
        for file, path in self.files.items():
            self.put(self.place(file) or file, self.turned(file, path.read_text(encoding="utf-8")))
        self.put("library.md", self.turned("README.md", tour_of_the_code()))
        for picture in sorted((DOCS / "images").iterdir()):
            self.put(f"images/{picture.name}", picture.read_bytes())
        for file in sorted(self.shown):
            self.put(f"source/{file}.md", source_page(file))

    def put(self, name: str, content: str | bytes) -> None:
        """Write one file, unless it is there with that content: whoever watches the folder sees true changes only."""
        self.written.add(name)
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)

    def turned(self, file: str, text: str) -> str:
        """The text of a file, its links leading to pages of the site. BrokenLink names the one that leads nowhere."""
        page = self.place(file) or "library.md"
        at = posixpath.dirname(page)
        text = outside_code(outside_code(text, set_apart), kept_whole)
        text = outside_code(text, lambda part: LINK.sub(lambda found: self._link(file, at, found), part))
        return cited(text, page)

    def _link(self, file: str, at: str, found: re.Match[str]) -> str:
        label, target = found.groups()
        if target is None:  # code
            return found[0]
        if target.startswith(("#", "https:", "http:", "mailto:")):
            return found[0]
        path, hash_sign, anchor = target.partition("#")
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
        if label.startswith("!"):
            place: str | None = wanted.removeprefix("docs/")
            if not (ROOT / wanted).is_file():
                raise BrokenLink(f"{file}: there is no picture {target}")
        else:
            place = self.place(wanted) or self._source(file, wanted, target)
        if place is None:
            return label[1:-1]
        if place.startswith("source/"):
            anchor = hash_sign = ""  # what is shown as it is written has no parts that are named
        return f"{label}({posixpath.relpath(place, at or '.')}{hash_sign}{anchor})"

    def _source(self, file: str, wanted: str, target: str) -> str | None:
        path = ROOT / wanted
        if path.is_dir():
            inside = [name for name in ("README.md", "__init__.py") if (path / name).is_file()]
            if not inside:
                return None  # a folder with nothing that speaks for it: the words stay, without a link
            wanted = f"{wanted}/{inside[0]}"
        elif not path.is_file():
            raise BrokenLink(f"{file}: {target} leads nowhere")
        elif b"\0" in path.read_bytes():
            return None  # numbers, and no text to show: the words stay, without a link
        self.shown.add(wanted)
        return f"source/{wanted}.md"


def cited(text: str, page: str) -> str:
    """The text with every § leading to its paragraph of the rules; in the rules, the text with those anchors."""
    if page == "rules.md":
        return PARAGRAPH.sub(r'<span id="p\1"></span>**§\1', text)
    rules = posixpath.relpath("rules.md", posixpath.dirname(page) or ".")

    def line(written: str) -> str:
        parts = re.split(r"(^#.*$|`[^`]*`|\[[^\]]*\]\([^)]*\))", written, flags=re.MULTILINE)
        parts[::2] = [re.sub(r"§(\d+)", rf"[§\1]({rules}#p\1)", part) for part in parts[::2]]
        return "".join(parts)

    return outside_code(text, line)


def kept_whole(text: str) -> str:
    """The text with the short words of code in its tables marked, so that no column breaks them in two."""
    words = re.compile(r"(?<![`\\])`([^`\s|]{2,26})`(?![`{])")
    return re.sub(r"^\|.*$", lambda row: words.sub(r"`\1`{.whole}", row[0]), text, flags=re.MULTILINE)


def set_apart(text: str) -> str:
    """The text with an empty line before every list and after every block of code, which Zensical's Markdown wants."""
    text = re.sub(r"^(?![|#>\s]|[-*] |\d+\. )(.+)\n(?=- \S)", r"\1\n\n", text, flags=re.MULTILINE)
    return text if text.startswith(("\n", "# ", "---")) or not text else f"\n{text}"


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text with everything changed that stands in no block of code."""
    parts = []
    for code, group in groupby(marked_lines(text), lambda marked: marked[1]):
        part = "\n".join(line for line, _ in group)
        parts.append(part if code else change(part))
    return "\n".join(parts)


def marked_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it belongs to a fenced block of code."""
    fence = ""
    for line in text.split("\n"):
        found = FENCE.match(line)
        if fence:
            yield line, True
            if found and found[1].startswith(fence) and not line.strip(" `~"):
                fence = ""
        else:
            fence = found[1] if found else ""
            yield line, bool(fence)


def tour_of_the_code() -> str:
    """The tour that the README has, as a page: told once, shown twice."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^## A tour of the code\n(.*?)^## ", text, re.DOTALL | re.MULTILINE)
    if not found:
        raise BrokenLink("README.md: the tour of the code is gone, which library.md shows")
    more = (
        "\nEvery name is described in the [reference](docs/reference/index.md); how positions, actions and "
        "records are written, in [notation](docs/notation.md); what the words mean, in the "
        "[glossary](docs/glossary.md).\n"
    )
    return f"# The library in twenty lines\n{found[1]}{more}"


def source_page(file: str) -> str:
    """A file of the checkout as a page; left out of the search."""
    text = (ROOT / file).read_text(encoding="utf-8")
    head = f"---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n\n# {posixpath.basename(file)}\n\n`{file}`\n\n"
    fence = "`" * (3 + max((len(run) for run in re.findall("`{3,}", text)), default=0))
    return f"{head}{fence}{LANGUAGES.get(posixpath.splitext(file)[1], 'text')}\n{text.rstrip()}\n{fence}\n"


def pages_in_navigation(entries: Iterable[object]) -> Iterator[str]:
    """The pages that the `nav` of the site's settings names."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, dict):
            for value in entry.values():
                yield from pages_in_navigation(value if isinstance(value, list) else [value])
