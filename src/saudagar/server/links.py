"""Links: tokens of 256 random bits that open something. Their hashes alone are stored."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from typing import Literal

from .clock import Time
from .guests import hash_of
from .store import Conflict, Store, StoredToken

Kind = Literal["invitation", "watch"]
HAND_OVER = 900
"""Seconds for which a guest may be handed over by one link."""
OPENING = 86_400
"""Seconds for which a match that is asked for again is found and not opened anew."""


class Links:
    """Makes links and finds out what they open."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time

    async def make(self, kind: Kind, match_id: str) -> str:
        """Return the token of a new link; an earlier one of its kind for the same match ends."""
        token = secrets.token_urlsafe(32)
        await self._put(StoredToken(hash_of(token), kind, match_id))
        return token

    async def opens(self, kind: Kind, token: str) -> str | None:
        """Return the id of the match that a link opens, None for no link of this kind."""
        found = await self._find(token)
        return found.match_id if found and found.kind == kind else None

    async def hand_over(self, guest_token: str) -> str:
        """Return the token of a link that makes another device the same guest, once and for a quarter of an hour.

        The store gets the guest's token in a form that only this new token opens.
        """
        token = secrets.token_urlsafe(32)
        sealed = _seal(token, guest_token.encode())
        await self._put(StoredToken(hash_of(token), "guest", sealed=sealed, ends=self._time() + HAND_OVER))
        return token

    async def peek(self, token: str) -> str | None:
        """Return the guest's token that a hand-over link holds, None when it holds none or its time is over."""
        found = await self._find(token)
        if found is None or found.kind != "guest" or found.sealed is None or (found.ends or 0) < self._time():
            return None
        return _seal(token, found.sealed).decode()

    async def spend(self, token: str) -> bool:
        """End a hand-over link; False when somebody else was faster."""
        try:
            await asyncio.wrap_future(self._store.spend_token(hash_of(token)))
        except Conflict:
            return False
        return True

    def opening(self, guest: bytes | None, key: str, guest_token: str | None = None) -> StoredToken:
        """Return the token under which a new match is found again by whoever asked for it with a key.

        A guest without a cookie may never have got the one that was sent: then the key alone opens the guest, too.
        """
        sealed = _seal(key, guest_token.encode()) if guest_token else None
        return StoredToken(_opening(guest, key), "opening", sealed=sealed, ends=self._time() + OPENING)

    async def opened(self, guest: bytes | None, key: str) -> tuple[str, str | None] | None:
        """Return the match that a guest opened with a key, and the token of a guest that may not have got its own.

        None when there is no such match, or it was a day ago.
        """
        for owner in {guest, None}:
            found = await asyncio.to_thread(self._store.token, _opening(owner, key))
            if found is None or found.match_id is None or (found.ends or 0) < self._time():
                continue
            token = _seal(key, found.sealed).decode() if found.sealed else None
            if owner is not None or (token and guest in (None, hash_of(token))):
                return found.match_id, token
        return None

    async def _find(self, token: str) -> StoredToken | None:
        return await asyncio.to_thread(self._store.token, hash_of(token))

    async def _put(self, token: StoredToken) -> None:
        await asyncio.wrap_future(self._store.put_token(token, self._time()))


def _opening(guest: bytes | None, key: str) -> bytes:
    return hash_of(f"opening/{guest.hex() if guest else ''}/{key}")


def _seal(token: str, text: bytes) -> bytes:
    """Return a text of at most 64 bytes under a pad that follows from a token used once; the same again opens it."""
    pad = hmac.digest(token.encode(), b"saudagar/hand-over", hashlib.sha512)
    return bytes(a ^ b for a, b in zip(text, pad, strict=False))
