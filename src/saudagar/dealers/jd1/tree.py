"""The Merkle tree over a shuffled round: its root is published at the deal, each card is proved when it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..shuffle import Shuffle
from ..stream import mac
from .hashing import digest, unhex
from .refusal import DealingRefused


@dataclass(frozen=True, slots=True)
class Leaf:
    """One card or bonus token with its proof; shows nothing about any other.

    `place` counts from 0: the deck from the top, then the bonus piles in rising order of tier, each from the top.
    `thing` is the card's letter or the token's value, `count` how many things the tree has.
    """

    place: int
    thing: str
    salt: bytes
    path: tuple[bytes, ...]
    count: int

    @property
    def root(self) -> bytes:
        """The root that this leaf leads to: compare it with the published one."""
        node, place, width = _leaf(self.place, self.salt, self.thing), self.place, self.count
        path = iter(self.path)
        while width > 1:
            if place ^ 1 < width:
                other = next(path, b"")
                node = digest("JD1/node", *((other, node) if place & 1 else (node, other)))
            place, width = place // 2, (width + 1) // 2
        return node if next(path, None) is None else b""

    def to_dict(self) -> dict[str, object]:
        """Return the leaf as plain data for a message."""
        path = [each.hex() for each in self.path]
        return {"place": self.place, "thing": self.thing, "salt": self.salt.hex(), "path": path, "count": self.count}

    @staticmethod
    def from_dict(told: Mapping[str, object]) -> Leaf:
        """Return the leaf that plain data tell. DealingRefused for data that are no leaf."""
        place, thing, path, count = (told.get(name) for name in ("place", "thing", "path", "count"))
        if set(told) != {"place", "thing", "salt", "path", "count"} or not isinstance(thing, str):
            raise DealingRefused("this is no proof of a card")
        if type(place) is not int or type(count) is not int or not 0 <= place < count <= 1_000:
            raise DealingRefused("the place is not in the tree")
        if not isinstance(path, list):
            raise DealingRefused("the path is no list")
        return Leaf(place, thing, unhex(told["salt"], "the salt"), tuple(unhex(each, "a node") for each in path), count)


class Tree:
    """The tree of one round. It holds the salts: keep it where the key is kept."""

    def __init__(self, key: bytes, order: Shuffle) -> None:
        piles = [value for tier in sorted(order.bonuses) for value in order.bonuses[tier]]
        self._things = [card.letter for card in order.deck] + [str(value) for value in piles]
        self._salts = [mac(key, "JD1/salt", place.to_bytes(4, "big")) for place in range(len(self._things))]
        level = [_leaf(*each) for each in zip(range(len(self._things)), self._salts, self._things, strict=True)]
        self._levels = [level]
        while len(level) > 1:
            pairs = [level[place : place + 2] for place in range(0, len(level), 2)]
            level = [digest("JD1/node", *pair) if len(pair) == 2 else pair[0] for pair in pairs]
            self._levels.append(level)

    def __len__(self) -> int:
        return len(self._things)

    @property
    def root(self) -> bytes:
        """The root: 32 bytes that fix every card and token and tell nothing about them."""
        return self._levels[-1][0]

    def leaf(self, place: int) -> Leaf:
        """Return the thing at a place with its proof. IndexError outside the tree."""
        if not 0 <= place < len(self._things):
            raise IndexError(f"there is no place {place} among {len(self._things)}")
        path = [
            level[(place >> depth) ^ 1]
            for depth, level in enumerate(self._levels[:-1])
            if (place >> depth) ^ 1 < len(level)
        ]
        return Leaf(place, self._things[place], self._salts[place], tuple(path), len(self._things))


def _leaf(place: int, salt: bytes, thing: str) -> bytes:
    return digest("JD1/leaf", place.to_bytes(4, "big"), salt, thing.encode())
