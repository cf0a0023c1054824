"""JSON answers, written by msgspec."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response


class JsonResponse(Response):
    """An answer whose content is any JSON value."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the bytes of the value."""
        return msgspec.json.encode(content)
