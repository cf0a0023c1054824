"""PostgreSQL for the tests: finding it, and running a server of one's own that leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOW = "no PostgreSQL is installed (Debian, Ubuntu: sudo apt-get install postgresql)"
USER = "postgres"
"""Whom root starts the server as: PostgreSQL refuses root, and Debian's package makes this user."""


def programs() -> Path | None:
    """The folder of initdb and pg_ctl, of the newest version that is installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found_there = sorted(versions, key=lambda path: float(path.parts[-3]) if path.parts[-3].isdigit() else 0)
    return found_there[-1].parent if found_there else None


@contextmanager
def server() -> Iterator[str]:
    """A server in a temporary folder, on a socket there alone; gives its address, stops it at the end."""
    where = programs()
    if where is None:
        raise FileNotFoundError(HOW)
    folder = Path(tempfile.mkdtemp(prefix="saudagar-pg-"))
    data = folder / "data"
    user = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}
    if user:
        shutil.chown(folder, USER, USER)

    def run(*words: str | Path) -> None:
        done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False, **user)  # type: ignore[call-overload]
        if done.returncode:
            log = folder / "log"
            raise RuntimeError(f"{words[0]}: {done.stdout}{done.stderr}{log.read_text() if log.exists() else ''}")

    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=on -c synchronous_commit=on"
    try:
        run(where / "initdb", "-D", data, "-U", "saudagar", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        run(where / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://saudagar@/postgres?host={folder}"
        finally:
            run(where / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
