"""The two protocols of a connection, uvicorn's with more patience limits: for who drips, and for who does not read."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Limits
from .metrics import metrics
from .rate import Held


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

    def http(self, *args: Any, **words: Any) -> Http:
        """Return the protocol of a new connection."""
        return Http(self, *args, **words)

    def socket(self, *args: Any, **words: Any) -> Socket:
        """Return the protocol of a connection that is a WebSocket from now on."""
        return Socket(self, *args, **words)


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


class Http(H11Protocol):
    """A connection that speaks HTTP: the head of each request has to be whole in time."""

    def __init__(self, door: Door, config: Config, *args: Any, **words: Any) -> None:
        super().__init__(config, *args, **words)
        self._door = door
        self._address = ""
        self._inside = False
        self._reader: Reader | None = None
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
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
        if self._idle() and self._waiting is None:
            self._wait()
        super().data_received(data)
        if not self._idle():
            self._wait_no_more()

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

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Give the connection to the other protocol, which counts it from now on."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        self._wait_no_more()
        if self._reader:
            self._reader.resumed()
        if self._inside:
            self._inside = False
            self._door.leave(self._address)

    def _idle(self) -> bool:
        cycle: Any = self.cycle  # None before the first request, whatever uvicorn declares
        return cycle is None or bool(cycle.response_complete)

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


class Socket(WebSocketsSansIOProtocol):
    """A connection that speaks WebSocket: a client that does not read what it is sent is cut off."""

    def __init__(self, door: Door, config: Config, *args: Any, **words: Any) -> None:
        super().__init__(config, *args, **words)
        self._door = door
        self._address = ""
        self._inside = False
        self._reader: Reader | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to count it."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._inside = self._door.enter(self._address)
        self._reader = Reader(self._door.limits, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let it go, and let nothing hold the other in a ring: the collector has enough to do."""
        if self._reader:
            self._reader.resumed()
        if self._inside:
            self._inside = False
            self._door.leave(self._address)
        super().connection_lost(exc)
        self.conn.parser.close()

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
    return partial(Http, door), partial(Socket, door)
