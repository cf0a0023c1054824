"""tools/kernel_guard.py sees the slow-downs that come without a word."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "src" / "saudagar" / "kernel" / "_core.py"


def change(core: str, old: str, new: str) -> str:
    assert old in core, "the core has changed: plant this mistake elsewhere"
    return core.replace(old, new, 1)


def locked(core: str) -> str:
    return core.replace("@cython.nogil\n", "\n").replace("with cython.nogil:", "if True:")


def test_python_objects_in_the_hot_functions_are_seen_and_named(tmp_path: Path) -> None:
    core = CORE.read_text(encoding="utf-8")
    # Without the lock Cython itself refuses Python objects; a core that keeps it would only be slow.
    core = locked(core)
    for part in sorted(CORE.parent.glob("_*.py")):
        if part.name not in {"_core.py", "__init__.py"}:
            (tmp_path / part.name).write_text(locked(part.read_text(encoding="utf-8")), encoding="utf-8")

    # A constant of the module, whose annotation does not bind.
    core = change(core, "    high: cython.ulonglong = 0x0080808080808080\n    rest", "    rest")
    core = change(core, "COMPILED = ", "high: cython.ulonglong = 0x0080808080808080\nCOMPILED = ")
    # A literal beyond 2^63.
    core = change(core, "return z ^ (z >> 31)", "return (z ^ (z >> 31)) & 0xFFFFFFFFFFFFFFFF")
    # A variable that nobody declared.
    core = change(
        core,
        "    one: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (4 * place)",
        "    one = 1 << (4 * place)",
    )
    # A function whose callers ask after each call whether it has raised.
    core = change(core, "    @cython.exceptval(check=False)\n    def _pass(", "    def _pass(")
    # A function that is none of C's.
    core = change(core, "@cython.cfunc\n@cython.inline\n\n@cython.exceptval(check=False)\ndef _total(", "def _total(")

    source = tmp_path / "_core.py"
    source.write_text(core, encoding="utf-8")
    command = [sys.executable, ROOT / "tools" / "kernel_guard.py", "--only-objects", "--source", source]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 1
    report = run.stdout.splitlines()
    for name in ("_less", "_next", "_token", "_lay", "_legal"):
        assert any(line.strip().startswith(f"{name}, line ") for line in report), (
            f"{name} in:\n{run.stdout}{run.stderr}"
        )
    assert "  _total: is no C function any more" in report
    assert not any(line.strip().startswith("_below") for line in report)
