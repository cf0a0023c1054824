"""`saudagar verify`: was this match dealt as both players were promised?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..dealers.jd1 import DealingRefused, Transcript, check_attempts, check_drawn
from ..dealers.jd1.hashing import canonical
from ..notation import Record
from ..notation.deals import drawn, exported
from .out import say, say_json


def verify(
    file: Path,
    /,
    *,
    json: Annotated[bool, Parameter(negative="")] = False,
    export: Path | None = None,
) -> int:
    """Check a record: every move by the rules, and how each round was dealt by its proof, where it has one.

    Exit code 0 if everything is proved; 1 if something is wrong or some round has no proof.

    Parameters
    ----------
    file
        The record, a .tgn file.
    json
        Print what was found as one JSON document.
    export
        Also write the deals and their proofs to this file, for the second verifier, web/verify/verify.mjs.
    """
    record = Record.load(file)
    found = judge(record)
    if export:
        export.write_bytes((canonical(exported(record)) + "\n").encode())
    good = all(each["proof"] and not each["problems"] for each in found)
    if json:
        say_json({"file": str(file), "replayed": True, "proved": good, "rounds": found})
        return 0 if good else 1
    moves = sum(len(rnd.moves) for rnd in record.rounds)
    say(f"The rules agree with all {moves} moves, answers of chance and scores in the record.")
    for each in found:
        say(_told(each))
    if good:
        say("Everything is proved. That nobody looked at the cards, no proof can show: docs/fair-dealing.md.")
    return 0 if good else 1


def judge(record: Record) -> list[dict[str, object]]:
    """Return for each round whether it has a proof, how many attempts it took, who was absent, and what is wrong."""
    found: list[dict[str, object]] = []
    previous: str | None = "0" * 64
    match: str | None = None
    for number, rnd in enumerate(record.rounds, 1):
        problems: list[str] = []
        attempts: list[Transcript] = []
        if rnd.proof:
            try:
                attempts = [Transcript.from_dict(each) for each in rnd.proof.attempts]
                problems = _problems(record, number, attempts, previous, match)
            except DealingRefused as wrong:
                problems = [str(wrong)]
        previous = attempts[-1].hash if attempts else None
        match = attempts[-1].terms.match if attempts else match
        found.append(
            {
                "round": number,
                "proof": rnd.proof is not None,
                "attempts": len(attempts),
                "void": [each.void for each in attempts if each.void],
                "absent": sorted(seat.value for seat in attempts[-1].absent) if attempts else [],
                "problems": problems,
            }
        )
    return found


def _problems(
    record: Record, number: int, attempts: list[Transcript], previous: str | None, match: str | None
) -> list[str]:
    rnd, terms = record.rounds[number - 1], attempts[-1].terms
    wrong = check_attempts(attempts, number, previous)
    if terms.seats != record.players:
        wrong.append("the names in the record are not those of the proof")
    if terms.rules != record.ruleset.id:
        wrong.append("the ruleset of the record is not that of the proof")
    if match not in (None, terms.match):
        wrong.append("the proofs are not of one match")
    if wrong:
        return wrong
    hands = rnd.deal.map(lambda hand: (hand.cards, hand.unknown))
    return check_drawn(attempts[-1], rnd.market, hands, drawn(rnd), rnd.first if number == 1 else None)


def _told(found: dict[str, object]) -> str:
    number = found["round"]
    if not found["proof"]:
        return f"Round {number}: no proof. The record does not show how this round was dealt."
    problems = _list(found["problems"])
    if problems:
        return f"Round {number}: NOT as promised.\n" + "\n".join(f"    {problem}" for problem in problems)
    notes = [f"seat {seat} gave no number of its own" for seat in _list(found["absent"])]
    notes += [f"an attempt before it is void ({reason})" for reason in _list(found["void"])]
    note = f" Note: {'; '.join(notes)}." if notes else ""
    return f"Round {number}: proved. Hands, market, every card laid and every bonus token are those of the deal.{note}"


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
