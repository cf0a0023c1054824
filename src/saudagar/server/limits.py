"""Limits: everything a client may use up, in one place, each with its reason."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ..errors import SaudagarError


class WrongLimits(SaudagarError):
    """A file of limits that cannot be used."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many a second in the long run, and `burst` at once after a quiet time."""

    per_second: float
    burst: int


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one client, one address and all together may use; sizes in bytes, times in seconds."""

    head_bytes: int = 16_384
    """The request line and headers; browsers send about 1,000."""
    head_seconds: float = 10.0
    """From a request's first byte (or the connection) to the end of its head: who drips takes a place for nothing."""
    body_bytes: int = 4_096
    """A request's body; the largest honest one has about 300."""
    record_bytes: int = 131_072
    """The body of a request that brings a whole record; that of a long match has about 10,000."""
    body_seconds: float = 10.0
    """From the end of the head to the end of the body."""
    frame_bytes: int = 4_096
    """One WebSocket message of a client; the largest honest one has about 300."""
    unread_bytes: int = 65_536
    """What may wait in this process for a client that reads slowly; about ten whole views."""
    reader_seconds: float = 10.0
    """How long more than `unread_bytes` may wait before the client is cut off; it comes back to the whole view."""
    ping_seconds: float = 20.0
    """Between two pings; the shortest idle time after which a common proxy cuts is 30 s."""
    pong_seconds: float = 20.0
    """Without an answer to a ping for so long, a client is taken for gone."""

    connections: int = 20_000
    """All connections of this process; each takes a file and about 20 KiB."""
    connections_per_address: int = 250
    """A school or an office behind one address may hold about a hundred players."""
    sockets_per_guest: int = 12
    """Live connections of one guest: tabs and devices, some of them about to be noticed as gone."""
    spectators_per_match: int = 100
    """Live connections that only watch one match."""
    matches_per_guest: int = 200
    """Unfinished matches of one guest; a keen player by post has about fifty."""

    requests_per_guest: Rate = Rate(20.0, 100)
    """Requests of one guest; playing takes about one a second."""
    requests_per_address: Rate = Rate(100.0, 500)
    """Requests from one address, whoever they say they are."""
    guests_per_address: Rate = Rate(0.2, 40)
    """New guests from one address: a class that begins together fits into the burst."""
    matches_per_guest_rate: Rate = Rate(0.2, 30)
    """New matches of one guest."""
    misses_per_address: Rate = Rate(1.0, 60)
    """Answers "not found" and "not yours" to one address: whoever gets many is guessing."""
    messages_per_socket: Rate = Rate(10.0, 40)
    """Messages of one live connection."""


OPEN = Limits(
    connections=1_000_000,
    connections_per_address=1_000_000,
    sockets_per_guest=1_000_000,
    spectators_per_match=1_000_000,
    matches_per_guest=1_000_000,
    requests_per_guest=Rate(1e9, 1_000_000_000),
    requests_per_address=Rate(1e9, 1_000_000_000),
    guests_per_address=Rate(1e9, 1_000_000_000),
    matches_per_guest_rate=Rate(1e9, 1_000_000_000),
    misses_per_address=Rate(1e9, 1_000_000_000),
    messages_per_socket=Rate(1e9, 1_000_000_000),
)
"""No caps and no rates: for this computer alone, and for measuring. Sizes and times hold as ever."""


def load(path: Path) -> Limits:
    """Return the limits of a JSON file: the defaults, but for the fields it names. WrongLimits if it cannot be used."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Limits)
    except (OSError, msgspec.DecodeError) as wrong:
        raise WrongLimits(f"the limits in {path} cannot be used: {wrong}") from wrong
