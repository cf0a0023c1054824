"""A match: rounds until one seat has the Seals of Excellence it needs (§20–§22)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .ruleset import STANDARD, FullTie, Ruleset
from .scoring import RoundResult
from .seats import BySeat, Seat


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round of a match: who started it and how it ended."""

    first: Seat
    result: RoundResult


@dataclass(frozen=True, slots=True)
class Match:
    """The standing of a match. `seals_to_win` is 1 (single round), 2 (the rulebook) or 3 (marathon) (§21).

    `first` starts the first round; None means it is drawn at random (§7). ValueError for another length.
    """

    ruleset: Ruleset = STANDARD
    seals_to_win: int = 2
    first: Seat | None = None
    rounds: tuple[PlayedRound, ...] = ()
    resigned: Seat | None = None

    def __post_init__(self) -> None:
        if self.seals_to_win not in (1, 2, 3):
            raise ValueError("a match is won by 1, 2 or 3 seals")

    def seal_of(self, played: PlayedRound) -> Seat | None:
        """Return the seat that a finished round gave a seal; None after a full tie that is replayed (§19, §20)."""
        if played.result.winner is None and self.ruleset.full_tie is FullTie.NON_STARTER:
            return played.first.other
        return played.result.winner

    @property
    def seals(self) -> BySeat[int]:
        """Seals of Excellence won by each seat."""
        owners = [self.seal_of(played) for played in self.rounds]
        return BySeat(owners.count(Seat.A), owners.count(Seat.B))

    @property
    def winner(self) -> Seat | None:
        """The seat that has won the match, None while it runs; it ends the moment the seals are reached (§21)."""
        if self.resigned:
            return self.resigned.other
        won = self.seals if self.rounds else None
        return next((seat for seat in Seat if won[seat] >= self.seals_to_win), None) if won else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winner is not None

    @property
    def next_starter(self) -> Seat | None:
        """Who starts the next round: the loser of the last (§22), after a tie the seat that did not start it (§20).

        None before the first round when its starter is to be drawn.
        """
        if not self.rounds:
            return self.first
        last = self.rounds[-1]
        seal = self.seal_of(last)
        return seal.other if seal else last.first.other

    def after(self, first: Seat, result: RoundResult) -> Match:
        """Return the match with one more finished round. ValueError when it is over already."""
        if self.over:
            raise ValueError("the match is over")
        return replace(self, rounds=(*self.rounds, PlayedRound(first, result)))

    def resign(self, seat: Seat) -> Match:
        """Return the match given up by a seat; the other wins it. ValueError when it is over already."""
        if self.over:
            raise ValueError("the match is over")
        return replace(self, resigned=seat)

    def rematch(self) -> Match:
        """Return a new match of the same kind, started by the seat that did not start this one's first round."""
        starter = self.rounds[0].first if self.rounds else self.first
        return Match(self.ruleset, self.seals_to_win, starter.other if starter else None)
