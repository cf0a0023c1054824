"""A dealing: one attempt to deal one round, from the server's commitment to the reveal."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from ...rules import BySeat, Seat
from ..shuffle import Shuffle, shuffle
from .commitment import ZERO, client_commitment, round_key, server_commitment
from .refusal import DealingRefused
from .terms import Terms
from .transcript import Transcript
from .tree import Leaf, Tree


class Phase(Enum):
    """How far a dealing has come."""

    COMMITTED = "committed"
    """The server has committed; the seats' commitments are awaited."""
    CLIENTS_COMMITTED = "clients_committed"
    """All have committed; the seats' numbers are awaited."""
    OPENED = "opened"
    """All numbers are there: the deal is fixed, and only the server knows it."""
    DEALT = "dealt"
    """The root is published and the round is played."""
    REVEALED = "revealed"
    """The server's secret is published: everybody can check."""
    VOID = "void"
    """The attempt was broken off before the deal; another one may follow."""


class Void(Enum):
    """Why an attempt was broken off."""

    NOT_OPENED = "not_opened"
    """A seat committed and did not open; `waiting` tells which."""
    WITHDRAWN = "withdrawn"
    """Somebody left, or the match was called off."""
    CRASHED = "crashed"
    """The server broke off although it still has its secret."""
    LOST = "secret_lost"
    """The server lost its secret and cannot even show it."""


_NOBODY: BySeat[bytes | None] = BySeat(None, None)


@dataclass(frozen=True, slots=True)
class Dealing:
    """One attempt. Each step returns the dealing after it, and refuses with DealingRefused what does not fit.

    Begin with `Dealing.begin`, and store `to_dict()` durably before publishing anything of a step. Said twice, a step
    changes nothing. `repr` and `public()` never hold the secret before it is revealed.
    """

    terms: Terms
    server: bytes
    """CS, the server's commitment."""
    secret: bytes | None = field(repr=False)
    """S; None only where it was lost."""
    phase: Phase = Phase.COMMITTED
    clients: BySeat[bytes | None] = _NOBODY
    nonces: BySeat[bytes | None] = field(default=_NOBODY, repr=False)
    absent: frozenset[Seat] = frozenset()
    root: bytes | None = None
    reason: Void | None = None

    @staticmethod
    def begin(terms: Terms, secret: bytes | None = None) -> Dealing:
        """Return a dealing whose server has committed, to 256 new bits of the system unless a secret is given."""
        secret = secrets.token_bytes(32) if secret is None else secret
        if len(secret) != 32:
            raise DealingRefused("the server's secret is 32 bytes (256 bits)")
        _ = terms.ruleset
        return Dealing(terms, server_commitment(terms.hash, secret), secret)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose commitment or number is awaited; of a void attempt, those that did not open."""
        if self.phase is Phase.COMMITTED:
            return tuple(seat for seat in Seat if self.clients[seat] is None)
        unopened = self.phase is Phase.CLIENTS_COMMITTED or self.reason is Void.NOT_OPENED
        return tuple(seat for seat in Seat if self.nonces[seat] is None) if unopened else ()

    def commit(self, seat: Seat, commitment: bytes) -> Dealing:
        """Take a seat's commitment c."""
        if self.clients[seat] == commitment and seat not in self.absent:
            return self
        if self.phase is not Phase.COMMITTED or self.clients[seat] is not None:
            raise DealingRefused(f"seat {seat} cannot commit any more")
        if len(commitment) != 32:
            raise DealingRefused("a commitment is 32 bytes")
        return _settled(replace(self, clients=self.clients.but(seat, commitment)))

    def close(self) -> Dealing:
        """End the time to commit: a seat without a commitment gets the number zero and is noted as absent."""
        after = self
        if self.phase is Phase.COMMITTED:
            for seat in self.waiting:
                zero = client_commitment(self.terms.hash, self.server, seat, ZERO)
                after = replace(
                    after,
                    clients=after.clients.but(seat, zero),
                    nonces=after.nonces.but(seat, ZERO),
                    absent=after.absent | {seat},
                )
        return _settled(after)

    def open(self, seat: Seat, nonce: bytes) -> Dealing:
        """Take a seat's number; it has to be the one committed to, and not zero."""
        committed, there = self.clients[seat], self.nonces[seat]
        if there is not None and hmac.compare_digest(there, nonce) and seat not in self.absent:
            return self
        if self.phase is not Phase.CLIENTS_COMMITTED or there is not None or committed is None:
            raise DealingRefused(f"seat {seat} cannot open a number now")
        made = client_commitment(self.terms.hash, self.server, seat, nonce) if len(nonce) == 32 else b""
        if nonce == ZERO or not hmac.compare_digest(made, committed):
            raise DealingRefused(f"this is not the number that seat {seat} committed to")
        return _settled(replace(self, nonces=self.nonces.but(seat, nonce)))

    def deal(self) -> Dealing:
        """Fix the deal: from now on `root` is there to be published, and the round can be played."""
        if self.phase is Phase.DEALT:
            return self
        if self.phase is not Phase.OPENED:
            raise DealingRefused(f"nothing can be dealt while the dealing is {self.phase.value}")
        return replace(self, phase=Phase.DEALT, root=self._tree().root)

    def reveal(self) -> Dealing:
        """Publish the secret, when the round is over in whatever way."""
        if self.phase is Phase.REVEALED:
            return self
        if self.phase is not Phase.DEALT:
            raise DealingRefused(f"nothing can be revealed while the dealing is {self.phase.value}")
        return replace(self, phase=Phase.REVEALED)

    def void(self, reason: Void) -> Dealing:
        """Break the attempt off, before the deal only; a round that was dealt is played from what is stored."""
        if self.phase is Phase.VOID and self.reason is reason:
            return self
        if self.phase in (Phase.DEALT, Phase.REVEALED, Phase.VOID):
            raise DealingRefused(f"a dealing that is {self.phase.value} cannot become void")
        if reason is Void.NOT_OPENED and self.phase is not Phase.CLIENTS_COMMITTED:
            raise DealingRefused("no number is being waited for")
        secret = None if reason is Void.LOST else self.secret
        return replace(self, phase=Phase.VOID, reason=reason, secret=secret)

    def again(self) -> Terms:
        """Return the terms of the next attempt at this round, after a void one."""
        if self.phase is not Phase.VOID:
            raise DealingRefused("only a void attempt is followed by another")
        return replace(self.terms, attempt=self.terms.attempt + 1, previous=self.transcript().hash)

    def following(self) -> Terms:
        """Return the terms of the next round, after a reveal."""
        if self.phase is not Phase.REVEALED:
            raise DealingRefused("the next round follows when this one is revealed")
        return replace(self.terms, round=self.terms.round + 1, attempt=1, previous=self.transcript().hash)

    @property
    def order(self) -> Shuffle:
        """The whole order of the round, for the dealer alone. DealingRefused before all numbers are open."""
        return shuffle(self._key(), self.terms.ruleset)

    def leaf(self, place: int) -> Leaf:
        """Return the proof of one card or token, for those who may see it. DealingRefused before the deal."""
        if self.phase not in (Phase.DEALT, Phase.REVEALED):
            raise DealingRefused("there is no card to prove before the deal")
        return self._tree().leaf(place)

    def leaves(self, places: Sequence[int]) -> list[Leaf]:
        """Return the proofs of several things, as `leaf`."""
        if self.phase not in (Phase.DEALT, Phase.REVEALED):
            raise DealingRefused("there is no card to prove before the deal")
        tree = self._tree()
        return [tree.leaf(place) for place in places]

    def public(self) -> dict[str, object]:
        """Return what everybody may know now: no commitment before all are in, no number before all are open."""
        committed = self.phase is not Phase.COMMITTED
        opened = self.phase not in (Phase.COMMITTED, Phase.CLIENTS_COMMITTED)
        over = self.phase in (Phase.REVEALED, Phase.VOID)
        shown = replace(
            self.transcript(unfinished=True),
            clients=self.clients if committed else _NOBODY,
            nonces=self.nonces if opened else _NOBODY,
            secret=self.secret if over else None,
        )
        return {**shown.to_dict(), "phase": self.phase.value, "waiting": [seat.value for seat in self.waiting]}

    def transcript(self, *, unfinished: bool = False) -> Transcript:
        """Return the transcript to keep. DealingRefused before the reveal: it holds the secret."""
        over = self.phase in (Phase.REVEALED, Phase.VOID)
        if not over and not unfinished:
            raise DealingRefused("a transcript is whole only after the reveal")
        return Transcript(
            self.terms,
            self.server,
            self.clients,
            self.nonces,
            self.absent,
            self.secret if over else None,
            self.root,
            self.reason.value if self.reason else "",
        )

    def to_dict(self) -> dict[str, object]:
        """Return everything, the secret too, as plain data for the store's own table and nowhere else."""
        secret = self.secret.hex() if self.secret else ""
        return {**self.transcript(unfinished=True).to_dict(), "secret": secret, "phase": self.phase.value}

    @staticmethod
    def from_dict(told: Mapping[str, object]) -> Dealing:
        """Return the stored dealing, as after a crash. DealingRefused where the data contradict themselves."""
        rest = {name: value for name, value in told.items() if name != "phase"}
        whole = Transcript.from_dict(rest)
        try:
            phase = Phase(told.get("phase"))
        except ValueError:
            raise DealingRefused("the stored dealing is in no phase") from None
        reason = Void(whole.void) if whole.void else None
        dealing = Dealing(
            whole.terms,
            whole.server,
            whole.secret,
            phase,
            whole.clients,
            whole.nonces,
            whole.absent,
            whole.root,
            reason,
        )
        dealing._validate()
        return dealing

    @staticmethod
    def lost(told: Mapping[str, object]) -> Dealing:
        """Return a stored dealing whose secret is gone, as a void one that says so."""
        return Dealing.from_dict({**told, "secret": "", "root": "", "phase": "void", "void": Void.LOST.value})

    def _validate(self) -> None:
        sound = (self.phase is Phase.VOID) == (self.reason is not None)
        sound &= (self.secret is None) == (self.reason is Void.LOST)
        sound &= self.secret is None or server_commitment(self.terms.hash, self.secret) == self.server
        for seat in Seat:
            client, nonce = self.clients[seat], self.nonces[seat]
            if nonce is not None:
                sound &= client_commitment(self.terms.hash, self.server, seat, nonce) == client
                sound &= (nonce == ZERO) == (seat in self.absent)
            sound &= nonce is not None or seat not in self.absent
        if self.phase is not Phase.VOID:
            sound &= _settled(self).phase is self.phase or self.phase in (Phase.DEALT, Phase.REVEALED)
        dealt = self.phase in (Phase.DEALT, Phase.REVEALED)
        sound &= dealt == (self.root is not None)
        if not sound or (dealt and (None in (*self.nonces,) or self._tree().root != self.root)):
            raise DealingRefused("the stored dealing contradicts itself")

    def _key(self) -> bytes:
        if self.phase not in (Phase.OPENED, Phase.DEALT, Phase.REVEALED) or self.secret is None:
            raise DealingRefused(f"there is no deal while the dealing is {self.phase.value}")
        clients = BySeat(self.clients.a or b"", self.clients.b or b"")
        nonces = BySeat(self.nonces.a or b"", self.nonces.b or b"")
        return round_key(self.secret, self.terms.hash, self.server, clients, nonces)

    def _tree(self) -> Tree:
        return Tree(self._key(), self.order)


def _settled(dealing: Dealing) -> Dealing:
    """Return the dealing in the phase that its parts have reached."""
    if dealing.phase not in (Phase.COMMITTED, Phase.CLIENTS_COMMITTED, Phase.OPENED):
        return dealing
    if None in (*dealing.clients,):
        return replace(dealing, phase=Phase.COMMITTED)
    return replace(dealing, phase=Phase.CLIENTS_COMMITTED if None in (*dealing.nonces,) else Phase.OPENED)
