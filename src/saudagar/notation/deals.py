"""The deals of a record as plain data: what chance answered, round by round, with what proves it."""

from __future__ import annotations

from ..rules import Answer
from .action import chance_text
from .record import Record, RoundRecord, Unknown


def drawn(rnd: RoundRecord) -> list[Answer | None]:
    """Return all answers of chance in a round, oldest first; None where the keeper of the record did not know."""
    answers = [move.chance for move in rnd.moves if move.chance is not None]
    return [None if isinstance(answer, Unknown) else answer for answer in answers]


def exported(record: Record) -> dict[str, object]:
    """Return the deals of a record and their proofs as plain data: the form that the second verifier reads."""
    rounds = []
    for number, rnd in enumerate(record.rounds, 1):
        told: dict[str, object] = {
            "round": number,
            "market": str(rnd.market),
            "deal": [str(hand) for hand in rnd.deal],
            "drawn": ["?" if each is None else chance_text(each) for each in drawn(rnd)],
            "proof": [dict(each) for each in rnd.proof.attempts] if rnd.proof else [],
        }
        rounds.append({**told, "first": rnd.first.value} if number == 1 else told)
    return {"format": "saudagar deals 1", "players": [*record.players], "rules": record.ruleset.id, "rounds": rounds}
