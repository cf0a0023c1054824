"""A contestant: a player by its name, with how long it may think."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..players import Limit, Player, player

MOST_SAMPLES = 100_000_000
MOST_SECONDS = 3_600.0


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who plays: `label` as it was asked for, `name` for the registry, and the limit of every decision."""

    label: str
    name: str
    limit: Limit = field(default_factory=Limit)

    @staticmethod
    def parse(text: str, limit: Limit | None = None) -> Contestant:
        """Read `name`, `name@samples` or `name@50ms`; what follows the @ goes before the `limit` of everybody.

        Whether the registry knows the name is not asked here. ValueError for text that is none of the three.
        """
        name, at, own = text.partition("@")
        found = re.fullmatch(r"([0-9]{1,9})(ms)?", own, re.ASCII)
        if not name or (at and not found):
            raise ValueError(f"{text!r} is no player: name, name@SAMPLES or name@MILLISECONDSms is wanted")
        return Contestant(text, name, _limit(int(found[1]), bool(found[2])) if found else limit or Limit())

    def player(self) -> Player:
        """Return a new player of this name. UnknownPlayer, with the names there are, where none is registered."""
        return player(self.name)


def _limit(number: int, milliseconds: bool) -> Limit:
    limit = Limit(seconds=number / 1000) if milliseconds else Limit(samples=number)
    if number < 1 or number > MOST_SAMPLES or (limit.seconds or 0) > MOST_SECONDS:
        raise ValueError(f"a limit is 1 to {MOST_SAMPLES:,} samples or 1 to {MOST_SECONDS * 1000:,.0f} ms")
    return limit
