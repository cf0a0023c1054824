"""Metrics: counts, levels and times of this process, told in the text format of Prometheus (version 0.0.4)."""

from __future__ import annotations

import gc
import os
import time
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Counter:
    """A number that only grows, one for each set of label values."""

    kind = "counter"

    def __init__(self, name: str, told: str, *labels: str) -> None:
        self.name, self.told, self.labels = name, told, labels
        self.values: dict[tuple[str, ...], float] = {} if labels else {(): 0.0}

    def add(self, amount: float = 1.0, *values: str) -> None:
        """Count so many more."""
        self.values[values] = self.values.get(values, 0.0) + amount

    @property
    def total(self) -> float:
        """The sum over all labels."""
        return sum(self.values.values())

    def lines(self) -> list[str]:
        """Return the samples."""
        return [f"{self.name}{_labels(self.labels, values)} {_number(at)}" for values, at in self.values.items()]


class Gauge(Counter):
    """A number that goes up and down; `ask` tells it when somebody looks."""

    kind = "gauge"

    def __init__(self, name: str, told: str, *labels: str, ask: Callable[[], float] | None = None) -> None:
        super().__init__(name, told, *labels)
        self.ask = ask

    def lines(self) -> list[str]:
        """Return the samples."""
        if self.ask:
            self.values[()] = float(self.ask())
        return super().lines()


class Histogram:
    """Times in seconds, counted by how long they were; `longest` since the process began."""

    kind = "histogram"

    def __init__(self, name: str, told: str, bounds: tuple[float, ...] = SECONDS) -> None:
        self.name, self.told, self.bounds = name, told, bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0
        self.longest = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds
        self.longest = max(self.longest, seconds)

    @property
    def count(self) -> int:
        """How many were counted."""
        return sum(self.counts)

    def lines(self) -> list[str]:
        """Return the samples."""
        lines, so_far = [], 0
        for bound, count in zip((*self.bounds, float("inf")), self.counts, strict=True):
            so_far += count
            lines.append(f'{self.name}_bucket{{le="{_number(bound)}"}} {so_far}')
        return [
            *lines,
            f"{self.name}_sum {_number(self.sum)}",
            f"{self.name}_count {so_far}",
            f"# TYPE {self.name.removesuffix('_seconds')}_longest_seconds gauge",
            f"{self.name.removesuffix('_seconds')}_longest_seconds {_number(self.longest)}",
        ]


def resident() -> float:
    """Return the resident memory of this process in bytes, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


def open_files() -> float:
    """Return the number of open files of this process, 0 where the system does not tell."""
    try:
        return float(sum(1 for _ in Path("/proc/self/fd").iterdir()))
    except OSError:
        return 0.0


class Metrics:
    """All there are of this process."""

    def __init__(self) -> None:
        self.requests = Counter("saudagar_requests_total", "Requests answered.", "method", "status")
        self.request_seconds = Histogram(
            "saudagar_request_seconds",
            "From a request's head to its answer's end; requests that wait for news left out.",
        )
        self.refusals = Counter("saudagar_refusals_total", "What the guard refused, by the limit it was over.", "limit")
        self.sockets = Gauge("saudagar_sockets", "Live WebSocket connections.")
        self.connections = Gauge("saudagar_connections", "Open connections.")
        self.messages = Counter("saudagar_messages_total", "WebSocket messages.", "direction")
        self.commits = Counter("saudagar_commits_total", "Commands stored and acknowledged.", "kind")
        self.commit_seconds = Histogram("saudagar_commit_seconds", "From a command to its COMMIT.")
        self.conflicts = Counter("saudagar_conflicts_total", "Commands that came too late or twice.")
        self.not_written = Counter("saudagar_not_written_total", "Commands that the database refused.")
        self.rooms = Gauge("saudagar_rooms", "Matches in memory.")
        self.loop_lag = Histogram("saudagar_loop_lag_seconds", "How late the event loop wakes up.")
        self.collections = Histogram("saudagar_gc_seconds", "Pauses of the garbage collector.")
        self.slow_readers = Counter("saudagar_slow_readers_total", "Clients cut off because they read too slowly.")
        self.memory = Gauge("saudagar_resident_bytes", "Memory of the process.", ask=resident)
        self.files = Gauge("saudagar_open_files", "Open files and sockets of the process.", ask=open_files)
        self.log = Gauge("saudagar_log_bytes", "The write-ahead log of the database, where it is a file.")
        self.cpu = Gauge("saudagar_cpu_seconds", "CPU time of the process.", ask=time.process_time)
        self.ready = Gauge("saudagar_ready", "1 while new requests are welcome.")

    def text(self) -> str:
        """Return all in Prometheus's text format."""
        lines: list[str] = []
        for metric in vars(self).values():
            lines += [f"# HELP {metric.name} {metric.told}", f"# TYPE {metric.name} {metric.kind}", *metric.lines()]
        return "\n".join(lines) + "\n"


metrics = Metrics()
"""Those of this process."""


def watch_collector() -> Callable[[], None]:
    """Count the pauses of the garbage collector from now on; returns what ends it."""
    began = 0.0

    def told(phase: str, _: dict[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = time.perf_counter()
        else:
            metrics.collections.observe(time.perf_counter() - began)

    gc.callbacks.append(told)
    return lambda: gc.callbacks.remove(told) if told in gc.callbacks else None


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    if not names:
        return ""
    told = (f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True))
    return "{" + ",".join(told) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return "+Inf" if value == float("inf") else str(int(value)) if value == int(value) else repr(value)
