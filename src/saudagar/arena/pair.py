"""A pair: one deal played twice, with the players' seats exchanged."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from ..bots import Forfeit, Program
from ..dealers import FairDealer
from ..errors import SaudagarError
from ..kernel import SplitMix
from ..players import Player
from ..rules import STANDARD, Action, BySeat, Rng, Round, RoundResult, Ruleset, Seat, View
from .contestant import Contestant

PLY_CAP = 1_000
"""After so many plies a round counts as unfinished: half a round for each. Ordinary rounds have 20 to 100."""


@dataclass(frozen=True, slots=True)
class Played:
    """One round as player one saw it: `points` are 1 for a win, ½ for a full tie or an unfinished round, 0."""

    seat: Seat
    first: Seat
    points: float
    margin: int
    plies: int
    finished: bool


@dataclass(slots=True)
class Thinking:
    """What a player's decisions cost: how many there were, and the CPU seconds of its process for all of them."""

    moves: int = 0
    cpu_seconds: float = 0.0

    def __add__(self, other: Thinking) -> Thinking:
        return Thinking(self.moves + other.moves, self.cpu_seconds + other.cpu_seconds)


@dataclass(frozen=True, slots=True)
class Pair:
    """What came of one deal: the round with player one in seat A, the one with it in seat B, and both players' cost."""

    number: int
    rounds: tuple[Played, Played]
    one: Thinking = field(compare=False)
    two: Thinking = field(compare=False)
    forfeits: tuple[str, ...] = field(default=(), compare=False)
    """What programs did wrong; the round was lost by it, without a margin."""

    @property
    def points(self) -> float:
        """The points of player one in both rounds: 0, ½, 1, 1½ or 2."""
        return self.rounds[0].points + self.rounds[1].points


def pair_key(seed: int, number: int) -> bytes:
    """Return the 32 bytes from which the deal and all random numbers of one pair follow, whoever plays it."""
    return hashlib.sha256(f"saudagar/arena {seed} {number}".encode()).digest()


class PlayerFailed(SaudagarError):
    """A player raised an error, or chose what the rules do not allow; the message says who, where and what."""


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits on a seat in one round: a player, its contestant, its random numbers, and what it has cost."""

    player: Player
    contestant: Contestant
    rng: Rng
    cost: Thinking


def play_pair(
    one: Contestant,
    two: Contestant,
    number: int,
    seed: int,
    *,
    ruleset: Ruleset = STANDARD,
    ply_cap: int = PLY_CAP,
) -> Pair:
    """Play a deal twice, player one in seat A, then in seat B.

    Deal, order of the stock, order of the bonus piles and starter are those of the key, in both rounds. Players are
    made anew for the pair, programs are told that a match begins; they hold nothing but views, and each has random
    numbers of its own in each round. PlayerFailed when one of them does not come up with a legal action; a program
    only loses the round by that.
    """
    key = pair_key(seed, number)
    source = SplitMix(int.from_bytes(hashlib.sha256(b"players" + key).digest()[:8], "big"))
    who = [(each, each.player(), Thinking()) for each in (one, two)]
    try:
        return _pair(who, number, seed, source, ruleset=ruleset, ply_cap=ply_cap)
    finally:
        for each, player, _ in who:
            each.release(player)


def _pair(
    who: list[tuple[Contestant, Player, Thinking]],
    number: int,
    seed: int,
    source: SplitMix,
    *,
    ruleset: Ruleset,
    ply_cap: int,
) -> Pair:
    rounds: list[Played] = []
    forfeits: list[str] = []
    for seat in Seat:
        order = who if seat is Seat.A else who[::-1]
        places = BySeat(*(Place(player, each, source.split(), cost) for each, player, cost in order))
        try:
            rounds.append(_play(places, seat, pair_key(seed, number), ruleset, ply_cap))
        except _Lost as lost:
            forfeits.append(f"pair {number} of seed {seed}: {lost.why}")
            rounds.append(Played(seat, lost.first, float(lost.seat is not seat), 0, lost.plies, finished=True))
        except _Failed as failed:
            # As one line of text, since errors of players need not survive the way between two processes.
            wrong = failed.__cause__
            story = f"{type(wrong).__name__}: {wrong} [{failed.view}]"
            raise PlayerFailed(f"{failed.label} failed in pair {number} of seed {seed}: {story}") from wrong
    return Pair(number, (rounds[0], rounds[1]), who[0][2], who[1][2], tuple(forfeits))


class _Failed(Exception):
    def __init__(self, label: str, view: View) -> None:
        super().__init__(label)
        self.label = label
        self.view = view


class _Lost(Exception):
    """A program has lost the round by a fault of its own."""

    def __init__(self, seat: Seat, why: Forfeit) -> None:
        super().__init__(str(why))
        self.seat, self.why = seat, why
        self.first, self.plies = seat, 0


def _play(places: BySeat[Place], one: Seat, key: bytes, ruleset: Ruleset, ply_cap: int) -> Played:
    dealer = FairDealer(key)
    first = dealer.first()
    position = Round.start(ruleset, first, dealer.deal(ruleset))
    plies = 0
    programs: dict[Seat, Program] = {
        seat: player for seat in Seat if isinstance(player := places[seat].player, Program)
    }
    try:
        for seat, program in programs.items():
            with _losing(seat):
                program.begins(position.seen_by(seat))
                program.deals(position.seen_by(seat))
        while not position.over and plies < ply_cap:
            turn = position.turn
            action, played = _decided(places[turn], position)
            answer = dealer.answer(played.owed) if played.owed else None
            position = played.resolve(answer) if answer else played
            plies += 1
            for seat, program in programs.items():
                with _losing(seat):
                    program.sees(turn, action, answer)
    except _Lost as lost:
        lost.first, lost.plies = first, plies
        _tell_end(programs, lost.seat.other, None, lost.why.fault.value)
        raise
    _tell_end(programs, position.result.winner if position.result else None, position.result, None)
    return _judged(position.result, one, first, plies)


@contextmanager
def _losing(seat: Seat) -> Iterator[None]:
    """Let the seat lose the round whose program does wrong."""
    try:
        yield
    except Forfeit as forfeit:
        raise _Lost(seat, forfeit) from None


def _tell_end(
    programs: dict[Seat, Program], winner: Seat | None, result: RoundResult | None, forfeit: str | None
) -> None:
    for program in programs.values():
        with suppress(Forfeit):  # what is done wrong after the end shows at the next beginning
            if result:
                program.ends(result)
            program.over(winner, forfeit)


def _decided(place: Place, position: Round) -> tuple[Action, Round]:
    """Return what a player decides, with its time taken, and the round after it. _Lost for a program, else _Failed."""
    view = position.seen_by(position.turn)
    program = place.player if isinstance(place.player, Program) else None
    clock = program.seconds if program else time.process_time
    began = clock()
    try:
        with _losing(position.turn):
            action = place.player.choose(view, place.contestant.limit, place.rng).action
        place.cost.cpu_seconds += clock() - began
        after = position.play(action)
    except _Lost:
        raise
    except Exception as wrong:
        raise _Failed(place.contestant.label, view) from wrong
    place.cost.moves += 1
    return action, after


def _judged(result: RoundResult | None, one: Seat, first: Seat, plies: int) -> Played:
    if result is None:
        return Played(one, first, 0.5, 0, plies, finished=False)
    points = 0.5 if result.winner is None else float(result.winner is one)
    margin = result.scores[one].total - result.scores[one.other].total
    return Played(one, first, points, margin, plies, finished=True)
