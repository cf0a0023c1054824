"""Matches dealt by protocol JD1, for tests: the same for the same number."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache

from tests.table.matches import any_action

from saudagar.dealers import Dealing, ProvenDealer, Terms, rng
from saudagar.dealers.jd1 import Void, client_commitment
from saudagar.notation import Proof, Record
from saudagar.rules import MINI, BySeat, Match, Ruleset, Seat
from saudagar.table import Phase, Table

NAMES = BySeat("Bé\tla \u0001", "मीरा \U0001f42a")


def bits(*what: object) -> bytes:
    """Return 32 bytes that are different for every argument."""
    return hashlib.sha256(repr(what).encode()).digest()


def dealt(terms: Terms, number: object = 0, away: tuple[Seat, ...] = ()) -> Dealing:
    """Return a dealing whose seats did all that was asked of them, but for those that were away."""
    dealing = Dealing.begin(terms, bits(number, "secret", str(terms)))
    nonces = {seat: bits(number, "nonce", seat, str(terms)) for seat in Seat if seat not in away}
    for seat, nonce in nonces.items():
        dealing = dealing.commit(seat, client_commitment(terms.hash, dealing.server, seat, nonce))
    dealing = dealing.close()
    for seat, nonce in nonces.items():
        dealing = dealing.open(seat, nonce)
    return dealing.deal()


def unopened(terms: Terms, number: object = 0) -> Dealing:
    """Return a dealing that became void because seat b did not open its number."""
    dealing = Dealing.begin(terms, bits(number, "void"))
    for seat in Seat:
        dealing = dealing.commit(seat, client_commitment(terms.hash, dealing.server, seat, bits(number, seat)))
    return dealing.open(Seat.A, bits(number, Seat.A)).void(Void.NOT_OPENED)


@cache
def proven_record(number: int, ruleset: Ruleset = MINI, names: BySeat[str] = NAMES) -> Record:
    """Return a whole match with its proofs: round 1 takes two attempts, in round 2 seat b is away."""
    terms = Terms(f"match {number}", 1, names, ruleset.id)
    void = unopened(terms, number)
    dealing = dealt(void.again(), number)
    proofs = [[void.transcript()]]
    dealer = ProvenDealer(dealing)
    table = Table(Match(ruleset, 2), names=names, dealer=dealer)
    numbers = rng(number)
    while table.phase is not Phase.MATCH_OVER:
        if table.phase is Phase.ROUND_OVER:
            revealed = dealing.reveal()
            proofs[-1].append(revealed.transcript())
            proofs.append([])
            dealing = dealt(revealed.following(), number, away=(Seat.B,) if len(proofs) == 2 else ())
            dealer.add(dealing)
            table.next_round(Seat.A)
        else:
            seat = table.to_act
            assert seat is not None
            table.act(seat, any_action(table.view(seat), numbers))
    proofs[-1].append(dealing.reveal().transcript())
    record = table.record()
    rounds = [
        replace(rnd, proof=Proof(tuple(each.to_dict() for each in attempts)))
        for rnd, attempts in zip(record.rounds, proofs, strict=True)
    ]
    return replace(record, rounds=tuple(rounds))
