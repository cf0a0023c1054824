"""Writing a review into the record: marks, sentences and chances beside the moves."""

from __future__ import annotations

from dataclasses import replace

from ..notation import Annotation, Move, Narrator, Record
from .review import Decision, Review


def annotate(record: Record, review: Review, narrator: Narrator) -> Record:
    """Return the record with what the review says beside each move; a person's own comments and marks stay.

    Values: `eval` is the mover's chance of winning after the move, `best` the best action where another was played.
    """
    found = {(each.round, each.ply): each for each in review.decisions}
    rounds = []
    for number, rnd in enumerate(record.rounds, 1):
        moves = [_move(move, found.get((number, ply)), narrator) for ply, move in enumerate(rnd.moves, 1)]
        rounds.append(replace(rnd, moves=tuple(moves)))
    return replace(record, rounds=tuple(rounds))


def _move(move: Move, decision: Decision | None, narrator: Narrator) -> Move:
    if decision is None:
        return move
    kept = tuple((name, value) for name, value in move.note.values if name not in {"eval", "best"})
    told = [("eval", f"{decision.played.win:.3f}")]
    if decision.mark:
        told.append(("best", str(decision.best.action)))
    sentences = " ".join(narrator.tell(message) for message in decision.why)
    comment = move.note.comment or sentences.replace("{", "(").replace("}", ")")
    return replace(move, note=Annotation(move.note.mark or decision.mark, comment, (*kept, *told)))
