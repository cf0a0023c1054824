"""What can go wrong in a store, by what the caller should do about it.

StoreError
├── StoreBusy      another program has this file open
├── WrongStore     no store of ours, or one that a newer saudagar wrote, or a SQLite that must not be used
├── NotWritten     the disk or the database refused: nothing was acknowledged, the same command may be sent again
├── BrokenChain    what is stored of one match has been damaged
└── Conflict       somebody else moved first: read the match again
    ├── PlyTaken
    └── KeyUsed    this very command has been carried out before
"""

from __future__ import annotations


class StoreError(Exception):
    """A store cannot do what it was asked."""


class StoreBusy(StoreError):
    """Another program has the file open; one program at a time writes to it."""


class WrongStore(StoreError):
    """The store cannot be used by this program; the message says why."""


class NotWritten(StoreError):
    """A write was refused, wholly; it may be tried again with the same key."""


class BrokenChain(StoreError, ValueError):
    """A match's events do not hang together: `ply` is the first that does not fit."""

    def __init__(self, match_id: str, ply: int) -> None:
        super().__init__(f"the events of match {match_id} do not hang together at ply {ply}")
        self.match_id = match_id
        self.ply = ply


class Conflict(StoreError):
    """Somebody else wrote first; nothing was written now."""


class PlyTaken(Conflict):
    """The event does not follow the last one: its ply is taken, or the one before it is missing."""


class KeyUsed(Conflict):
    """The seat's key is stored already: the command has been carried out."""
