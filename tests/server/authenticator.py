"""An authenticator in software: makes passkeys on the curve P-256 and signs with them, as WebAuthn (level 2) writes it."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

HERE = "http://localhost:8337"
PRESENT, VERIFIED, ATTESTED = 1, 4, 64
"""Flags of authenticator data (§6.1): the user is there, is known, and a new credential follows."""


def packed(plain: bytes) -> str:
    """Bytes in base64url, without padding."""
    return base64.urlsafe_b64encode(plain).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """The bytes of a text in base64url."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Passkey:
    """One discoverable credential."""

    rp: str
    user: bytes
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    signs: int = 0


class Authenticator:
    """Makes and shows passkeys; `counts` whether it counts signatures (those that are synchronised do not)."""

    def __init__(self, *, counts: bool = True) -> None:
        self.counts = counts
        self.passkeys: list[Passkey] = []

    def make(
        self, options: dict[str, Any], *, origin: str = HERE, rp: str | None = None, **changed: Any
    ) -> dict[str, Any]:
        """The body that keeps a new passkey; `changed` are fields of what the browser says of itself."""
        passkey = Passkey(rp or options["rp"]["id"], unpacked(options["user"]["id"]))
        self.passkeys.append(passkey)
        numbers = passkey.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(16) + len(passkey.id).to_bytes(2, "big") + passkey.id + cbor2.dumps(cose)
        data = self._data(passkey, PRESENT | VERIFIED | ATTESTED) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = {"type": "webauthn.create", "challenge": options["challenge"], "origin": origin, **changed}
        told = {"id": passkey.id, "client": json.dumps(client).encode(), "attestation": attestation}
        return {name: packed(value) for name, value in told.items()} | {"name": "Firefox, Linux"}

    def show(
        self,
        options: dict[str, Any],
        *,
        passkey: Passkey | None = None,
        origin: str = HERE,
        rp: str | None = None,
        flags: int = PRESENT | VERIFIED,
        user: bytes | None = None,
        key: ec.EllipticCurvePrivateKey | None = None,
        **changed: Any,
    ) -> dict[str, Any]:
        """The body that signs in."""
        shown = passkey or self.passkeys[-1]
        if self.counts:
            shown.signs += 1
        client = {"type": "webauthn.get", "challenge": options["challenge"], "origin": origin, **changed}
        said, data = json.dumps(client).encode(), self._data(shown, flags, rp)
        signature = (key or shown.key).sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        told = {"id": shown.id, "client": said, "authenticator": data, "signature": signature}
        return {name: packed(value) for name, value in told.items()} | {"user": packed(user or shown.user)}

    def _data(self, passkey: Passkey, flags: int, rp: str | None = None) -> bytes:
        name = hashlib.sha256((rp or passkey.rp).encode()).digest()
        return name + bytes([flags]) + passkey.signs.to_bytes(4, "big")
