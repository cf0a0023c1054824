"""Confinement: how strictly a program is shut in on this machine, what it may read there, and what it may use up."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from ..errors import SaudagarError

WANTED = "SAUDAGAR_SANDBOX"
"""Names the isolation to use, where it is not to be the strictest that there is."""
MORE_FILES = "SAUDAGAR_BOT_PATHS"
"""Files and folders that programs may read besides, separated like those of PATH."""

_SYSTEM = ("/usr", "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/opt", "/nix/store")
_LINKS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_TMP = "/tmp"  # noqa: S108 - the name of a new one in the sandbox


class NoProgram(SaudagarError):
    """A command that names no program, or an isolation that is not to be had here."""


class Isolation(Enum):
    """What keeps a program from the rest of the machine, strictest first."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    LIMITS = "limits"

    @property
    def story(self) -> str:
        """What it means, in a sentence."""
        return _STORIES[self]

    def __str__(self) -> str:
        return self.value


_STORIES = {
    Isolation.BUBBLEWRAP: "no network, no files but the system's programs and its own folder, both read-only,"
    " processes of its own",
    Isolation.LANDLOCK: "no files but the system's programs and its own folder, both read-only, no TCP and no signals"
    " to others; it sees other processes, and may send UDP",
    Isolation.LIMITS: "limits of time, memory and processes only: it may read your files and use the network, so that"
    " you must trust it",
}


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a program may use up; sizes in bytes, times in seconds."""

    memory: int = 4 << 30
    """Addresses of each process: Node.js alone reserves more than one GiB."""
    memory_together: int = 2 << 30
    """Memory that all its processes hold together, where it can be counted."""
    processes: int = 128
    """Processes and threads."""
    cpu: int = 3_600
    """CPU time of each process."""
    scratch: int = 64 << 20
    """Size of a file, and of the temporary folder."""


DEFAULT = Allowance()


@dataclass(frozen=True, slots=True)
class Command:
    """A program with its arguments: `words` as they are started, the folder that it runs in, what it may read."""

    words: tuple[str, ...]
    folder: str
    readable: tuple[str, ...]

    @staticmethod
    def parse(text: str) -> Command:
        """Return the command that a line means. NoProgram where there is no such program."""
        try:
            words = shlex.split(text)
        except ValueError as wrong:
            raise NoProgram(f"{text!r} is no command: {wrong}") from None
        return Command.of(words)

    @staticmethod
    def of(words: list[str]) -> Command:
        """Return the command of some words: files that they name are meant wherever the program will run."""
        if not words:
            raise NoProgram("name the program that shall play")
        program = shutil.which(words[0], path=search_path())
        if program is None:
            there = Path(words[0]).is_file()
            raise NoProgram(f"{words[0]!r} is {'no program: make it executable' if there else 'not found'}")
        whole = [str(Path(program).absolute())]
        whole += [str(Path(word).absolute()) if Path(word).exists() else word for word in words[1:]]
        files = [Path(word) for word in whole[1:] if Path(word).is_absolute() and Path(word).exists()]
        own = next((file for file in files if file.is_file()), Path(whole[0]))
        read = {*_interpreter(Path(whole[0])), *map(_folder_of, files)}
        return Command(tuple(whole), str(own.parent), tuple(sorted(map(str, read))))


def search_path() -> str:
    """Return where programs are looked for: beside this Python first, so that `python3` is the one that runs here."""
    return os.pathsep.join(dict.fromkeys([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]))


def _folder_of(path: Path) -> Path:
    """Return what a program may see of a file: its folder, but not a whole home or system."""
    folder = path if path.is_dir() else path.parent
    wide = (Path.home(), *Path.home().parents, Path(_TMP))
    return path if folder in wide else folder


def _interpreter(program: Path) -> list[Path]:
    """Return what a program is made of: its folder, and the installation around a `bin` folder."""
    found = []
    for each in (program, program.resolve()):
        root = each.parent.parent
        whole = each.parent.name == "bin" and ((root / "lib").is_dir() or (root / "pyvenv.cfg").exists())
        found.append(_folder_of(root) if whole and root not in (Path.home(), Path("/")) else _folder_of(each))
    return found


def readable(command: Command) -> list[str]:
    """Return the files and folders that a program may read, those of this Python and of the system among them."""
    package = Path(__file__).resolve().parents[1]
    more = filter(None, os.environ.get(MORE_FILES, "").split(os.pathsep))
    named = [*_SYSTEM, sys.prefix, sys.base_prefix, str(package), *command.readable]
    return [*(path for path in dict.fromkeys(named) if Path(path).exists()), *(str(Path(p).absolute()) for p in more)]


def sandbox(command: Command, allowance: Allowance) -> list[str]:
    """Return the words that start bubblewrap before the command."""
    program, flags, proc = _bubblewrap() or ("", (), False)
    words = [program, *flags, "--size", str(allowance.scratch), "--tmpfs", _TMP, "--dev", "/dev"]
    words += ["--proc", "/proc"] if proc else []
    for link in _LINKS:
        if Path(link).is_symlink():
            words += ["--symlink", str(Path(link).readlink()), link]
        elif Path(link).is_dir():
            words += ["--ro-bind", link, link]
    for path in sorted(readable(command), key=len):
        words += ["--ro-bind", path, path]
    return [*words, "--remount-ro", "/", "--chdir", command.folder, "--"]


@cache
def _bubblewrap() -> tuple[str, tuple[str, ...], bool] | None:
    """Return bubblewrap, the flags that it takes here, and whether it may mount /proc; None where it does not work."""
    program = shutil.which("bwrap")
    if program is None or sys.platform != "linux":
        return None
    plain = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
    for flags in ((*plain, "--unshare-user", "--disable-userns"), plain):
        for proc in (True, False):
            words = [program, *flags, "--ro-bind", "/", "/", *(["--proc", "/proc"] if proc else []), "true"]
            done = subprocess.run(words, capture_output=True, timeout=20, check=False)  # noqa: S603 - fixed words
            if done.returncode == 0:
                return program, flags, proc
    return None


@cache
def _landlock() -> bool:
    return sys.platform == "linux" and bool(ctypes.CDLL(None, use_errno=True).syscall(444, None, 0, 1) > 0)


def isolation() -> Isolation:
    """Return the strictest isolation there is, or the one that is wanted. NoProgram when that is not to be had."""
    there: dict[Isolation, Callable[[], object]] = {Isolation.BUBBLEWRAP: _bubblewrap, Isolation.LANDLOCK: _landlock}
    wanted = os.environ.get(WANTED)
    if not wanted:
        return next((each for each in there if there[each]()), Isolation.LIMITS)
    try:
        found = Isolation(wanted)
    except ValueError:
        raise NoProgram(f"{WANTED} is one of {', '.join(map(str, Isolation))}, not {wanted!r}") from None
    if found in there and not there[found]():
        raise NoProgram(f"{WANTED} asks for {found}, which does not work on this machine")
    return found
