"""Opening a store by its address."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from .errors import WrongStore
from .port import Store
from .sqlite import MEMORY, SqliteStore


def open_store(url: str) -> Store:
    """Return the store at an address: `sqlite:///path`, `sqlite://` (in memory) or `postgresql://user@host/name`.

    `sqlite:////path` from the root. WrongStore for any other address, or when the package for PostgreSQL is missing.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite" and not parts.netloc:
        return SqliteStore(unquote(parts.path[1:]) or MEMORY)
    if parts.scheme in ("postgresql", "postgres"):
        try:
            from .postgres import PostgresStore  # noqa: PLC0415 - an extra, needed only here
        except ImportError:
            raise WrongStore("PostgreSQL needs one more package: pip install 'saudagar[postgres]'") from None
        return PostgresStore(url)
    raise WrongStore("a store is at sqlite:///path or postgresql://user@host/name")
