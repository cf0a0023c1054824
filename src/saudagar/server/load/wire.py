"""HTTP and WebSocket as a client speaks them, as little of both as the load needs, and fast."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Any

Told = Callable[[bytes], None]


class Broken(Exception):
    """The other side has closed, or said something that is no HTTP or WebSocket."""


class Http(asyncio.Protocol):
    """One connection that asks one thing at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._got = bytearray()
        self._waiting: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self.answered = False

    def connection_made(self, transport: Any) -> None:
        """Keep the transport."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Take a part of an answer; hand it over when it is whole."""
        self._got += data
        end = self._got.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self._got[:end]).lower()
        at = head.find(b"content-length:")
        length = int(head[at + 15 : head.find(b"\r\n", at) if b"\r\n" in head[at:] else None]) if at >= 0 else 0
        if len(self._got) < end + 4 + length:
            return
        body, whole_head = bytes(self._got[end + 4 : end + 4 + length]), bytes(self._got[:end])
        del self._got[: end + 4 + length]
        self.answered = True
        if self._waiting and not self._waiting.done():
            self._waiting.set_result((int(head[9:12]), whole_head, body))

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go whoever waits."""
        self._transport = None
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(Broken("the connection was closed"))

    @property
    def open(self) -> bool:
        """Whether it can be asked."""
        return self._transport is not None and not self._transport.is_closing()

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Send a request; return status, head and body of the answer. Broken when the connection ends before."""
        if self._transport is None:
            raise Broken("not connected")
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    def close(self) -> None:
        """End it."""
        if self._transport:
            self._transport.close()


class Pool:
    """Connections to one server, as many as are needed at once."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._idle: list[Http] = []

    async def ask(
        self, method: str, path: str, body: bytes = b"", cookie: str = "", headers: str = ""
    ) -> tuple[int, bytes, bytes]:
        """Ask for something; return status, head and body."""
        lines = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{headers}"
        if cookie:
            lines += f"Cookie: {cookie}\r\n"
        if body:
            lines += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        while self._idle and not self._idle[-1].open:
            self._idle.pop()
        request = lines.encode() + b"\r\n" + body
        connection = self._idle.pop() if self._idle else await self._connect()
        try:
            answer = await connection.ask(request)
        except Broken:
            if not connection.answered:
                raise
            # The server closed an idle connection in the moment in which it was used again.
            connection = await self._connect()
            answer = await connection.ask(request)
        self._idle.append(connection)
        return answer

    async def _connect(self) -> Http:
        _, protocol = await asyncio.get_running_loop().create_connection(Http, self.host, self.port)
        return protocol

    def close(self) -> None:
        """End all."""
        for connection in self._idle:
            connection.close()


class Socket(asyncio.Protocol):
    """One WebSocket that is told things; `told` gets the text of each message."""

    def __init__(self, told: Told, lost: Callable[[], None]) -> None:
        self._told, self._lost = told, lost
        self._got = bytearray()
        self._upgraded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._parts = b""
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Keep the transport."""
        self.transport = transport

    async def upgrade(self, host: str, path: str, cookie: str) -> None:
        """Become a WebSocket; Broken when the server does not want to."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            (
                f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )
        await self._upgraded

    def data_received(self, data: bytes) -> None:
        """Take some bytes and hand over the messages that are whole."""
        got = self._got
        got += data
        if not self._upgraded.done():
            end = got.find(b"\r\n\r\n")
            if end < 0:
                return
            if not got.startswith(b"HTTP/1.1 101"):
                self._upgraded.set_exception(Broken(bytes(got[:200]).decode("latin-1")))
                return
            del got[: end + 4]
            self._upgraded.set_result(None)
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bool, bytes] | None:
        """Cut the first frame off what came: opcode, whether it is the last of its message, content."""
        got = self._got
        if len(got) < 2:
            return None
        length, at = got[1] & 0x7F, 2
        if length == 126:
            if len(got) < 4:
                return None
            length, at = struct.unpack_from("!H", got, 2)[0], 4
        elif length == 127:
            if len(got) < 10:
                return None
            length, at = struct.unpack_from("!Q", got, 2)[0], 10
        if len(got) < at + length:
            return None
        content, first = bytes(got[at : at + length]), got[0]
        del got[: at + length]
        return first & 0x0F, bool(first & 0x80), content

    def _take(self, opcode: int, last: bool, content: bytes) -> None:
        if opcode == 9:
            self._send(10, content)
        elif opcode == 8:
            self._send(8, content)
            self.transport.close()
        elif opcode in (0, 1, 2):
            self._parts += content
            if last:
                whole, self._parts = self._parts, b""
                self._told(whole)

    def _send(self, opcode: int, content: bytes) -> None:
        # A client's frames are masked; a mask of zeros leaves the content as it is.
        self.transport.write(bytes((0x80 | opcode, 0x80 | len(content))) + b"\0\0\0\0" + content)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that it has ended."""
        if not self._upgraded.done():
            self._upgraded.set_exception(Broken("closed before it was a WebSocket"))
        self._lost()

    def cut(self) -> None:
        """End it as a broken line does."""
        if self.transport:
            self.transport.abort()


async def connect(server: tuple[str, int], path: str, cookie: str, told: Told, lost: Callable[[], None]) -> Socket:
    """Return a WebSocket; Broken when the server refuses it."""
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(told, lost), *server)
    await socket.upgrade(f"{server[0]}:{server[1]}", path, cookie)
    return socket
