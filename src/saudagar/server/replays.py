"""A record as moments to step through: what the page of a finished match shows, with both hands open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..notation import Record, messages
from ..notation.action import chance_text
from ..notation.record import Step, Unknown
from ..rules import (
    EMPTY,
    BonusDrawn,
    BySeat,
    DrewBonus,
    Event,
    Match,
    PlayedRound,
    Refilled,
    Round,
    Sealed,
    Seat,
    View,
    Won,
)
from ..rules.events import of_action, of_answer
from .state import ruleset_facts, view_facts


def replay_facts(record: Record, players: BySeat[str | None] = BySeat(None, None)) -> dict[str, Any]:
    """Return the Replay of docs/design/http.md. RecordError where the rules refuse the record."""
    steps, match = list(record.replay()), record.match()
    return {
        "ruleset": ruleset_facts(record.ruleset),
        "seats": {seat.value: {"name": record.players[seat], "player": players[seat]} for seat in Seat},
        "day": record.day.isoformat() if record.day else None,
        "match": {
            "seals_to_win": record.seals_to_win,
            "seals": {seat.value: record.seals[seat] for seat in Seat},
            "winner": record.winner.value if record.winner else None,
            "resigned": record.resigned.value if record.resigned else None,
        },
        "rounds": [_result(number, played, match, steps) for number, played in enumerate(match.rounds, 1)],
        "moments": list(_moments(steps, match)),
    }


def _moments(steps: list[Step], match: Match) -> Iterator[dict[str, Any]]:
    for step in steps:
        if step.ply == 1:
            yield {
                "round": step.round,
                "ply": 0,
                "seat": None,
                "action": None,
                "chance": None,
                "view": _open(step.before),
                "messages": [{"key": "event.began", "params": {"round": step.round, "seat": step.seat.value}}],
            }
        yield {
            "round": step.round,
            "ply": step.ply,
            "seat": step.seat.value,
            "action": str(step.action),
            "chance": _chance(step),
            "view": _open(step.after),
            "messages": [
                {"key": message.key, "params": message.params}
                for event in _events(step, match)
                for message in messages(event, match.ruleset, step.round)
            ],
        }


def _events(step: Step, match: Match) -> tuple[Event, ...]:
    """Return what happened in a step; a record kept by one player tells its actions alone."""
    before, after = step.before, step.after
    if not isinstance(before, Round) or not isinstance(after, Round):
        return ()
    played = before.play(step.action)
    events = of_action(before, step.action, played)
    if played.owed and isinstance(step.chance, Refilled | BonusDrawn):
        events += of_answer(played, step.chance, after)
    if after.over:
        sealed = match.rounds[step.round - 1]
        last = step.round == len(match.rounds) and match.winner and not match.resigned
        events += (Sealed(match.seal_of(sealed)), *([Won(match.winner)] if last and match.winner else []))
    return events


def _chance(step: Step) -> str | None:
    """Return what stands after the slash; None where nothing was laid or drawn."""
    if step.chance is None or step.chance == Refilled(EMPTY):
        return None
    return "?" if isinstance(step.chance, Unknown) else chance_text(step.chance)


def _open(position: Round | View) -> dict[str, Any]:
    """Return a position as JSON values with everything shown that the record tells."""
    if isinstance(position, View):
        return {**view_facts(position, running=False), "turn": _turn(position)}
    seen = BySeat(*(view_facts(position.seen_by(seat), running=False) for seat in Seat))
    return {
        **seen.a,
        "position": str(position),
        "hands": {seat.value: seen[seat]["hands"][seat.value] for seat in Seat},
        "purses": {seat.value: seen[seat]["purses"][seat.value] for seat in Seat},
        "turn": _turn(position),
    }


def _turn(position: Round | View) -> str | None:
    seat = position.to_act
    return seat.value if seat else None


def _result(number: int, played: PlayedRound, match: Match, steps: list[Step]) -> dict[str, Any]:
    result, seal = played.result, match.seal_of(played)
    of_round = [step for step in steps if step.round == number]
    drawn = [event for step in of_round for event in _events(step, match) if isinstance(event, DrewBonus)]
    return {
        "winner": result.winner.value if result.winner else None,
        "seal": seal.value if seal else None,
        "ending": result.ending.value,
        "decided_by": result.decided_by.value,
        "first": played.first.value,
        "herds": {seat.value: result.herds[seat] for seat in Seat},
        "scores": {
            seat.value: {
                "goods": result.scores[seat].goods,
                "bonus": result.scores[seat].bonus,
                "camel": result.scores[seat].camel,
                "total": result.scores[seat].total,
                "bonus_tokens": result.scores[seat].bonus_tokens,
                "goods_tokens": result.scores[seat].goods_tokens,
                "bonus_values": sorted(event.value or 0 for event in drawn if event.seat is seat),
            }
            for seat in Seat
        },
    }
