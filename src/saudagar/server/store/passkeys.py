"""Passkeys as rows: what is kept of them, added and used in the transaction that ends their challenge."""

from __future__ import annotations

from . import rows
from .errors import Conflict
from .sql import Run
from .values import StoredPasskey


def add(run: Run, challenge: bytes, passkey: StoredPasskey, most: int) -> None:
    """End a challenge and write the passkey that answered it; Conflict when either is there already, or too many."""
    _end(run, challenge)
    if run(rows.PASSKEY, (passkey.id,)):
        raise Conflict("this passkey is there already")
    if len(run(rows.PASSKEYS_OF, (passkey.guest,))) >= most:
        raise Conflict(f"a guest has {most} passkeys at most")
    run(rows.insert("passkey"), rows.passkey_row(passkey))


def use(run: Run, challenge: bytes, id_: bytes, signs: int, now: float) -> None:
    """End a challenge and note the count of a passkey's signatures; Conflict when it does not rise, or it has gone."""
    _end(run, challenge)
    if not run(rows.USE_PASSKEY, (signs, now, id_, signs, signs)):
        raise Conflict("this passkey has been used since, or removed")


def end(run: Run, guest: bytes, id_: bytes) -> None:
    """Remove a guest's passkey; Conflict when the guest has none with this id."""
    if not run(rows.END_PASSKEY, (id_, guest)):
        raise Conflict("this guest has no such passkey")


def _end(run: Run, challenge: bytes) -> None:
    if not run(rows.SPENT, (challenge,)):
        raise Conflict("this challenge has been answered")
