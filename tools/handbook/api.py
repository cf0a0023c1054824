"""The reference of the Python interface, from the signatures and docstrings of the package; nothing of it is run."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import griffe

ROOT = Path(__file__).resolve().parents[2]

PARTS = {
    "rules": "The rules",
    "notation": "Text and records",
    "dealers": "Dealers",
    "table": "The table",
    "players": "Players",
    "errors": "Errors",
    "analysis": "Analysis",
    "arena": "The arena",
    "score": "The ledger",
    "lab": "The laboratory",
    "kernel": "The kernel",
    "training": "Training",
}
"""The packages that outside code may use, in the order in which a reader needs them, and their titles."""

INDEX = """# The Python interface

`import saudagar as sg` gives the names of the first table; each part has a page of its own, with everything that the
part offers beside them. These pages are made from the docstrings of the version you are reading about; names that
stand in none of them may change at any time. [The library in twenty lines](../library.md) shows the most important ones
at work.

"""
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
WIDE = 92
"A signature longer than this is set one parameter a line."


@dataclass(frozen=True)
class Public:
    """A name that a part offers, and what is known about it."""

    part: str
    name: str
    what: griffe.Object

    @property
    def address(self) -> str:
        """Where it is described, seen from any page of the reference."""
        return f"{self.part}.md#{self.name}"


class Reference:
    """All pages of the reference: `pages()` makes them."""

    def __init__(self) -> None:
        self.package = griffe.load("saudagar", search_paths=[ROOT / "src"], resolve_aliases=True)
        self.top = exported(self.package)
        self.parts = {part: list(self._offered(part)) for part in PARTS}
        # A name that two parts offer (the table's entry, the ledger's) is linked where `import saudagar` finds it.
        self.known = {public.name: public for publics in reversed(self.parts.values()) for public in publics}

    def pages(self) -> Iterator[tuple[str, str]]:
        """Every page: its name, its text."""
        yield "reference/index.md", self._index()
        for part in PARTS:
            yield f"reference/{part}.md", self._part(part)

    def _offered(self, part: str) -> Iterator[Public]:
        module = self.package[part]
        names = exported(module) or [n for n, member in module.members.items() if isinstance(member, griffe.Class)]
        for name in names:
            member = module.members.get(name)
            if member is None:  # offered when it is first asked for, and told to type checkers only
                raise KeyError(f"saudagar.{part} offers {name}, which its source does not define")
            what = member.final_target if isinstance(member, griffe.Alias) else member
            if isinstance(what, griffe.Object) and not what.is_module:
                yield Public(part, name, what)

    def _index(self) -> str:
        rows = ["| name | what it is |", "| --- | --- |"]
        missing = [name for name in self.top if name not in self.known and not name.startswith("__")]
        if missing:
            raise KeyError(f"public, but on no page of the reference: {', '.join(missing)}")
        for name in [*sorted((n for n in self.top if n in self.known), key=str.lower), "analyse"]:
            public = self.known[name]
            rows.append(f"| [`{name}`]({public.address}) | {self._prose(first_sentence(public.what))} |")
        parts = ["\n## The parts\n", "| part | what is in it |", "| --- | --- |"]
        for part, title in PARTS.items():
            summary = first_sentence(self.package[part])
            parts.append(f"| [{title}]({part}.md), `saudagar.{part}` | {self._prose(summary)} |")
        return INDEX + "\n".join([*rows, *parts]) + "\n"

    def _part(self, part: str) -> str:
        module = self.package[part]
        text = [f"# {PARTS[part]}: `saudagar.{part}`\n", self._prose(doc(module)), ""]
        # What there is comes first, then what can be done, then the constants.
        ordered = sorted(self.parts[part], key=lambda public: public.what.kind.value == "attribute")
        text += [self._entry(public) for public in ordered]
        return "\n".join(text)

    def _entry(self, public: Public) -> str:
        what = public.what
        lines = [f"## {public.name} {{#{public.name} .api}}\n"]
        if isinstance(what, griffe.Class):
            lines += [fenced(class_signature(public.name, what)), self._prose(doc(what)), "", *self._members(public)]
        elif isinstance(what, griffe.Function):
            lines += [fenced(signature(what, public.name)), self._prose(doc(what)), ""]
        elif isinstance(what, griffe.Attribute):
            lines += [fenced(constant(what, public.name)), self._prose(doc(what)), ""]
        return "\n".join(lines)

    def _members(self, public: Public) -> Iterator[str]:
        what = public.what
        assert isinstance(what, griffe.Class)  # noqa: S101 - for the type checker; the caller has asked
        fields = [each for each in own(what) if isinstance(each, griffe.Attribute) and "property" not in each.labels]
        told = any(each.docstring for each in fields)
        listed_already = {each.name for each in what.parameters}
        if fields and (told or is_enum(what) or any(each.name not in listed_already for each in fields)):
            yield f"| {'member' if is_enum(what) else 'field'} | {'value' if is_enum(what) else 'type'} |" + (
                " what it is |" if told else ""
            )
            yield "| --- | --- |" + (" --- |" if told else "")
            for each in fields:
                written = each.value if is_enum(what) else each.annotation
                more = f" {self._prose(doc(each)).replace(chr(10), ' ')} |" if told else ""
                yield f"| `{each.name}` | {self._code(str(written or ''))} |{more}"
            yield ""
        for member in own(what):
            if isinstance(member, griffe.Function) or "property" in member.labels:
                yield f"### {public.name}.{member.name} {{#{public.name}.{member.name} .api}}\n"
                yield fenced(signature(member) if isinstance(member, griffe.Function) else property_line(member))
                yield self._prose(doc(member)) + "\n"

    def _code(self, text: str) -> str:
        """An annotation as code in which the names that have an entry are links."""

        def linked(found: re.Match[str]) -> str:
            public = self.known.get(found[0])
            return f'<a href="{public.part}.html#{public.name}">{found[0]}</a>' if public else found[0]

        escaped = html.escape(text).replace("|", "&#124;")
        return f"<code>{NAME.sub(linked, escaped)}</code>" if text else ""

    def _prose(self, text: str) -> str:
        """A docstring as Markdown: names in backticks that have an entry become links to it."""

        def linked(found: re.Match[str]) -> str:
            public = self.known.get(found[1].removeprefix("sg.").removesuffix("()"))
            return f"[`{found[1]}`]({public.address})" if public else found[0]

        def page(found: re.Match[str]) -> str:
            return f"[{found[1]}](../{found[1]}.md)" if (ROOT / found[0]).is_file() else found[0]

        return re.sub(r"docs/([a-z/-]+)\.md", page, re.sub(r"(?<!\[)`([A-Za-z_.]+(?:\(\))?)`", linked, text))


def exported(module: griffe.Object | griffe.Alias) -> list[str]:
    """The names in a module's `__all__`."""
    return [str(name).strip("'\"") for name in module.exports or ()]


def own(what: griffe.Class) -> Iterator[griffe.Object]:
    """The public members that a class defines itself."""
    for name, member in what.members.items():
        if not name.startswith("_") and isinstance(member, griffe.Object) and not member.is_class:
            yield member


def is_enum(what: griffe.Class) -> bool:
    """Whether the class counts its values."""
    return any(str(base).endswith(("Enum", "IntEnum", "StrEnum")) for base in what.bases)


def doc(what: griffe.Object | griffe.Alias) -> str:
    """The docstring, or nothing."""
    return what.docstring.value if what.docstring else ""


def first_sentence(what: griffe.Object | griffe.Alias) -> str:
    """The first paragraph of the docstring on one line; of a constant without one, its value."""
    text = doc(what).split("\n\n")[0].replace("\n", " ")
    if not text and isinstance(what, griffe.Attribute):
        return f"`{str(what.value)[:60]}`"
    return text.replace("|", "\\|")


def fenced(code: str) -> str:
    """Python in a block."""
    return f"```python\n{code}\n```\n"


def signature(what: griffe.Function, name: str = "") -> str:
    """The line that defines a function, without its body."""
    parameters = [each for each in what.parameters if each.name not in {"self", "cls"}]
    result = f" -> {what.returns}" if what.returns is not None else ""
    marks = "".join(f"@{mark}\n" for mark in ("classmethod", "staticmethod") if mark in what.labels)
    return f"{marks}def {name or what.name}{listed(parameters)}{result}"


def class_signature(name: str, what: griffe.Class) -> str:
    """How an object of the class is made."""
    bases = f"({', '.join(str(base) for base in what.bases)})" if what.bases and not what.parameters else ""
    if is_enum(what) or "Protocol" in bases:
        return f"class {name}{bases}"
    parameters = [each for each in what.parameters if each.name not in {"self", "cls"}]
    return f"class {name}{listed(parameters) if parameters else bases}"


def listed(parameters: list[griffe.Parameter]) -> str:
    """Parameters in brackets, on one line or on one each."""
    words: list[str] = []
    starred = False
    for each in parameters:
        if each.kind is griffe.ParameterKind.keyword_only and not starred:
            words.append("*")
        starred = starred or each.kind in {griffe.ParameterKind.keyword_only, griffe.ParameterKind.var_positional}
        words.append(parameter(each))
        if each.kind is griffe.ParameterKind.positional_only and each is last_positional_only(parameters):
            words.append("/")
    line = f"({', '.join(words)})"
    return line if len(line) < WIDE else "(\n" + "".join(f"    {word},\n" for word in words) + ")"


def last_positional_only(parameters: list[griffe.Parameter]) -> griffe.Parameter | None:
    """The parameter after which a slash stands."""
    found = [each for each in parameters if each.kind is griffe.ParameterKind.positional_only]
    return found[-1] if found else None


def parameter(each: griffe.Parameter) -> str:
    """One parameter as it is written."""
    stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}
    kind = each.kind or griffe.ParameterKind.positional_or_keyword
    word = stars.get(kind, "") + each.name.lstrip("*")
    if each.annotation is not None:
        word += f": {each.annotation}"
    if each.default is not None and kind not in stars:
        word += f" = {each.default}" if each.annotation is not None else f"={each.default}"
    return word


def property_line(what: griffe.Object) -> str:
    """A property as it is read."""
    kind = getattr(what, "annotation", None)
    return f"{what.name}: {kind}" if kind is not None else what.name


def constant(what: griffe.Attribute, name: str) -> str:
    """A constant with its type, and its value where that is short."""
    value = str(what.value) if what.value is not None else ""
    kind = f": {what.annotation}" if what.annotation is not None else ""
    return f"{name}{kind}" + (f" = {value}" if value and len(value) + len(name) < WIDE else "")
