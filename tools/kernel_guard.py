"""Guards the kernel's speed without a clock, so that a busy or a slow machine gives the same answer.

Usage: python tools/kernel_guard.py [--only-objects] [--source FILE]

Two things must hold: the inner functions of the core contain nothing of Python in the C that Cython made of them
(slow-downs are silent: an annotation that does not bind, a literal beyond 2^63, a forgotten `exceptval`), and random
rounds take no more instructions a ply than CEILING, counted by valgrind.
"""

from __future__ import annotations

import argparse
import os
import pickle
import platform
import re
import subprocess
import sys
import tempfile
from array import array
from dataclasses import fields
from pathlib import Path

import compile_core

CEILING = {"x86_64": 710}
"""Instructions a ply. Debian 12's gcc needed 618 in 2026-11; fifteen in a hundred more are let through."""
ROUNDS = 1000
SEED = 3

HOT = {
    *("_next", "_below", "_total", "_less", "_draw", "_one_step"),
    *("_rank", "_legal", "_apply", "_sell", "_left", "_pass", "_lay", "_token", "_chance", "_start"),
    *("_allowed", "_observe", "_winner", "_playout"),
    *("_fill", "_sale", "_lead", "_ends", "_final", "_unseen_tokens", "_ways_to_hold"),
    *("_stem", "_branch", "_crown", "_chance_of", "_worth", "_weigh", "_haste"),
    *("_redeal", "_redraw", "_kind_at", "_ways_to_lie", "_world", "_turn_up", "_follow", "_look"),
    *("_pick", "_round", "_told", "_odds_of", "_settle"),
    *("_tokens", "_bent", "_set", "_ready", "_closing", "_thumb", "_top", "_rollout"),
    *("_edge", "_new_node", "_new_edge", "_below_edge", "_possible", "_sight"),
    *("_linear", "_odds", "_greedy", "_answer", "_drive", "_expand", "_promising", "_descend"),
}
MAY_USE_PYTHON = re.compile(r"_point|_pyx_unpickle_\w+")
"""Inner functions that are called once for an object."""

FUNCTION = re.compile(
    r"""^static\ [^;\n]*\b__pyx_f_\w*?5_core_(?:\d+[A-Z][a-z]+_)?_*(_\w+)\([^;{]*\)\ \{\n  # module, class, name
        (.*?)^\}""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PYTHON = re.compile(
    r"""\b(?:__Pyx_\w+                                                        # Cython's helpers
        |__pyx_(?:mstate|n_|int_|builtin|kp_|codeobj|empty|[dm]\b)\w*           # names, constants, dictionaries
        |Py(?!_ssize_t\b)[A-Z_]\w*)                                             # Python itself""",
    re.VERBOSE,
)
LINE = re.compile(r'"saudagar/kernel/_core\.py":(\d+)')


def objects(c: str) -> list[str]:
    """Every use of Python in the hot functions of a C text made by Cython, and every hot function that is missing."""
    bodies = {match[1]: match[2] for match in FUNCTION.finditer(c)}
    found = [f"{name}: is no C function any more" for name in sorted(HOT - bodies.keys())]
    for name, body in sorted(bodies.items()):
        if not MAY_USE_PYTHON.fullmatch(name):
            found += [f"{name}, {where}: {', '.join(sorted(uses))}" for where, uses in _uses(body).items()]
    return found


def _uses(body: str) -> dict[str, set[str]]:
    """What of Python is used in a function's body, by the place in _core.py that it was made of."""
    where, found = "at its start", dict[str, set[str]]()
    for row in body.splitlines():
        if match := LINE.search(row):
            where = f"line {match[1]}"
        if uses := PYTHON.findall(COMMENT.sub("", row)):
            found.setdefault(where, set()).update(uses)
    return found


def made_c(source: Path) -> str:
    """The C that Cython makes of a core."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, compile_core.__file__, folder, "--only-c", "--source", str(source)]
        output = subprocess.run(command, capture_output=True, text=True, check=False)
        if output.returncode:
            raise SystemExit(output.stdout + output.stderr)
        return Path(output.stdout.strip().rpartition("\n")[2]).read_text(encoding="utf-8")


# Without site, NumPy and saudagar, so that little more than the rounds is counted.
DRIVER = """
import array, importlib.machinery, importlib.util, pickle, sys, types
extension, tables, rounds, seed = sys.argv[1:]
loader = importlib.machinery.ExtensionFileLoader("saudagar.kernel._core", extension)
core = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(core)
with open(tables, "rb") as file:
    tables = types.SimpleNamespace(**pickle.load(file))
buffer = array.array("I", [0] * (tables.numbers["most"] + 8))
print(core.random_rounds(core.Core(tables), int(rounds), array.array("Q", [int(seed)]), buffer))
"""


def instructions(extension: Path) -> float:
    """Instructions a ply of random rounds: those of a run with rounds less those of a run without."""
    from saudagar.kernel.tables import tables  # noqa: PLC0415 - the other guard needs no saudagar
    from saudagar.rules import STANDARD  # noqa: PLC0415

    built = tables(STANDARD)
    plain: dict[str, object] = {"numbers": built.numbers}
    for each in fields(built):
        if each.name != "numbers":
            table = getattr(built, each.name)
            plain[each.name] = array({1: "B", 2: "H", 4: "I", 8: "Q"}[table.itemsize], table.tobytes())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables"
        file.write_bytes(pickle.dumps(plain))
        runs = [_start(extension, file, rounds) for rounds in (0, ROUNDS)]
        (_, without), (plies, with_rounds) = [_result(run) for run in runs]
    return (with_rounds - without) / plies


def _start(extension: Path, tables: Path, rounds: int) -> subprocess.Popen[str]:
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*valgrind, sys.executable, "-I", "-S", "-B", "-c", DRIVER, extension, tables, rounds, SEED]
    env = os.environ | {"PYTHONHASHSEED": "0"}
    words = [str(word) for word in command]
    return subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _result(run: subprocess.Popen[str]) -> tuple[int, int]:
    out, log = run.communicate(timeout=300)
    counted = re.search(r"Collected : (\d+)", log)
    if run.returncode or not counted:
        raise SystemExit(f"valgrind did not count: {out}{log}")
    return int(out), int(counted[1])


def main(arguments: list[str]) -> int:
    """Print what is wrong, or what was measured."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--only-objects", action="store_true")
    parser.add_argument("--source", type=Path, default=compile_core.SOURCE, help="look for objects in another core")
    options = parser.parse_args(arguments)
    found = objects(made_c(options.source))
    if found:
        print("Python objects in the kernel's hot functions (see the top of _core.py):", *found, sep="\n  ")
    else:
        print("no Python objects in the kernel's hot functions")
    if options.only_objects:
        return 1 if found else 0
    extension = next(compile_core.SOURCE.parent.glob("_core.abi3.so"), None)
    ceiling = CEILING.get(platform.machine())
    if extension is None or ceiling is None:
        print(f"instructions not counted: no compiled kernel, or no ceiling for {platform.machine()}")
        return 1 if found else 0
    count = instructions(extension)
    print(f"{count:.1f} instructions a ply in random rounds; at most {ceiling} are allowed")
    return 1 if found or count > ceiling else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
