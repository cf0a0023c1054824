"""Running the server in this process until it is told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from .app import create_app
from .guard import LOOPBACK
from .rooms import Rooms


class _Server(uvicorn.Server):
    """A server that lets waiting requests go as soon as it is told to stop, so that it stops at once."""

    def __init__(self, config: uvicorn.Config, rooms: Rooms, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._rooms = rooms
        self._ready = ready
        self._unwatch: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._unwatch = self._rooms.listen()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._unwatch()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Being told to stop is no failure: the signal is not raised again afterwards, and the program ends with 0.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        self._rooms.close()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes any free one. OSError when the port is taken or not allowed."""
    if not 0 <= port < 65536:
        raise OSError(f"a port is a number from 0 to 65535, not {port}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except UnicodeError:
        sock.close()
        raise OSError(f"no host can be called {host!r}") from None
    except OSError:
        sock.close()
        raise
    sock.listen(128)
    return sock


def run(rooms: Rooms, sock: socket.socket, host: str, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; calls `ready` once requests are answered."""
    hosts = LOOPBACK if host in LOOPBACK else None
    config = uvicorn.Config(
        create_app(rooms, hosts=hosts),
        log_level="warning",
        access_log=False,
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=3,
    )
    _Server(config, rooms, ready).run(sockets=[sock])
