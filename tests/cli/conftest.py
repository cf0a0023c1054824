"""Commands run in this process: words in, exit code and output out."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from saudagar.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `saudagar` with some words and some input, and return what it came to; no traceback may be in it."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def go(*words: str, stdin: str | bytes = "") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, told.out, told.err)

    return go
