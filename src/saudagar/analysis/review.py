"""The values of a review: decisions, answers of chance, rounds and the whole. All chances are of winning the round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from ..notation import Message
from ..rules import Action, BySeat, Ruleset, Seat
from .judge import Option
from .marks import band_of, fortune_of, luck_mark, mark_of


class Leak(Enum):
    """Where chances of winning go: what a decision was about."""

    SINGLES = "singles"
    EARLY = "sold_early"
    LATE = "sold_late"
    CAMELS = "camels"
    EXCHANGES = "exchanges"
    ENDING = "ending"
    LIMIT = "limit"


class Uncounted(Enum):
    """Why a decision does not count in the rate of errors."""

    FORCED = "forced"
    OBVIOUS = "obvious"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision under review, from its seat's own knowledge only."""

    round: int
    ply: int
    """Counts from 1 in each round."""
    seat: Seat
    position: str
    """The position line as the seat saw it."""
    played: Option
    options: tuple[Option, ...]
    """The best five and what was played, best first."""
    legal: int
    """How many actions there were."""
    loss: float
    """What was lost against the best option; never below 0."""
    error: float
    """The standard error of `loss`."""
    fair_loss: float
    """What was lost against the favourite of an independent first look: may be negative, and its mean has no bias."""
    uncounted: Uncounted | None
    leak: Leak | None
    """Where it belongs in the table of leaks; None when nothing was lost."""
    why: tuple[Message, ...] = ()
    """Sentences (keys of locale/<language>/review.json) that say why the best is better; beside marked ones only."""
    hindsight: Hindsight | None = None

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    @property
    def mark(self) -> str:
        """`?!`, `?`, `??` or empty."""
        return "" if self.uncounted else mark_of(self.loss, self.error)

    @property
    def margin_loss(self) -> float:
        """The rupees given up at the end of the round, to be expected."""
        return self.best.margin - self.played.margin


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What would have been best with all cards face up and the next cards of the stock known: no measure of skill."""

    best: Action
    win: float
    played: float


@dataclass(frozen=True, slots=True)
class Fortune:
    """An answer of chance: a deal, cards laid, a bonus token."""

    round: int
    ply: int
    """The ply after which it came; 0 for the deal."""
    kind: str
    """`deal`, `refill` or `bonus`."""
    answer: str
    luck: float
    """What it brought to seat A; the same with the other sign to seat B."""

    def of(self, seat: Seat) -> float:
        """Return the luck of a seat."""
        return self.luck if seat is Seat.A else -self.luck

    def mark(self, seat: Seat) -> str:
        """Return `++`, `+`, empty, `-` or `--` for a seat."""
        return luck_mark(self.of(seat))


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve: seat A's chance after a ply, with all cards face up."""

    ply: int
    win: float


@dataclass(frozen=True, slots=True)
class RoundReview:
    """One round under review. `result` is what seat A won: 1, ½ after a full tie, 0; None where it did not end."""

    number: int
    first: Seat
    decisions: tuple[Decision, ...]
    fortunes: tuple[Fortune, ...]
    curve: tuple[Point, ...]
    result: float | None

    def luck(self, seat: Seat) -> float:
        """Return a seat's luck in this round."""
        return sum(each.of(seat) for each in self.fortunes)

    def fortune(self, seat: Seat) -> str:
        """Return what that luck is called."""
        return fortune_of(self.luck(seat))

    def adjusted(self, seat: Seat) -> float | None:
        """Return the seat's result without its luck: over many rounds its mean is skill; one alone may leave 0 to 1."""
        if self.result is None:
            return None
        return (self.result if seat is Seat.A else 1 - self.result) - self.luck(seat)


@dataclass(frozen=True, slots=True)
class Summary:
    """A seat's sums over some rounds."""

    seat: Seat
    decisions: int
    counted: int
    marks: tuple[tuple[str, int], ...]
    """How often each mark was given: `?!`, `?`, `??`."""
    loss: float
    """Chances of winning lost in all, in rounds: 0.3 is three tenths of a round."""
    rate: float | None
    """The mean loss of a counted decision; None where none was counted."""
    band: str | None
    luck: float
    fortune: str
    result: float | None
    """Rounds won, ½ for a full tie; None where no round ended."""
    adjusted: float | None
    leaks: tuple[tuple[Leak, int, float], ...]
    """How many decisions of each kind lost something, and how much; the costliest first."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole record under review."""

    ruleset: Ruleset
    players: BySeat[str]
    judge: str
    """What judged: network, hash and depth."""
    rounds: tuple[RoundReview, ...]
    reviewed: tuple[Seat, ...]
    """The seats whose decisions could be judged: the keeper's alone where the record does not tell everything."""

    @property
    def decisions(self) -> Iterator[Decision]:
        """All decisions in their order."""
        for each in self.rounds:
            yield from each.decisions

    def worst(self, seat: Seat | None = None, count: int = 3) -> tuple[Decision, ...]:
        """Return the decisions most worth another look: marked ones, the costliest first."""
        marked = [each for each in self.decisions if each.mark and (seat is None or each.seat is seat)]
        return tuple(sorted(marked, key=lambda each: -each.loss)[:count])

    def summary(self, seat: Seat) -> Summary:
        """Return a seat's sums over the whole record."""
        own = [each for each in self.decisions if each.seat is seat]
        counted = [each for each in own if not each.uncounted]
        ended = [each for each in self.rounds if each.result is not None]
        luck = sum(each.luck(seat) for each in self.rounds)
        rate = max(0.0, sum(each.fair_loss for each in counted) / len(counted)) if counted else None
        leaks = {leak: [each.loss for each in counted if each.leak is leak] for leak in Leak}
        result = sum((r if seat is Seat.A else 1 - r) for each in ended if (r := each.result) is not None)
        adjusted = sum(a for each in ended if (a := each.adjusted(seat)) is not None)
        return Summary(
            seat,
            len(own),
            len(counted),
            tuple((mark, sum(each.mark == mark for each in own)) for mark in ("?!", "?", "??")),
            sum(each.loss for each in counted),
            rate,
            band_of(rate) if rate is not None else None,
            luck,
            fortune_of(luck / max(1, len(self.rounds))),
            result if ended else None,
            adjusted if ended else None,
            tuple(
                sorted(((leak, len(found), sum(found)) for leak, found in leaks.items() if found), key=lambda x: -x[2])
            ),
        )
