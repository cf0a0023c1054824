"""Databases for tests: one PostgreSQL server a run, a fresh database for each who asks."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

_numbers = itertools.count(1)


def tool() -> ModuleType:
    """tools/postgres.py, which is a loose program's module."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
    try:
        import postgres
    finally:
        sys.path.pop(0)
    return postgres


@contextmanager
def running() -> Iterator[str]:
    """A server's address; skips with the reason where there is none, except in CI, where that is an error."""
    postgres = tool()
    if postgres.programs() is None and not os.environ.get("CI"):
        pytest.skip(postgres.HOW)
    if not os.environ.get("CI"):
        pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")
    with postgres.server() as url:
        yield url


def fresh(url: str) -> str:
    """The address of a new, empty database on a server."""
    import psycopg

    name = f"fresh_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    return url.replace("/postgres?", f"/{name}?")
