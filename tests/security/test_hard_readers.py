"""HARD-6: clients that do not read what they are told are cut off, and the others do not notice."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import httpx
from tests.conftest import Figures
from tests.security.test_hard_origins import begin
from tests.server.hands import key
from tests.server.serving import Served, served

STALLED = 12
LIMITS = {
    "reader_seconds": 1.0,
    "sockets_per_guest": 100,
    "requests_per_guest": {"per_second": 1e6, "burst": 1_000_000},
    "requests_per_address": {"per_second": 1e6, "burst": 1_000_000},
}


def stall(server: Served, match: str, cookie: str, seat: str) -> socket.socket:
    """Open a WebSocket that never reads again once it is one."""
    to = socket.socket()
    to.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    to.settimeout(15)
    to.connect(("127.0.0.1", server.port))
    host = f"127.0.0.1:{server.port}"
    lines = f"GET /api/matches/{match}/live?seat={seat} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}"
    lines += "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    to.sendall(f"{lines}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    assert to.recv(12) == b"HTTP/1.1 101"
    return to


def test_who_does_not_read_is_cut_off(tmp_path: Path, figures: Figures) -> None:
    """HARD-6: twelve stalled sockets of a match that is played fast: all cut, every move answered, memory bounded."""
    with served(tmp_path, LIMITS) as server:
        match, cookie = begin(server)
        before, times, moves = server.memory, list[float](), 0
        stalled = [stall(server, match, cookie, "ab"[number % 2]) for number in range(STALLED)]
        with server.client(headers={"Cookie": cookie}) as guest:
            end = time.monotonic() + 40
            state = guest.get(f"/api/matches/{match}").json()
            while server_cut(server) < STALLED and time.monotonic() < end:
                for _ in range(20):
                    state = step(guest, match, state, times)
                    moves += 1
            assert server_cut(server) == STALLED
        for to in stalled:
            to.close()
        grown = server.memory - before
    assert grown < 16 * 1024 * 1024
    times.sort()
    figures(
        "HARD-6",
        f"{STALLED} sockets that do not read: all cut; meanwhile {moves} moves, half in {times[len(times) // 2] * 1e3:.1f} ms, "
        f"memory +{grown / 2**20:.1f} MiB",
    )


def server_cut(server: Served) -> float:
    """How many clients the server has cut off because they read too slowly."""
    return server.metric("saudagar_slow_readers_total")


def step(guest: httpx.Client, match: str, state: dict[str, object], times: list[float]) -> dict[str, object]:
    """Do what comes next in a match, as either seat; return the State after it."""
    path, view = f"/api/matches/{match}", state["view"]
    assert isinstance(view, dict)
    if state["phase"] == "match_over":
        body = {"seat": "a", "ply": state["ply"], "key": key()}
        fresh = guest.post("/api/matches", json={"names": {"a": "A", "b": "B"}, "seals": 3})
        assert fresh.status_code in (201, 429), body
        return state
    turn = view["turn"] or "a"
    if state["audience"] != turn:
        state = guest.get(path, params={"seat": turn}).json()
        view = state["view"]
        assert isinstance(view, dict)
    body = {"seat": turn, "ply": state["ply"], "key": key()}
    verb = "next-round"
    if state["phase"] == "play":
        # goods go back and forth, so that the round lasts: whatever takes something for something
        verb, body["action"] = "act", max(view["legal"], key=len)
    began = time.perf_counter()
    told = guest.post(f"{path}/{verb}", json=body)
    times.append(time.perf_counter() - began)
    assert told.status_code == 200, told.text
    after: dict[str, object] = told.json()
    return after
