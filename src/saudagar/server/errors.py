"""Refusals: every error a client is told, with a code, a message, and the position where there is one."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A request that is refused with an HTTP status, a code of docs/design/http.md, and a message for people.

    `wait` are the whole seconds after which it may be sent again, for a Retry-After header.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        reason: str | None = None,
        position: str | None = None,
        state: dict[str, Any] | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.reason = reason
        self.position = position
        self.state = state
        self.wait = wait

    def body(self) -> dict[str, Any]:
        """Return the JSON value of the answer."""
        told: dict[str, Any] = {
            "error": {"code": self.code, "reason": self.reason, "message": self.message, "position": self.position}
        }
        if self.state is not None:
            told["state"] = self.state
        return told

    def headers(self) -> dict[str, str]:
        """Return the headers of the answer."""
        return {} if self.wait is None else {"retry-after": str(self.wait)}
