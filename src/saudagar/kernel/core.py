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


SOURCE = Path(__file__).with_name("_core.py")
NAME = f"{__package__}._core"


def load() -> ModuleType:
    """Return the core: compiled where it was compiled and `SAUDAGAR_PURE` is not set, else interpreted.

    One that was compiled of another text, as in a checkout that has moved on, is left aside.
    """
    pure = os.environ.get("SAUDAGAR_PURE", "") not in {"", "0"}
    module = _loaded(None if pure else importlib.util.find_spec(NAME))
    if module is None or getattr(module, "SOURCE", None) not in {None, zlib.crc32(SOURCE.read_bytes())}:
        module = _loaded(importlib.util.spec_from_file_location(NAME, SOURCE))
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
    return module


core = load()
