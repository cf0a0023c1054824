"""A review as plain values, for JSON; the fields are named as in docs/review.md."""

from __future__ import annotations

from ..notation import Message
from ..rules import Seat
from .judge import Option, Verdict
from .review import Decision, Review, RoundReview

FORMAT = 1


def option_plain(option: Option) -> dict[str, object]:
    """Return an option as plain values; chances to four places, rupees to one."""
    return {
        "action": str(option.action),
        "win": round(option.win, 4),
        "error": round(option.error, 4),
        "worlds": option.worlds,
        "margin": round(option.margin, 1),
        "camel": round(option.camel, 3),
        "plies": round(option.plies, 1),
        "closes": round(option.closes, 3),
    }


def message_plain(message: Message) -> dict[str, object]:
    """Return a sentence in no language as plain values."""
    return {"key": message.key, "params": dict(message.params)}


def verdict_plain(verdict: Verdict, judge: str) -> dict[str, object]:
    """Return the advice on a position as plain values."""
    return {
        "format": FORMAT,
        "position": str(verdict.view),
        "judge": judge,
        "options": [option_plain(option) for option in verdict.options],
    }


def review_plain(review: Review) -> dict[str, object]:
    """Return a whole review as plain values."""
    return {
        "format": FORMAT,
        "ruleset": review.ruleset.id,
        "players": {seat.value: review.players[seat] for seat in Seat},
        "judge": review.judge,
        "reviewed": [seat.value for seat in review.reviewed],
        "seats": {seat.value: _summary(review, seat) for seat in Seat},
        "worst": [[each.round, each.ply] for each in review.worst()],
        "rounds": [_round(each) for each in review.rounds],
    }


def _summary(review: Review, seat: Seat) -> dict[str, object]:
    found = review.summary(seat)
    return {
        "decisions": found.decisions,
        "counted": found.counted,
        "marks": dict(found.marks),
        "loss": round(found.loss, 4),
        "rate": None if found.rate is None else round(found.rate, 5),
        "band": found.band,
        "luck": round(found.luck, 4),
        "fortune": found.fortune,
        "result": found.result,
        "adjusted": None if found.adjusted is None else round(found.adjusted, 4),
        "leaks": [{"leak": leak.value, "times": times, "loss": round(loss, 4)} for leak, times, loss in found.leaks],
    }


def _round(rnd: RoundReview) -> dict[str, object]:
    adjusted = rnd.adjusted(Seat.A)
    return {
        "round": rnd.number,
        "first": rnd.first.value,
        "result": rnd.result,
        "luck": round(rnd.luck(Seat.A), 4),
        "adjusted": None if adjusted is None else round(adjusted, 4),
        "curve": [[point.ply, round(point.win, 4)] for point in rnd.curve],
        "chances": [
            {"ply": each.ply, "kind": each.kind, "answer": each.answer, "luck": round(each.luck, 4)}
            for each in rnd.fortunes
        ],
        "decisions": [_decision(each) for each in rnd.decisions],
    }


def _decision(decision: Decision) -> dict[str, object]:
    hindsight = decision.hindsight
    return {
        "ply": decision.ply,
        "seat": decision.seat.value,
        "position": decision.position,
        "played": str(decision.played.action),
        "best": str(decision.best.action),
        "loss": round(decision.loss, 4),
        "error": round(decision.error, 4),
        "margin_loss": round(decision.margin_loss, 1),
        "mark": decision.mark,
        "uncounted": decision.uncounted.value if decision.uncounted else None,
        "leak": decision.leak.value if decision.leak else None,
        "legal": decision.legal,
        "options": [option_plain(option) for option in decision.options],
        "why": [message_plain(message) for message in decision.why],
        "hindsight": None
        if hindsight is None
        else {"best": str(hindsight.best), "win": round(hindsight.win, 4), "played": round(hindsight.played, 4)},
    }
