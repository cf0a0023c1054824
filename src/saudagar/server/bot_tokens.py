"""Bearer tokens: who a program is that plays over HTTP, and what it may do. Their hashes alone are stored."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
MOST = 20
"""Tokens that one browser may have at a time."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a token without the token: nobody can play with it."""

    hash: bytes
    name: str
    scopes: tuple[str, ...]
    made: float | None
    """Seconds since 1970; None for those made before that was written down."""
    ends: float


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


async def make(rooms: Rooms, name: str, scopes: list[str], days: int, owner: bytes | None = None) -> str:
    """Return a new token: a new bot, which its `owner` may list and end. Refused (409) for too many; NotWritten."""
    now = rooms.time()
    if owner and len(await of(rooms, owner)) >= MOST:
        raise Refused(409, "too_many", f"a browser keeps {MOST} tokens at most; end one that is not used any more")
    token = secrets.token_urlsafe(32)
    told = {"name": name, "scopes": [scope for scope in SCOPES if scope in scopes], "made": now}
    stored = StoredToken(hash_of(token), KIND, sealed=json.dumps(told).encode(), ends=now + days * DAY, owner=owner)
    await asyncio.wrap_future(rooms.store.put_token(stored, now))
    return token


async def of(rooms: Rooms, owner: bytes) -> list[Kept]:
    """Return the tokens that a browser has made and that are good."""
    found = await asyncio.to_thread(rooms.store.tokens_of, owner, KIND)
    return [_kept(token) for token in found if (token.ends or 0) >= rooms.time()]


async def bot_of(rooms: Rooms, connection: HTTPConnection, scope: str | None) -> Bot:
    """Return who asks. Refused: 401 without a token that is good, 403 when it has not the scope."""
    token = bearer_of(connection)
    found = await _good(rooms, hash_of(token)) if token else None
    if token is None or found is None:
        raise Refused(401, "no_token", "send the header Authorization: Bearer TOKEN with a token that is good")
    told = _kept(found)
    bot = Bot(told.name, told.scopes, hash_of(f"saudagar/bot {token}"), token)
    if scope and scope not in bot.scopes:
        raise Refused(403, "scope", f"this token may {' and '.join(bot.scopes) or 'nothing'}, but not {scope}")
    return bot


async def end(rooms: Rooms, hash_: bytes) -> None:
    """End a token for good; matches that it plays have to be lost on time or called off by the other seat."""
    try:
        await asyncio.wrap_future(rooms.store.spend_token(hash_))
    except Conflict:
        return
    except NotWritten as wrong:
        raise Refused(503, "not_saved", "the disk or the database refuses to write; try again") from wrong


class Streams:
    """The streams that are open for each bot: woken when there is something to tell, and when its token has ended."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._open: dict[bytes, list[Callable[[], None]]] = {}

    @contextmanager
    def opened(self, bot: Bot, wake: Callable[[], None]) -> Iterator[None]:
        """Let `wake` be called for as long as a stream is open."""
        mine = self._open.setdefault(hash_of(bot.token), [])
        mine.append(wake)
        try:
            yield
        finally:
            mine.remove(wake)
            if not mine and self._open.get(hash_of(bot.token)) is mine:
                del self._open[hash_of(bot.token)]

    def wake(self, hash_: bytes) -> None:
        """Let all streams of a token look anew."""
        for wake in tuple(self._open.get(hash_, ())):
            wake()

    async def may(self, bot: Bot) -> bool:
        """Whether a stream may go on: asked before anything is told, since another process may have ended the token."""
        return await _good(self._rooms, hash_of(bot.token)) is not None


async def _good(rooms: Rooms, hash_: bytes) -> StoredToken | None:
    found = await asyncio.to_thread(rooms.store.token, hash_)
    return None if found is None or found.kind != KIND or (found.ends or 0) < rooms.time() else found


def _kept(token: StoredToken) -> Kept:
    told = json.loads(token.sealed or b"{}")
    return Kept(token.hash, told["name"], tuple(told["scopes"]), told.get("made"), token.ends or 0.0)
