"""Records of finished rounds, with the proofs of their deals."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from ..notation import Record
from ..notation.proof import Proof
from .sitting import Sitting


def finished(sitting: Sitting, day: date | None) -> Record | None:
    """Return the record of the rounds that are over, never of one that is played; None while there is none."""
    if sitting.table is None:
        return None
    record = sitting.table.record(day=day, finished_only=True)
    if not record.rounds:
        return None
    rounds = [
        replace(rnd, proof=Proof(tuple(attempt.transcript().to_dict() for attempt in attempts)))
        if (attempts := sitting.handshake.played(number))
        else rnd
        for number, rnd in enumerate(record.rounds, 1)
    ]
    return replace(record, rounds=tuple(rounds))
