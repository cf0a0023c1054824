"""Matches played into a store by chance, with the real rules and dealer, as the server plays them."""

from __future__ import annotations

import hashlib
import itertools
import random
from dataclasses import dataclass

from saudagar.dealers import FairDealer
from saudagar.rules import RULESETS, BySeat, Match, Seat
from saudagar.server.entries import rebuild, standing, stored
from saudagar.server.store import Standing, Store, StoredEvent, StoredMatch
from saudagar.table import Phase, Table

_numbers = itertools.count(1)


def seed(text: str) -> bytes:
    """Return a seed that follows from a text."""
    return hashlib.sha256(text.encode()).digest()


@dataclass
class Game:
    """A match in the store and the table that plays it."""

    match: StoredMatch
    table: Table
    chance: random.Random

    @classmethod
    def begin(
        cls,
        store: Store,
        name: str,
        ruleset: str = "mini",
        seals: int = 3,
        guests: BySeat[bytes | None] = BySeat(b"a", b"b"),
    ) -> Game:
        """Open a match under an id that follows from a name."""
        names: BySeat[str] = BySeat("Anna", "Meera")
        match = StoredMatch(name, float(next(_numbers)), ruleset, seals, Seat.A, names, BySeat(None, None), guests)
        table = Table(Match(RULESETS[ruleset], seals, Seat.A), dealer=FairDealer(seed(name)), names=names, at=1.0)
        event = stored(table.log[0], None)
        store.create(match, (seed(name), seed(f"player {name}")), event, standing(table), after=None).result(30)
        return cls(match, table, random.Random(name))

    @classmethod
    def load(cls, store: Store, match_id: str, chance: random.Random | None = None) -> Game:
        """Rebuild a match from the store; CorruptMatch or BrokenChain when it does not replay."""
        match = store.match(match_id)
        assert match is not None
        table = rebuild(match, store.seeds(match_id)[0], store.events(match_id))
        return cls(match, table, chance or random.Random(match_id))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.table.phase is Phase.MATCH_OVER

    def move(self, key: str, seat: Seat | None = None) -> tuple[StoredEvent, Standing]:
        """Do something that is allowed, as a seat where it matters, and return what is to be stored."""
        table = self.table
        at = float(table.ply + 1)
        if table.to_act is None:
            table.next_round(seat or Seat.A, ply=table.ply, at=at)
        else:
            legal = table.view(table.to_act).legal_actions
            table.act(table.to_act, self.chance.choice(list(legal)), ply=table.ply, at=at)
        return stored(table.log[-1], key), standing(table)
