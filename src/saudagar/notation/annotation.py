"""What people and programs write beside a move: a mark, a comment, and named values (docs/notation.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import NotationError

MARKS = ("!!", "!", "!?", "?!", "?", "??")
_PART = re.compile(r"\s*(?:\{(?P<comment>[^{}]*)\}|\[%(?P<name>[a-z][a-z0-9_]*) (?P<value>[^\[\]]*)\])")


@dataclass(frozen=True, slots=True)
class Annotation:
    """A mark such as `?!`, a comment, and values such as `eval = 0.44`, in this order; each may be missing.

    ValueError for a mark that is none of `MARKS`, and for text that could not be read back (braces, brackets,
    line breaks).
    """

    mark: str = ""
    comment: str = ""
    values: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.mark and self.mark not in MARKS:
            raise ValueError(f"a mark is one of {' '.join(MARKS)}, not {self.mark!r}")
        if any(sign in self.comment for sign in "{}\n\r") or self.comment != self.comment.strip():
            raise ValueError("a comment holds no braces and no line breaks, and no spaces at its ends")
        for name, value in self.values:
            if not re.fullmatch(r"[a-z][a-z0-9_]*", name, re.ASCII) or any(sign in value for sign in "[]\n\r"):
                raise ValueError(f"not a value of an annotation: {name} {value!r}")

    def __str__(self) -> str:
        parts = [self.mark] if self.mark else []
        parts += [f"{{{self.comment}}}"] if self.comment else []
        parts += [f"[%{name} {value}]" for name, value in self.values]
        return " ".join(parts)

    def __bool__(self) -> bool:
        return bool(self.mark or self.comment or self.values)


def parse_annotation(text: str) -> Annotation:
    """Return the annotation that follows a move. NotationError where the text is none."""
    rest = text.strip()
    mark = next((mark for mark in sorted(MARKS, key=len, reverse=True) if rest.startswith(mark)), "")
    place, comment, values = len(mark), "", list[tuple[str, str]]()
    while place < len(rest):
        part = _PART.match(rest, place)
        if not part or (part["comment"] is not None and (comment or values)):
            raise NotationError("after a move stand a mark, a {comment} and [%name value]s", text=text, position=place)
        if part["comment"] is not None:
            comment = part["comment"].strip()
        else:
            values.append((part["name"], part["value"]))
        place = part.end()
    try:
        return Annotation(mark, comment, tuple(values))
    except ValueError as wrong:
        raise NotationError(str(wrong), text=text) from None
