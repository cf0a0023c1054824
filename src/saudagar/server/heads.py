"""The headers of a request, read once."""

from __future__ import annotations

from starlette.types import Scope


def heads_of(scope: Scope) -> dict[bytes, bytes]:
    """Return the headers by their names in lower case; of several of one name the first."""
    return dict(reversed(scope["headers"]))
