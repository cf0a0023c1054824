"""Every error that saudagar raises on purpose.

::

    SaudagarError
    ├── NotationError          the text is no sentence of its language
    ├── ImpossiblePosition     a position that contradicts the pack or itself
    ├── IllegalAction          a sentence, but not allowed now
    │   ├── NotYourTurn
    │   └── RoundOver
    ├── ImpossibleChance       an answer that the stock or the pile cannot give
    ├── RecordError            a record that disagrees with the rules or with itself
    ├── LedgerError            an entry or a file of the score keeper that cannot be read
    ├── StaleRequest           the sender saw an older state of the table
    ├── NotNow                 the command does not fit the phase of the match
    ├── UnknownPlayer          no player is registered under this name
    ├── DealingRefused         what a party to fair dealing must not go on with (dealers.jd1)
    ├── Forfeit                a program has lost by a fault of its own (bots)
    ├── NoProgram              a command that names no program, or an isolation that is not to be had (bots)
    ├── BridgeError            a server that cannot be reached, or refuses what is asked (bots)
    ├── PlayerFailed           a player raised an error, or chose what is not allowed (arena)
    ├── WorkerLost             a worker of the arena ended in the middle of its work (arena)
    ├── NoCluster              no Ray cluster can be reached, or Ray is not installed (cluster)
    ├── LostShare              a cluster could not play a part of a training run (training.cluster)
    └── TrainingError          a training run that cannot start or go on (training)

Those with a package in brackets live there, beside what raises them.

Two kinds of wrong are kept apart: text that says nothing (`NotationError`), and a clear wish that the rules
forbid at the moment (`IllegalAction`, with a machine-readable reason). Every message that concerns a position
ends with the position line, so that a report can be reproduced.
"""

from __future__ import annotations

from collections.abc import Sequence


class SaudagarError(Exception):
    """The root of all errors raised on purpose; catching it never hides a bug of the program."""


class NotationError(SaudagarError):
    """The text is not a sentence of the notation (action, position or record)."""

    def __init__(self, message: str, *, text: str, position: int = 0, reason: str | None = None) -> None:
        """`position` is the index in `text` (from 0) where reading failed; `reason` the name of a fitting `Reason`."""
        super().__init__(f"{message}: {shorten(text)!r}")
        self.text = text
        self.position = position
        self.reason = reason


class ImpossiblePosition(SaudagarError):
    """A position that cannot be: `.problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[str], line: str = "") -> None:
        super().__init__("; ".join(problems) + (f" [{shorten(line)}]" if line else ""))
        self.problems = tuple(problems)
        self.line = line


class IllegalAction(SaudagarError):
    """An action that the rules do not allow now; `.reason` says which sentence forbids it.

    `action`, `reason` and `view` are a `rules.Action`, `rules.Reason` and `rules.View`; they are untyped here
    because errors stand below the rules.
    """

    def __init__(self, action: object, reason: object, view: object) -> None:
        name = getattr(reason, "name", str(reason))
        sentence = getattr(reason, "sentence", "")
        super().__init__(f"{shorten(str(action))}: {name}: {sentence} [{view}]")
        self.action = action
        self.reason = reason
        self.view = view


class NotYourTurn(IllegalAction):
    """The other seat is to act."""


class RoundOver(IllegalAction):
    """The round has ended; nobody acts any more."""


class ImpossibleChance(SaudagarError):
    """An answer to owed chance that the stock, the bonus pile or the moment cannot give."""


class RecordError(SaudagarError):
    """A record that the rules refuse; says where (`.line`, `.round`, `.ply`) and what was `.expected` and `.found`.

    Lines count from 1, rounds from 1, plies from 1 within their round; each is None where it does not apply.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        round: int | None = None,
        ply: int | None = None,
        expected: object = None,
        found: object = None,
        reason: str | None = None,
        field: str | None = None,
    ) -> None:
        """`reason` is the name of a `Reason` and `field` the name of a field of the file, where one is to blame."""
        place = ", ".join(
            f"{word} {number}"
            for word, number in (("line", line), ("round", round), ("ply", ply))
            if number is not None
        )
        self.message = shorten(message, 1000)
        super().__init__(f"{place}: {self.message}" if place else self.message)
        self.line = line
        self.round = round
        self.ply = ply
        self.expected = expected
        self.found = found
        self.reason = reason
        self.field = field

    def at_line(self, line: int | None) -> RecordError:
        """Return the same error with its line filled in."""
        return RecordError(
            self.message,
            line=line,
            round=self.round,
            ply=self.ply,
            expected=self.expected,
            found=self.found,
            reason=self.reason,
            field=self.field,
        )


class LedgerError(SaudagarError):
    """An entry or a file of the score keeper that cannot be read; nothing of it is taken over."""


class StaleRequest(SaudagarError):
    """A command names a ply that is not the table's; ask for the view again and decide anew."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(f"the table is at ply {expected}, the command was made at ply {found}")
        self.expected = expected
        self.found = found


class NotNow(SaudagarError):
    """A command that does not fit the phase of the match (a next round while one runs, a move after the end)."""


class UnknownPlayer(SaudagarError):
    """No player is registered under this name; the message lists those that are."""


def shorten(text: str, limit: int = 160) -> str:
    """Return the text, cut in the middle where it is longer than `limit` characters, for use in messages."""
    return text if len(text) <= limit else f"{text[: limit // 2]}…{text[-limit // 4 :]}"
