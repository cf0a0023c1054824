"""The two protocols of a connection, uvicorn's with more patience limits: for who drips, and for who does not read."""

from __future__ import annotations

import asyncio
import socket
import struct
from functools import partial
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import Protocol, State

from .grid import grid
from .limits import Limits
from .metrics import metrics
from .rate import Held
from .slim import STRAIGHT, SlimEvent, SlimQueue

Base: Any = object
"""Stands for either of uvicorn's protocols of HTTP."""


class Door:
    """What the connections of one server share: the limits, and how many there are of each address."""

    def __init__(self, limits: Limits, trusted: frozenset[str] = frozenset()) -> None:
        """`trusted` are the addresses of proxies, which speak for many."""
        self.limits = limits
        self.trusted = trusted
        self.all = 0
        self.by_address = Held()

    def enter(self, address: str) -> bool:
        """Let a connection in and count it, if there is room; False when it is to be cut."""
        if self.all >= self.limits.connections:
            metrics.refusals.add(1, "connections")
            return False
        if address not in self.trusted and self.by_address[address] >= self.limits.connections_per_address:
            metrics.refusals.add(1, "connections_per_address")
            return False
        self.all += 1
        self.by_address.take(address)
        metrics.connections.add()
        return True

    def leave(self, address: str) -> None:
        """Count a connection no more."""
        self.all -= 1
        self.by_address.give_back(address)
        metrics.connections.add(-1)


class Reader:
    """Cuts a connection when more than `unread_bytes` have waited for longer than `reader_seconds`."""

    def __init__(self, limits: Limits, transport: asyncio.Transport) -> None:
        self._seconds = limits.reader_seconds
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=limits.unread_bytes)

    def paused(self) -> None:
        """More waits than may wait."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._cut)

    def resumed(self) -> None:
        """Enough has been read."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _cut(self) -> None:
        metrics.slow_readers.add()
        self._transport.abort()


class Patience(Base):  # type: ignore[misc]
    """A connection that speaks HTTP: the head of each request has to be whole in time, and small."""

    def __init__(self, door: Door, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        self._door = door
        self._address = ""
        self._inside = False
        self._reader: Reader | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._head = 0

    def connection_made(self, transport: Any) -> None:
        """Let it in, if there is room, and begin to wait for a request."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._inside = self._door.enter(self._address)
        self._reader = Reader(self._door.limits, transport)
        if self._inside:
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let it go."""
        self._leave()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Take what came; a request that is begun has to have its head in time."""
        if self._idle():
            self._head += len(data)
            if self._waiting is None:
                self._wait()
        super().data_received(data)
        if not self._idle():
            self._wait_no_more()
            self._head = 0
        elif self._head > self._door.limits.head_bytes and not self.transport.is_closing():
            metrics.refusals.add(1, "head_bytes")
            self.send_400_response("The head of the request is too large.")

    def pause_writing(self) -> None:
        """More waits to be read than may."""
        super().pause_writing()
        if self._reader:
            self._reader.paused()

    def resume_writing(self) -> None:
        """Enough has been read."""
        super().resume_writing()
        if self._reader:
            self._reader.resumed()

    def on_response_complete(self) -> None:
        """Begin to count the head of the next request."""
        self._head = 0
        super().on_response_complete()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """Give the connection to the other protocol, which counts it from now on."""
        self._leave()
        super().handle_websocket_upgrade(*event)

    def _leave(self) -> None:
        self._wait_no_more()
        if self._reader:
            self._reader.resumed()
        if self._inside:
            self._inside = False
            self._door.leave(self._address)

    def _idle(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(self._door.limits.head_seconds, self._too_slow)

    def _wait_no_more(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None

    def _too_slow(self) -> None:
        self._waiting = None
        if self._idle() and not self.transport.is_closing():
            metrics.refusals.add(1, "head_seconds")
            self.transport.abort()


class Http(Patience, H11Protocol):
    """Over a parser in Python."""


def http() -> Any:
    """Return the class of a connection that speaks HTTP: with a parser in C, where it is installed."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol  # noqa: PLC0415 - an extra
    except ImportError:
        return Http
    return type("FastHttp", (Patience, HttpToolsProtocol), {})


class Socket(WebSocketsSansIOProtocol):
    """A connection that speaks WebSocket: a client that does not read what it is sent is cut off."""

    def __init__(self, door: Door, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        self._door = door
        self._address = ""
        self._inside = False
        self._reader: Reader | None = None
        slim: Any = SlimQueue()
        self.queue = slim
        slim = SlimEvent()
        slim.set()
        self.writable = slim

    def connection_made(self, transport: Any) -> None:
        """Begin to count it."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._inside = self._door.enter(self._address)
        self._reader = Reader(self._door.limits, transport)
        # What waits in the system for a client that does not read is memory too, by itself up to 4 MiB a connection.
        if sock := transport.get_extra_info("socket"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._door.limits.unread_bytes)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let it go, and let nothing hold the other in a ring: the collector has enough to do."""
        if self._reader:
            self._reader.resumed()
        if self._inside:
            self._inside = False
            self._door.leave(self._address)
        super().connection_lost(exc)
        self.conn.parser.close()
        if scope := getattr(self, "scope", None):
            scope.pop(STRAIGHT, None)

    def handle_connect(self, event: Any) -> None:
        """Begin to be a WebSocket, and offer the application the straight way."""
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope[STRAIGHT] = self.send_straight

    def schedule_ping(self) -> None:
        """Ask after a while whether the other side is there, together with all others whose turn it is about then."""
        turn: Any = grid.later(max(0.0, (self.ping_interval or 0.0) - self.last_ping_rtt), self.send_keepalive_ping)
        self.ping_timer = turn

    async def send_straight(self, text: bytes) -> None:
        """Send a text as one frame: what `send` does, without its layers. OSError when the other side has gone."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        metrics.messages.add(1, "out")
        # A server's frames are not masked (RFC 6455, 5.1): two to ten bytes, then the text as it is.
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        else:
            head = struct.pack("!BBH", 0x81, 126, size) if size < 1 << 16 else struct.pack("!BBQ", 0x81, 127, size)
        self.transport.write(head + text)

    async def send(self, message: Any) -> None:
        """Send what the application says; once it is a WebSocket, nothing of how it became one is kept."""
        begun = self.handshake_complete
        await super().send(message)
        if self.handshake_complete and not begun:
            self.request: Any = None
            self.response: Any = None
            conn: Any = self.conn
            if (
                not conn.reader.buffer
            ):  # the parser that has read the request still holds it; another begins with frames
                conn.parser.close()
                conn.parser = Protocol.parse(conn)
                next(conn.parser)

    def pause_writing(self) -> None:
        """More waits to be read than may."""
        super().pause_writing()
        if self._reader:
            self._reader.paused()

    def resume_writing(self) -> None:
        """Enough has been read."""
        super().resume_writing()
        if self._reader:
            self._reader.resumed()


def classes(door: Door) -> tuple[Any, Any]:
    """Return what uvicorn takes for the two protocols."""
    return partial(http(), door), partial(Socket, door)
