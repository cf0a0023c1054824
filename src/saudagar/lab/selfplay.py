"""Rounds of self-play as data: what each seat knew, what it did, how it valued that, and how the round ended.

docs/data.md says what the columns mean. Every round follows from the seed and its number alone, whoever plays it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from ..arena import Contestant
from ..dealers import FairDealer, rng
from ..errors import SaudagarError
from ..notation import Annotation, Record
from ..players import Decision
from ..rules import RULESETS, Action, BySeat, Match, RoundResult, Seat, View
from ..table import Phase, Table

PLY_CAP = 1_000
"""After so many plies a round is broken off; it has no outcome. Ordinary rounds have 20 to 100."""

__all__ = ["PLY_CAP", "Choice", "DataError", "Told", "play_round"]


class DataError(SaudagarError):
    """A folder that holds other data, a missing library, or a player that failed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision: who, what it knew, and what it chose; `decision.ranking` is in the player's own unit."""

    seat: Seat
    view: View
    decision: Decision

    @property
    def action(self) -> Action:
        """What was chosen."""
        return self.decision.action

    @property
    def value(self) -> float | None:
        """What the player thought the chosen action worth, in its own unit; None where it does not say."""
        return next((value for action, value in self.decision.ranking if action == self.action), None)


@dataclass(frozen=True, slots=True)
class Told:
    """One round: its number, who sat where, every decision, and how it ended (None after PLY_CAP plies)."""

    number: int
    players: BySeat[str]
    choices: tuple[Choice, ...]
    result: RoundResult | None
    record: Record


def play_round(players: tuple[Contestant, Contestant], number: int, seed: int, ruleset: str = "standard") -> Told:
    """Play the round with this number: player one sits in seat A in even rounds, in seat B in odd ones.

    Deal and starter follow from seed and number, and so do the players' random numbers. DataError where a player fails.
    """
    key = hashlib.sha256(f"saudagar/selfplay {seed} {number}".encode()).digest()
    order = players if number % 2 == 0 else players[::-1]
    who = BySeat(*(each.player() for each in order))
    chance = BySeat(*(rng(int.from_bytes(hashlib.sha256(bytes([k]) + key).digest()[:8], "big")) for k in (0, 1)))
    names = BySeat(*(player.name for player in who))
    table = Table(Match(RULESETS[ruleset], seals_to_win=1), dealer=FairDealer(key), names=names)
    choices, limits = list[Choice](), BySeat(*(each.limit for each in order))
    while table.phase is Phase.PLAY and len(choices) < PLY_CAP:
        seat = table.to_act
        if seat is None:
            break
        view = table.view(seat)
        try:
            decision = who[seat].choose(view, limits[seat], chance[seat])
            table.act(seat, decision.action)
        except Exception as wrong:
            told = f"{type(wrong).__name__}: {wrong} [{view}]"
            raise DataError(f"{names[seat]} failed in round {number} of seed {seed}: {told}") from wrong
        choices.append(Choice(seat, view, decision))
    result = table.match.rounds[0].result if table.match.rounds else None
    return Told(number, names, tuple(choices), result, _noted(table.record(), choices))


def _noted(record: Record, choices: list[Choice]) -> Record:
    """Return the record of a round with what the players thought their choices worth beside the moves."""
    (rnd,) = record.rounds
    notes = [
        Annotation(values=(("value", f"{c.value:.6g}"),)) if c.value is not None else Annotation() for c in choices
    ]
    moves = tuple(replace(move, note=note) for move, note in zip(rnd.moves, notes, strict=True))
    return replace(record, rounds=(replace(rnd, moves=moves),))
