"""The store: matches and their append-only events, committed before anything is answered (docs/design/store.md)."""

from .errors import BrokenChain, Conflict, KeyUsed, NotWritten, PlyTaken, StoreBusy, StoreError, WrongStore
from .factory import open_store
from .port import News, Store
from .sqlite import SqliteStore
from .values import Head, Standing, StoredEvent, StoredMatch, StoredResult

__all__ = [
    "BrokenChain",
    "Conflict",
    "Head",
    "KeyUsed",
    "News",
    "NotWritten",
    "PlyTaken",
    "SqliteStore",
    "Standing",
    "Store",
    "StoreBusy",
    "StoreError",
    "StoredEvent",
    "StoredMatch",
    "StoredResult",
    "WrongStore",
    "open_store",
]
