"""Lines: WebSockets and streams of lines to an application in this process, without a network."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.server.browsers import Browser

State = dict[str, Any]


class Line:
    """One live connection of a guest: what the server sent, and a hand on the plug."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        kind: str = "websocket",
        origin: str | None = "http://127.0.0.1:8337",
        bearer: str | None = None,
    ) -> None:
        """`kind` is websocket or stream; `bearer` the token of a bot."""
        self.browser = browser
        self.kind = kind
        self.messages: list[dict[str, Any]] = []
        self.held = False
        path, _, query = address.partition("?")
        cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        headers = [(b"host", b"127.0.0.1:8337"), (b"cookie", cookie.encode())]
        if bearer is not None:
            headers.append((b"authorization", f"Bearer {bearer}".encode()))
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        self._scope: dict[str, Any] = {
            "type": "websocket" if kind == "websocket" else "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws" if kind == "websocket" else "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "subprotocols": [],
            "state": {},
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8337),
            "extensions": {"websocket.http.response": {}},
            **({} if kind == "websocket" else {"method": "GET", "root_path": ""}),
        }
        self.task = browser.loop.start(self._run())

    async def _run(self) -> None:
        self._to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Event()
        self._read = asyncio.Event()
        self._read.set()
        first = {"type": "websocket.connect"} if self.kind == "websocket" else {"type": "http.request", "body": b""}
        self._to_app.put_nowait(first)

        async def send(message: dict[str, Any]) -> None:
            await self._read.wait()
            self.messages.append(message)
            self._news.set()

        await self.browser.app(self._scope, self._to_app.get, send)

    @property
    def frames(self) -> list[dict[str, Any]]:
        """All frames so far."""
        if self.kind == "websocket":
            return [json.loads(each["text"]) for each in list(self.messages) if each["type"] == "websocket.send"]
        body = b"".join(each.get("body", b"") for each in list(self.messages) if each["type"] == "http.response.body")
        return [json.loads(line) for line in body.split(b"\n") if line]

    @property
    def states(self) -> list[State]:
        """All States so far."""
        return [each["state"] for each in self.frames if each.get("type") == "state"]

    @property
    def raw(self) -> bytes:
        """Every byte that was sent, headers included."""
        return repr(self.messages).encode()

    @property
    def raw_state(self) -> bytes:
        """Every byte that was sent up to the first State; what comes after it hangs on who is quicker."""
        for place, message in enumerate(self.messages):
            if '"state"' in message.get("text", "") or b'"state"' in message.get("body", b""):
                return repr(self.messages[: place + 1]).encode()
        return self.raw

    def wait(self, what: Any, seconds: float = 5) -> Any:
        """Wait until something is true of this line and return it."""

        async def until() -> Any:
            end = asyncio.get_running_loop().time() + seconds
            while not (found := what(self)):
                left = end - asyncio.get_running_loop().time()
                assert left > 0, self.messages[-3:]
                self._news.clear()
                try:
                    await asyncio.wait_for(self._news.wait(), min(left, 0.2))
                except TimeoutError:
                    continue
            return found

        return self.browser.loop.run(until())

    def state(self, step: int = 0) -> State:
        """Wait for a State of at least a step."""
        return dict(self.wait(lambda line: next((s for s in reversed(line.states) if s["step"] >= step), None)))

    def say(self, message: dict[str, Any]) -> None:
        """Send something to the server, or break off with a disconnect."""
        self.browser.loop.run(self._say(message))

    async def _say(self, message: dict[str, Any]) -> None:
        self._to_app.put_nowait(message)

    def stop_reading(self) -> None:
        """Read no more for now."""
        self.browser.loop.run(self._hold(held=True))

    def read_on(self) -> None:
        """Read on."""
        self.browser.loop.run(self._hold(held=False))

    async def _hold(self, *, held: bool) -> None:
        if held:
            self._read.clear()
        else:
            self._read.set()

    def cut(self) -> None:
        """Break the line."""
        kind = "websocket.disconnect" if self.kind == "websocket" else "http.disconnect"
        self.say({"type": kind, "code": 1006})
        self.task.result(10)

    @property
    def code(self) -> int | None:
        """The code with which the server closed the line, None while it has not."""
        return next((each.get("code", 1000) for each in self.messages if each["type"] == "websocket.close"), None)

    @property
    def status(self) -> int | None:
        """The HTTP status, where there was one."""
        kinds = ("http.response.start", "websocket.http.response.start")
        return next((each["status"] for each in self.messages if each["type"] in kinds), None)
