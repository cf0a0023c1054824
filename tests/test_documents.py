"""What is public must be documented. (What the documents show is run by tests/documents.)"""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import saudagar


@pytest.mark.parametrize("name", sorted(saudagar.__all__))
def test_everything_public_is_documented(name: str) -> None:
    """Each public class and function has a docstring, and so has each of its public methods."""
    value = getattr(saudagar, name)
    if not (inspect.isclass(value) or inspect.isfunction(value)):
        return
    assert inspect.getdoc(value)
    if inspect.isclass(value):
        for method, defined in vars(value).items():
            if not method.startswith("_") and (inspect.isfunction(defined) or isinstance(defined, property)):
                assert inspect.getdoc(defined), f"{name}.{method} has no docstring"


def test_the_public_names_are_sorted_and_there() -> None:
    """`__all__` lists, sorted and once each, names that exist."""
    assert sorted(saudagar.__all__) == sorted(set(saudagar.__all__))
    assert all(hasattr(saudagar, name) for name in saudagar.__all__)


def test_every_module_imports_and_says_what_it_is() -> None:
    """Each module of the package can be imported by itself and starts with a docstring."""
    for module in pkgutil.walk_packages(saudagar.__path__, "saudagar."):
        part = module.name.startswith("saudagar.kernel._") and module.name != "saudagar.kernel._core"
        if module.name != "saudagar.__main__" and not part:  # a part of the core goes on where another stops
            assert importlib.import_module(module.name).__doc__, module.name
