"""Clients in the terminal."""

from .plain import PlainGame

__all__ = ["PlainGame"]
