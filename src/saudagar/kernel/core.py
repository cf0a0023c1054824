"""The compiled core, or the same file interpreted: which of them it is, is decided here, once, and nowhere else."""

from __future__ import annotations

import importlib.util
import logging
import os
import sys
from pathlib import Path
from types import ModuleType

from . import uncompiled

log = logging.getLogger("saudagar.kernel")


def load() -> ModuleType:
    """Return the core: compiled where it was compiled and `SAUDAGAR_PURE` is not set, else interpreted."""
    name = f"{__package__}._core"
    if os.environ.get("SAUDAGAR_PURE", "") not in ("", "0"):
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("_core.py"))
    else:
        spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is missing")
    with uncompiled.standing_in():
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    if not module.COMPILED:
        log.debug("the kernel is not compiled: the same file runs as Python, about two hundred times slower")
    return module


core = load()
