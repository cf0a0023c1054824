"""The compiled kernel of the checkout: building it beside its source, and testing it in every form that it may have."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import environment
from compile_core import PARTS, SOURCE
from steps import BUILD, CI, ROOT, Failed, Stamp, Words, child_environment, fingerprint, run, which

COMPILE = ROOT / "tools" / "compile_core.py"
GUARD = ROOT / "tools" / "kernel_guard.py"
EXTENSION = SOURCE.with_name("_core.pyd" if os.name == "nt" else "_core.abi3.so")
STAMP = Stamp(BUILD / "stamps" / "kernel", EXTENSION)
TESTS: Words = ["-m", "not long", "tests/kernel", "--ignore", "tests/kernel/test_planted_bugs.py"]
"""What is worth running on another form of the core; the planted bugs are in a form of their own."""


def why_not() -> str:
    """Why this machine cannot compile; empty if it can."""
    command: Words = [environment.PYTHON, COMPILE, "--ask"]
    answer = subprocess.run(command, env=child_environment(), capture_output=True, text=True, timeout=60, check=False)
    if answer.returncode:
        raise Failed("ask for a C compiler", answer.stdout + answer.stderr)
    return answer.stdout.strip().rpartition("\n")[2]


def build() -> None:
    """Compile the core beside its source if something changed; where that cannot be, say so and go on interpreted."""
    compiler = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS")]
    inputs = fingerprint(*PARTS, COMPILE, environment.LOCKS / "dev.lock", sys.version, *compiler)
    if STAMP.fresh(inputs):
        return
    EXTENSION.unlink(missing_ok=True)
    if reason := why_not():
        if CI:
            raise Failed("compile the kernel", hint=reason)
        print(f"  {'compile the kernel':<44} left out: {reason}", flush=True)
        print("    It runs interpreted: the same results, about two hundred times slower.", flush=True)
        return
    with STAMP.renewed(inputs):
        place = BUILD / "kernel"
        shutil.rmtree(place, ignore_errors=True)
        compile_into(place, "compile the kernel").replace(EXTENSION)
        shutil.rmtree(place)


def compile_into(place: Path, label: str, *options: str) -> Path:
    """Compile in a folder; returns the extension."""
    output = run(label, [environment.PYTHON, COMPILE, place, *options], hint="Is a C compiler installed?")
    return Path(output.strip().rpartition("\n")[2])


def tests(label: str, env: dict[str, str]) -> str:
    """Run the kernel's quick tests in some environment."""
    command: Words = [environment.PYTHON, "-m", "pytest", "-q", "--color=no", "-n", "auto", *TESTS]
    return run(label, command, env=env, timeout=600)


def interpreted_tests() -> str:
    """The kernel's quick tests with the same file run by Python."""
    return tests("kernel tests, interpreted", {"SAUDAGAR_PURE": "1"})


def sanitizer() -> str | None:
    """The address sanitizer's library, which must be loaded before Python; None where the compiler has none."""
    compiler = which(*filter(None, [os.environ.get("CC")]), "gcc")
    if sys.platform != "linux" or not compiler:
        return None
    command = [compiler, "-print-file-name=libasan.so"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False).stdout.strip()
    return answer if Path(answer).is_file() else None


# What the doors of engine.py would refuse: lists written into an array with room for one code.
TRESPASS = """
import numpy as np
from saudagar.kernel import Kernel
from saudagar.kernel.core import core
states = Kernel().games(1).states.copy()
print(core.__file__, flush=True)
core.legal_batch(Kernel().core, states, np.zeros((1, 1), np.uint32), np.zeros(1, np.int32))
print("unseen")
"""


def sanitized_tests(library: str) -> str:
    """The kernel's quick tests on a core built to notice wrong addresses and undefined behaviour."""
    with tempfile.TemporaryDirectory(prefix="saudagar sanitized ") as folder:
        place = Path(folder)
        made = compile_into(place / "build", "compile the kernel with sanitizers", "--sanitize")
        package = place / "src" / "saudagar"
        shutil.copytree(
            ROOT / "src" / "saudagar", package, ignore=shutil.ignore_patterns("static", "__pycache__", "*.so", "*.pyd")
        )
        shutil.copy(made, package / "kernel" / EXTENSION.name)
        env = {
            "PYTHONPATH": str(package.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LD_PRELOAD": library,
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
        }
        require_watch(place, env)
        env["ASAN_OPTIONS"] += f":log_path='{place / 'report'}'"
        label = "kernel tests, with sanitizers"
        try:
            output = tests(label, env)
        except Failed:
            if reports := _reports(place):
                raise Failed(label, reports) from None
            raise
        if reports := _reports(place):
            raise Failed(label, reports)
        return output


def _reports(place: Path) -> str:
    """What the sanitizers found; each process writes a file of its own. The first few say enough."""
    files = sorted(place.glob("report*"))[:3]
    return "\n".join(path.read_text(encoding="utf-8", errors="replace")[:1000] for path in files)


def require_watch(place: Path, env: dict[str, str]) -> None:
    """See to it that the sanitized core is the one in use and that a write out of bounds does not go unseen."""
    command: Words = [environment.PYTHON, "-c", TRESPASS]
    answer = subprocess.run(
        command, cwd=place, env=child_environment(env), capture_output=True, text=True, timeout=120, check=False
    )
    if f"{place}{os.sep}src" not in answer.stdout or "heap-buffer-overflow" not in answer.stderr:
        raise Failed("sanitizers: a planted write out of bounds was not seen", answer.stdout + answer.stderr)


def guard() -> str:
    """No Python objects in the hot functions, and no more instructions a ply than allowed."""
    valgrind = [] if which("valgrind") else ["--only-objects"]
    return run("kernel guard", [environment.PYTHON, GUARD, *valgrind])
