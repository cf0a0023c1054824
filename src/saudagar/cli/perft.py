"""`saudagar perft`: counts lines of play, to compare rules programs."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from cyclopts import Parameter

from ..analysis import perft_split
from ..errors import NotationError
from ..notation import parse_position
from ..rules import RULESETS, Round
from .out import between, say, say_json


def perft(
    position: str,
    depth: Annotated[int, between(1, 9)],
    /,
    *,
    ruleset: Literal["standard", "six-each", "mini"] = "standard",
    split: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Count the lines of play of DEPTH plies from POSITION: every action with every different answer of chance.

    Parameters
    ----------
    position
        A full position line, in quotes; docs/notation.md describes it.
    depth
        The number of plies, from 1 to 9. Two take about a second from a start, three take minutes.
    ruleset
        The set of rules that the position belongs to.
    split
        Print the count under each action.
    json
        Print one JSON document.
    """
    start = parse_position(position, RULESETS[ruleset])
    if not isinstance(start, Round):
        raise NotationError("counting needs the truth, not a view", text=position)
    began = time.process_time()
    counts = perft_split(start, depth)
    seconds = time.process_time() - began
    total = sum(counts.values())
    if json:
        shown = {str(action): count for action, count in counts.items()}
        say_json(
            {"position": str(start), "depth": depth, "nodes": total, "split": shown, "cpu_seconds": round(seconds, 3)}
        )
        return 0
    if split:
        for action, count in counts.items():
            say(f"{action!s:14} {count}")
    say(f"{total} lines of {depth} {'ply' if depth == 1 else 'plies'}, {seconds:.2f} s of CPU time")
    return 0
