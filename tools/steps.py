"""Running other programs, one line on the screen for each; remembering what is done already."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

Command = Sequence[str | Path]
Words = list[str | Path]


class Failed(Exception):
    """A step did not work: says which, shows the end of what it printed, and what to do."""

    def __init__(self, what: str, output: str = "", hint: str = "", lines: int = 25) -> None:
        tail = "\n".join("    " + line for line in output.rstrip().splitlines()[-lines:])
        super().__init__("\n".join(part for part in (f"failed: {what}", tail, hint) if part))


# ------------------------------------------------------------------------------------------------------ running


def child_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment for other programs: nothing of a foreign virtual environment, plain output, `.venv` first."""
    inherited = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME", "FORCE_COLOR"}}
    venv = ROOT / ".venv"
    return inherited | {
        "VIRTUAL_ENV": str(venv),
        "PATH": os.pathsep.join([str(venv / ("Scripts" if os.name == "nt" else "bin")), os.environ.get("PATH", "")]),
        "NO_COLOR": "1",
        "PYTHONUNBUFFERED": "1",
        "UV_NO_PROGRESS": "1",
        **(extra or {}),
    }


def run(
    label: str,
    *commands: Command,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    hint: str = "",
    timeout: float = 900,
) -> str:
    """Run the commands as one step: a line with its seconds on the screen, the output (returned) in build/logs."""
    log = BUILD / "logs" / (re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-") + ".log")
    log.parent.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    print(f"  {label:<44}", end=" ", flush=True)
    code: int | str = 0
    with log.open("wb") as out:
        for command in commands:
            code = _wait([str(part) for part in command], cwd, child_environment(env), out.fileno(), timeout)
            if code:
                break
    print(f"{'ok' if not code else 'FAILED':<6} {time.monotonic() - start:6.1f} s", flush=True)
    output = COLOUR.sub("", log.read_text(encoding="utf-8", errors="replace"))
    if code:
        what = f"{label} ({code if isinstance(code, str) else f'exit code {code}'})"
        raise Failed(what, output, hint or f"All of its output: {log.relative_to(ROOT)}", lines=60 if CI else 25)
    return output


def _wait(command: list[str], cwd: Path, env: dict[str, str], out: int, timeout: float) -> int | str:
    try:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        os.write(out, f"{command[0]}: {error}\n".encode())
        return "could not be started"
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        return f"not finished after {timeout:.0f} s"
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes], patience: float = 5) -> None:
    """End a process and everything that it started, if it still runs."""
    if process.poll() is not None:
        return
    for end in ("SIGTERM", "SIGKILL"):
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, getattr(signal, end))
        else:
            process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
            return


def become(command: Command, env: Mapping[str, str] | None = None) -> int:
    """Replace this program by another, so that signals reach it directly."""
    words = [str(word) for word in command]
    sys.stdout.flush()
    environment = child_environment(env)
    if "NO_COLOR" not in os.environ:
        del environment["NO_COLOR"]
    if os.name == "posix":
        os.chdir(ROOT)
        os.execve(words[0], words, environment)  # noqa: S606 - no shell is wanted
    return subprocess.call(words, cwd=ROOT, env=environment)


# -------------------------------------------------------------------------------------------------- remembering


def fingerprint(*inputs: Path | str, skip: Callable[[Path], bool] = lambda _path: False) -> str:
    """One hash over texts, files, and all files below folders; a missing path counts as missing."""
    digest = hashlib.sha256()
    for item in inputs:
        for path in [item] if isinstance(item, str) else _files(item, skip):
            name = path if isinstance(path, str) else path.relative_to(ROOT).as_posix()
            content = b"" if isinstance(path, str) else path.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _files(path: Path, skip: Callable[[Path], bool]) -> Iterable[Path]:
    if path.is_dir():
        for child in sorted(path.iterdir()):
            if not skip(child):
                yield from _files(child, skip)
    elif path.is_file():
        yield path


@dataclass(frozen=True)
class Stamp:
    """A note that a step was completed for certain inputs.

    It is taken away before the step begins and written after it ended, so an interrupted step is done again.
    """

    path: Path
    proof: Path
    "what the step made: gone, it has to be done again"

    def fresh(self, inputs: str) -> bool:
        """Whether the step is done for these inputs."""
        return self.proof.exists() and self.path.is_file() and self.path.read_text(encoding="utf-8") == inputs

    @contextlib.contextmanager
    def renewed(self, inputs: str) -> Iterator[None]:
        """Around the step: the stamp is there only if the body came to its end."""
        self.path.unlink(missing_ok=True)
        yield
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(inputs, encoding="utf-8")


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let two set-ups of the same checkout wait for each other."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "setup.lock").open("w") as file:
        try:
            import fcntl  # noqa: PLC0415 - not on Windows, where two set-ups at a time are the user's own risk
        except ImportError:
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("  waiting for another set-up of this checkout …", flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def which(*names: str) -> str | None:
    """The first of these programs that is installed."""
    return next((path for path in map(shutil.which, names) if path), None)
