"""A watch that tests set by hand, and a server that goes by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.browsers import Browser, Loop

from saudagar.server import Rooms, Store, create_app


class Watch:
    """Tells the time, in seconds; only `pass_by` moves it."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Timed:
    """Rooms over a store whose time is a watch, with the browsers of two people."""

    def __init__(self, store: Store, loop: Loop, watch: Watch | None = None) -> None:
        self.watch = watch or Watch()
        self.loop = loop
        self.rooms = Rooms(store, clock=self.watch)
        app = create_app(self.rooms)
        self.a, self.b = Browser(app, loop), Browser(app, loop)

    def pass_by(self, seconds: float, match_id: str = "", *, tick: bool = True) -> None:
        """Let time pass, and let the server look at its clocks as its timer would; not at all without `tick`."""
        self.watch.now += seconds
        for room in list(self.rooms._rooms.values()):
            if tick and match_id in ("", room.match.id):
                self.loop.run(room.tick())

    def close(self) -> None:
        """Close the browsers and let the rooms go."""

        async def close() -> None:
            self.rooms.close()

        self.loop.run(close())
        self.a.close()
        self.b.close()


@contextmanager
def timed(store: Store, loop: Loop, watch: Watch | None = None) -> Iterator[Timed]:
    """A server for as long as a block lasts."""
    server = Timed(store, loop, watch)
    yield server
    server.close()
