"""The routes of passkeys: an own device that is a guest without a link, for those who want it (docs/design/http.md)."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from .answers import NOT_SAVED
from .becoming import ask_first, become
from .bodies import clean_name, read
from .caps import network, over
from .credentials import (
    Asserted,
    Attested,
    Packed,
    challenge_of,
    handle_of,
    made,
    packed,
    sealed,
    to_make,
    to_use,
    unpacked,
    used,
)
from .errors import Refused
from .guests import guest_of, hash_of, token_of
from .json import JsonResponse
from .limits import Rate
from .rate import Buckets
from .relying import Party, Site, installed
from .rooms import Rooms
from .store import Conflict, NotWritten, StoredPasskey, StoredToken

SECONDS = 300.0
"""How long a challenge is good: long enough to find the phone, and to answer a question."""
MOST = 10
"""Passkeys that one guest may have."""
OVER = Refused(404, "not_found", "this has been answered, or took too long: begin again")
UNKNOWN = Refused(404, "no_passkey", "this server does not know that passkey; it may have been removed")
NOT_OFFERED = Refused(404, "not_offered", "there are no passkeys at this address")

Kind = Literal["passkey_add", "passkey_ask"]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A wish that needs no more than its sender."""


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """A wish for a passkey, with the name that its owner goes by; authenticators list passkeys by it."""

    name: str = ""


class One(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey by its id."""

    id: Packed


class Passkeys:
    """The routes for some rooms at a site."""

    def __init__(self, rooms: Rooms, site: Site) -> None:
        self.rooms = rooms
        self.site = site
        self._challenges = Buckets(Rate(0.5, 30))

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        return [
            Route("/api/passkeys", self.mine),
            Route("/api/passkeys", self.keep, methods=["POST"]),
            Route("/api/passkeys/add", self.add, methods=["POST"]),
            Route("/api/passkeys/remove", self.remove, methods=["POST"]),
            Route("/api/passkeys/ask", self.ask, methods=["POST"]),
            Route("/api/passkeys/take", self.take, methods=["POST"]),
        ]

    async def mine(self, request: Request) -> Response:
        """Tell whether there are passkeys here, for which site, and which the asker has."""
        guest, party = guest_of(request), self.site.party(request)
        found = await asyncio.to_thread(self.rooms.store.passkeys_of, guest) if guest and installed() else []
        told = {"offered": installed(), "site": party.id if party else None, "guest": guest is not None}
        return JsonResponse({**told, "passkeys": list(map(_told, found))})

    async def add(self, request: Request) -> Response:
        """Tell a guest's browser how to make a passkey."""
        body, party = await read(request, Named), self._party(request)
        guest = guest_of(request)
        if guest is None:
            raise Refused(409, "over", "this device is no guest yet: there is nothing that a passkey could open")
        there = await asyncio.to_thread(self.rooms.store.passkeys_of, guest)
        if len(there) >= MOST:
            raise Refused(409, "too_many", f"a guest has {MOST} passkeys at most; remove one that is not used any more")
        challenge = await self._challenge(request, "passkey_add", guest)
        return JsonResponse(to_make(party, challenge, clean_name(body.name, "saudagar"), there))

    async def keep(self, request: Request) -> Response:
        """Keep a passkey that a guest's browser has made."""
        body, party = await read(request, Attested), self._party(request)
        guest, token = guest_of(request), token_of(request)
        challenge = challenge_of(body.client)
        await self._answers(challenge, "passkey_add", guest)
        if guest is None or token is None:
            raise OVER
        id_, public_key, signs = await asyncio.to_thread(made, party, challenge, body)
        hidden = sealed(handle_of(challenge), token.encode())
        name = clean_name(body.name, "passkey")
        passkey = StoredPasskey(id_, guest, public_key, hidden, signs, name, self.rooms.time())
        try:
            await asyncio.wrap_future(self.rooms.store.add_passkey(hash_of(challenge), passkey, MOST))
        except Conflict:
            raise OVER from None
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        return JsonResponse(_told(passkey), 201)

    async def remove(self, request: Request) -> Response:
        """Remove a passkey of the asker's; it opens nothing any more."""
        body, guest = await read(request, One), guest_of(request)
        if guest is None:
            raise UNKNOWN
        try:
            await asyncio.wrap_future(self.rooms.store.end_passkey(guest, unpacked(body.id)))
        except Conflict:
            raise UNKNOWN from None
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        return JsonResponse({"removed": True})

    async def ask(self, request: Request) -> Response:
        """Tell a browser how to show a passkey."""
        await read(request, Nothing)
        party = self._party(request)
        return JsonResponse(to_use(party, await self._challenge(request, "passkey_ask", None)))

    async def take(self, request: Request) -> Response:
        """Become the guest whose passkey is shown."""
        body, party = await read(request, Asserted), self._party(request)
        challenge, store = challenge_of(body.client), self.rooms.store
        await self._answers(challenge, "passkey_ask", None)
        passkey = await asyncio.to_thread(store.passkey, unpacked(body.id))
        if passkey is None:
            raise UNKNOWN
        token, signs = await asyncio.to_thread(used, party, challenge, body, passkey)
        await ask_first(self.rooms, request, passkey.guest, replace=body.replace)
        try:
            work = store.use_passkey(hash_of(challenge), passkey.id, signs, self.rooms.time())
            await asyncio.wrap_future(work)
        except Conflict:
            raise OVER from None
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        return await become(self.rooms, request, token)

    def _party(self, request: Request) -> Party:
        party = self.site.party(request) if installed() else None
        if party is None:
            raise NOT_OFFERED
        return party

    async def _challenge(self, request: Request, kind: Kind, owner: bytes | None) -> str:
        """Return a new challenge, which works once, for one purpose and for one guest."""
        if wait := self._challenges.take(network(request.client.host if request.client else "")):
            raise over("challenges_per_address", wait)
        challenge, now = secrets.token_urlsafe(32), self.rooms.time()
        stored = StoredToken(hash_of(challenge), kind, ends=now + SECONDS, owner=owner)
        try:
            await asyncio.wrap_future(self.rooms.store.put_token(stored, now))
        except NotWritten as wrong:
            raise NOT_SAVED from wrong
        return challenge

    async def _answers(self, challenge: str, kind: Kind, owner: bytes | None) -> None:
        """Refused (404) unless a challenge is one of ours for this purpose and this guest, and still waits."""
        found = await asyncio.to_thread(self.rooms.store.token, hash_of(challenge))
        if found is None or (found.kind, found.owner) != (kind, owner) or (found.ends or 0) < self.rooms.time():
            raise OVER


def _told(passkey: StoredPasskey) -> dict[str, Any]:
    return {"id": packed(passkey.id), "name": passkey.name, "made": passkey.made, "used": passkey.used}
