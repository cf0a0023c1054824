"""A stream of random numbers that two programs can agree on: HMAC-SHA256 in counter mode.

This is the stream of the dealing protocol JD1 (docs/design/dealing.md): reproducible on every platform and version,
unpredictable without the key. Python's `random` is neither and is used nowhere in the project.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def mac(key: bytes, tag: str, *parts: bytes) -> bytes:
    """Return HMAC-SHA256 of `tag`, a zero byte and the parts: 32 bytes that only the key's owner can make."""
    return hmac.digest(key, b"\0".join([tag.encode(), *parts]), "sha256")


class Stream:
    """The random numbers of one key and one label; two streams of one key are independent of each other."""

    def __init__(self, key: bytes, label: str) -> None:
        """`key` is 32 bytes; `label` names the use ("deck", "bonus3"). ValueError for a key of another length."""
        if len(key) != 32:
            raise ValueError("a stream's key is 32 bytes")
        self._key = key
        self._label = label.encode()
        self._block = 0
        self._bytes = iter(b"")

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1, each equally likely, by rejection: no modulo bias. ValueError for n < 1.

        Takes as many bytes as n − 1 needs (one up to 256), big end first.
        """
        if n < 1:
            raise ValueError("there is no number below one")
        width = max(1, ((n - 1).bit_length() + 7) // 8)
        limit = (256**width // n) * n
        while True:
            number = 0
            for _ in range(width):
                number = number << 8 | self._byte()
            if number < limit:
                return number % n

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order, all orders equally likely (Fisher–Yates from the last place down)."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def _byte(self) -> int:
        for byte in self._bytes:
            return byte
        block = mac(self._key, "JD1/stream", self._label, self._block.to_bytes(8, "big"))
        self._block += 1
        self._bytes = iter(block)
        return next(self._bytes)


def rng(seed: int) -> Stream:
    """Return a source of random numbers for players and samplers, the same for the same seed everywhere."""
    return Stream(hashlib.sha256(b"saudagar/rng\0" + str(seed).encode()).digest(), "rng")
