"""A pair: one deal played twice, with the players' seats exchanged."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

from ..dealers import FairDealer, settle
from ..errors import SaudagarError
from ..kernel import SplitMix
from ..players import Player
from ..rules import STANDARD, BySeat, Rng, Round, RoundResult, Ruleset, Seat, View
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
    made anew for the pair and hold nothing but views; each has random numbers of its own in each round. PlayerFailed
    when one of them does not come up with a legal action.
    """
    key = pair_key(seed, number)
    source = SplitMix(int.from_bytes(hashlib.sha256(b"players" + key).digest()[:8], "big"))
    who = [(each, each.player(), Thinking()) for each in (one, two)]
    rounds = []
    for seat in Seat:
        order = who if seat is Seat.A else who[::-1]
        places = BySeat(*(Place(player, each, source.split(), cost) for each, player, cost in order))
        try:
            rounds.append(_play(places, seat, key, ruleset, ply_cap))
        except _Failed as failed:
            # As one line of text, since errors of players need not survive the way between two processes.
            wrong = failed.__cause__
            story = f"{type(wrong).__name__}: {wrong} [{failed.view}]"
            raise PlayerFailed(f"{failed.label} failed in pair {number} of seed {seed}: {story}") from wrong
    return Pair(number, (rounds[0], rounds[1]), who[0][2], who[1][2])


class _Failed(Exception):
    def __init__(self, label: str, view: View) -> None:
        super().__init__(label)
        self.label = label
        self.view = view


def _play(places: BySeat[Place], one: Seat, key: bytes, ruleset: Ruleset, ply_cap: int) -> Played:
    dealer = FairDealer(key)
    first = dealer.first()
    position = Round.start(ruleset, first, dealer.deal(ruleset))
    plies = 0
    while not position.over and plies < ply_cap:
        place, view = places[position.turn], position.seen_by(position.turn)
        try:
            began = time.process_time()
            decision = place.player.choose(view, place.contestant.limit, place.rng)
            place.cost.cpu_seconds += time.process_time() - began
            position = position.play(decision.action)
        except Exception as wrong:
            raise _Failed(place.contestant.label, view) from wrong
        place.cost.moves += 1
        position = settle(position, dealer)
        plies += 1
    return _judged(position.result, one, first, plies)


def _judged(result: RoundResult | None, one: Seat, first: Seat, plies: int) -> Played:
    if result is None:
        return Played(one, first, 0.5, 0, plies, finished=False)
    points = 0.5 if result.winner is None else float(result.winner is one)
    margin = result.scores[one].total - result.scores[one.other].total
    return Played(one, first, points, margin, plies, finished=True)
