"""A journal: every pair that was played, in a file that survives any end of the program, so that a run can go on."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from ..errors import SaudagarError
from ..rules import RULESETS, Seat
from ..version import __version__
from .contestant import Contestant
from .pair import Pair, Played, Thinking
from .workers import Chunk, Workers

FORMAT = "saudagar-arena-1"

Key = tuple[str, str, int]
"""The labels of both players and the number of the pair."""


class JournalError(SaudagarError):
    """A journal of another tournament, one that another program writes, or a file that is none."""


class _Line(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """One pair: who, which number, both rounds, and what the decisions cost."""

    one: str
    two: str
    number: int
    rounds: tuple[tuple[str, float, int, int, bool], tuple[str, float, int, int, bool]]
    cost_one: tuple[int, float]
    cost_two: tuple[int, float]
    forfeits: tuple[str, ...] = ()


class Journal:
    """The pairs of one tournament in a file: a line that says what is played, then a line for each pair.

    A line is on the disk before its pair counts. What a crash tore off at the end is cut away when the journal is
    opened again; whoever opens it while another program writes is refused. A pair stands in it once.
    """

    def __init__(self, path: Path, conditions: Mapping[str, Any]) -> None:
        """Open or begin a journal. `conditions` are all that results follow from; JournalError where they differ."""
        self.path = path
        self._header = {"journal": FORMAT, "saudagar": __version__, **conditions}
        self._pairs: dict[Key, Pair] = {}
        self._writing = threading.Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        try:
            _lock(self._file, path)
            self._read()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the file, after what is just being written."""
        with self._writing:
            os.close(self._file)
            self._file = -1

    def __len__(self) -> int:
        return len(self._pairs)

    def missing(self, chunk: Chunk) -> list[int]:
        """Return the numbers of a chunk's pairs that have not been played."""
        return [n for n in range(chunk.start, chunk.stop) if (chunk.one.label, chunk.two.label, n) not in self._pairs]

    def add(self, one: Contestant, two: Contestant, played: tuple[Pair, ...]) -> None:
        """Write pairs down, durably. A pair that is there already is left as it is. OSError where that fails."""
        with self._writing:
            new = [pair for pair in played if (one.label, two.label, pair.number) not in self._pairs]
            if not new or self._file < 0:
                return
            _write(self._file, b"".join(_encoded(one.label, two.label, pair) for pair in new))
            for pair in new:
                self._pairs[one.label, two.label, pair.number] = pair

    def submit(self, workers: Workers, chunk: Chunk) -> Future[tuple[Pair, ...]]:
        """Have played what is missing of a chunk and written down; the future gives all its pairs in their order."""
        answer: Future[tuple[Pair, ...]] = Future()
        runs = list(_runs(self.missing(chunk)))
        left = len(runs)

        def finish() -> None:
            pairs = self._pairs
            numbers = range(chunk.start, chunk.stop)
            answer.set_result(tuple(pairs[chunk.one.label, chunk.two.label, number] for number in numbers))

        def take(done: Future[tuple[Pair, ...]]) -> None:
            nonlocal left
            try:
                self.add(chunk.one, chunk.two, done.result())
                with self._writing:
                    left -= 1
                    last = not left and self._file >= 0
                if last:
                    finish()
            except CancelledError:
                answer.cancel()
            except Exception as wrong:
                if not answer.done():
                    answer.set_exception(wrong)

        if not runs:
            finish()
        for start, stop in runs:
            workers.submit(replace(chunk, start=start, stop=stop)).add_done_callback(take)
        return answer

    def _read(self) -> None:
        data = b""
        while part := os.read(self._file, 1 << 20):
            data += part
        first, newline, rest = data.partition(b"\n")
        if not newline:
            if data and not msgspec.json.encode(self._header).startswith(data):
                raise JournalError(f"{self.path} is no journal of the arena")
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            _write(self._file, msgspec.json.encode(self._header) + b"\n")
            return
        self._check(first)
        good = len(first) + 1
        lines = rest.split(b"\n")
        for place, line in enumerate(lines):
            try:
                found = _decoded(line)
            except (msgspec.DecodeError, ValueError):
                # A line without its end, or zeros after a loss of power, can only stand at the very end.
                if any(_whole(each) for each in lines[place + 1 :]):
                    raise JournalError(f"line {place + 2} of {self.path} is damaged") from None
                break
            if place == len(lines) - 1:
                break  # complete but for its end: it is played again rather than believed
            self._pairs.setdefault(found[0], found[1])
            good += len(line) + 1
        os.ftruncate(self._file, good)
        os.lseek(self._file, 0, os.SEEK_END)

    def _check(self, first: bytes) -> None:
        """Refuse a journal that was kept under other conditions. JournalError names them."""
        try:
            found = msgspec.json.decode(first, type=dict[str, Any])
        except msgspec.DecodeError:
            found = {}
        if found.get("journal") != FORMAT:
            raise JournalError(f"{self.path} is no journal of the arena (or of another version)")
        wanted = msgspec.to_builtins(self._header)
        differing = [name for name in (*wanted, *found) if wanted.get(name) != found.get(name)]
        if differing:
            name = differing[0]
            raise JournalError(
                f"{self.path} was kept with {name} = {found.get(name)}, this tournament has {wanted.get(name)}:"
                " remove the journal to begin anew, or name another one"
            )


def conditions(contestants: list[Contestant], seed: int, ruleset: str, ply_cap: int) -> dict[str, Any]:
    """Return all that the pairs of a tournament follow from, as plain values. UnknownPlayer for an unknown name."""
    return {
        "players": {
            each.label: {
                "name": each.full_name(),
                "samples": each.limit.samples,
                "seconds": each.limit.seconds,
            }
            for each in contestants
        },
        "seed": seed,
        "ruleset": RULESETS[ruleset].id,
        "ply_cap": ply_cap,
    }


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Return the stretches (start, before which it ends) of rising numbers."""
    start = None
    for place, number in enumerate(numbers):
        start = number if start is None else start
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            yield start, number + 1
            start = None


def _encoded(one: str, two: str, pair: Pair) -> bytes:
    first, second = ((p.first.value, p.points, p.margin, p.plies, p.finished) for p in pair.rounds)
    costs = [(each.moves, round(each.cpu_seconds, 6)) for each in (pair.one, pair.two)]
    return msgspec.json.encode(_Line(one, two, pair.number, (first, second), costs[0], costs[1], pair.forfeits)) + b"\n"


def _decoded(line: bytes) -> tuple[Key, Pair]:
    found = msgspec.json.decode(line, type=_Line)
    one, two = (
        Played(seat, Seat(first), points, margin, plies, finished)
        for seat, (first, points, margin, plies, finished) in zip(Seat, found.rounds, strict=True)
    )
    return (found.one, found.two, found.number), Pair(
        found.number, (one, two), Thinking(*found.cost_one), Thinking(*found.cost_two), found.forfeits
    )


def _whole(line: bytes) -> bool:
    try:
        _decoded(line)
    except (msgspec.DecodeError, ValueError):
        return False
    return True


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)


def _lock(file: int, path: Path) -> None:
    """Keep others from writing until this program ends, however it ends. JournalError where another one writes."""
    try:
        import fcntl  # noqa: PLC0415 - missing on Windows, where two programs at one journal are the user's care
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise JournalError(f"another program is writing {path}") from None
