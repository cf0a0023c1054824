"""The functions of the network that are compiled twice: marked in the C, each of them, or nothing is compiled."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import compile_core

DECLARED = "".join(
    f"static {inline}void __pyx_f_8saudagar_6kernel_5_core_{name}(struct Mind *{end}\n"
    for name, inline in zip(compile_core.WIDE, ("CYTHON_INLINE ", "", ""), strict=True)
    for end in ("); /*proto*/", "__pyx_v_mind) {")
)


def test_declaration_and_body_are_marked():
    """Both carry the macro, none asks to be put in line any more, and calls are left alone."""
    call = "  __pyx_f_8saudagar_6kernel_5_core__stem(__pyx_v_mind);\n"
    marked = compile_core.widened(DECLARED + call)
    assert marked.startswith(compile_core.TWICE)
    assert marked.count("static SAUDAGAR_WIDE void ") == 2 * len(compile_core.WIDE)
    assert "CYTHON_INLINE" not in marked
    assert marked.endswith(call)


def test_a_function_that_went_missing_is_told():
    """A renamed function would silently be half as fast."""
    with pytest.raises(ValueError, match="_crown is declared 0 times"):
        compile_core.widened(DECLARED.replace("_crown", "_top"))
