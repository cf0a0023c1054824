"""A proxy of TCP between clients and servers: balances, delays, cuts in the middle of a message, and goes silent."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

T = TypeVar("T")


@dataclass
class Weather:
    """What happens to connections; chances are for each piece that is passed on."""

    cut: float = 0.0
    "the connection is reset after a part of the piece"
    silent: float = 0.0
    "nothing more is passed on in this direction, and nobody is told"
    delay: float = 0.0
    "seconds at most before a piece is passed on"


@dataclass
class Counts:
    """What has happened."""

    connections: int = 0
    cut: int = 0
    silent: int = 0
    refused: int = 0


@dataclass(eq=False)
class Line:
    """One connection through the proxy."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter

    def cut(self) -> None:
        """Reset both ends."""
        for end in (self.client, self.server):
            with suppress(Exception):
                end.transport.abort()


@dataclass
class Proxy:
    """A proxy in a thread of its own."""

    backends: list[int]
    "ports of this machine, one of them taken for each connection, another when it refuses"
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    weather: Weather = field(default_factory=Weather)
    counts: Counts = field(default_factory=Counts)

    def __enter__(self) -> Self:
        """Begin to listen."""
        self._loop = asyncio.new_event_loop()
        self._lines: set[Line] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.port = self.run(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        """End."""
        self.run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the proxy's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def cut_all(self) -> int:
        """Cut every connection there is; returns how many."""

        async def cut() -> int:
            lines = list(self._lines)
            for line in lines:
                line.cut()
            self.counts.cut += len(lines)
            return len(lines)

        return self.run(cut())

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=1 << 16)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _close(self) -> None:
        self._server.close()
        for line in list(self._lines):
            line.cut()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.counts.connections += 1
        for port in self.chance.sample(self.backends, len(self.backends)):
            with suppress(OSError):
                from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            self.counts.refused += 1
            writer.transport.abort()
            return
        line = Line(writer, to_server)
        self._lines.add(line)
        try:
            await asyncio.gather(self._pass(line, reader, to_server), self._pass(line, from_server, writer))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self._lines.discard(line)
            line.cut()

    async def _pass(self, line: Line, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while piece := await source.read(1 << 16):
            weather = self.weather
            if weather.delay:
                await asyncio.sleep(self.chance.random() * weather.delay)
            if weather.cut and self.chance.random() < weather.cut:
                target.write(piece[: self.chance.randrange(len(piece))])
                with suppress(OSError):
                    await target.drain()
                self.counts.cut += 1
                line.cut()
                return
            if weather.silent and self.chance.random() < weather.silent:
                self.counts.silent += 1
                await asyncio.Event().wait()
            target.write(piece)
            await target.drain()
        line.cut()
