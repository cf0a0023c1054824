"""A contestant: a player by its name, or a program by its command, with how long it may think."""

from __future__ import annotations

import atexit
import re
from dataclasses import dataclass, field

from ..bots import Command, Program
from ..players import Limit, Player, player

COMMAND = "cmd:"
_PROGRAM = re.compile(r"(?:([^=:@\s]{1,40})=)?cmd:(.+?)(?:@([0-9]{1,9})(ms)?)?", re.ASCII | re.DOTALL)
MOST_SAMPLES = 100_000_000
MOST_SECONDS = 3_600.0


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who plays: `label` as it was asked for, `name` for the registry, and the limit of every decision.

    The name of a program is `cmd:` and its command (docs/bots.md).
    """

    label: str
    name: str
    limit: Limit = field(default_factory=Limit)

    @staticmethod
    def parse(text: str, limit: Limit | None = None) -> Contestant:
        """Read `name`, `name@samples` or `name@50ms`; what follows the @ goes before the `limit` of everybody.

        `cmd:./mybot.py` is a program, `mine=cmd:./mybot.py` one that is called so. Whether there is such a player is
        not asked here. ValueError for text that is none of these.
        """
        if program := _PROGRAM.fullmatch(text):
            called, command, number, unit = program.groups()
            own_limit = _limit(int(number), bool(unit)) if number else limit or Limit()
            return Contestant(called or text, COMMAND + command, own_limit)
        name, at, own = text.partition("@")
        found = re.fullmatch(r"([0-9]{1,9})(ms)?", own, re.ASCII)
        if not name or (at and not found):
            raise ValueError(f"{text!r} is no player: name, name@SAMPLES or name@MILLISECONDSms is wanted")
        return Contestant(text, name, _limit(int(found[1]), bool(found[2])) if found else limit or Limit())

    def player(self) -> Player:
        """Return a player of this name: a new one, or a program that waits for its next match.

        UnknownPlayer, with the names there are, where none is registered; NoProgram where there is no such command.
        """
        if not self.name.startswith(COMMAND):
            return player(self.name)
        idle = _IDLE.get(self)
        return idle.pop() if idle else self._program()

    def release(self, used: Player) -> None:
        """Take a player back that is not needed for now; a program keeps what it has loaded."""
        if isinstance(used, Program):
            _IDLE.setdefault(self, []).append(used)

    def full_name(self) -> str:
        """Return the player's own name, with its version. Errors as `player`; Forfeit of a program that says none."""
        if not self.name.startswith(COMMAND):
            return player(self.name).name
        program = self._program()
        try:
            program.start()
            return program.name
        finally:
            program.close()

    def _program(self) -> Program:
        return Program(Command.parse(self.name.removeprefix(COMMAND)), self.label)


_IDLE: dict[Contestant, list[Program]] = {}


@atexit.register
def dismiss() -> None:
    """Let all programs go that wait in this process. They go in any case when it ends, however it ends."""
    while _IDLE:
        for program in _IDLE.popitem()[1]:
            program.close()


def _limit(number: int, milliseconds: bool) -> Limit:
    limit = Limit(seconds=number / 1000) if milliseconds else Limit(samples=number)
    if number < 1 or number > MOST_SAMPLES or (limit.seconds or 0) > MOST_SECONDS:
        raise ValueError(f"a limit is 1 to {MOST_SAMPLES:,} samples or 1 to {MOST_SECONDS * 1000:,.0f} ms")
    return limit
