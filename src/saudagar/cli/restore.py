"""`saudagar restore`: a backup put back, checked, ready to go on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from .backup import tell
from .out import complain
from .play import data_folder, without_password


def restore(
    file: Path,
    /,
    *,
    data: Path | None = None,
    database: str | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Put the matches of the backup FILE where no matches are yet, and replay every one of them there.

    Parameters
    ----------
    file
        A file that `saudagar backup` wrote, by this version or an older one. It is not changed.
    data
        The folder where matches are to be kept.
    database
        Where matches are to be kept instead: sqlite:///FILE or postgresql://USER@HOST/NAME.
    json
        Print one JSON document.
    """
    from ..server.store import StoreError
    from ..server.store.backup import restore as put_back

    url = database or f"sqlite:///{(data or data_folder()) / 'matches.db'}"
    try:
        return tell(put_back(file, url), f"{file} is restored to {without_password(url)}", json=json)
    except StoreError as wrong:
        complain(str(wrong))
        return 1
