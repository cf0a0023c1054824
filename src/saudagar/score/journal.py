"""The ledger on disk: one entry a line, each safe before the command says so."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from ..errors import LedgerError
from .entry import Entry
from .file import canonical
from .ledger import Ledger


class Journal:
    """A file of entries that is only appended to. A last line that a stop cut off is left out; others never are."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Ledger:
        """Return the ledger; an empty one where there is no file. LedgerError (line) for a line that is none."""
        if not self.path.is_file():
            return Ledger()
        found = []
        whole = self.path.read_bytes().decode(errors="replace").split("\n")[:-1]  # no line end: its writer was stopped
        for number, line in enumerate(whole, 1):
            try:
                found.append(Entry.from_json(json.loads(line)))
            except (ValueError, RecursionError, LedgerError) as wrong:
                raise LedgerError(f"{self.path}, line {number}: {wrong}") from None
        return Ledger(found)

    def add(self, entries: Iterable[Entry]) -> int:
        """Append those entries that are not there yet, safe on disk when this returns; returns how many.

        LedgerError, with nothing written, where an entry contradicts one that is there. OSError if the disk refuses.
        """
        known = self.read()
        new = [entry for entry in known.merge(entries) if entry.id not in known]
        if not new:
            return 0
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            start = self._end(file.seek(0, os.SEEK_END))
            file.truncate(start)
            file.write("".join(canonical(entry.to_json()) + "\n" for entry in new).encode())
            file.flush()
            os.fsync(file.fileno())
        return len(new)

    def _end(self, size: int) -> int:
        """Return where the last whole line ends."""
        if not size:
            return 0
        return self.path.read_bytes().rfind(b"\n") + 1
