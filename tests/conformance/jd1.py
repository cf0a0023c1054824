"""The deal of protocol JD1 from a round's key, told again with nothing but hmac and hashlib."""

import hashlib
import hmac

from tests.rules.naive import STANDARD, minus


def stream(key, label):
    """The bytes of one label: HMAC-SHA256 of "JD1/stream", 0, label, 0, counter (eight bytes, big end first)."""
    for counter in range(2**64):
        yield from hmac.new(
            key, b"JD1/stream\0" + label.encode() + b"\0" + counter.to_bytes(8, "big"), hashlib.sha256
        ).digest()


def below(numbers, n):
    """The first byte under the largest multiple of n, modulo n."""
    return next(byte for byte in numbers if byte < 256 - 256 % n) % n


def shuffled(key, label, items):
    """Fisher–Yates from the last place down to the second."""
    numbers, order = stream(key, label), list(items)
    for place in reversed(range(1, len(order))):
        other = below(numbers, place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def deal(key, rules=STANDARD):
    """Deck without the open camels, bonus piles, starter: everything top first."""
    return {
        "deck": "".join(shuffled(key, "deck", minus(rules["pack"], "K" * rules["open"]))),
        "bonuses": {str(tier): shuffled(key, f"bonus{tier}", pile) for tier, pile in rules["bonuses"].items()},
        "first": "ab"[below(stream(key, "first"), 2)],
    }


def round_key(seed, number):
    """The key of a match's round: HMAC-SHA256 of "saudagar/round", 0, number (four bytes, big end first)."""
    return hmac.new(seed, b"saudagar/round\0" + number.to_bytes(4, "big"), hashlib.sha256).digest()
