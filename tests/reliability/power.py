"""A disk whose power can be cut: files as they would be found afterwards, and failures on demand.

What was written since a file's last sync may be there or not, each 512-byte sector on its own.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import apsw

SECTOR = 512
_numbers = itertools.count(1)


@dataclass
class Medium:
    """One file: what is surely on the disk, and what was written since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    "writes at an offset; without bytes: the file was cut at this length"

    def after_cut(self, chance: random.Random) -> bytes:
        """What may be found after the power was cut now."""
        content, share = bytearray(self.durable), chance.choice([0.0, 0.3, 0.7, 1.0])
        pending = self.pending[: chance.randint(0, len(self.pending))] if chance.random() < 0.5 else self.pending
        for offset, written in pending:
            if written is None:
                if chance.random() < share:
                    del content[offset:]
                continue
            at = 0
            while at < len(written):
                size = min(SECTOR - (offset + at) % SECTOR, len(written) - at)
                if chance.random() < share:
                    _put(content, offset + at, written[at : at + size])
                at += size
        return bytes(content)


class Disk(apsw.VFS):
    """A SQLite VFS over real files that remembers what is synced; `watch` is called before every write and sync."""

    def __init__(self) -> None:
        self.name = f"saudagar-power-{next(_numbers)}"
        self.media: dict[str, Medium] = {}
        self.watch: Callable[[], None] = lambda: None
        self.broken: dict[str, type[Exception]] = {}
        super().__init__(self.name, base="")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> DiskFile:  # noqa: N802 - SQLite's name
        """Open a file."""
        return DiskFile(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's name
        """Delete a file."""
        self.media.pop(name, None)
        super().xDelete(name, syncdir)

    def found_after_cut(self, folder: Path, chance: random.Random) -> None:
        """Write all files into a folder as they may be found after a cut in this moment."""
        for name, medium in self.media.items():
            (folder / Path(name).name).write_bytes(medium.after_cut(chance))


class DiskFile(apsw.VFSFile):
    """One open file of a `Disk`."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        self._disk = disk
        self._medium = disk.media.setdefault(path, Medium()) if path else Medium()

    def _fail(self, what: str) -> None:
        if wrong := self._disk.broken.get(what):
            raise wrong("on purpose")

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
        """Write; not on the disk for sure before the next sync."""
        self._fail("write")
        self._disk.watch()
        super().xWrite(data, offset)
        self._medium.pending.append((offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802 - SQLite's name
        """Cut the file."""
        self._fail("write")
        self._disk.watch()
        super().xTruncate(size)
        self._medium.pending.append((size, None))

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        """Bring what was written to the disk."""
        self._fail("sync")
        self._disk.watch()
        super().xSync(flags)
        for offset, written in self._medium.pending:
            if written is None:
                del self._medium.durable[offset:]
            else:
                _put(self._medium.durable, offset, written)
        self._medium.pending.clear()
        self._disk.watch()


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data
