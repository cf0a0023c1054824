"""HARD-8: what may not stand in the code, and what the locks have to say about every package."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.conftest import Figures

ROOT = Path(__file__).parents[2]
SOURCE = sorted((ROOT / "src" / "saudagar").rglob("*.py"))
WEB = [path for path in sorted((ROOT / "web" / "src").rglob("*")) if path.suffix in (".ts", ".svelte", ".js")]
DANGEROUS_CALLS = {"eval", "exec", "compile", "__import__"}
DANGEROUS_MODULES = {"pickle", "marshal", "shelve", "yaml", "xml", "telnetlib", "dill", "cloudpickle"}
STATEMENT = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\b", re.IGNORECASE)
OWN_WORDS = {"table", "statement", "PUT_STANDING", "name"}


def trees() -> list[tuple[Path, ast.Module]]:
    """Every module of ours, read."""
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCE]


def test_no_code_comes_out_of_data(figures: Figures) -> None:
    """HARD-8: nothing is evaluated, unpickled, or run by a shell; only the kernel's own text runs where no C compiler is."""
    found = []
    for path, tree in trees():
        if path.parts[-2:] == ("kernel", "core.py"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                if name in DANGEROUS_CALLS:
                    found.append(f"{path.name}:{node.lineno} {name}")
                if any(word.arg == "shell" and getattr(word.value, "value", None) for word in node.keywords):
                    found.append(f"{path.name}:{node.lineno} shell")
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module]
            found += [f"{path.name}:{node.lineno} {m}" for m in modules if m.partition(".")[0] in DANGEROUS_MODULES]
    assert found == []
    figures(
        "HARD-8", f"{len(SOURCE)} modules: no eval, pickle, shell, SQL out of values, or chance that can be foreseen"
    )


def test_no_statement_of_sql_is_made_of_values() -> None:
    """HARD-8: values reach the database beside the statement; what is put into one are names of our own tables."""
    found = []
    for path, tree in trees():
        if "store" not in path.parts:
            assert not any(
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.match(r"^(SELECT|INSERT) ", node.value)
                for node in ast.walk(tree)
            ), path
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) and STATEMENT.match(ast.unparse(node).lstrip("f'\"")):
                names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
                if not all(name.isupper() or name in OWN_WORDS for name in names):
                    found.append(f"{path.name}:{node.lineno} {ast.unparse(node)}")
    assert found == []


def test_nothing_secret_comes_from_a_generator_that_can_be_foreseen() -> None:
    """HARD-8 and FAIR-2: `random` is imported neither where cards are dealt nor where tokens and keys are made."""
    for path, tree in trees():
        if not {"dealers", "server", "table"} & set(path.parts) or "load" in path.parts:
            continue
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            assert not {"random", "numpy.random"} & set(names), path


def test_pages_are_made_of_text_never_of_markup_in_text() -> None:
    """HARD-2 and HARD-8: no innerHTML, no document.write, no eval in the pages; `{@html}` for the drawn symbols alone."""
    found = []
    for path in WEB:
        text = path.read_text(encoding="utf-8")
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "srcdoc",
        ):
            if word in text and "gallery" not in path.parts and ".test." not in path.name:
                found.append(f"{path.name}: {word}")
        if "{@html" in text and path.name != "Sprite.svelte":
            found.append(f"{path.name}: @html")
    assert found == []
    assert len(WEB) > 20


@pytest.mark.parametrize("lock", ["runtime", "dev", "bootstrap", "node"])
def test_every_locked_package_has_a_version_and_hashes(lock: str) -> None:
    """HARD-8: what is installed is what was locked, from wherever it comes; no address stands in a lock."""
    text = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    assert "://" not in text
    blocks = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    packages = [block for block in blocks if re.match(r"[A-Za-z0-9]", block)]
    assert packages
    for block in packages:
        assert re.match(r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==\S+", block), block[:80]
        assert "--hash=sha256:" in block, block[:80]


def test_every_npm_package_is_locked_by_its_hash() -> None:
    """HARD-8: the same for the pages."""
    import json

    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, facts in packages.items():
        if name and not facts.get("link"):
            assert facts["integrity"].startswith("sha512-"), name
            assert "resolved" not in facts, name
