"""The port: what the server asks of a store, whichever database is behind it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from ..rating import Rating
from .values import (
    Change,
    Head,
    Rated,
    Standing,
    StoredClock,
    StoredDealing,
    StoredEvent,
    StoredMatch,
    StoredNote,
    StoredPasskey,
    StoredResult,
    StoredToken,
)

News = Callable[[str | None], None]
"""Told the id of a match in which another process may have moved; None when it may have been any."""


class Store(Protocol):
    """Matches and their append-only events; what a match is now is the replay of its events.

    The writing methods return at once with a future, which ends after the COMMIT. It cannot be cancelled: who stops
    waiting for it (`await asyncio.wrap_future(…)` in a task that is cancelled) does not stop the write. A future raises
    Conflict when somebody else wrote first and NotWritten when the database refused; in both cases nothing was written.
    The reading methods return what has been committed. All methods may be called from any thread.
    """

    shared: bool
    """Whether other processes may write to this store: then look at `head` before trusting what is in memory."""

    def create(
        self,
        match: StoredMatch,
        seeds: tuple[bytes, bytes],
        event: StoredEvent | None,
        standing: Standing,
        *,
        after: str | None,
        dealing: StoredDealing | None = None,
        opening: StoredToken | None = None,
    ) -> Future[None]:
        """Write a new match with its two secret seeds and, if it has begun, its first event or its first dealing.

        `after` is the match whose rematch it is: Conflict when that one has a rematch already. `opening` is the token
        by which whoever asked for the match finds it when they ask again: Conflict when it is there already.
        """

    def append(self, match_id: str, event: StoredEvent, standing: Standing) -> Future[None]:
        """Write one event and how the match stands after it, and its result when that is its end.

        PlyTaken when the event is not the next one, KeyUsed when its seat has used its key before.
        """

    def change(self, match_id: str, step: Change) -> Future[None]:
        """Write one step of a match; PlyTaken when it does not follow the last one, Conflict when seat b is taken."""

    def put_token(self, token: StoredToken, now: float) -> Future[None]:
        """Write a token; those of its kind for the same match end, and those whose time is over."""

    def spend_token(self, hash_: bytes) -> Future[None]:
        """End a token that works once; Conflict when it has been spent."""

    def add_passkey(self, challenge: bytes, passkey: StoredPasskey, most: int) -> Future[None]:
        """End a challenge (by its token's hash) and write the passkey that answered it.

        Conflict when the challenge has been answered, the passkey is there already, or its guest has `most` of them.
        """

    def use_passkey(self, challenge: bytes, id_: bytes, signs: int, now: float) -> Future[None]:
        """End a challenge and note that a passkey has answered it, and how many signatures it says to have made.

        Conflict when the challenge has been answered, the passkey removed, or the count not risen (but 0 may stay 0).
        """

    def end_passkey(self, guest: bytes, id_: bytes) -> Future[None]:
        """Remove a guest's passkey; Conflict when that guest has none with this id."""

    def watch_match(self, match_id: str, guest: bytes) -> Future[None]:
        """Let a guest watch a match from now on."""

    def put_uptime(self, server: str, began: float, seen: float) -> Future[None]:
        """Note that a server which began at some time still runs at another."""

    def match(self, match_id: str) -> StoredMatch | None:
        """Return a match, None when there is none with this id."""

    def matches_of(self, guest: bytes, limit: int = 100) -> list[tuple[StoredMatch, Standing]]:
        """Return the newest matches in which a guest holds a seat, newest first, and how they stand."""

    def match_ids(self) -> list[str]:
        """Return the ids of all matches, oldest first."""

    def events(self, match_id: str) -> list[StoredEvent]:
        """Return the log of a match, oldest first; BrokenChain when it has been damaged."""

    def head(self, match_id: str) -> Head | None:
        """Return the last ply of a match and the hash of its history, None when there is no such match."""

    def version(self, match_id: str) -> int | None:
        """Return how many steps of a match are stored, None when there is no such match."""

    def notes(self, match_id: str) -> list[StoredNote]:
        """Return what happened beside the table, oldest first."""

    def dealings(self, match_id: str) -> list[StoredDealing]:
        """Return all attempts to deal, with their secrets, oldest first: for the dealer, never for an answer."""

    def clock(self, match_id: str) -> StoredClock | None:
        """Return how a match's clock stood when it was last touched, None when it never was."""

    def due(self, now: float, limit: int = 100) -> list[str]:
        """Return the matches in which a clock may have run out by now."""

    def token(self, hash_: bytes) -> StoredToken | None:
        """Return what the token with this hash opens, None for nothing."""

    def tokens_of(self, owner: bytes, kind: str) -> list[StoredToken]:
        """Return the tokens of a kind that a guest has made, those that end first before the others."""

    def passkey(self, id_: bytes) -> StoredPasskey | None:
        """Return the passkey with this id of a credential, None for none."""

    def passkeys_of(self, guest: bytes) -> list[StoredPasskey]:
        """Return the passkeys of a guest, oldest first."""

    def watches(self, match_id: str, guest: bytes) -> bool:
        """Whether a guest may watch a match."""

    def watchers(self, match_id: str) -> int:
        """Return how many guests may watch a match."""

    def uptimes(self, server: str) -> list[tuple[float, float]]:
        """Return when the other servers of this store ran: each from when to when, in rising order."""

    def result(self, match_id: str) -> StoredResult | None:
        """Return how a match ended, None while it has not."""

    def rating(self, guest: bytes) -> Rating | None:
        """Return the rating of a guest as it was after its last rated match, None before the first."""

    def rated(self, match_id: str) -> Rated | None:
        """Return what a match changed about ratings, None where it changed nothing, or not yet."""

    def seeds(self, match_id: str) -> tuple[bytes, bytes]:
        """Return the dealer's and the players' seed of a match: for those two, never for an answer."""

    def watch(self, news: News) -> Callable[[], None]:
        """Call `news`, in another thread, after other processes have written; returns what ends it.

        A hint that may come late, twice or never: the rows are the truth.
        """

    def close(self) -> None:
        """Finish what was begun and close; later calls raise StoreError."""
