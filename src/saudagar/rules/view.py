"""What one audience may know of a round (§23–§26): the only thing legality, players and screens are given."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from . import legality
from .actions import Action
from .cards import CAMEL, EMPTY, Bundle, some
from .chance import Owed
from .reasons import Reason
from .ruleset import Ruleset
from .scoring import Purse
from .seats import Audience, BySeat, Seat
from .text import position_line


@dataclass(frozen=True, slots=True)
class View:
    """All that one audience (a seat, or a spectator) may know of a round, and nothing else.

    `hands` holds a whole hand where the audience sees it and None where it does not; `known` is the part of each
    hand that both seats know, because it was taken openly (§24). `bonuses` counts the tokens on each bonus pile.
    """

    ruleset: Ruleset
    audience: Audience
    market: Bundle
    stock: int
    hands: BySeat[Bundle | None]
    hand_sizes: BySeat[int]
    known: BySeat[Bundle]
    herds: BySeat[int]
    sold: Bundle
    bonuses: tuple[int, ...]
    purses: BySeat[Purse]
    turn: Seat
    exchanges: int
    owed: Owed | None
    over: bool

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act now; None while chance is owed and after the end."""
        return None if self.owed or self.over else self.turn

    @property
    def hand(self) -> Bundle:
        """The audience's own hand; empty for a spectator."""
        return (self.hands[self.audience] if isinstance(self.audience, Seat) else None) or EMPTY

    @property
    def herd(self) -> int:
        """The audience's own camels; 0 for a spectator."""
        return self.herds[self.audience] if isinstance(self.audience, Seat) else 0

    @property
    def unseen(self) -> Bundle:
        """The cards this audience cannot place: those of the stock and of the hands it does not see."""
        seen = self.market + self.sold + some(CAMEL, sum(self.herds))
        for seat in Seat:
            hand = self.hands[seat]
            seen += self.known[seat] if hand is None else hand
        return self.ruleset.pack - seen

    @property
    def legal_actions(self) -> LegalActions:
        """The actions this audience may take now: iterable, with `len()` and `in`; empty when it is not to act."""
        return LegalActions(self)

    @property
    def legal_texts(self) -> list[str]:
        """The text forms of the legal actions, in their order; three times as fast as making the actions first."""
        return legality.legal_texts(self)

    def why_not(self, action: Action) -> Reason | None:
        """Return the first rule that forbids the action to this audience now, None when it is allowed."""
        return legality.why_not(self, action)

    def __str__(self) -> str:
        return position_line(self)


class LegalActions(Collection[Action]):
    """The legal actions of a view: `in` asks the checker, iterating asks the generator, which are separate code."""

    __slots__ = ("_all", "_view")

    def __init__(self, view: View) -> None:
        self._view = view
        self._all: tuple[Action, ...] | None = None

    def __iter__(self) -> Iterator[Action]:
        return legality.legal_actions(self._view) if self._all is None else iter(self._all)

    def __len__(self) -> int:
        # Whoever makes a list of them asks for the number first.
        if self._all is None:
            self._all = (*legality.legal_actions(self._view),)
        return len(self._all)

    def __contains__(self, action: object) -> bool:
        return self._view.why_not(action) is None  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<legal actions: {' '.join(map(str, self))}>"
