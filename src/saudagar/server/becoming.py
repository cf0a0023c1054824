"""How a browser becomes a guest that it was not: by a link from another device, or by a passkey."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from .errors import Refused
from .guests import guest_of, hash_of, remember
from .json import JsonResponse
from .rooms import Rooms


async def ask_first(rooms: Rooms, request: Request, guest: bytes, *, replace: bool) -> None:
    """Refused (409) when a browser that is about to become a guest has matches of its own, unless it may lose them."""
    me = guest_of(request)
    mine = await asyncio.to_thread(rooms.store.matches_of, me) if me and me != guest else []
    if mine and not replace:
        message = f"this device has {len(mine)} matches of its own, which it would not find again"
        raise Refused(409, "not_empty", message)


async def become(rooms: Rooms, request: Request, guest_token: str) -> Response:
    """Return the answer that makes a browser a guest: the cookie, and how many matches came along."""
    matches = await asyncio.to_thread(rooms.store.matches_of, hash_of(guest_token))
    response = JsonResponse({"matches": len(matches)})
    remember(response, guest_token, secure=request.url.scheme == "https")
    return response
