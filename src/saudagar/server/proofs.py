"""Proofs while a round is played: each card and token that an audience may know, with its way to the published root."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..dealers.jd1 import Phase
from ..rules import Audience, BonusDrawn, Dealt, Refilled, Ruleset, Seat
from ..table import Table
from .sitting import Sitting


def proofs(sitting: Sitting, audience: Audience, skip: int) -> dict[str, Any] | None:
    """Return the proofs of the round on the table in the order in which the audience came to know the things.

    None where the round was not dealt by JD1, or not yet.
    """
    table = sitting.table
    dealings = sitting.handshake.played(table.round_number) if table else []
    if table is None or not dealings or dealings[-1].phase not in (Phase.DEALT, Phase.REVEALED):
        return None
    dealing = dealings[-1]
    known = [(ply, place) for ply, place in places(table, audience)][skip:]
    leaves = dealing.leaves([place for _, place in known])
    return {
        "round": dealing.terms.round,
        "attempt": dealing.terms.attempt,
        "root": dealing.root.hex() if dealing.root else "",
        "things": [{"ply": ply, **leaf.to_dict()} for (ply, _), leaf in zip(known, leaves, strict=True)],
    }


def places(table: Table, audience: Audience) -> Iterator[tuple[int, int]]:
    """Yield where the things lie in the deal that an audience knows of the round on the table, each after its ply.

    Its own five cards and the market at the deal, then every refill, and the bonus tokens that it drew itself.
    """
    ruleset = table.match.ruleset
    drawn = dict.fromkeys(ruleset.tiers, 0)
    top = 0
    for entry in table.log:
        if entry.round != table.round_number:
            continue
        if isinstance(entry.cause, Dealt):
            opened = 2 * ruleset.deal + ruleset.market_size - ruleset.open_camels
            own = range(ruleset.deal) if audience is Seat.A else range(ruleset.deal, 2 * ruleset.deal)
            shown = [*(own if isinstance(audience, Seat) else ()), *range(2 * ruleset.deal, opened)]
            top = opened
        elif isinstance(entry.chance, Refilled):
            shown = list(range(top, top + entry.chance.cards.size))
            top += entry.chance.cards.size
        elif isinstance(entry.chance, BonusDrawn):
            tier = ruleset.tier_of_value(entry.chance.value) or 0
            shown = [_bonus(ruleset, tier, drawn[tier])] if entry.seat is audience else []
            drawn[tier] += 1
        else:
            shown = []
        for place in shown:
            yield entry.ply, place


def _bonus(ruleset: Ruleset, tier: int, number: int) -> int:
    """Return where the bonus token of a tier lies that is drawn after so many of its tier."""
    before = sum(len(pile) for each, pile in ruleset.bonuses if each < tier)
    return ruleset.pack.size - ruleset.open_camels + before + number
