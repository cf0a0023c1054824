"""NET-1 and NET-2 over real sockets: proxies that cut idle lines, and networks that let no WebSocket through."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import httpx
import pytest
import uvicorn
from tests.server.hands import hasty, key
from tests.server.pairs import commitment
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import connect

from saudagar.server import Rooms, create_app, live, open_store

Figures = Callable[[str, str], None]
State = dict[str, Any]


class Wire:
    """A server on a port of this machine, and in front of it a proxy with manners of its own."""

    def __init__(self, idle: float | None = None, *, no_sockets: bool = False) -> None:
        """`idle`: seconds without a byte either way after which a line is cut; `no_sockets`: upgrades are reset."""
        self.idle, self.no_sockets = idle, no_sockets
        self.cuts = self.refused = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._ready.wait(20)

    @property
    def url(self) -> str:
        """Where clients ask."""
        return f"http://127.0.0.1:{self.port}"

    async def _run(self) -> None:
        store = open_store("sqlite://")
        rooms = Rooms(store)
        config = uvicorn.Config(
            create_app(rooms),
            port=0,
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            lifespan="off",
            log_level="critical",
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server._serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        self._backend = server.servers[0].sockets[0].getsockname()[1]
        proxy = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.port = proxy.sockets[0].getsockname()[1]
        self._stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._ready.set()
        await self._stop.wait()
        rooms.close()
        proxy.close()
        server.should_exit = True
        with suppress(Exception):
            await asyncio.wait_for(serving, 10)
        store.close()

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._backend)
        heard = time.monotonic()

        async def pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter, *, up: bool) -> None:
            nonlocal heard
            with suppress(OSError):
                while data := await source.read(65536):
                    heard = time.monotonic()
                    if up and self.no_sockets and b"upgrade: websocket" in data.lower():
                        self.refused += 1
                        writer.transport.abort()
                        break
                    target.write(data)
                    await target.drain()
            for each in (writer, back):
                each.close()

        async def watch() -> None:
            while self.idle and not writer.is_closing():
                await asyncio.sleep(self.idle / 20)
                if time.monotonic() - heard > self.idle:
                    self.cuts += 1
                    writer.transport.abort()
                    back.transport.abort()

        watching = asyncio.create_task(watch())
        await asyncio.gather(pass_on(reader, back, up=True), pass_on(there, writer, up=False), return_exceptions=True)
        watching.cancel()

    def close(self) -> None:
        """Stop both."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)


@contextmanager
def wire(idle: float | None = None, *, no_sockets: bool = False) -> Iterator[Wire]:
    """A server behind a proxy for as long as a block lasts."""
    opened = Wire(idle, no_sockets=no_sockets)
    yield opened
    opened.close()


class Client:
    """A browser as it should be: one tap, by WebSocket if it can, by lines or by asking if it must; States only go forward."""

    def __init__(self, url: str, seat: str, allowed: tuple[str, ...] = ("websocket", "stream", "poll")) -> None:
        self.url, self.seat, self.allowed = url, seat, list(allowed)
        self.http = httpx.Client(base_url=url, timeout=30)
        self.id = ""
        self.told: list[State] = []
        self.by: list[str] = []
        self.beats = self.lines = self.late = 0
        self.patience = 0.7
        self._stop = threading.Event()
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def listen(self, match_id: str) -> None:
        """Open the tap."""
        self.id = match_id
        self._thread.start()

    def close(self) -> None:
        """Close everything."""
        self._stop.set()
        self._thread.join(20)
        self.http.close()

    def wait(self, what: Callable[[State], bool], seconds: float = 20) -> State:
        """Return the State on the screen as soon as something is true of it."""
        with self._news:
            assert self._news.wait_for(lambda: self.told and what(self.told[-1]), seconds), self.told[-1:]
            return self.told[-1]

    def post(self, verb: str, **fields: Any) -> State:
        """Send a command."""
        answer = self.http.post(f"/api/matches/{self.id}/{verb}", json={"seat": self.seat, **fields})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def _show(self, state: State) -> None:
        with self._news:
            if self.told and state["step"] < self.told[-1]["step"]:
                self.late += 1
                return
            self.told.append(state)
            self._news.notify_all()

    def _listen(self) -> None:
        while not self._stop.is_set():
            kind = self.allowed[0]
            since = f"&since={self.told[-1]['step']}" if self.told else ""
            self.lines += 1
            try:
                getattr(self, f"_{kind}")(since)
            except (InvalidHandshake, InvalidMessage, ConnectionResetError, EOFError):
                if kind == "websocket":
                    self.allowed.pop(0)
            except (ConnectionClosed, httpx.HTTPError, OSError):
                time.sleep(0.05)

    def _take(self, frame: State, by: str) -> None:
        self.by.append(by)
        if frame["type"] == "beat":
            self.beats += 1
        else:
            self._show(frame["state"])

    def _websocket(self, since: str) -> None:
        address = f"{self.url.replace('http', 'ws')}/api/matches/{self.id}/live?seat={self.seat}{since}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        with connect(
            address, origin=self.url, additional_headers={"cookie": cookie}, compression=None, ping_interval=None
        ) as line:
            while not self._stop.is_set():
                with suppress(TimeoutError):
                    self._take(json.loads(line.recv(0.1)), "websocket")

    def _stream(self, since: str) -> None:
        path = f"/api/matches/{self.id}/stream?seat={self.seat}{since}"
        with self.http.stream("GET", path, timeout=httpx.Timeout(5, read=self.patience)) as line:
            for text in line.iter_lines():
                if text:
                    self._take(json.loads(text), "stream")
                if self._stop.is_set():
                    return

    def _poll(self, since: str) -> None:
        answer = self.http.get(f"/api/matches/{self.id}?seat={self.seat}{since}", timeout=self.patience)
        self.by.append("poll")
        self._show(answer.json())


def play(a: Client, b: Client) -> State:
    """Two clients invite, deal and play a short match, each going by what its own tap tells."""
    body = {"names": {"a": "A", "b": ""}, "opponent": "friend", "ruleset": "mini", "seals": 1}
    made = a.http.post("/api/matches", json=body).json()
    a.listen(made["id"])
    assert b.http.post("/api/invitations/join", json={"token": made["invitation"], "name": "B"}).status_code == 201
    b.listen(made["id"])
    numbers = {}
    for client in (a, b):
        state = client.wait(lambda s, seat=client.seat: s["phase"] == "dealing" and seat in s["dealing"]["waiting"])
        numbers[client.seat] = secrets.token_bytes(32)
        c = commitment(state["dealing"]["terms"], state["dealing"]["server"], client.seat, numbers[client.seat])
        client.post("deal", round=1, attempt=1, commitment=c)
    for client in (a, b):
        client.wait(lambda s: s["dealing"]["phase"] == "clients_committed")
        client.post("deal", round=1, attempt=1, number=numbers[client.seat].hex())
    while True:
        states = [client.wait(lambda s: s["view"] is not None) for client in (a, b)]
        ply = max(state["ply"] for state in states)
        states = [client.wait(lambda s, ply=ply: s["ply"] >= ply) for client in (a, b)]
        if states[0]["phase"] == "match_over":
            return states[0]
        turn = states[0]["view"]["turn"]
        client, state = (a, states[0]) if turn == "a" else (b, states[1])
        client.post("act", ply=state["ply"], key=key(), action=hasty(state))
        for each in (a, b):
            each.wait(lambda s, ply=state["ply"]: s["ply"] > ply)


def checked(*clients: Client) -> None:
    """Each screen shows what the server has, and never went back."""
    for client in clients:
        now = client.http.get(f"/api/matches/{client.id}?seat={client.seat}").json()
        shown = client.wait(lambda s, now=now: s["step"] >= now["step"])
        assert {**shown, "present": None} == {**now, "present": None}
        steps = [state["step"] for state in client.told]
        assert steps == sorted(steps)


@pytest.mark.parametrize(
    ("idle", "beat", "quiet"),
    [(1.0, 0.4, 2.5), pytest.param(30.0, live.BEAT, 70.0, marks=pytest.mark.long)],
    ids=["short", "as it is"],
)
def test_net_1_a_proxy_that_cuts_idle_lines_cuts_none(
    idle: float, beat: float, quiet: float, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    """For longer than the proxy is patient nothing happens in the match, and the lines stay; the control is cut."""
    monkeypatch.setattr(live, "BEAT", beat)
    with (
        wire(idle) as server,
        closing(Client(server.url, "a")) as a,
        closing(Client(server.url, "b", ("stream",))) as b,
    ):
        made = a.http.post(
            "/api/matches", json={"names": {"a": "A", "b": ""}, "opponent": "friend", "ruleset": "mini"}
        ).json()
        a.listen(made["id"])
        a.wait(lambda s: s["phase"] == "waiting")
        b.http.post("/api/invitations/join", json={"token": made["invitation"], "name": "B"})
        b.patience = 60
        b.listen(made["id"])
        b.wait(lambda s: s["phase"] == "dealing")
        time.sleep(quiet)
        assert (a.lines, b.lines) == (1, 1)
        assert a.beats >= 2
        assert b.beats >= 2
        figures(
            "NET-1", f"idle {quiet:.0f} s behind a proxy that cuts after {idle:.0f} s: 0 lines cut, {a.beats} beats"
        )


def test_net_1_a_line_that_was_cut_comes_back_unseen(monkeypatch: pytest.MonkeyPatch, figures: Figures) -> None:
    """The control: without signs of life the proxy cuts, the client comes back by its step, and the match is played whole."""
    monkeypatch.setattr(live, "BEAT", 60.0)
    with (
        wire(0.15) as server,
        closing(Client(server.url, "a")) as a,
        closing(Client(server.url, "b", ("stream",))) as b,
    ):
        state = play(a, b)
        time.sleep(0.5)
        checked(a, b)
        assert server.cuts > 0
        figures("NET-1", f"control: {server.cuts} lines cut, {a.lines + b.lines} opened, {state['ply']} plies, 0 lost")


@pytest.mark.parametrize("kinds", [("websocket", "stream"), ("websocket", "poll")], ids="-".join)
def test_net_2_where_no_websocket_comes_through_the_match_is_played_all_the_same(
    kinds: tuple[str, ...], figures: Figures
) -> None:
    """Upgrades are reset on the way: both fall back, to lines or to asking, and see every step in order."""
    with (
        wire(no_sockets=True) as server,
        closing(Client(server.url, "a", kinds)) as a,
        closing(Client(server.url, "b", kinds)) as b,
    ):
        state = play(a, b)
        checked(a, b)
        assert server.refused >= 2
        assert {*a.by, *b.by} - {"poll", "stream"} == set()
        figures("NET-2", f"no WebSocket, {kinds[1]}: {state['ply']} plies, both screens as the server's, 0 lost")


def test_net_2_all_three_ways_tell_the_same(figures: Figures) -> None:
    """Control: with WebSockets at one seat and asking at the other."""
    with wire() as server, closing(Client(server.url, "a")) as a, closing(Client(server.url, "b", ("poll",))) as b:
        play(a, b)
        checked(a, b)
        assert "websocket" in a.by
