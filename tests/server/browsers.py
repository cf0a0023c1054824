"""Browsers that talk to an application in this process: no network, one event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

import httpx
from starlette.types import ASGIApp

T = TypeVar("T")
BASE = "http://127.0.0.1:8337"


class Loop:
    """An event loop that runs in a thread until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Start some work and return its future."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of some work; TimeoutError after 30 seconds."""
        return self.start(work).result(30)

    def close(self) -> None:
        """End everything that still runs, and the thread."""

        async def cancel() -> None:
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._loop.shutdown_default_executor()

        self.run(cancel())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


class Browser:
    """One guest: keeps its cookies, asks in the loop, waits for the answer."""

    def __init__(self, app: ASGIApp, loop: Loop) -> None:
        self.app = app
        self.loop = loop
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE, timeout=30)

    def request(self, method: str, address: str, **options: Any) -> httpx.Response:
        """Send a request and return the answer."""
        return self.loop.run(self.http.request(method, address, **options))

    def get(self, address: str, **options: Any) -> httpx.Response:
        """Send a GET request."""
        return self.request("GET", address, **options)

    def post(self, address: str, **options: Any) -> httpx.Response:
        """Send a POST request."""
        return self.request("POST", address, **options)

    def later(self, method: str, address: str, **options: Any) -> Future[httpx.Response]:
        """Send a request and return the future of its answer."""
        return self.loop.start(self.http.request(method, address, **options))

    def together(self, requests: list[tuple[str, dict[str, Any]]]) -> list[httpx.Response]:
        """Post all of these (address, body) at once and return their answers."""

        async def send() -> list[httpx.Response]:
            return await asyncio.gather(*(self.http.post(address, json=body) for address, body in requests))

        return self.loop.run(send())

    def close(self) -> None:
        """Close the client."""
        self.loop.run(self.http.aclose())
