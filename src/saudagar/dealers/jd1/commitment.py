"""The commitments of JD1 and the key that follows from all three secrets."""

from __future__ import annotations

from ...rules import BySeat, Seat
from ..stream import mac
from .hashing import digest

ZERO = bytes(32)
"""The number of a seat that did not commit in time; nobody may choose it."""


def server_commitment(terms: bytes, secret: bytes) -> bytes:
    """Return CS: what the server publishes of its secret before anybody else has sent anything."""
    return digest("JD1/server", terms, secret)


def client_commitment(terms: bytes, server: bytes, seat: Seat, nonce: bytes) -> bytes:
    """Return c: what a seat publishes of its number. The seat is in it (byte 0 or 1), so it cannot be mirrored."""
    return digest("JD1/client", terms, server, bytes([seat is Seat.B]), nonce)


def round_key(secret: bytes, terms: bytes, server: bytes, clients: BySeat[bytes], nonces: BySeat[bytes]) -> bytes:
    """Return K, the round's key: an HMAC keyed by the server's secret, over everything that was published."""
    return mac(secret, "JD1/deal", terms, server, *clients, *nonces)
