"""A process that speaks in lines: started within limits, read with patience, ended with everything that it started."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from .confinement import DEFAULT, Allowance, Command, Isolation, NoProgram, isolation, readable, sandbox
from .guardian import descendants
from .messages import LONGEST

GUARDIAN = Path(__file__).with_name("guardian.py")
UNREAD = 1 << 20
"""Bytes that may wait for a program that does not read."""
KEPT = 2_000
"""Bytes of its error output that are kept, the last ones."""
_CODES = {250: "it had too many processes", 251: "it held too much memory", 252: "it could not be started"}


class Ended(Exception):
    """The program has ended; the text says how."""


class TooLong(Exception):
    """A line was longer than a line may be."""


class Flood(Exception):
    """The program has written more than it may."""


class NotReading(Exception):
    """The program leaves more unread than may wait."""


class Process:
    """One running program. For one thread at a time."""

    def __init__(self, command: Command, allowance: Allowance = DEFAULT) -> None:
        if sys.platform == "win32":
            raise NoProgram("programs can be seated on Linux and macOS, not on Windows")
        self.isolation = isolation()
        self._left = UNREAD
        self._read, self._errors, self._waiting = b"", b"", b""
        asked, self._control = os.pipe()
        settings = {
            "control": asked,
            "command": command.words,
            "folder": command.folder,
            "sandbox": sandbox(command, allowance) if self.isolation is Isolation.BUBBLEWRAP else [],
            "landlock": self.isolation is Isolation.LANDLOCK,
            "readable": [*readable(command), *_system()],
            "environment": _environment(),
            "memory": allowance.memory,
            "memory_together": allowance.memory_together,
            "processes": allowance.processes,
            "cpu": allowance.cpu,
            "file_size": 0 if self.isolation is Isolation.LIMITS else allowance.scratch,
        }
        try:
            self._guardian = subprocess.Popen(  # noqa: S603 - the command is what the user named, without a shell
                [sys.executable, "-I", "-S", str(GUARDIAN), json.dumps(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(asked,),
                start_new_session=True,
                bufsize=0,
            )
        except OSError:
            os.close(self._control)
            raise
        finally:
            os.close(asked)
        guardian = self._guardian
        self._in, self._out, self._err = map(_there, (guardian.stdin, guardian.stdout, guardian.stderr))
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._open = {self._out.fileno(), self._err.fileno()}
        self._living: list[int] = []

    @property
    def errors(self) -> str:
        """The end of what it wrote on its error output, as one line of text."""
        text = self._errors.decode(errors="replace")
        return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())

    def send(self, line: bytes) -> None:
        """Have a line written, now or while its answer is awaited. NotReading when too much waits already."""
        self._waiting += line
        self._flush()
        if len(self._waiting) > UNREAD:
            raise NotReading

    def allow(self, most: int) -> None:
        """Let it write so many bytes from now on, on both of its outputs together."""
        self._left = most

    def line(self, until: float) -> bytes | None:
        """Return its next line; None when there is none before `until` (time.monotonic()). Ended, TooLong, Flood."""
        while True:
            end = self._read.find(b"\n", 0, LONGEST)
            if end >= 0:
                line, self._read = self._read[:end], self._read[end + 1 :]
                return line
            if len(self._read) >= LONGEST:
                raise TooLong
            if self._out.fileno() not in self._open:
                raise Ended(self._how())
            if self._left < 0:
                raise Flood
            if not self._turn(until) or time.monotonic() > until:
                return None

    def end_input(self) -> None:
        """Close its input, as a host does that has gone."""
        self._waiting = b""
        self._in.close()

    def seconds(self) -> float:
        """Return the CPU seconds that it has used so far, as far as the system tells; by steps of 10 ms."""
        if not self._living:
            self._living = descendants(self._guardian.pid)
        return sum(map(_used, self._living))

    def close(self) -> None:
        """End it, and everything that it has started."""
        if self._control < 0:
            return
        os.close(self._control)
        self._control = -1
        try:
            self._guardian.wait(15)
        except subprocess.TimeoutExpired:  # what is under it cannot be killed: a broken disk, a debugger
            self._guardian.kill()
            self._guardian.wait()
        for stream in (self._in, self._out, self._err):
            with contextlib.suppress(OSError):
                stream.close()

    # ------------------------------------------------------------------------------------------------ inner

    def _turn(self, until: float) -> bool:
        """Read and write what can be; False when nothing could be before the time is over."""
        left = until - time.monotonic()
        poll = select.poll()
        for descriptor in self._open:
            poll.register(descriptor, select.POLLIN)
        if self._waiting and not self._in.closed:
            poll.register(self._in.fileno(), select.POLLOUT)
        ready = [descriptor for descriptor, _ in poll.poll(max(0.0, left * 1000))]
        for descriptor in ready:
            if descriptor not in self._open:
                self._flush()
                continue
            got = b""
            with contextlib.suppress(BlockingIOError):
                got = os.read(descriptor, LONGEST)
                if not got:
                    self._open.discard(descriptor)
            self._left -= len(got)
            if descriptor == self._out.fileno():
                self._read += got
            else:
                self._errors = (self._errors + got)[-KEPT:]
        return bool(ready)

    def _flush(self) -> None:
        if self._in.closed:
            self._waiting = b""
        try:
            while self._waiting:
                self._waiting = self._waiting[os.write(self._in.fileno(), self._waiting) :]
        except BlockingIOError:
            pass
        except OSError:
            self._waiting = b""  # it does not read any more; that it has ended will be read

    def _how(self) -> str:
        """Say how it ended; it has closed its output, and gets a moment to end by itself."""
        until = time.monotonic() + 1
        while self._err.fileno() in self._open and self._turn(until):
            pass
        try:
            code = self._guardian.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return "it closed its output"
        if code in _CODES:
            return _CODES[code]
        if code > 128:
            with contextlib.suppress(ValueError):
                name = signal.Signals(code - 128).name
                return f"it was ended by {name}{', as when memory runs out' if name == 'SIGKILL' else ''}"
        return f"it ended with exit code {code}"


def _there(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # noqa: S101 - it was asked for
    return stream


def _environment() -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"])
    quiet = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {"PATH": path, "LANG": "C.UTF-8", **quiet, **one_thread}


def _system() -> tuple[str, ...]:
    return ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/proc/cpuinfo", "/proc/meminfo")


def _used(process: int) -> float:
    """Return the CPU seconds of a process and of its children that have ended; 0 when it has gone."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        fields = Path("/proc", str(process), "stat").read_text(errors="replace").rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0
