"""The real program in a process of its own: killed, told to stop, and started again on the same folder."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.hands import State, command, hasty, key


class Program:
    """`saudagar play` with its web server on a free port of this machine, and one guest's browser."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cookies = httpx.Cookies()
        self.start()

    def start(self) -> None:
        """Start the program and wait, for 20 seconds at most, until it says where it is."""
        words = [sys.executable, "-m", "saudagar", "play", "--no-browser", "--port", "0", "--data", str(self.folder)]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        watch = threading.Timer(20, self.process.kill)
        watch.start()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        watch.cancel()
        found = re.fullmatch(r"Play at (http://127\.0\.0\.1:\d+)/\n", line)
        assert found, line + self.end()
        self.http = httpx.Client(base_url=found[1], cookies=self.cookies, timeout=20)

    def stop(self, sign: signal.Signals) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        self.cookies = self.http.cookies
        self.process.send_signal(sign)
        return self.process.wait(10)

    def end(self) -> str:
        """Make sure that the process has ended; returns what it complained about."""
        if self.process.poll() is None:
            self.process.kill()
        complaint = self.process.communicate(timeout=10)[1]
        if hasattr(self, "http"):
            self.http.close()
        return complaint

    def post(self, state: State, verb: str, **fields: object) -> httpx.Response:
        """Send a command."""
        return self.http.post(f"/api/matches/{state['id']}/{verb}", json=command(state, **fields))

    def news(self, state: State, seat: str = "a") -> State:
        """Ask for what a seat sees."""
        return dict(self.http.get(f"/api/matches/{state['id']}", params={"seat": seat}).json())


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A running program with an empty folder."""
    started = Program(tmp_path / "data")
    yield started
    assert "Traceback" not in started.end()


def test_a_killed_program_goes_on_with_every_confirmed_move(program: Program) -> None:
    """SIGKILL twice in the middle of moves: nothing confirmed is lost, retries count once, the match ends."""
    body = {"names": {"a": "Anna", "b": "Meera"}, "first": "a", "seals": 1}
    state = program.http.post("/api/matches", json=body).json()
    for _ in range(2):
        confirmed, stop = state, threading.Event()
        lost: list[dict[str, object]] = []

        def play(first: State = state, stop: threading.Event = stop, lost: list[dict[str, object]] = lost) -> None:
            nonlocal confirmed
            now = first
            try:
                while not stop.is_set() and now["phase"] == "play" and now["ply"] < first["ply"] + 8:
                    now = program.news(now, now["view"]["turn"])
                    lost[:] = [command(now, action=hasty(now), key=key())]
                    now = program.http.post(f"/api/matches/{now['id']}/act", json=lost[0]).json()
                    confirmed = now
                    lost.clear()
            except httpx.HTTPError:
                return

        player = threading.Thread(target=play)
        player.start()
        time.sleep(0.03)
        assert program.stop(signal.SIGKILL) == -signal.SIGKILL
        stop.set()
        player.join(20)
        program.end()
        program.start()
        now = program.news(state, confirmed["audience"])
        assert now["ply"] in (confirmed["ply"], confirmed["ply"] + len(lost))
        if now["ply"] == confirmed["ply"]:
            assert now == confirmed
        if lost:
            again = program.http.post(f"/api/matches/{state['id']}/act", json=lost[0])
            assert again.status_code == 200
            assert again.json()["ply"] == confirmed["ply"] + 1
            now = again.json()
        state = now
    while state["phase"] == "play":
        state = program.news(state, state["view"]["turn"])
        state = program.post(state, "act", action=hasty(state)).json()
    assert program.news(state)["phase"] in ("match_over", "round_over")


def test_a_program_told_to_stop_stops_at_once(program: Program) -> None:
    """SIGTERM while two requests wait for news: they are answered, the program ends within 3 seconds with 0."""
    state = program.http.post("/api/matches", json={"names": {"a": "", "b": ""}}).json()
    told: list[int] = []

    def wait() -> None:
        with httpx.Client(base_url=program.http.base_url, cookies=program.http.cookies, timeout=20) as other:
            told.append(other.get(f"/api/matches/{state['id']}?seat=a&since={state['ply']}").status_code)

    waiting = [threading.Thread(target=wait) for _ in range(2)]
    for each in waiting:
        each.start()
    time.sleep(0.5)
    began = time.monotonic()
    assert program.stop(signal.SIGTERM) == 0
    assert time.monotonic() - began < 3
    for each in waiting:
        each.join(10)
    assert told == [200, 200]


def test_a_port_that_is_taken_is_told_and_another_used(program: Program, tmp_path: Path) -> None:
    """A second program on the same port says so and takes a free one; each keeps its own matches."""
    port = str(program.http.base_url.port)
    words = [sys.executable, "-m", "saudagar", "play", "--no-browser", "--port", port, "--data", str(tmp_path / "b")]
    second = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    watch = threading.Timer(20, second.kill)
    watch.start()
    assert second.stdout is not None
    line = second.stdout.readline()
    watch.cancel()
    second.terminate()
    complaint = second.communicate(timeout=10)[1]
    assert re.fullmatch(r"Play at http://127\.0\.0\.1:\d+/\n", line)
    assert f":{port}/" not in line
    assert f"port {port} is not free" in complaint
    assert second.returncode == 0


def test_a_second_program_on_the_same_matches_leads_to_the_first(program: Program) -> None:
    """One program has the matches open: another says where that one is, ends with 0, and disturbs nothing."""
    state = program.http.post("/api/matches", json={"names": {"a": "", "b": ""}}).json()
    words = [sys.executable, "-m", "saudagar", "play", "--no-browser", "--port", "0", "--data", str(program.folder)]
    second = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    assert second.returncode == 0, second.stderr
    assert str(program.http.base_url).rstrip("/") in second.stdout
    assert program.news(state, state["audience"]) == state


BROKEN = {
    "half a body": b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 50\r\n\r\n{",
    "more than was promised": b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 999999999\r\n\r\n" + b" " * 5000,
    "a wrong chunk": b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "no HTTP": b"\x16\x03\x01\x00\xff\r\n\r\n",
    "two hosts": b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    "a WebSocket": b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "a long header": b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000,
}


def test_requests_that_break_off_or_are_none_leave_no_trace(program: Program) -> None:
    """Half a request, a wrong one, one that is none: the connection ends, the log has no traceback, others are served."""
    address = (program.http.base_url.host, program.http.base_url.port)
    for sent in BROKEN.values():
        with socket.create_connection(address, timeout=5) as wire:
            wire.sendall(sent)
            wire.settimeout(0.3)
            with contextlib.suppress(OSError):
                assert b"Traceback" not in wire.recv(65536)
    assert program.http.get("/api/about").status_code == 200
