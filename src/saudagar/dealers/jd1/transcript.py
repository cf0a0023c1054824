"""A transcript: all that was ever published of one attempt to deal, and its check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...errors import ImpossibleChance
from ...rules import CAMEL, Answer, Bonus, BonusDrawn, Bundle, BySeat, Refill, Seat
from ..shoe import Shoe
from ..shuffle import Shuffle, shuffle
from .commitment import ZERO, client_commitment, round_key, server_commitment
from .hashing import canonical, digest, unhex
from .refusal import DealingRefused
from .terms import Terms
from .tree import Tree

VOIDS = ("not_opened", "withdrawn", "crashed", "secret_lost")
"""Why an attempt may be void; with the last, the server cannot even show its secret."""
_FIELDS = {"protocol", "terms", "server", "clients", "nonces", "absent", "secret", "root", "void"}


@dataclass(frozen=True, slots=True)
class Transcript:
    """One attempt as everybody may keep it, after its reveal or after it became void.

    Void attempts have no root, and lack what was not published by then.
    """

    terms: Terms
    server: bytes
    clients: BySeat[bytes | None]
    nonces: BySeat[bytes | None]
    absent: frozenset[Seat]
    """Seats that did not commit in time: their number is zero."""
    secret: bytes | None
    root: bytes | None
    void: str = ""
    """Why the attempt is void; empty for a deal that was played."""

    def to_dict(self) -> dict[str, object]:
        """Return the transcript as plain data: texts and lists of texts."""
        return {
            "protocol": "JD1",
            "terms": str(self.terms),
            "server": self.server.hex(),
            "clients": [_hex(each) for each in self.clients],
            "nonces": [_hex(each) for each in self.nonces],
            "absent": "".join(seat.value for seat in Seat if seat in self.absent),
            "secret": _hex(self.secret),
            "root": _hex(self.root),
            "void": self.void,
        }

    @staticmethod
    def from_dict(told: Mapping[str, object]) -> Transcript:
        """Return the transcript that plain data tell. DealingRefused where the form is wrong; `check` does the rest."""
        if told.get("protocol") != "JD1":
            raise DealingRefused(f"the proof is of the protocol {told.get('protocol')!r}; only JD1 is known here")
        if set(told) != _FIELDS:
            wrong = ", ".join(sorted(set(told) ^ _FIELDS))
            raise DealingRefused(f"missing in a JD1 transcript, or not known there: {wrong}")
        absent, void = told["absent"], told["void"]
        if absent not in ("", "a", "b", "ab") or not isinstance(absent, str):
            raise DealingRefused('absent is "", "a", "b" or "ab"')
        if void not in ("", *VOIDS) or not isinstance(void, str):
            raise DealingRefused(f"void is empty or one of {', '.join(VOIDS)}")
        return Transcript(
            Terms.parse(told["terms"]),
            unhex(told["server"], "the server's commitment"),
            _pair(told["clients"], "a seat's commitment"),
            _pair(told["nonces"], "a seat's number"),
            frozenset(map(Seat, absent)),
            _maybe(told["secret"], "the server's secret"),
            _maybe(told["root"], "the root"),
            void,
        )

    @property
    def hash(self) -> str:
        """What the next transcript of the match carries as `previous`."""
        return digest("JD1/previous", canonical(self.to_dict()).encode()).hex()

    @property
    def key(self) -> bytes:
        """K. DealingRefused while a part of it is missing."""
        (client_a, client_b), (nonce_a, nonce_b) = self.clients, self.nonces
        parts = (self.secret, client_a, client_b, nonce_a, nonce_b)
        if None in parts:
            raise DealingRefused("the round's key follows from all three secrets, and one is missing")
        secret, client_a, client_b, nonce_a, nonce_b = (part or b"" for part in parts)
        return round_key(secret, self.terms.hash, self.server, BySeat(client_a, client_b), BySeat(nonce_a, nonce_b))

    @property
    def order(self) -> Shuffle:
        """The order of deck and bonus piles that follows from the three secrets. DealingRefused as `key`."""
        return shuffle(self.key, self.terms.ruleset)

    def check(self) -> list[str]:
        """Return what is wrong with the transcript taken alone, in plain words; nothing for an honest one."""
        wrong = []
        if self.secret is not None and server_commitment(self.terms.hash, self.secret) != self.server:
            wrong.append("the server's secret is not the one it committed to")
        if (self.secret is None) != (self.void == "secret_lost"):
            wrong.append("the server's secret is missing" if self.secret is None else "the lost secret is there")
        for seat in Seat:
            wrong += self._check_seat(seat)
        if self.void:
            wrong += ["a void attempt has a root"] if self.root else []
            opened = None not in (*self.nonces,)
            wrong += ["void because a number was not opened, yet all were"] if opened and self.void == VOIDS[0] else []
        elif self.root is None:
            wrong.append("the root is missing")
        elif not wrong and Tree(self.key, self.order).root != self.root:
            wrong.append("the root published at the deal is not the root of this deal")
        return wrong

    def _check_seat(self, seat: Seat) -> Iterable[str]:
        client, nonce = self.clients[seat], self.nonces[seat]
        if nonce is None:
            if not self.void or seat in self.absent:
                yield f"the number of seat {seat} is missing"
        elif client is None or client_commitment(self.terms.hash, self.server, seat, nonce) != client:
            yield f"the number of seat {seat} is not the one it committed to"
        elif (nonce == ZERO) != (seat in self.absent):
            yield f"seat {seat} has the number zero without being absent, or another one although it is"
        if client is None and not self.void:
            yield f"the commitment of seat {seat} is missing"


def check_attempts(attempts: Sequence[Transcript], number: int, previous: str | None) -> list[str]:
    """Return what is wrong with the attempts of one round: void ones, then the one that was played.

    `previous` is the hash of the transcript before them, None if it is not known.
    """
    wrong = []
    if not attempts:
        return ["there is no attempt"]
    for count, each in enumerate(attempts, 1):
        where = f"attempt {count}: " if len(attempts) > 1 else ""
        wrong += [where + what for what in each.check()]
        if each.terms.round != number or each.terms.attempt != count:
            wrong.append(f"{where}the terms are of round {each.terms.round}, attempt {each.terms.attempt}")
        if previous is not None and each.terms.previous != previous:
            wrong.append(f"{where}the terms do not follow from the transcript before")
        if bool(each.void) != (count < len(attempts)):
            wrong.append(f"{where}{'the last attempt is void' if each.void else 'an attempt after a deal'}")
        previous = each.hash
    names = {(each.terms.match, each.terms.seats, each.terms.rules, each.terms.first) for each in attempts}
    return wrong + (["the attempts are not of one match"] if len(names) > 1 else [])


def check_drawn(
    played: Transcript,
    market: Bundle,
    hands: BySeat[tuple[Bundle, int]],
    drawn: Sequence[Answer | None],
    first: Seat | None,
) -> list[str]:
    """Return where a round as it was played differs from the deal that its transcript fixes.

    A hand is its known cards and how many others it had; an answer is None where it is not known; `first` is None in
    the rounds after the first, whose starter the rules tell.
    """
    ruleset, order = played.terms.ruleset, played.order
    shoe, wrong = Shoe(order, ruleset), []
    starter = played.terms.first or order.first
    if first not in (None, starter):
        wrong.append(f"seat {starter} should have started, not seat {first}")
    if market != shoe.dealt.market:
        wrong.append(f"the market should be {shoe.dealt.market}, not {market}")
    for seat in Seat:
        (known, unknown), dealt = hands[seat], shoe.dealt.hands[seat]
        camels = not unknown or known[CAMEL] == dealt[CAMEL]
        if not (known <= dealt and known.size + unknown == dealt.size and camels):
            wrong.append(f"the cards dealt to seat {seat} should be {dealt}, not {known}{'?' * unknown}")
    for count, answer in enumerate(drawn, 1):
        problem = _compare(shoe, played, answer)
        if problem:
            return [*wrong, f"draw {count}: {problem}"]
    return wrong


def _compare(shoe: Shoe, played: Transcript, answer: Answer | None) -> str:
    if answer is None:
        return ""
    if isinstance(answer, BonusDrawn):
        tier = played.terms.ruleset.tier_of_value(answer.value)
        if tier is None:
            return f"there is no bonus token {answer.value}"
        owed: Bonus | Refill = Bonus(Seat.A, tier)
    else:
        owed = Refill(answer.cards.size)
    try:
        due = shoe.answer(owed)
    except ImpossibleChance as none:
        return str(none)
    return "" if due == answer else f"{_plain(due)} should have come, not {_plain(answer)}"


def _plain(answer: Answer) -> str:
    return f"the bonus token {answer.value}" if isinstance(answer, BonusDrawn) else f"the cards {answer.cards}"


def _hex(value: bytes | None) -> str:
    return value.hex() if value is not None else ""


def _maybe(text: object, what: str) -> bytes | None:
    return None if text == "" else unhex(text, what)


def _pair(texts: object, what: str) -> BySeat[bytes | None]:
    if not isinstance(texts, list) or len(texts) != 2:
        raise DealingRefused(f"{what} is wanted of both seats")
    return BySeat(*(_maybe(text, what) for text in texts))
