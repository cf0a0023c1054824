"""Records of matches: the values behind a `.tgn` file, and their replay (docs/notation.md).

A record holds every chance answer, so no seed is needed to replay it. One kept by a single player has `?` where that
player did not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from ..rules import (
    SPECTATOR,
    STANDARD,
    Action,
    Answer,
    Audience,
    BonusDrawn,
    Bundle,
    BySeat,
    Ending,
    Match,
    Round,
    Ruleset,
    Seat,
    View,
)
from .action import chance_text
from .annotation import Annotation
from .proof import Proof


@dataclass(frozen=True, slots=True)
class Unknown:
    """An answer of chance that the keeper of the record did not see: a bonus token of the other seat."""

    def __str__(self) -> str:
        return "?"


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a record: who, what, the answer of chance (None where none was owed), and what is noted beside it."""

    seat: Seat
    action: Action
    chance: Answer | Unknown | None = None
    note: Annotation = field(default_factory=Annotation)

    def __str__(self) -> str:
        text = f"{self.seat} {self.action}"
        if self.chance is not None:
            text += f"/{chance_text(None if isinstance(self.chance, Unknown) else self.chance)}"
        return f"{text} {self.note}" if self.note else text


@dataclass(frozen=True, slots=True)
class DealtHand:
    """The cards dealt to a seat, camels among them, as far as the keeper knew: `cards`, and `unknown` goods beside."""

    cards: Bundle
    unknown: int = 0

    def __str__(self) -> str:
        return (str(self.cards) if self.cards else "") + "?" * self.unknown or "-"


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points at the end of a round as a record tells them: goods + bonus + camel token."""

    goods: int
    bonus: int
    camel: int

    def __str__(self) -> str:
        return f"{self.goods}+{self.bonus}+{self.camel}"


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round of a record. `ending`, `herds` and `points` are None while the round is not finished."""

    first: Seat
    market: Bundle
    deal: BySeat[DealtHand]
    moves: tuple[Move, ...] = ()
    ending: Ending | None = None
    herds: BySeat[int] | None = None
    points: BySeat[Points] | None = None
    own: Mapping[str, object] = field(default_factory=dict)
    """Fields of the user's own, their names starting with `_`; kept as they are."""
    proof: Proof | None = None
    """What shows how the round was dealt; `saudagar verify` checks it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One ply of a replay: the position before and after, the action, the answer of chance, and what is noted.

    Positions are `Round`s, or the keeper's `View`s where the record was kept by one player. `ply` counts from 1.
    """

    round: int
    ply: int
    seat: Seat
    before: Round | View
    action: Action
    chance: Answer | Unknown | None
    after: Round | View
    note: Annotation


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is written down. Build one with `Record.load`, `Record.parse` or `Table.record`.

    `seals` is the standing at the end of the record, `winner` None while the match is not over.
    """

    ruleset: Ruleset = STANDARD
    seals_to_win: int = 2
    players: BySeat[str] = BySeat("A", "B")
    day: date | None = None
    rounds: tuple[RoundRecord, ...] = ()
    resigned: Seat | None = None
    winner: Seat | None = None
    seals: BySeat[int] = BySeat(0, 0)
    own: Mapping[str, object] = field(default_factory=dict)
    """Fields of the user's own, their names starting with `_`; kept as they are."""

    @staticmethod
    def load(path: str | Path) -> Record:
        """Return the record in a file. RecordError (line, round, ply) if the rules refuse it, OSError if unreadable."""
        from .tgn import read_tgn

        return read_tgn(Path(path).read_bytes())

    @staticmethod
    def parse(text: str) -> Record:
        """Return the record that a text holds, after replaying all of it. RecordError where the rules refuse it."""
        from .tgn import read_tgn

        return read_tgn(text.encode(errors="surrogatepass"))

    def __str__(self) -> str:
        from .tgn import write_tgn

        return write_tgn(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file. OSError if that fails."""
        Path(path).write_text(str(self), encoding="utf-8")

    @property
    def keeper(self) -> Audience | None:
        """Whose knowledge the record holds: None when it tells the whole truth."""
        unknown = {seat for rnd in self.rounds for seat in Seat if rnd.deal[seat].unknown}
        unknown |= {move.seat for rnd in self.rounds for move in rnd.moves if isinstance(move.chance, Unknown)}
        if not unknown:
            return None
        return SPECTATOR if len(unknown) == 2 else unknown.pop().other

    def seen_by(self, audience: Audience) -> Record:
        """Return the record as one audience could have kept it.

        Others' dealt goods are unknown in it, and so are the bonus values of others in a round that did not end.
        """
        return Record(
            self.ruleset,
            self.seals_to_win,
            self.players,
            self.day,
            tuple(_seen(rnd, audience) for rnd in self.rounds),
            self.resigned,
            self.winner,
            self.seals,
            self.own,
        )

    def match(self) -> Match:
        """Return the match that the record's replay leads to. RecordError where the rules refuse it."""
        from .replay import replay

        return replay(self)[1]

    def replay(self) -> Iterator[Step]:
        """Yield every ply with the position before and after. RecordError where the rules refuse the record."""
        from .replay import replay

        yield from replay(self)[0]


def _seen(rnd: RoundRecord, audience: Audience) -> RoundRecord:
    def hidden(hand: DealtHand) -> DealtHand:
        return DealtHand(hand.cards - hand.cards.goods, hand.unknown + hand.cards.goods.size)

    def move_seen(move: Move) -> Move:
        closed = isinstance(move.chance, BonusDrawn) and rnd.ending is None and move.seat is not audience
        return Move(move.seat, move.action, Unknown(), move.note) if closed else move

    deal = BySeat(*(rnd.deal[seat] if seat is audience else hidden(rnd.deal[seat]) for seat in Seat))
    moves = tuple(move_seen(move) for move in rnd.moves)
    # The proof of a round that still runs would tell the whole deal: a player's own record has it once the round ended.
    proof = rnd.proof if rnd.ending is not None else None
    return RoundRecord(rnd.first, rnd.market, deal, moves, rnd.ending, rnd.herds, rnd.points, rnd.own, proof)
