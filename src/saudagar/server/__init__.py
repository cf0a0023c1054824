"""The server: a table in the browser over HTTP (docs/design/http.md)."""

from .app import create_app
from .rooms import Rooms
from .store import Store, open_store

__all__ = ["Rooms", "Store", "create_app", "open_store"]
