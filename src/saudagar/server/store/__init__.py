"""The store: matches and their append-only events, committed before anything is answered (docs/design/store.md)."""

from .errors import BrokenChain, Conflict, KeyUsed, NotWritten, PlyTaken, StoreBusy, StoreError, WrongStore
from .factory import open_store
from .port import News, Store
from .sqlite import SqliteStore
from .values import (
    Change,
    Head,
    Joined,
    Rated,
    Standing,
    StoredClock,
    StoredDealing,
    StoredEvent,
    StoredMatch,
    StoredNote,
    StoredPasskey,
    StoredResult,
    StoredToken,
)

__all__ = [
    "BrokenChain",
    "Change",
    "Conflict",
    "Head",
    "Joined",
    "KeyUsed",
    "News",
    "NotWritten",
    "PlyTaken",
    "Rated",
    "SqliteStore",
    "Standing",
    "Store",
    "StoreBusy",
    "StoreError",
    "StoredClock",
    "StoredDealing",
    "StoredEvent",
    "StoredMatch",
    "StoredNote",
    "StoredPasskey",
    "StoredResult",
    "StoredToken",
    "WrongStore",
    "open_store",
]
