"""The guardian of one program: starts it within limits, and leaves nothing of it behind.

This file is run as a program of its own (`python -I -S guardian.py SETTINGS`), from the standard library alone: it has
one thread, so that it may fork, and everything that the bot starts stays below it, for it adopts what loses its
parent. Its input 0, outputs 1 and 2 are the bot's and are given away to it. When the other end of the pipe `control`
is closed, by will or because the host has died, or when the bot ends, all processes below are killed, the bot's
temporary folder and control group are removed, and the guardian ends with the bot's own exit code: 128 + n for signal
n, 250 for too many processes, 251 for too much memory, 252 when it could not be started.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import struct
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

MANY, MUCH, NOT_STARTED = 250, 251, 252
_SUBREAPER, _NO_NEW_PRIVILEGES = 36, 38
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_READ = 0b1101
"""Rights of Landlock: to execute, to read a file, to read a folder."""
_ALL_FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def main() -> int:
    """Guard one program until it ends."""
    asked = json.loads(sys.argv[1])
    control: int = asked["control"]
    os.set_inheritable(control, False)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    for sign in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
        signal.signal(sign, signal.SIG_IGN)  # the host decides; Ctrl-C at the terminal is told to it
    folder = tempfile.mkdtemp(prefix="saudagar-bot-")
    groups = control_groups(asked)
    child = 0
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    try:
        child = os.fork()
        if child == 0:
            become(asked, folder, groups)
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        return guard(child, control, wake, asked, watched=not groups)
    finally:
        end_all(child)
        shutil.rmtree(folder, ignore_errors=True)
        for group in groups:
            with contextlib.suppress(OSError):
                group.rmdir()


# -------------------------------------------------------------------------------------------------------- the program


def become(asked: dict[str, Any], folder: str, groups: list[Path]) -> None:
    """Turn this new process into the program; never returns."""
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for sign in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(sign, signal.SIG_DFL)
        for group in groups:
            (group / "cgroup.procs").write_text("0")
        limit(asked)
        environment = {**asked["environment"], "TMPDIR": folder, "HOME": folder}
        if asked["sandbox"]:
            environment |= {"TMPDIR": "/tmp", "HOME": "/tmp"}  # noqa: S108 - one of its own, in the sandbox
        command = [*asked["sandbox"], *asked["command"]]
        os.chdir(asked["folder"])
        if asked["landlock"]:
            confine(asked["readable"], folder)
        os.execvpe(command[0], command, environment)  # noqa: S606 - there shall be no shell
    except BaseException as wrong:
        os.write(2, f"it could not be started: {wrong}".encode())
    finally:
        os._exit(NOT_STARTED)


def limit(asked: dict[str, Any]) -> None:
    """Set the limits that the system holds for each process."""
    import resource  # noqa: PLC0415 - not on Windows, where this file can at least be read

    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_AS": asked["memory"],
        "RLIMIT_CPU": asked["cpu"],
        "RLIMIT_NOFILE": 256,
        "RLIMIT_FSIZE": asked["file_size"],
        "RLIMIT_NPROC": asked["processes"] + mine(),
    }
    for name, most in wanted.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            hard = resource.getrlimit(kind)[1]
            lower = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with contextlib.suppress(ValueError):  # macOS names limits that it does not keep
                resource.setrlimit(kind, (lower, lower))


def mine() -> int:
    """Count the threads of this user: those that the limit of processes counts with the bot's."""
    count = 0
    for entry in os.scandir("/proc") if Path("/proc/self/stat").exists() else ():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                count += sum(1 for _ in Path("/proc", entry.name, "task").iterdir())
    return count


def confine(readable: list[str], folder: str) -> None:
    """Let this process, by Landlock, read what is named and write in its folder; no TCP, no signals to others."""
    system = ctypes.CDLL(None, use_errno=True)
    version = system.syscall(_CREATE, None, 0, 1)
    if version < 1:
        raise OSError("Landlock is not there")
    files = _ALL_FILE_RIGHTS.get(version, (1 << 15) - 1) | (1 << 15 if version >= 5 else 0)
    network, scopes = (3 if version >= 4 else 0), (3 if version >= 6 else 0)
    attributes = struct.pack("=QQQ", files, network, scopes)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    rules = system.syscall(_CREATE, attributes, len(attributes), 0)
    if rules < 0:
        raise OSError(ctypes.get_errno(), "Landlock")
    for path, rights in [(path, _READ) for path in readable] + [(folder, files), *((each, 6) for each in _DEVICES)]:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            fitting = rights if Path(path).is_dir() else rights & (0b111 | 1 << 14)
            if system.syscall(_ADD, rules, 1, struct.pack("=Qi", fitting & files, place), 0):
                raise OSError(ctypes.get_errno(), f"Landlock: {path}")
            os.close(place)
    if system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or system.syscall(_RESTRICT, rules, 0):
        raise OSError(ctypes.get_errno(), "Landlock")


def control_groups(asked: dict[str, Any]) -> list[Path]:
    """Make control groups with the limits for all processes together; none where this user may not."""
    name = f"saudagar-bot-{os.getpid()}"
    one = Path("/sys/fs/cgroup")
    made: list[Path] = []
    with contextlib.suppress(OSError):
        for kind, field, most in (
            ("pids", "pids.max", asked["processes"]),
            ("memory", "memory.limit_in_bytes", asked["memory_together"]),
        ):
            if (one / kind / "cgroup.procs").exists():
                group = one / kind / name
                group.mkdir()
                made.append(group)
                (group / field).write_text(str(most))
        if len(made) == 2:
            return made
    for group in made:
        with contextlib.suppress(OSError):
            group.rmdir()
    return []


# ------------------------------------------------------------------------------------------------------------ watching


def guard(child: int, control: int, wake: int, asked: dict[str, Any], *, watched: bool) -> int:
    """Wait for the end of the program, or for its host to want it; return the exit code."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.register(wake, select.POLLIN)
    # Root's processes are not counted by RLIMIT_NPROC, so that without a control group only looking often helps.
    pause = (100 if os.getuid() == 0 else 1000) if watched else None
    while True:
        for descriptor, _ in poll.poll(pause):
            if descriptor == control:
                return 128 + signal.SIGKILL
            os.read(wake, 512)
        code = reap(child)
        if code is not None:
            return code
        if watched:
            below = descendants()
            if len(below) > asked["processes"]:
                return MANY
            if sum(memory(each) for each in below) > asked["memory_together"]:
                return MUCH


def reap(child: int) -> int | None:
    """Bury who has ended; return the exit code of the program itself if it is among them."""
    code = None
    with contextlib.suppress(ChildProcessError):
        while True:
            number, status = os.waitpid(-1, os.WNOHANG)
            if number == 0:
                break
            if number == child:
                found = os.waitstatus_to_exitcode(status)
                code = found if found >= 0 else 128 - found
    return code


def descendants(process: int | None = None) -> list[int]:
    """Return all processes below one, by default this one."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir() if Path("/proc/self/stat").exists() else ():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                parent = int((entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found, ahead = [], [process or os.getpid()]
    while ahead:
        below = children.get(ahead.pop(), [])
        found += below
        ahead += below
    return found


def memory(process: int) -> int:
    """Return the bytes of memory that a process holds; 0 when it has gone."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path("/proc", str(process), "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def end_all(child: int) -> None:
    """Kill everything below: first all are stopped, so that none has a child while its turn comes."""
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)  # all there is to do where no /proc tells who is below
    until = time.monotonic() + 10
    while time.monotonic() < until:
        stopped: set[int] = set()
        while (more := set(descendants()) - stopped) and time.monotonic() < until:
            for each in more:
                with contextlib.suppress(OSError):
                    os.kill(each, signal.SIGSTOP)
            stopped |= more
        for each in stopped:
            with contextlib.suppress(OSError):
                os.kill(each, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return  # nobody is left: who loses a parent becomes a child of this process
        time.sleep(0.002)


if __name__ == "__main__":
    sys.exit(main())
