"""`saudagar backup`: all matches copied into one file, while they are played."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from .out import complain, say, say_json
from .play import data_folder, without_password

if TYPE_CHECKING:
    from ..server.store.backup import Kept


def backup(
    file: Path,
    /,
    *,
    data: Path | None = None,
    database: str | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Copy all matches into the new FILE; a server may go on with them meanwhile.

    The copy is checked and every match in it replayed before the file gets its name. It holds the secrets of running
    matches: keep it as safe as the server.

    Parameters
    ----------
    file
        The file to write; it must not be there yet.
    data
        The folder where matches are kept.
    database
        Where matches are kept instead: sqlite:///FILE or postgresql://USER@HOST/NAME.
    json
        Print one JSON document.
    """
    from ..server.store import StoreError
    from ..server.store.backup import backup as copy

    url = database or f"sqlite:///{(data or data_folder()) / 'matches.db'}"
    try:
        return tell(copy(url, file), f"{without_password(url)} is copied to {file}", json=json)
    except StoreError as wrong:
        complain(str(wrong))
        return 1


def tell(kept: Kept, what: str, *, json: bool) -> int:
    """Say what is in a backup; 1 when a match in it does not replay."""
    if json:
        say_json(asdict(kept))
    else:
        say(f"{what}: {kept.matches} matches, {kept.events} events, replayed; sha256 {kept.sha256}")
    for match_id in kept.damaged:
        complain(f"match {match_id} was damaged before: it is kept as it is, but does not replay")
    return 1 if kept.damaged else 0
