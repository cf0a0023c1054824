"""Rounds that two choosers play twice over every deal, the seats exchanged; for answer.py and peeker.py beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from math import sqrt

from saudagar.dealers import FairDealer, settle
from saudagar.kernel import SplitMix
from saudagar.rules import STANDARD, Action, Round

Chooser = Callable[[Round, int], Action]
"""Decides for the seat to act, with a seed for what it samples."""


def points(one: Chooser, other: Chooser, key: bytes) -> float:
    """Return what the first wins of a deal that is played twice; a full tie counts one half."""
    won = 0.0
    for first in (True, False):
        dealer, stream = FairDealer(key), SplitMix(int.from_bytes(key[:8], "big"))
        position = Round.start(STANDARD, dealer.first(), dealer.deal(STANDARD))
        seats = dict(zip("ab", (one, other) if first else (other, one), strict=True))
        while (result := position.result) is None:
            position = settle(position.play(seats[position.turn.value](position, stream.bits())), dealer)
        won += 0.5 if result.winner is None else float((result.winner.value == "a") is first)
    return won


def match(one: Chooser, other: Chooser, pairs: int, name: str, about: str) -> None:
    """Print after every ten pairs the share of rounds that the first won, with its 95 % interval by pairs."""
    won = list[float]()
    try:
        for number in range(pairs):
            won.append(points(one, other, hashlib.sha256(f"{name} {number}".encode()).digest()))
            if number % 10 == 9 or number + 1 == pairs:
                mean = sum(won) / len(won)
                error = sqrt(sum((each - mean) ** 2 for each in won) / max(1, len(won) - 1) / len(won)) / 2
                print(f"{50 * mean:.1f} % ± {196 * error:.1f} of {2 * len(won)} rounds, {about}", flush=True)
    except KeyboardInterrupt:
        print("ended early")
