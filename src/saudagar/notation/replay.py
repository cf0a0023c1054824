"""Replaying a record by the rules: every move, answer of chance and number in it is checked, none repaired."""

from __future__ import annotations

from ..errors import IllegalAction, ImpossibleChance, RecordError
from ..rules import EMPTY, Bonus, BonusDrawn, BySeat, Dealt, Match, Refilled, Round, Seat, Sell
from .completion import complete
from .record import Move, Points, Record, RoundRecord, Step, Unknown


def replay(record: Record) -> tuple[list[Step], Match]:
    """Return every step of a record and the match it leads to. RecordError (round, ply) at the first disagreement."""
    starter = record.rounds[0].first if record.rounds else None
    match, steps = Match(record.ruleset, record.seals_to_win, starter), list[Step]()
    keeper = record.keeper
    for number, rnd in enumerate(record.rounds, 1):
        if match.over:
            raise RecordError("the match was over before this round", round=number)
        if match.rounds and rnd.first is not match.next_starter:
            raise RecordError(
                f"seat {match.next_starter} starts this round",
                round=number,
                expected=match.next_starter,
                found=rnd.first,
                field="first",
            )
        whole = complete(rnd, record.ruleset, number) if keeper else rnd
        position = _start(whole, record, number)
        for ply, (told, move) in enumerate(zip(rnd.moves, whole.moves, strict=True), 1):
            after = _step(position, move, number, ply)
            seen = (position, after) if keeper is None else (position.seen_by(keeper), after.seen_by(keeper))
            steps.append(Step(number, ply, told.seat, seen[0], told.action, told.chance, seen[1], told.note))
            position = after
        _check_end(rnd, position, number, last=number == len(record.rounds))
        if position.result:
            match = match.after(rnd.first, position.result)
    return steps, _check_match(record, match)


def _start(rnd: RoundRecord, record: Record, number: int) -> Round:
    dealt = Dealt(rnd.market, BySeat(rnd.deal.a.cards, rnd.deal.b.cards))
    try:
        return Round.start(record.ruleset, rnd.first, dealt)
    except (ImpossibleChance, ValueError) as wrong:
        raise RecordError(str(wrong), round=number, field="deal") from None


def _step(position: Round, move: Move, number: int, ply: int) -> Round:
    def refuse(message: str, expected: object = None, found: object = None, reason: str | None = None) -> RecordError:
        return RecordError(
            f"{message} [{position}]", round=number, ply=ply, expected=expected, found=found, reason=reason
        )

    if position.over:
        raise refuse("the round is over: no move follows", reason="ROUND_OVER")
    if move.seat is not position.turn:
        raise refuse(f"it is the turn of seat {position.turn}", position.turn, move.seat, "NOT_YOUR_TURN")
    try:
        after = position.play(move.action)
    except IllegalAction as wrong:
        name = getattr(wrong.reason, "name", "")
        raise refuse(
            f"{move.action} is not allowed: {name}: {getattr(wrong.reason, 'sentence', '')}", reason=name
        ) from None
    owed, chance = after.owed, move.chance
    if owed is None:
        # Nothing can be drawn any more, yet a take says so: the slash with nothing behind it.
        due = (
            None if isinstance(move.action, Sell) or after.market.size == after.ruleset.market_size else Refilled(EMPTY)
        )
        if chance != due:
            raise refuse(
                "no card and no token follows this move" if due is None else "the stock has run out", due, chance
            )
        return after
    if chance is None or chance == Refilled(EMPTY) or isinstance(chance, Unknown):
        what = f"the bonus token for {owed.tier} cards" if isinstance(owed, Bonus) else f"the {owed.count} cards laid"
        raise refuse(f"{move.action} must be followed by {what} after a slash", owed, chance)
    try:
        return after.resolve(chance)
    except ImpossibleChance:
        what = f"{chance.value}" if isinstance(chance, BonusDrawn) else f"{chance.cards}"
        raise refuse(f"chance cannot have answered {what} here", owed, chance) from None


def _check_end(rnd: RoundRecord, position: Round, number: int, *, last: bool) -> None:
    result = position.result
    found = (rnd.ending, rnd.herds, rnd.points)
    if result is None:
        if not last:
            raise RecordError(f"the round is not over, yet another follows [{position}]", round=number)
        if found != (None, None, None):
            raise RecordError(f"the round is not over, yet its end is told [{position}]", round=number)
        return
    points = BySeat(*(Points(score.goods, score.bonus, score.camel) for score in result.scores))
    for name, expected, said in (
        ("end", result.ending, rnd.ending),
        ("herds", result.herds, rnd.herds),
        ("score", points, rnd.points),
    ):
        if said != expected:
            raise RecordError(
                f"{name} should be {_plain(expected)}, not {_plain(said)} [{position}]",
                round=number,
                expected=_plain(expected),
                found=_plain(said),
                field=name,
            )


def _plain(value: object) -> str:
    if isinstance(value, BySeat):
        return f"{value.a} | {value.b}"
    return "missing" if value is None else str(getattr(value, "value", value))


def _check_match(record: Record, match: Match) -> Match:
    if record.resigned:
        if match.over:
            raise RecordError(f"seat {record.resigned} resigned after the match was over", field="resigned")
        match = match.resign(record.resigned)
    for name, expected, found in (("winner", match.winner, record.winner), ("seals", match.seals, record.seals)):
        if expected != found:
            raise RecordError(
                f"the result is wrong: {name} should be {_plain(expected)}, not {_plain(found)}",
                expected=_plain(expected),
                found=_plain(found),
                field="result",
            )
    return match


def result_text(winner: Seat | None, seals: BySeat[int]) -> str:
    """Return the result as a record tells it: the winner (`*` while there is none) and the seals of both seats."""
    return f"{winner or '*'} {seals.a}-{seals.b}"
