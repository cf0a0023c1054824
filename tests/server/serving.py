"""`saudagar serve` in a process of its own, for tests that need a network, a memory of one's own, or an end by force."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx


class Served:
    """A running server."""

    def __init__(
        self, database: str, folder: Path, limits: dict[str, Any] | None = None, *words: str, port: int = 0
    ) -> None:
        """Start it and wait, for a minute at most, until it says where it is."""
        folder.mkdir(parents=True, exist_ok=True)
        self.database = database
        self.folder = folder
        self.port = port
        self.words = [*words]
        if limits is not None:
            (folder / "limits.json").write_text(json.dumps(limits), encoding="utf-8")
            self.words += ["--limits", str(folder / "limits.json")]
        self.start()

    def start(self) -> None:
        """Start the program, at the same port if it had one."""
        command = [sys.executable, "-m", "saudagar", "serve", "--port", str(self.port), "--database", self.database]
        self.log = (self.folder / "log").open("ab")
        began = time.monotonic()
        self.process = subprocess.Popen([*command, *self.words], stdout=subprocess.PIPE, stderr=self.log, text=True)
        watch = threading.Timer(60, self.process.kill)
        watch.start()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        watch.cancel()
        self.start_seconds = time.monotonic() - began
        found = re.match(r"saudagar serves at (http://127\.0\.0\.1:(\d+))/", line)
        assert found, line + self.told()
        self.url, self.port = found[1], int(found[2])

    def told(self) -> str:
        """Everything that it has said on its error output."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        self.process.send_signal(sign)
        return self.process.wait(20)

    def end(self) -> None:
        """Make sure that it has ended."""
        if self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(15)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()

    def client(self, **options: Any) -> httpx.Client:
        """A guest's client of HTTP."""
        return httpx.Client(base_url=self.url, timeout=20, **options)

    def connect(self) -> socket.socket:
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=15)

    def metric(self, name: str) -> float:
        """The sum of a metric over its labels."""
        told = httpx.get(f"{self.url}/metrics", timeout=10).text
        found = re.findall(rf"^{name}(?:\{{[^}}]*\}})? (\S+)$", told, re.MULTILINE)
        return sum(map(float, found))

    @property
    def cpu(self) -> float:
        """Its CPU seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Its resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def served(folder: Path, limits: dict[str, Any] | None = None, *words: str, database: str = "") -> Iterator[Served]:
    """A running server with its matches in a folder, ended afterwards; nothing in its log may be a traceback."""
    running = Served(database or str(folder / "matches.db"), folder, limits, *words)
    try:
        yield running
    finally:
        running.end()
    assert "Traceback" not in running.told(), running.told()
