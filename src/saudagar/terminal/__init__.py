"""Clients in the terminal."""

from .plain import PlainGame
from .title import player_title

__all__ = ["PlainGame", "player_title"]
