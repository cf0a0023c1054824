"""The compiled core, or the same file interpreted: which of them it is, is decided here, once, and nowhere else."""

from __future__ import annotations

import importlib.util
import logging
import os
import sys
import zlib
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from . import uncompiled

log = logging.getLogger("saudagar.kernel")


PARTS = ("_core.py", "_value.py", "_ending.py", "_search.py", "_rivals.py", "_sighted.py", "_frozen.py", "_selfplay.py")
"""The files that are one module, in this order: the first names it, each may use what those before it define."""
SOURCES = tuple(Path(__file__).with_name(part) for part in PARTS)
NAME = f"{__package__}._core"


def load() -> ModuleType:
    """Return the core: compiled where it was compiled and `SAUDAGAR_PURE` is not set, else interpreted.

    One that was compiled of another text, as in a checkout that has moved on, is left aside.
    """
    pure = os.environ.get("SAUDAGAR_PURE", "") not in {"", "0"}
    module = _loaded(None if pure else importlib.util.find_spec(NAME))
    if module is None or getattr(module, "SOURCE", None) not in {None, checksum()}:
        module = _loaded(importlib.util.spec_from_file_location(NAME, SOURCES[0]))
    if module is None:
        raise ImportError(f"{NAME} is missing")
    if not module.COMPILED:
        log.debug("the kernel is not compiled: the same file runs as Python, about two hundred times slower")
    return module


def _loaded(spec: ModuleSpec | None) -> ModuleType | None:
    if spec is None or spec.loader is None:
        return None
    with uncompiled.standing_in():
        module = importlib.util.module_from_spec(spec)
        sys.modules[NAME] = module
        spec.loader.exec_module(module)
        if not module.COMPILED:
            for source in SOURCES[1:]:
                exec(compile(source.read_bytes(), source, "exec"), module.__dict__)  # noqa: S102 - our own files
    return module


def checksum() -> int:
    """Return the number that a compiled core must name to belong to these files."""
    return zlib.crc32(b"\n".join(source.read_bytes() for source in SOURCES))


core = load()
