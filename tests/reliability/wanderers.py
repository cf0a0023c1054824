"""Clients on a bad line: they come back whenever they are cut off, and send again whatever was not answered."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec

from saudagar.dealers import rng
from saudagar.server.load.client import check
from saudagar.server.load.wire import Broken, Http, Socket, connect

State = dict[str, Any]
PATIENCE = 5.0
"""Seconds after which a request without an answer is sent again on another line."""
LONGEST = 0.5
"""Seconds between two attempts at most: everybody at once and without a pause would keep a slow machine from all others."""


class Wanderer:
    """One guest with both seats of a match, each told by a socket of its own, behind a proxy."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.number = number
        self.chance = rng(number)
        self.cookie = self.id = ""
        self.seen: dict[str, State] = {}
        self.confirmed: list[tuple[int, str]] = []
        self.sent = self.retries = self.reconnects = 0
        self.sockets: dict[str, Socket] = {}
        self.errors: list[str] = []
        self.ended = False
        self.pause = asyncio.Event()
        self.pause.set()
        self._http: Http | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes, State]:
        """Ask until there is an answer, over as many lines as it takes."""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
        head += f"Content-Type: application/json\r\nCookie: {self.cookie}\r\n\r\n"
        pause = 0.01
        while True:
            self.sent += 1
            try:
                async with asyncio.timeout(PATIENCE):
                    if self._http is None or not self._http.open:
                        loop = asyncio.get_running_loop()
                        _, self._http = await loop.create_connection(Http, "127.0.0.1", self.port)
                    status, told, content = await self._http.ask(head.encode() + body)
                return status, told, msgspec.json.decode(content)
            except (OSError, Broken, TimeoutError):
                if self._http:
                    self._http.close()
                self._http = None
                self.retries += 1
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)

    async def begin(self) -> None:
        """Open the match."""
        body = msgspec.json.encode({"names": {"a": "A", "b": "B"}, "ruleset": "mini", "seals": 3})
        status, head, state = await self.ask("POST", "/api/matches", body)
        assert status == 201, state
        lines = head.decode("latin-1").split("\r\n")
        self.cookie = next(
            line.split(": ", 1)[1].partition(";")[0] for line in lines if line.lower().startswith("set-cookie")
        )
        self.id = state["id"]
        self.take(state["audience"], state)

    def take(self, seat: str, state: State) -> None:
        """Look at what a seat is told: it has to fit together. What came by a slower way than something newer is dropped."""
        try:
            check(state, seat)
        except Exception as wrong:
            self.errors.append(f"{self.id}: {wrong!r}"[:400])
        if state["step"] >= self.seen.get(seat, state)["step"]:
            self.seen[seat] = state

    async def listen(self, seat: str) -> None:
        """Be told, and come back whenever the line is cut."""
        pause = 0.01
        while not self.ended:
            lost, line = asyncio.Event(), [0]

            def told(text: bytes, line: list[int] = line) -> None:
                message = msgspec.json.decode(text)
                if message["type"] == "state":
                    if message["state"]["step"] < line[0]:
                        self.errors.append(
                            f"{self.id}: one line went back from {line[0]} to {message['state']['step']}"
                        )
                    line[0] = message["state"]["step"]
                    self.take(seat, message["state"])

            with suppress(OSError, Broken, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    path = f"/api/matches/{self.id}/live?seat={seat}"
                    self.sockets[seat] = await connect(("127.0.0.1", self.port), path, self.cookie, told, lost.set)
                pause = 0.01
                await lost.wait()
            self.reconnects += 1
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def play(self) -> None:
        """Move until told to end, waiting while `pause` is not set."""
        turn = 0
        while not self.ended:
            await self.pause.wait()
            state = max(self.seen.values(), key=lambda state: int(state["ply"]))
            turn += 1
            key = f"key-{self.number:04}-{turn:06}"
            if state["phase"] == "match_over":
                return
            body: State = {"seat": state["view"]["turn"] or "a", "ply": state["ply"], "key": key}
            verb = "next-round"
            if state["phase"] == "play":
                mine = self.seen.get(body["seat"])
                if mine is None or mine["ply"] != state["ply"]:
                    _, _, mine = await self.ask("GET", f"/api/matches/{self.id}?seat={body['seat']}")
                    self.take(body["seat"], mine)
                    if mine["ply"] != state["ply"] or mine["phase"] != "play":
                        continue
                legal = mine["view"]["legal"]
                verb, body["action"] = "act", legal[self.chance.below(len(legal))]
            status, _, after = await self.ask("POST", f"/api/matches/{self.id}/{verb}", msgspec.json.encode(body))
            if status != 200:
                self.errors.append(f"{self.id}: {verb} {body} was answered {status} {after}"[:400])
                return
            self.confirmed.append((after["ply"], key))
            self.take(body["seat"], after)

    def end(self) -> None:
        """Stop."""
        self.ended = True
        for socket in self.sockets.values():
            socket.cut()
        if self._http:
            self._http.close()
