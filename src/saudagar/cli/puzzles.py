"""`saudagar puzzles`: find puzzles in self-play, and write them to a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from .out import Seed, between, complain, say


def puzzles(
    out: Path,
    /,
    *,
    count: Annotated[int, between(1, 2000)] = 100,
    seed: Seed = 1,
) -> int:
    """Find positions with one clearly best action in rounds that strong players play, and write them to a file.

    The same count, seed and version of saudagar find the same puzzles. 100 of them take some ten minutes on two cores.

    Parameters
    ----------
    out
        The file to write, JSON.
    count
        How many.
    seed
        What the rounds follow from.
    """
    from ..analysis.depth import FULL
    from ..analysis.judge import Judge
    from ..analysis.puzzles import mine, written
    from ..rules import STANDARD

    def told(found: int, looked: int) -> None:
        if looked % 20 == 0 and sys.stderr.isatty():
            complain(f"{found} of {count} puzzles in {looked} positions")

    text = written(mine(count, seed, told), seed, Judge(STANDARD, FULL).name)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as wrong:
        complain(f"{out} cannot be written: {wrong.strerror}")
        return 1
    say(f"{out}: {count} puzzles, {len(text.encode())} bytes")
    return 0
