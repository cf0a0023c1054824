"""Bearer tokens: who a program is that plays over HTTP, and what it may do. Their hashes alone are stored."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from .errors import Refused
from .guests import bearer_of, hash_of
from .rooms import Rooms
from .store import Conflict, NotWritten, StoredToken

KIND = "bot"
SCOPES = ("read", "play")
"""read: matches and their events; play: open and accept matches, move, resign."""
DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Bot:
    """A program that has shown its token: a guest like any other, who holds seats by the hash of it."""

    name: str
    scopes: tuple[str, ...]
    guest: bytes
    token: str = field(repr=False)

    def number(self, match_id: str, round_: int, attempt: int) -> bytes:
        """Return its secret number for one attempt to deal: it follows from the token, so that nothing is kept."""
        return hmac.digest(self.token.encode(), f"saudagar/bot {match_id} {round_} {attempt}".encode(), "sha256")


async def make(rooms: Rooms, name: str, scopes: list[str], days: int) -> str:
    """Return a new token, which is a new bot. NotWritten."""
    token = secrets.token_urlsafe(32)
    told = json.dumps({"name": name, "scopes": [scope for scope in SCOPES if scope in scopes]}).encode()
    now = rooms.time()
    stored = StoredToken(hash_of(token), KIND, sealed=told, ends=now + days * DAY)
    await asyncio.wrap_future(rooms.store.put_token(stored, now))
    return token


async def bot_of(rooms: Rooms, connection: HTTPConnection, scope: str | None) -> Bot:
    """Return who asks. Refused: 401 without a token that is good, 403 when it has not the scope."""
    token = bearer_of(connection)
    found = await asyncio.to_thread(rooms.store.token, hash_of(token)) if token else None
    if token is None or found is None or found.kind != KIND or (found.ends or 0) < rooms.time():
        raise Refused(401, "no_token", "send the header Authorization: Bearer TOKEN with a token that is good")
    told = json.loads(found.sealed or b"{}")
    bot = Bot(told["name"], tuple(told["scopes"]), hash_of(f"saudagar/bot {token}"), token)
    if scope and scope not in bot.scopes:
        raise Refused(403, "scope", f"this token may {' and '.join(bot.scopes) or 'nothing'}, but not {scope}")
    return bot


async def revoke(rooms: Rooms, bot: Bot) -> None:
    """End a token for good; matches that it plays have to be lost on time or called off by the other seat."""
    try:
        await asyncio.wrap_future(rooms.store.spend_token(hash_of(bot.token)))
    except Conflict:
        return
    except NotWritten as wrong:
        raise Refused(503, "not_saved", "the disk or the database refuses to write; try again") from wrong
