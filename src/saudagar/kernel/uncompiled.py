"""What `import cython` finds where nothing was compiled and Cython is not installed: names that mean nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


class _Type:
    """A C type: can be indexed like one, and called by `cast` as a type would be."""

    def __getitem__(self, _: object) -> _Type:
        return self

    def __call__(self, value: Any = 0) -> Any:
        return value


class _Cython(ModuleType):
    compiled = False

    def __getattr__(self, _: str) -> Any:
        return _Type()

    @staticmethod
    def cast(_: object, value: Any) -> Any:
        return value

    @staticmethod
    def _switch(_: bool) -> Callable[[Any], Any]:
        return lambda decorated: decorated

    nonecheck = auto_pickle = _switch

    @staticmethod
    def exceptval(*_: object, **__: object) -> Callable[[Any], Any]:
        return lambda function: function

    @staticmethod
    def _same(decorated: Any) -> Any:
        return decorated

    cfunc = cclass = final = inline = nogil = _same


@contextmanager
def standing_in() -> Iterator[None]:
    """Let `import cython` work inside, whatever is installed; what was there before is there again afterwards."""
    before = sys.modules.get("cython")
    sys.modules["cython"] = _Cython("cython")
    try:
        yield
    finally:
        if before is None:
            del sys.modules["cython"]
        else:
            sys.modules["cython"] = before
