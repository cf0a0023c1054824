"""Running the server in this process until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType

import uvicorn

from .app import create_app
from .guard import LOOPBACK
from .health import Collector, Health, Shown, watch_loop
from .limits import Limits
from .metrics import metrics
from .protocols import Door, classes
from .rooms import Rooms
from .store.sqlite import log_size


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server is run; the defaults are those of a table on this computer."""

    hosts: frozenset[str] | None = None
    """The host names it answers to; None for any."""
    origins: frozenset[str] = frozenset()
    """The addresses whose pages may speak to it; without any, those of the very host that is asked."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed about whom they speak for."""
    limits: Limits = field(default_factory=Limits)
    limited: bool = False
    """Whether the limits on how many and how often hold, not only those on sizes and times."""
    metrics: Shown = "off"
    drain_seconds: float = 0.0
    """After being told to stop: how long requests are still answered while /readyz says no."""
    stop_seconds: int = 3
    """How long requests that are under way then have to end."""


class _Server(uvicorn.Server):
    """A server that lets waiting requests go as soon as it is told to stop, so that it stops at once."""

    def __init__(
        self, config: uvicorn.Config, rooms: Rooms, health: Health, settings: Settings, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._rooms = rooms
        self._health = health
        self._settings = settings
        self._ready = ready
        self._unwatch: Callable[[], None] = lambda: None
        self._collector = Collector()
        self._beside: list[asyncio.Task[None]] = []
        self._told = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._unwatch = self._rooms.listen()
            self._collector.start()
            self._beside = [asyncio.create_task(work) for work in (watch_loop(), self._collector.keep())]
            metrics.ready.values[()] = 1
            self._ready()
            notify("READY=1")

    async def on_tick(self, counter: int) -> bool:
        if self._told and not self.should_exit and time.monotonic() - self._told >= self._settings.drain_seconds:
            self._stop()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._unwatch()
        for work in self._beside:
            work.cancel()
        await super().shutdown(sockets)
        self._collector.stop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Being told to stop is no failure: the signal is not raised again afterwards, and the program ends with 0.
        again = bool(self._told)
        self._told = self._told or time.monotonic()
        self._health.stopping = True
        metrics.ready.values[()] = 0
        notify("STOPPING=1")
        if again:
            self.force_exit = sig == signal.SIGINT
        if again or not self._settings.drain_seconds:
            self._stop()

    def _stop(self) -> None:
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
    sock.listen(4096)  # after a restart everybody comes back at once
    return sock


def run(
    rooms: Rooms, sock: socket.socket, host: str, ready: Callable[[], None], settings: Settings | None = None
) -> None:
    """Serve until SIGINT or SIGTERM; calls `ready` once requests are answered."""
    settings = settings or Settings(hosts=LOOPBACK if host in LOOPBACK else None)
    rooms.limits = settings.limits if settings.limited else None
    metrics.rooms.ask = lambda: float(rooms.count)
    path = getattr(rooms.store, "path", "")
    metrics.log.ask = lambda: float(log_size(path))
    limits, health = settings.limits, Health(rooms, settings.metrics)
    http, ws = classes(Door(limits, frozenset(settings.trusted_proxies)))
    config = uvicorn.Config(
        create_app(
            rooms,
            hosts=settings.hosts,
            origins=settings.origins,
            limits=limits if settings.limited else None,
            health=health,
        ),
        log_config=None,
        access_log=False,
        server_header=False,
        http=http,
        ws=ws,
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=limits.pong_seconds,
        h11_max_incomplete_event_size=limits.head_bytes,
        timeout_keep_alive=30,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        lifespan="off",
        timeout_graceful_shutdown=settings.stop_seconds,
    )
    _Server(config, rooms, health, settings, ready).run(sockets=[sock])


def notify(state: str) -> None:
    """Tell systemd, where it has started this process and wants to know."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        try:
            to.connect("\0" + address[1:] if address[0] == "@" else address)
            to.sendall(state.encode())
        except OSError:
            return
