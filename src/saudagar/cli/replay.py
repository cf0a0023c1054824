"""`saudagar replay`: a record told move by move, after the rules have checked every number in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ..notation import Narrator, Record, Step, catalogue, messages
from ..rules import Ended, Round
from ..rules.events import of_action, of_answer
from .out import say, say_json


def replay(
    file: Path,
    /,
    *,
    positions: Annotated[bool, Parameter(negative="")] = False,
    lang: Literal["en", "fr", "es", "hu"] | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Tell a recorded match move by move. A record that breaks the rules is refused (exit code 1), never repaired.

    Parameters
    ----------
    file
        The record, a .tgn file.
    positions
        Print the position line before each move.
    lang
        The language of the sentences; by default that of your system.
    json
        Print the steps as one JSON document.
    """
    from .play import system_language

    record = Record.load(file)
    steps = list(record.replay())
    if json:
        say_json(
            {"result": str(record.winner or "*"), "seals": list(record.seals), "steps": [_json(step) for step in steps]}
        )
        return 0
    language = lang or system_language()
    narrator = Narrator(catalogue(language), language, record.players)
    number = 0
    for step in steps:
        if step.round != number:
            number = step.round
            say(f"\n{number}.")
        if positions:
            say(f"    {step.before}")
        say(f"{step.ply:4}  {step.seat} {step.action}  {_told(step, narrator, record)}")
    say(f"\n{record.winner or '*'} {record.seals.a}-{record.seals.b}")
    return 0


def _told(step: Step, narrator: Narrator, record: Record) -> str:
    """Tell a step in a sentence or two: in full where the record holds the truth, else as its text alone."""
    if not isinstance(step.before, Round) or not isinstance(step.after, Round):
        return str(step.note)
    played = step.before.play(step.action)
    events = of_action(step.before, step.action, played)
    if played.owed:
        events += of_answer(played, step.chance, step.after)  # type: ignore[arg-type]
    told = [narrator.tell(message) for event in events for message in messages(event, record.ruleset, step.round)]
    notes = [str(step.note)] if step.note else []
    ends = ["\n     "] if any(isinstance(event, Ended) for event in events) else []
    return " ".join([*told, *ends, *notes]).rstrip()


def _json(step: Step) -> dict[str, object]:
    return {
        "round": step.round,
        "ply": step.ply,
        "seat": step.seat.value,
        "before": str(step.before),
        "action": str(step.action),
        "after": str(step.after),
        "note": str(step.note),
    }
