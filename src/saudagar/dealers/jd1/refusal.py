"""The error of the dealing protocol: a step that does not fit, or data that contradict themselves."""

from __future__ import annotations

from ...errors import SaudagarError


class DealingRefused(SaudagarError):
    """A step of JD1 that is refused; the dealing stays as it was. The message never holds a secret."""
