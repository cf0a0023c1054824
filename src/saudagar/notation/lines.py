"""Where things stand in a `.tgn` text, so that an error can name its line; `tomllib` does not tell."""

from __future__ import annotations

import re

from ..errors import RecordError

_TOKEN = re.compile(
    r"""(?P<skip>\#[^\n]*)
      | (?P<text>\"{3}.*?\"{3} | '{3}.*?'{3} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
      | (?P<header>^[ \t]*\[\[?[^\]\n"']*\]\]?)
      | (?P<key>^[ \t]*[A-Za-z0-9_-]+(?=[ \t]*=))""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


class Lines:
    """The line numbers (from 1) of a record's fields and moves."""

    def __init__(self, text: str) -> None:
        self.fields: dict[tuple[int | None, str], int] = {}
        self.moves: dict[tuple[int, int], int] = {}
        self.rounds: dict[int, int] = {}
        number, key, ply, line, seen, ours = 0, "", 0, 1, 0, True
        for token in _TOKEN.finditer(text):
            start = token.end() - len(token[0].lstrip())
            line += text.count("\n", seen, start)
            seen = start
            if token["header"]:
                ours = re.sub(r"[ \t]", "", token["header"]) == "[[round]]"
                if ours:
                    number += 1
                    self.rounds[number] = line
                elif re.sub(r"[ \t]", "", token["header"]) == "[[round.proof]]" and number:
                    self.fields.setdefault((number, "proof"), line)
                key = ""
            elif token["key"] and ours:
                key, ply = token["key"].strip(), 0
                self.fields.setdefault((number or None, key), line)
            elif token["text"] and key == "moves":
                ply += 1
                self.moves[number, ply] = line

    def of(self, error: RecordError) -> int | None:
        """Return the line of an error, as near as its round, ply and field tell; None when they tell nothing."""
        number = error.round
        if number is not None and error.ply is not None and (number, error.ply) in self.moves:
            return self.moves[number, error.ply]
        if error.field and (number, error.field) in self.fields:
            return self.fields[number, error.field]
        return self.rounds.get(number) if number is not None else None
