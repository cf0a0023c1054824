"""HARD-6 and HARD-7: who drips, does not read, or asks too much is cut off, and the others do not notice."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.conftest import Figures
from tests.server.serving import Served, served

from saudagar.server.limits import Limits, Rate
from saudagar.server.rate import Bucket, Buckets, Held

QUICK = {
    "head_seconds": 0.6,
    "body_seconds": 0.6,
    "reader_seconds": 1.0,
    "connections_per_address": 60,
    "matches_per_guest_rate": {"per_second": 0.001, "burst": 6},
    "guests_per_address": {"per_second": 0.001, "burst": 8},
    "requests_per_guest": {"per_second": 50.0, "burst": 100},
    "misses_per_address": {"per_second": 20.0, "burst": 40},
}
"""Limits that are reached in a second."""


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Served]:
    """A server with tight limits."""
    with served(tmp_path, QUICK) as running:
        yield running


def closed_after(to: socket.socket) -> float:
    """Return the seconds until the other side closes."""
    began = time.monotonic()
    to.settimeout(8)
    try:
        while to.recv(65536):
            pass
    except ConnectionError:
        pass
    return time.monotonic() - began


def test_who_drips_is_cut_off(strict: Served, figures: Figures) -> None:
    """HARD-7: a silent connection, a head without an end, and a body without an end are closed in time."""
    silent, head, body = strict.connect(), strict.connect(), strict.connect()
    head.sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    body.sendall(
        b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    )
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.2):
            for to in (head, body):
                try:
                    to.sendall(b"X: y\r\n" if to is head else b" ")
                except OSError:
                    return

    dripping = threading.Thread(target=drip)
    dripping.start()
    told = body.recv(65536)
    assert told.startswith(b"HTTP/1.1 408 ")
    seconds = [closed_after(to) for to in (silent, head)]
    stop.set()
    dripping.join(5)
    for to in (silent, head, body):
        to.close()
    assert max(seconds) < 3
    figures("HARD-7", "a silent connection, a dripped head and a dripped body: closed when their time is over")


def test_one_address_holds_so_many_connections(strict: Served, figures: Figures) -> None:
    """HARD-7: beyond the cap new connections are cut, those within go on, and room is made when they leave."""
    held: list[socket.socket] = []
    with strict.client() as honest:
        assert honest.get("/api/about").status_code == 200
        for _ in range(80):
            to = strict.connect()
            to.sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            held.append(to)
        answered = 0
        for to in held:
            try:
                answered += to.recv(12) == b"HTTP/1.1 200"
            except ConnectionError:
                continue
        assert answered == 59
        assert honest.get("/api/about").status_code == 200
        for to in held:
            to.close()
    time.sleep(0.2)
    assert httpx.get(f"{strict.url}/api/about", timeout=10).status_code == 200
    figures("HARD-7", "80 connections of one address, 60 allowed: 20 cut, the 60 served")


def test_floods_meet_their_caps(strict: Served, figures: Figures) -> None:
    """HARD-7: new matches, new guests, requests and guesses are bounded; 429 says when to come again."""
    body = {"names": {"a": "A", "b": "B"}}
    with strict.client() as guest:
        opened = [guest.post("/api/matches", json=body).status_code for _ in range(10)]
    assert opened == [201] * 7 + [429] * 3  # the first counts for the address: there is no guest yet
    fresh = [httpx.post(f"{strict.url}/api/matches", json=body, timeout=10) for _ in range(10)]
    assert [told.status_code for told in fresh] == [201] * 5 + [429] * 5
    refused = fresh[-1]
    assert refused.status_code == 429
    assert refused.json()["error"]["code"] == "too_many"
    assert int(refused.headers["retry-after"]) > 60
    with strict.client(headers={"Cookie": "saudagar_guest=" + "x" * 43}) as busy:
        told = [busy.get("/api/about").status_code for _ in range(130)]
    assert 0 < told.count(429) < 40
    assert set(told) == {200, 429}
    with strict.client() as guessing:
        missed = [guessing.get(f"/api/matches/guess-{number}").status_code for number in range(60)]
    assert missed.count(429) >= 10
    time.sleep(0.3)
    assert httpx.get(f"{strict.url}/api/about", timeout=10).status_code == 200
    assert strict.metric("saudagar_refusals_total") > 20
    figures("HARD-7", "floods of matches, guests, requests and guesses: 429 with Retry-After from the cap on")


class Clock:
    """A clock that is moved by hand."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_a_bucket_holds_its_burst_and_fills_at_its_rate() -> None:
    """HARD-7: in any time t nobody gets more than burst + rate·t."""
    clock = Clock()
    many = Buckets(Rate(2.0, 5), clock)
    one = Bucket(Rate(2.0, 5), clock)
    assert [many.take("x") for _ in range(6)] == [0, 0, 0, 0, 0, 0.5]
    assert [one.take() for _ in range(6)] == [True] * 5 + [False]
    assert many.take("y") == 0
    clock.now = 0.5
    assert many.wait("x") == 0
    assert many.take("x") == 0
    assert many.take("x") == 0.5
    assert one.take()
    assert not one.take()
    taken = 0
    for tick in range(1000):
        clock.now = 0.5 + tick / 100
        taken += many.take("x") == 0
    assert taken <= 2 * 10
    clock.now = 1e6
    assert [many.take("x") for _ in range(6)].count(0) == 5


def test_what_is_held_is_counted_and_forgotten() -> None:
    """HARD-7: counts go back to nothing, and so does the memory for them."""
    held = Held()
    with held.one("x"), held.one("x"):
        assert held["x"] == 2
    assert held["x"] == 0
    assert held._held == {}


def test_every_limit_has_a_reason_and_a_sensible_value() -> None:
    """HARD-7: none is zero, and a browser that plays is far below all of them."""
    limits = Limits()
    for name in limits.__struct_fields__:
        value: Any = getattr(limits, name)
        assert value.per_second > 0 < value.burst if isinstance(value, Rate) else value > 0
    assert limits.requests_per_guest.per_second >= 10
    assert limits.body_bytes <= limits.head_bytes <= limits.unread_bytes
