"""The position line: a `Round` or a `View` written in one line, as `str()` gives it.

Reading it back is `saudagar.notation.parse_position`; docs/notation.md describes every field.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .cards import EMPTY, Bundle
from .chance import Bonus
from .scoring import Purse
from .seats import AUDIENCES, Audience, BySeat, Seat

if TYPE_CHECKING:
    from .round import Round
    from .view import View


def position_line(position: Round | View) -> str:
    """Return the line of a position: the truth of a `Round`, or what the audience of a `View` knows."""
    known, stock, purses, herds = position.known, position.stock, position.purses, position.herds
    secrets = BySeat(_secret(position, Seat.A), _secret(position, Seat.B))
    fields = [
        str(position.market),
        f"?{stock}" if isinstance(stock, int) else str(stock),
        f"{_hand(known.a, secrets.a)}|{_hand(known.b, secrets.b)}",
        f"{herds.a}|{herds.b}",
        _sold(position.sold.counts),
        _piles(position.bonuses),
        f"{_purse(purses.a)}|{_purse(purses.b)}",
        position.turn.value,
    ]
    if position.exchanges:
        fields.append(f"x{position.exchanges}")
    if isinstance(position.owed, Bonus):
        fields.append(f"/{position.owed.tier}")
    audience = getattr(position, "audience", None)
    if audience and not _plain(audience, secrets):
        possible = possible_audiences(secrets, position.purses, over=position.over)
        if possible != [audience]:
            fields.append(f"@{audience}")
    return " ".join(fields)


def possible_audiences(secrets: BySeat[Bundle | int], purses: BySeat[Purse], *, over: bool) -> list[Audience]:
    """Return whose eyes a line can be; where there is one answer the line needs no `@`.

    `secrets` is the private part of each hand: a bundle where it is shown, a number > 0 where it is not. What is
    hidden rules its own seat out; what only its owner sees rules everybody else out (bonus values until the end).
    """

    def fits(audience: Audience, seat: Seat) -> bool:
        secret, purse = secrets[seat], purses[seat]
        if audience is seat:
            return not isinstance(secret, int) and not purse.hidden
        return isinstance(secret, int) or (not secret and (over or not purse.bonuses))

    return [audience for audience in AUDIENCES if fits(audience, Seat.A) and fits(audience, Seat.B)]


def _plain(audience: Audience, secrets: BySeat[Bundle | int]) -> bool:
    """Whether a line is plainly a seat's: it shows cards that only that seat sees, and hides some of the other's."""
    if not isinstance(audience, Seat):
        return False
    return isinstance(secrets[audience.other], int) and bool(secrets[audience])


def _secret(position: Round | View, seat: Seat) -> Bundle | int:
    hand, known = position.hands[seat], position.known[seat]
    if hand is not None:
        return hand - known if known else hand
    return _unseen(position, seat) or EMPTY


def _unseen(position: Round | View, seat: Seat) -> int:
    # Only in a View can a hand be unseen, and only a View counts what it does not see.
    sizes: BySeat[int] = getattr(position, "hand_sizes")  # noqa: B009 - a Round has no such field
    return sizes[seat] - position.known[seat].size


def _hand(known: Bundle, secret: Bundle | int) -> str:
    hidden = "?" * secret if isinstance(secret, int) else str(secret) if secret else ""
    return f"{known}.{hidden}" if known else hidden or "-"


@lru_cache(1 << 12)
def _sold(counts: tuple[int, ...]) -> str:
    return ".".join([str(count) for count in counts[:-1]])


@lru_cache(1 << 10)
def _piles(bonuses: tuple[int, ...] | tuple[tuple[int, ...], ...]) -> str:
    return "/".join([_pile(pile) for pile in bonuses])


def _pile(pile: int | tuple[int, ...]) -> str:
    return f"?{pile}" if isinstance(pile, int) else ".".join(map(str, pile)) or "-"


def _purse(purse: Purse) -> str:
    told = f"{purse.rupees}x{purse.tokens}"
    for value in purse.bonuses:
        told += f"+{value}"
    for tier in purse.hidden:
        told += f"+?{tier}"
    return told
