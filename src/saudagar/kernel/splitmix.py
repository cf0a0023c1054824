"""SplitMix64: the kernel's random numbers, the same in Python and in C on every platform.

Fast and reproducible, not secret: who sees a few numbers can tell the rest. Deals for people come from dealers/.
"""

from __future__ import annotations

import operator

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class SplitMix:
    """A stream of random numbers that starts anywhere and can be split; an `Rng` for players and samplers."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """`seed` is any whole number; its lowest 64 bits count."""
        self.state = operator.index(seed) & _MASK

    def bits(self) -> int:
        """Return 64 random bits."""
        self.state = z = (self.state + _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1, each exactly equally likely. ValueError unless 1 ≤ n < 2^32."""
        if not 1 <= n < 1 << 32:
            raise ValueError(f"a number below {n} cannot be drawn")
        product = (self.bits() >> 32) * n
        if product & 0xFFFFFFFF < n:
            rejected = (1 << 32) % n
            while product & 0xFFFFFFFF < rejected:
                product = (self.bits() >> 32) * n
        return product >> 32

    def split(self) -> SplitMix:
        """Return a stream of its own for somebody else; this one goes on."""
        return SplitMix(self.bits())
