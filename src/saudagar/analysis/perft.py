"""Perft: the number of different lines of play from a position, the surest short check of a rules program."""

from __future__ import annotations

from ..rules import Action, Round


def perft(position: Round, depth: int) -> int:
    """Return how many lines of exactly `depth` plies follow; a ply is an action with one answer of chance.

    Rounds that end earlier do not count. Owed chance is answered first, at no cost in depth. The work grows with the
    number itself: depth 2 from a start takes about a second, depth 3 minutes. ValueError for a negative depth.
    """
    if depth < 0:
        raise ValueError("a depth is not negative")
    if position.owed:
        return sum(perft(position.resolve(answer), depth) for answer, _ in position.outcomes())
    if depth == 0:
        return 1
    return sum(perft_split(position, depth).values())


def perft_split(position: Round, depth: int) -> dict[Action, int]:
    """Return the perft of each legal action: where two programs differ, this shows under which action they do."""
    if depth < 1:
        raise ValueError("splitting needs a depth of one or more")
    actions = position.seen_by(position.turn).legal_actions if position.to_act else ()
    return {action: perft(position.play_unchecked(action), depth - 1) for action in actions}
