"""Who examines a bot: whole rounds against a player of the house, and single lines that no host would send so."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from ..dealers import FairDealer
from ..kernel import SplitMix
from ..players import Limit, player
from ..rules import Round, Ruleset, Seat, View
from .forfeit import Fault, Forfeit
from .messages import Choice, Go
from .process import Ended, Process
from .program import Program

LONGEST_ROUND = 400
"""Moves of a bot after which a round is given up."""


class Warned(Exception):
    """Not forbidden, but worth knowing."""


@dataclass(slots=True)
class Examiner:
    """Asks programs, and keeps the positions that it came across."""

    ruleset: Ruleset
    seed: int
    positions: list[View] = field(default_factory=list)

    def round(self, program: Program, number: int, seat: Seat, times: list[float]) -> float:
        """Play a round in which the program has a seat; its times are added. Returns its points: 1, ½, 0."""
        dealer = FairDealer(self.seed.to_bytes(16, "big", signed=True) + number.to_bytes(16, "big"))
        rnd = Round.start(self.ruleset, dealer.first(), dealer.deal(self.ruleset))
        numbers, other = SplitMix(self.seed + number), player("random" if number % 2 else "greedy")
        moves = 0
        program.begins(rnd.seen_by(seat), match=f"check-{number + 1}")
        program.deals(rnd.seen_by(seat))
        while not rnd.over:
            view, mover = rnd.seen_by(rnd.turn), rnd.turn
            began = time.monotonic()
            if mover is seat:
                self.positions.append(view)
                action = program.choose(view, Limit(samples=20), numbers).action
                times.append(time.monotonic() - began)
            else:
                action = other.choose(view, Limit(), numbers).action
            after = rnd.play(action)
            answer = dealer.answer(after.owed) if after.owed else None
            rnd = after.resolve(answer) if answer else after
            program.sees(mover, action, answer)
            moves += mover is seat
            if moves > LONGEST_ROUND:
                story = f"{LONGEST_ROUND} moves did not end the round"
                raise Forfeit(program.label, Fault.LATE, story, position=str(rnd))
        result = rnd.result
        assert result is not None  # noqa: S101 - it is over
        program.ends(result)
        program.over(result.winner)
        return 0.5 if result.winner is None else float(result.winner is seat)

    def ask(self, program: Program, view: View) -> None:
        """Ask about a position as every host does."""
        program.choose(view, Limit(samples=20), SplitMix(self.seed))

    def go(self, view: View, number: int, movetime: int | None = None) -> Go:
        """Return a question with a number of its own."""
        legal = [str(action) for action in view.legal_actions]
        return Go(
            id=number,
            match="check",
            position=str(view),
            legal=legal,
            seed=self.seed & 0xFFFF,
            samples=None if movetime else 20,
            movetime=movetime,
        )

    def say(self, program: Program, text: bytes, number: int) -> None:
        """Say a line that asks question `number`, and hear its answer."""
        program.process.allow(1 << 20)
        program.process.send(text)
        if not self.answered(program, number, time.monotonic() + 10):
            raise Forfeit(program.label, Fault.LATE, "no answer within 10 s")

    def answered(self, program: Program, number: int, until: float) -> bool:
        """Wait for the answer to a question; False when there is none in time."""
        while True:
            said = program.hear(until)
            if said is None:
                return False
            if isinstance(said, Choice):
                if said.id != number:
                    raise Forfeit(program.label, Fault.TWICE, f"it answered {said.id}, asked was {number}")
                return True

    def gone(self, program: Program, process: Process) -> str:
        """See a program off that should leave by itself."""
        began = time.monotonic()
        process.allow(1 << 20)
        try:
            while process.line(began + 2) is not None:
                pass
        except Ended as ended:
            program.close()
            if str(ended) != "it ended with exit code 0":
                raise Warned(str(ended)) from None
            return f"after {(time.monotonic() - began) * 1000:.0f} ms"
        program.close()
        raise Forfeit(program.label, Fault.LATE, "it is still there after 2 s, and was killed")
