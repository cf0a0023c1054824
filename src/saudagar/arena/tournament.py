"""A tournament: who plays, how much and from which seed, as a TOML file says it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ..errors import SaudagarError
from ..players import Limit
from .contestant import MOST_SECONDS, Contestant
from .pair import PLY_CAP
from .sprt import Sprt

PAIRS, MOST_SPRT_PAIRS = 300, 20_000

Whole = Annotated[int, msgspec.Meta(ge=1)]
Samples = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]
Milliseconds = Annotated[int, msgspec.Meta(ge=1, le=int(MOST_SECONDS * 1000))]


class TournamentError(SaudagarError):
    """A file that says no tournament; the message says what is wrong with it."""


class _Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A player that needs more than its name."""

    name: str
    label: str | None = None
    samples: Samples | None = None
    movetime: Milliseconds | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    players: Annotated[list[str | _Seat], msgspec.Meta(min_length=2, max_length=200)]
    title: str = ""
    pairs: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] | None = None
    seed: int = 1
    samples: Samples | None = None
    movetime: Milliseconds | None = None
    sprt: tuple[float, float] | None = None
    ruleset: Literal["standard", "six-each", "mini"] = "standard"
    ply_cap: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = PLY_CAP


@dataclass(frozen=True)
class Tournament:
    """Everybody against everybody, or two until a test decides."""

    contestants: tuple[Contestant, ...]
    pairs: int
    """The deals of each two players; with a test, at most."""
    seed: int = 1
    test: Sprt | None = None
    ruleset: str = "standard"
    ply_cap: int = PLY_CAP
    title: str = ""

    def __post_init__(self) -> None:
        if len(self.contestants) < 2:
            raise ValueError("name the players that shall play each other, two at least")
        if self.test and len(self.contestants) > 2:
            raise ValueError("sprt is a test of two players; a round robin has no single question to answer")
        labels = [each.label for each in self.contestants]
        twice = {label for label in labels if labels.count(label) > 1}
        if twice:
            raise ValueError(f"a tournament names each player once, and {min(twice)!r} stands there twice")

    @staticmethod
    def load(path: Path) -> Tournament:
        """Read a TOML file (docs/arena.md says what may stand in it).

        TournamentError where it says no tournament, OSError where it cannot be read.
        """
        try:
            return Tournament.read(path.read_text(encoding="utf-8"))
        except (TournamentError, UnicodeDecodeError) as wrong:
            raise TournamentError(f"{path}: {wrong}") from None

    @staticmethod
    def read(text: str) -> Tournament:
        """Read the text of such a file. TournamentError."""
        try:
            found = msgspec.convert(tomllib.loads(text), _File)
            limit = _limit(found.samples, found.movetime)
            return Tournament(
                tuple(_contestant(each, limit) for each in found.players),
                found.pairs or (MOST_SPRT_PAIRS if found.sprt else PAIRS),
                found.seed,
                Sprt(*found.sprt) if found.sprt else None,
                found.ruleset,
                found.ply_cap,
                found.title,
            )
        except (ValueError, msgspec.ValidationError) as wrong:
            raise TournamentError(str(wrong).replace("`$.", "`")) from None


def _contestant(told: str | _Seat, limit: Limit) -> Contestant:
    if isinstance(told, str):
        return Contestant.parse(told, limit)
    own = _limit(told.samples, told.movetime) if told.samples or told.movetime else limit
    found = Contestant.parse(told.name, own)
    return Contestant(told.label or found.label, found.name, found.limit)


def _limit(samples: int | None, movetime: int | None) -> Limit:
    if samples and movetime:
        raise ValueError("samples and movetime are two limits of the same thing; give one")
    return Limit(samples=samples, seconds=movetime / 1000 if movetime else None)
