"""The server under load: `saudagar serve` in a process of its own, without caps, and what it uses up."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec

from ..limits import OPEN
from .wire import Pool


class CannotStart(Exception):
    """The server under load did not start."""


class Child:
    """A server, on a core of its own where there are several."""

    def __init__(self, database: str, folder: Path, *, pin: bool) -> None:
        """Start it."""
        self.database = database
        self.port = 0
        self._limits = folder / "limits.json"
        self._limits.write_bytes(msgspec.json.encode(OPEN))
        self._log = (folder / "server.log").open("ab")
        self._pin = pin
        raise_open_files()
        cores = sorted(os.sched_getaffinity(0)) if pin and hasattr(os, "sched_getaffinity") else []
        self._core = cores[-1] if len(cores) > 1 else None
        if self._core is not None:
            os.sched_setaffinity(0, set(cores[:-1]))
        self.start()

    def start(self) -> None:
        """Start it, at the port it had if it had one. CannotStart with its last words when it ends at once."""
        words = [sys.executable, "-m", "saudagar", "serve", "--port", str(self.port), "--database", self.database]
        command = [*words, "--limits", str(self._limits)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)  # noqa: S603
        if self._core is not None:
            os.sched_setaffinity(self.process.pid, {self._core})
        line = self.process.stdout.readline() if self.process.stdout else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            self.end()
            raise CannotStart(line + Path(self._log.name).read_text(encoding="utf-8", errors="replace")[-2000:])
        self.port = int(found[1])

    def kill(self) -> None:
        """End it by force, as a crash would."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def end(self) -> None:
        """End it."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        self._log.close()

    @property
    def cpu(self) -> float:
        """Its CPU seconds so far, all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Its resident bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    async def metrics(self, pool: Pool) -> dict[str, float]:
        """Return its metrics, summed over labels."""
        _, _, told = await pool.ask("GET", "/metrics")
        found: dict[str, float] = {}
        for name, value in re.findall(r"^(\w+)(?:\{[^}]*\})? (\S+)$", told.decode(), re.MULTILINE):
            if not name.endswith("_bucket"):
                found[name] = found.get(name, 0.0) + float(value)
        return found


def raise_open_files() -> None:
    """Let this process, and those it starts, open as many files as the system allows it."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
