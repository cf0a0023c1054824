"""Two kinds of contract for import-linter that may speak of packages which are not written yet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from importlinter.application import output
from importlinter.domain import fields
from importlinter.domain.contract import Contract, ContractCheck

if TYPE_CHECKING:
    from grimp import ImportGraph


def within(module: str, packages: set[str]) -> bool:
    """Whether the module is one of the packages or lies inside one."""
    return any(module == package or module.startswith(package + ".") for package in packages)


class Never(Contract):
    """`importers` do not import `imported`, neither directly nor through others."""

    type_name = "never"

    importers: Any = fields.SetField(subfield=fields.StringField())
    imported: Any = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the chains that must not be."""
        chains = [
            " -> ".join(chain)
            for importer in sorted(self.importers & graph.modules)
            for imported in sorted(self.imported & graph.modules)
            for chain in sorted(graph.find_shortest_chains(importer=importer, imported=imported, as_packages=True))
        ]
        return ContractCheck(kept=not chains, metadata={"lines": chains})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the chains."""
        _print_lines(check)


class AtMost(Contract):
    """Everything in `importers` directly imports nothing but `allowed` and the standard library without `but_not`."""

    type_name = "at_most"

    importers: Any = fields.SetField(subfield=fields.StringField())
    allowed: Any = fields.SetField(subfield=fields.StringField())
    standard_library: Any = fields.BooleanField(required=False, default=True)
    but_not: Any = fields.SetField(subfield=fields.StringField(), required=False, default=set())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the imports that are not on the list."""
        lines = [
            f"{importer}:{detail['line_number']}: {detail['line_contents'].strip()}"
            for importer, imported in self._imports(graph)
            if not self._may(imported)
            for detail in graph.get_import_details(importer=importer, imported=imported)
        ]
        return ContractCheck(kept=not lines, metadata={"lines": lines})

    def _imports(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        for importer in sorted(module for module in graph.modules if within(module, self.importers)):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                yield importer, imported

    def _may(self, imported: str) -> bool:
        if within(imported, self.but_not):
            return False
        standard = imported.split(".", maxsplit=1)[0] in sys.stdlib_module_names
        return (standard and bool(self.standard_library)) or within(imported, self.allowed)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the imports."""
        _print_lines(check)


def _print_lines(check: ContractCheck) -> None:
    for line in check.metadata["lines"]:
        output.print_error(f"  {line}")
