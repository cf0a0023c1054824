"""Reviewing a record: every decision weighed, every answer of chance measured, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..notation import Move, Record, RoundRecord, Unknown, complete
from ..rules import Bonus, BySeat, Dealt, Refilled, Round, Seat
from .depth import FULL, Depth
from .hindsight import in_hindsight
from .judge import Judge, Verdict
from .leaks import leak_of
from .luck import Luck
from .marks import OBVIOUS, PLAIN, mark_of
from .review import Decision, Fortune, Hindsight, Point, Review, RoundReview, Uncounted
from .why import why


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review is."""

    done: int
    of: int
    """Decisions in all that are to be weighed."""


class Cancelled(Exception):
    """The review was broken off by whoever asked for it."""


def analyse(
    record: Record,
    *,
    depth: Depth = FULL,
    threads: int = 0,
    told: Callable[[Progress], bool | None] | None = None,
) -> Review:
    """Return the review of a record, which may end anywhere, and may have `?` where its keeper did not know.

    `told` hears of every decision, and ends the review by returning False (`Cancelled`). RecordError where the rules
    refuse the record, Unsuitable for rulesets that the network cannot play. Full depth takes some 20 seconds a round
    on two cores of 2026, quick depth a second a match.
    """
    for _ in record.replay():
        pass
    judge = Judge(record.ruleset, depth, threads)
    keeper = record.keeper
    reviewed = tuple(Seat) if keeper is None else (keeper,) if isinstance(keeper, Seat) else ()
    luck = Luck(judge.outlook)
    todo = sum(move.seat in reviewed for rnd in record.rounds for move in rnd.moves)
    done = 0
    rounds = list[RoundReview]()
    for number, rnd in enumerate(record.rounds, 1):
        steps = list(_steps(rnd, record, number))
        start = _start(rnd, record, number)
        decisions = list[Decision]()
        fortunes = [Fortune(number, 0, "deal", str(rnd.market), luck.of_deal(start))]
        curve = [Point(0, luck.standing(start))]
        laid = [move.chance.cards if isinstance(move.chance, Refilled) else None for _, move, _, _ in steps]
        for ply, (before, move, owing, after) in enumerate(steps, 1):
            if move.seat in reviewed:
                verdict = judge.weigh(before.seen_by(move.seat), [move.action])
                coming = [cards for cards in laid[ply - 1 :] if cards is not None]
                seen = in_hindsight(before, move.action, coming, luck) if depth.second else None
                decisions.append(_decision(verdict, move, (number, ply), seen))
                done += 1
                if told and told(Progress(done, todo)) is False:
                    raise Cancelled
            if owing.owed:
                kind = "bonus" if isinstance(owing.owed, Bonus) else "refill"
                fortunes.append(Fortune(number, ply, kind, _text(move), luck.of_answer(owing, after)))
            curve.append(Point(ply, luck.standing(after)))
        result = steps[-1][3].result if steps else start.result
        won = None if result is None else 0.5 if result.winner is None else float(result.winner is Seat.A)
        rounds.append(RoundReview(number, rnd.first, tuple(decisions), tuple(fortunes), tuple(curve), won))
    return Review(record.ruleset, record.players, judge.name, tuple(rounds), reviewed)


def _whole(rnd: RoundRecord, record: Record, number: int) -> RoundRecord:
    return complete(rnd, record.ruleset, number) if record.keeper else rnd


def _start(rnd: RoundRecord, record: Record, number: int) -> Round:
    whole = _whole(rnd, record, number)
    return Round.start(record.ruleset, rnd.first, Dealt(whole.market, BySeat(whole.deal.a.cards, whole.deal.b.cards)))


def _steps(rnd: RoundRecord, record: Record, number: int) -> Iterator[tuple[Round, Move, Round, Round]]:
    """Yield each move with the round before it, with chance owed, and after it."""
    position = _start(rnd, record, number)
    for told, move in zip(rnd.moves, _whole(rnd, record, number).moves, strict=True):
        owing = position.play(move.action)
        after = owing
        if owing.owed and move.chance is not None and not isinstance(move.chance, Unknown):
            after = owing.resolve(move.chance)
        yield position, Move(told.seat, told.action, told.chance, told.note), owing, after
        position = after


def _text(move: Move) -> str:
    return str(move).partition("/")[2].split(" ", 1)[0]


def _decision(verdict: Verdict, move: Move, at: tuple[int, int], seen: Hindsight | None) -> Decision:
    best, played = verdict.best, verdict.of(move.action)
    loss = max(0.0, best.win - played.win)
    error = max(best.error, played.error)
    counted = uncounted(verdict)
    shown = verdict.options[:5]
    shown = shown if played in shown else (*shown, played)
    mark = "" if counted else mark_of(loss, error)
    return Decision(
        *at,
        move.seat,
        str(verdict.view),
        played,
        shown,
        len(verdict.options),
        loss,
        error,
        verdict.favourite.win - played.win,
        counted,
        leak_of(verdict.view, best, played) if loss > 0 and played is not best else None,
        why(verdict.view, best, played) if mark else (),
        seen if len(verdict.options) > 1 else None,
    )


def uncounted(verdict: Verdict) -> Uncounted | None:
    """Say whether a decision was none: one action only, or all alike, or all but one far behind."""
    options = verdict.options
    if len(options) == 1:
        return Uncounted.FORCED
    wins = sorted((option.win for option in options), reverse=True)
    if wins[0] - wins[-1] <= OBVIOUS or wins[0] - wins[1] >= PLAIN:
        return Uncounted.OBVIOUS
    return None
