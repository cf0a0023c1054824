"""The writing half of a store: each write as a piece of plain SQL in a transaction of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future

from . import passkeys, rows, sql
from .errors import Conflict
from .values import Change, Standing, StoredDealing, StoredEvent, StoredMatch, StoredPasskey, StoredToken


class Writes(ABC):
    """All writes of a `Store`; a store provides `_write`."""

    @abstractmethod
    def _write(
        self, match_id: str | None, do: Callable[[sql.Run], None], event: StoredEvent | None = None
    ) -> Future[None]:
        """Carry some work out in a transaction of its own; Conflict where a key of the database forbids it."""

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
        """Write a new match with its two secret seeds and, if it has begun, its first event or its first dealing."""
        return self._write(
            match.id,
            lambda run: sql.create(run, match, seeds, event, standing, after=after, dealing=dealing, opening=opening),
            event,
        )

    def append(self, match_id: str, event: StoredEvent, standing: Standing) -> Future[None]:
        """Write one event and how the match stands after it."""
        return self.change(match_id, Change(standing, event=event))

    def change(self, match_id: str, step: Change) -> Future[None]:
        """Write one step of a match."""
        return self._write(match_id, lambda run: sql.change(run, match_id, step), step.event)

    def put_token(self, token: StoredToken, now: float) -> Future[None]:
        """Write a token; those of its kind for the same match end, and those whose time is over."""

        def do(run: sql.Run) -> None:
            run(rows.END_OLD_TOKENS, (now,))
            if token.match_id:
                run(rows.END_TOKENS, (token.match_id, token.kind))
            run(rows.insert("token"), rows.token_row(token))

        return self._write(None, do)

    def spend_token(self, hash_: bytes) -> Future[None]:
        """End a token that works once; Conflict when it has been spent."""

        def do(run: sql.Run) -> None:
            if not run(rows.SPENT, (hash_,)):
                raise Conflict("this token has been used")

        return self._write(None, do)

    def add_passkey(self, challenge: bytes, passkey: StoredPasskey, most: int) -> Future[None]:
        """End a challenge and write the passkey that answered it."""
        return self._write(None, lambda run: passkeys.add(run, challenge, passkey, most))

    def use_passkey(self, challenge: bytes, id_: bytes, signs: int, now: float) -> Future[None]:
        """End a challenge and note that a passkey has answered it."""
        return self._write(None, lambda run: passkeys.use(run, challenge, id_, signs, now))

    def end_passkey(self, guest: bytes, id_: bytes) -> Future[None]:
        """Remove a guest's passkey."""
        return self._write(None, lambda run: passkeys.end(run, guest, id_))

    def watch_match(self, match_id: str, guest: bytes) -> Future[None]:
        """Let a guest watch a match from now on."""
        return self._write(None, lambda run: sql.ignore(run(rows.WATCH, (match_id, guest))))

    def put_uptime(self, server: str, began: float, seen: float) -> Future[None]:
        """Note that a server which began at some time still runs at another."""
        return self._write(None, lambda run: sql.ignore(run(rows.PUT_UPTIME, (server, began, seen))))
