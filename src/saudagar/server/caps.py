"""Caps: the guard's count of what each guest and each address asks for, and of what they hold."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope

from .errors import Refused
from .guests import bearer_of, guest_of, hash_of
from .limits import Limits
from .metrics import metrics
from .rate import Bucket, Buckets, Held, whole

MISSES = frozenset({401, 403, 404})
TOKENS = "/api/bot/tokens"
"""Where a program becomes a guest."""
RECORDS = frozenset({"/api/records", "/api/matches/import", "/api/reviews", "/api/play-on"})
"""Where a whole record is sent."""


class Counted:
    """A request or a live connection that was let in; tells the caps how it went."""

    __slots__ = ("_address", "_caps", "_guest", "_holds")

    def __init__(self, caps: Caps, address: str, guest: bytes | None) -> None:
        self._caps = caps
        self._address = address
        self._guest = guest
        self._holds = False

    def answered(self, status: int) -> None:
        """Note an answer: who is told too often that there is nothing is guessing."""
        if status in MISSES:
            self._caps.misses.take(self._address)

    def hold(self) -> Counted:
        """Count a live connection of the guest."""
        self._holds = True
        self._caps.sockets.take(self._guest or self._address)
        return self

    def release(self) -> None:
        """Count it no more."""
        if self._holds:
            self._holds = False
            self._caps.sockets.give_back(self._guest or self._address)

    def slowed(self, receive: Receive) -> Receive:
        """Return what receives the messages of a live connection; Refused when there are too many."""
        bucket = Bucket(self._caps.limits.messages_per_socket, self._caps.clock)

        async def receive_counted() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                metrics.messages.add(1, "in")
                if not bucket.take():
                    raise over("messages_per_socket", 1)
            return message

        return receive_counted


class Caps:
    """The counts of one server."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self.misses = Buckets(limits.misses_per_address, clock)
        self.sockets = Held()
        self._by_guest = Buckets(limits.requests_per_guest, clock)
        self._by_address = Buckets(limits.requests_per_address, clock)
        self._guests = Buckets(limits.guests_per_address, clock)
        self._matches = Buckets(limits.matches_per_guest_rate, clock)

    def request(self, scope: Scope) -> Counted:
        """Count a request; Refused when there are too many."""
        counted = self._known(scope)
        address, guest = counted._address, counted._guest  # noqa: SLF001 - of this file
        if wait := self._by_address.take(address):
            raise over("requests_per_address", wait)
        if guest and (wait := self._by_guest.take(guest)):
            raise over("requests_per_guest", wait)
        if (
            scope["method"] == "POST"
            and scope["path"] == "/api/matches"
            and (wait := self._matches.take(guest or address))
        ):
            raise over("matches_per_guest_rate", wait)
        new = guest is None or scope["path"] == TOKENS
        if scope["method"] == "POST" and new and (wait := self._guests.take(address)):
            raise over("guests_per_address", wait)
        return counted

    def socket(self, scope: Scope) -> Counted:
        """Count a live connection; Refused when there are too many."""
        counted = self._known(scope)
        if wait := self._by_address.take(counted._address):  # noqa: SLF001 - of this file
            raise over("requests_per_address", wait)
        if self.sockets[counted._guest or counted._address] >= self.limits.sockets_per_guest:  # noqa: SLF001 - as above
            raise over("sockets_per_guest", 30)
        return counted.hold()

    def bounded(self, receive: Receive, length: bytes, path: str) -> Receive:
        """Return what receives the body of a request; Refused when it is too large or takes too long."""
        most = self.limits.record_bytes if path in RECORDS else self.limits.body_bytes
        if not length.isdigit() or int(length[:20]) > most:
            raise Refused(413, "too_large", f"a request has at most {most} bytes")
        left, whole_body, deadline = most, False, self.clock() + self.limits.body_seconds

        async def receive_bounded() -> Message:
            nonlocal left, whole_body
            if whole_body:
                return await receive()
            try:
                async with asyncio.timeout(max(0.0, deadline - self.clock())):
                    message = await receive()
            except TimeoutError:
                metrics.refusals.add(1, "body_seconds")
                raise Refused(408, "too_slow", "the request took too long to arrive") from None
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                whole_body = not message.get("more_body", False)
                if left < 0:
                    raise Refused(413, "too_large", f"a request has at most {most} bytes")
            return message

        return receive_bounded

    def _known(self, scope: Scope) -> Counted:
        address = network(scope["client"][0] if scope.get("client") else "")
        if wait := self.misses.wait(address):
            raise over("misses_per_address", wait)
        connection = HTTPConnection(scope)
        bearer = bearer_of(connection)
        return Counted(self, address, hash_of(bearer) if bearer else guest_of(connection))


@lru_cache(4096)
def network(address: str) -> str:
    """Return what is counted as one address: of IPv6 the first 64 bits, which one household has all of."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped) if parsed.ipv4_mapped else f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return address


def over(limit: str, wait: float) -> Refused:
    """Return the refusal of somebody who is over a limit."""
    metrics.refusals.add(1, limit)
    return Refused(429, "too_many", "that is too much at once; please wait a little", wait=whole(wait))
