"""Players for tests, registered for as long as a test lasts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from saudagar.arena import contestant
from saudagar.players import Player, player


def playing(monkeypatch: pytest.MonkeyPatch, **factories: Callable[[], Player]) -> None:
    """Let contestants of these names be made by these factories; all others by the registry."""
    monkeypatch.setattr(contestant, "player", lambda name: factories[name]() if name in factories else player(name))
