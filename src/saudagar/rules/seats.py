"""The two seats of a table, pairs indexed by them, and the audiences that may look on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, TypeAlias, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Seat(Enum):
    """A place at the table; who sits there is a player."""

    A = "a"
    B = "b"

    @property
    def other(self) -> Seat:
        """The seat across the table."""
        return Seat.B if self is Seat.A else Seat.A

    def __str__(self) -> str:
        return self.value


class Spectator(Enum):
    """Somebody who watches from no seat and knows only what is public."""

    SPECTATOR = "*"

    def __str__(self) -> str:
        return self.value


SEATS: tuple[Seat, Seat] = (Seat.A, Seat.B)
"""Both seats: what iterating over `Seat` gives, without the cost of an enumeration."""
SPECTATOR: Final = Spectator.SPECTATOR
Audience: TypeAlias = Seat | Spectator
AUDIENCES: tuple[Audience, ...] = (Seat.A, Seat.B, SPECTATOR)


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """A pair indexed by seat: `pair[Seat.A]`."""

    a: T
    b: T

    def __getitem__(self, seat: Seat) -> T:
        return self.a if seat is Seat.A else self.b

    def __iter__(self) -> Iterator[T]:
        return iter((self.a, self.b))

    def but(self, seat: Seat, value: T) -> BySeat[T]:
        """Return the pair with one seat's value replaced."""
        return BySeat(value, self.b) if seat is Seat.A else BySeat(self.a, value)

    def map(self, change: Callable[[T], U]) -> BySeat[U]:
        """Return the pair of both values changed in the same way."""
        return BySeat(change(self.a), change(self.b))
