"""A table: the authority over one match, which knows neither network, files, clock nor players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from ..dealers import Dealer
from ..errors import NotNow, NotYourTurn, RoundOver, StaleRequest
from ..notation import DealtHand, Move, Points, Record, RoundRecord
from ..rules import (
    EMPTY,
    Action,
    Answer,
    Audience,
    BySeat,
    Dealt,
    Ended,
    Event,
    Forfeited,
    Laid,
    Match,
    Reason,
    Refilled,
    Resigned,
    Round,
    Sealed,
    Seat,
    View,
    Won,
)
from ..rules.events import of_action, of_answer, of_deal


class Phase(Enum):
    """Where a match stands."""

    PLAY = "play"
    ROUND_OVER = "round_over"
    """A round has ended and the match goes on: somebody must ask for the next."""
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took its last action back: with the other's answer to it, or unanswered and with the other's consent."""

    plies: int = 2
    """How many entries of the log that undid."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: a deal, an action, a resignation or a takeback, the answer of chance, what happened.

    `ply` is the table's ply after it; `at` the time that was given with the command, in seconds of the caller's clock.
    """

    ply: int
    round: int
    seat: Seat | None
    cause: Dealt | Action | TakenBack | None
    chance: Answer | None
    events: tuple[Event, ...]
    at: float = 0.0

    def seen_by(self, audience: Audience) -> tuple[Event, ...]:
        """Return what happened, as an audience may know it."""
        return tuple(event.seen_by(audience) for event in self.events)


class Table:
    """The authority over one match. Commands name a seat and, if the sender knows it, the ply it was made at.

    A command either changes the table and returns its events, or raises and changes nothing. `ply` counts log entries
    and never goes back. The first round is dealt at once.
    """

    def __init__(
        self, match: Match | None = None, *, dealer: Dealer, names: BySeat[str] = BySeat("A", "B"), at: float = 0.0
    ) -> None:
        """`match` defaults to a standard match to two seals with a drawn starter; `at` is the caller's time in seconds.

        NotNow when the match is over already.
        """
        self._match: Match = match or Match()
        if self._match.over:
            raise NotNow("the match is over")
        self._dealer = dealer
        self._names = names
        self._log: list[Entry] = []
        self._deals: list[Dealt] = []
        self._before: tuple[Round, ...] = ()
        """The round before each of the last two entries: what can be taken back to."""
        self._gone: set[int] = set()
        self._first: Seat
        self._round: Round
        self._phase: Phase
        self._deal(at)

    @property
    def match(self) -> Match:
        """The standing of the match."""
        return self._match

    @property
    def names(self) -> BySeat[str]:
        """The names of the players, for records."""
        return self._names

    @property
    def dealer(self) -> Dealer:
        """Who answers chance here. Holds secrets."""
        return self._dealer

    @property
    def ply(self) -> int:
        """The number of log entries: what the next command must name."""
        return len(self._log)

    @property
    def log(self) -> Sequence[Entry]:
        """Everything that happened, oldest first. Holds secrets: show `Entry.seen_by` only."""
        return tuple(self._log)

    @property
    def last(self) -> Entry:
        """The newest entry of the log. Holds secrets."""
        return self._log[-1]

    @property
    def round_number(self) -> int:
        """The number of the round on the table, the first being 1."""
        return self._log[-1].round

    @property
    def first(self) -> Seat:
        """The seat that started the round on the table."""
        return self._first

    @property
    def phase(self) -> Phase:
        """Whether a round is played, the next must be asked for, or the match is over."""
        return self._phase

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act now; None between rounds and after the end."""
        return self._round.turn if self._phase is Phase.PLAY else None

    def view(self, audience: Audience) -> View:
        """Return all that an audience may know of the round on the table."""
        return self._round.seen_by(audience)

    def act(self, seat: Seat, action: Action, *, ply: int | None = None, at: float = 0.0) -> tuple[Event, ...]:
        """Let a seat take an action; chance answers at once. Returns the events as that seat may know them.

        StaleRequest when `ply` is given and not the table's; IllegalAction (NotYourTurn, RoundOver) where the rules
        forbid it; NotNow after a resignation.
        """
        self._expect(ply)
        if self._match.resigned:
            raise NotNow(f"the match is over: seat {self._match.resigned} resigned [{self.view(seat)}]")
        if self._round.to_act is not seat:
            _refuse(self.view(seat), action)
        played = self._round.play(action)
        answer = self._dealer.answer(played.owed) if played.owed else None
        after = played.resolve(answer) if answer else played
        events = of_action(self._round, action, played) + (of_answer(played, answer, after) if answer else ())
        match = self._match
        if after.result:
            match = match.after(self._first, after.result)
            events += (Sealed(match.seal_of(match.rounds[-1])), *([Won(match.winner)] if match.winner else []))
        self._keep(self._round)
        self._round, self._match = after, match
        return self._enter(seat, action, answer, events, at)

    def next_round(self, seat: Seat, *, ply: int | None = None, at: float = 0.0) -> tuple[Event, ...]:
        """Deal the next round. StaleRequest as for `act`; NotNow while a round is played or when the match is over."""
        self._expect(ply)
        if self.phase is not Phase.ROUND_OVER:
            raise NotNow("the match is over" if self._match.over else "the round is not over")
        return tuple(event.seen_by(seat) for event in self._deal(at))

    def resign(self, seat: Seat, *, ply: int | None = None, at: float = 0.0) -> tuple[Event, ...]:
        """Give the match up. StaleRequest as for `act`; NotNow when the match is over."""
        self._expect(ply)
        return self._give_up(seat, Resigned(seat), at)

    def forfeit(self, seat: Seat, *, at: float = 0.0) -> tuple[Event, ...]:
        """Take the match from a seat whose time ran out, or that did not take its part in a deal; else as `resign`.

        A record says of both that the seat resigned: it tells of the table, and there the match was given up.
        """
        return self._give_up(seat, Forfeited(seat), at)

    @property
    def can_take_back(self) -> Seat | None:
        """The seat whose last action, and the answer to it, turned nothing up, so that both may be undone; else None.

        Nothing was laid and no bonus token drawn: an exchange or a small sale, answered by another.
        """
        seat = self.to_act
        last = self._log[-2:]
        if seat is None or [entry.seat for entry in last] != [seat, seat.other]:
            return None
        return seat if all(map(_quiet, last)) else None

    def take_back(self, seat: Seat, *, ply: int | None = None, at: float = 0.0) -> None:
        """Undo a seat's last action and the other's answer; the log keeps both, and that they were undone.

        StaleRequest as for `act`; NotNow where something was turned up since, or it is not the seat's turn.
        """
        self._expect(ply)
        if self.can_take_back is not seat:
            raise NotNow("that can no longer be taken back: something was turned up since")
        self._undo(seat, 2, at)

    @property
    def can_withdraw(self) -> Seat | None:
        """The seat whose last action turned nothing up and waits for an answer, so that it may be undone; else None.

        That the other seat agrees is for the caller to see to.
        """
        seat, last = self.to_act, self.last
        return last.seat if seat and last.seat is seat.other and _quiet(last) else None

    def withdraw(self, seat: Seat, *, ply: int | None = None, at: float = 0.0) -> None:
        """Undo a seat's last action, which the other has not answered; the log keeps it, and that it was undone.

        StaleRequest as for `act`; NotNow where it turned something up, or is not the last.
        """
        self._expect(ply)
        if self.can_withdraw is not seat:
            raise NotNow("that can not be taken back: something was turned up, or it was answered")
        self._undo(seat, 1, at)

    def rematch(self, dealer: Dealer, *, at: float = 0.0) -> Table:
        """Return a new table for the same players, started by the seat that did not start this match's first round.

        NotNow while this match is not over.
        """
        if not self._match.over:
            raise NotNow("the match is not over")
        return Table(self._match.rematch(), dealer=dealer, names=self._names, at=at)

    def branch(self) -> Table:
        """Return a table that goes on from here on its own; this one stays as it is.

        Both draw from one dealer: play on with one of them only.
        """
        other = Table.__new__(Table)
        vars(other).update(vars(self), _log=self._log.copy(), _deals=self._deals.copy(), _gone=self._gone.copy())
        return other

    def record(self, *, day: date | None = None, finished_only: bool = False) -> Record:
        """Return the record of the match so far; it tells everything, so show it to players only for finished rounds.

        With `finished_only` a round that is still played is left out; the record may then have no rounds.
        NotNow at a table that went on with a match begun elsewhere.
        """
        if self._log[0].round != 1:
            raise NotNow("the first rounds of this match were not played at this table")
        running = self.phase is Phase.PLAY
        rounds = [self._round_record(number) for number in range(1, self.round_number + 1)]
        if finished_only and running:
            rounds.pop()
        return Record(
            self._match.ruleset,
            self._match.seals_to_win,
            self._names,
            day,
            tuple(rounds),
            self._match.resigned,
            self._match.winner,
            self._match.seals,
        )

    def _give_up(self, seat: Seat, how: Resigned | Forfeited, at: float) -> tuple[Event, ...]:
        if self._match.over:
            raise NotNow("the match is over")
        self._match = self._match.resign(seat)
        self._keep(self._round)
        return self._enter(seat, None, None, (how, Won(seat.other)), at)

    def _undo(self, seat: Seat, plies: int, at: float) -> None:
        self._gone |= set(range(self.ply - plies + 1, self.ply + 1))
        self._round = self._before[-plies]
        self._log.append(Entry(self.ply + 1, self.round_number, seat, TakenBack(plies), None, (), at))
        self._keep(self._round)

    def _keep(self, before: Round) -> None:
        self._before = (*self._before[-1:], before)

    def _expect(self, ply: int | None) -> None:
        if ply is not None and ply != self.ply:
            raise StaleRequest(self.ply, ply)

    def _deal(self, at: float) -> tuple[Event, ...]:
        first = self._match.next_starter or self._dealer.first()
        dealt = self._dealer.deal(self._match.ruleset)
        started = Round.start(self._match.ruleset, first, dealt)
        if self._match.next_starter is None:
            # The draw is a fact of the match from now on: a rematch asks who started.
            self._match = replace(self._match, first=first)
        self._round, self._first, self._phase = started, first, Phase.PLAY
        self._keep(started)
        self._deals.append(dealt)
        events = of_deal(self._round, dealt)
        self._log.append(Entry(self.ply + 1, len(self._match.rounds) + 1, None, dealt, None, events, at))
        return events

    def _enter(
        self, seat: Seat, action: Action | None, answer: Answer | None, events: tuple[Event, ...], at: float
    ) -> tuple[Event, ...]:
        entry = Entry(self.ply + 1, self.round_number, seat, action, answer, events, at)
        self._log.append(entry)
        over = Phase.ROUND_OVER if self._round.over else Phase.PLAY
        self._phase = Phase.MATCH_OVER if self._match.over else over
        return entry.seen_by(seat)

    def _round_record(self, number: int) -> RoundRecord:
        entries = [entry for entry in self._log if entry.round == number]
        dealt, moves = self._deals[number - 1], list[Move]()
        ended = next((event.result for entry in entries for event in entry.events if isinstance(event, Ended)), None)
        for entry in entries[1:]:
            if entry.ply in self._gone or isinstance(entry.cause, TakenBack):
                continue
            if entry.seat and entry.cause and not isinstance(entry.cause, Dealt):
                moves.append(Move(entry.seat, entry.cause, _chance(entry)))
        return RoundRecord(
            first=self._first if number == self.round_number else self._match.rounds[number - 1].first,
            market=dealt.market,
            deal=dealt.hands.map(DealtHand),
            moves=tuple(moves),
            ending=ended.ending if ended else None,
            herds=ended.herds if ended else None,
            points=ended.scores.map(lambda score: Points(score.goods, score.bonus, score.camel)) if ended else None,
        )


def _refuse(view: View, action: Action) -> None:
    """Raise the error for a seat that is not to act."""
    reason = view.why_not(action)
    raise (RoundOver if reason is Reason.ROUND_OVER else NotYourTurn)(action, reason, view)


def _chance(entry: Entry) -> Answer | None:
    """Return the answer of chance as a record tells it: an empty refill where the stock had run out."""
    if entry.chance is None and any(isinstance(event, Laid) for event in entry.events):
        return Refilled(EMPTY)
    return entry.chance


def _quiet(entry: Entry) -> bool:
    """Whether an entry is an action that turned nothing up."""
    return entry.chance is None and entry.cause is not None and not isinstance(entry.cause, Dealt | TakenBack)
