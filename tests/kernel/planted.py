"""Bugs to plant in a copy of the kernel: each a line changed as somebody might change it, by mistake, one day."""

import importlib.util
from dataclasses import dataclass

from saudagar.kernel import core as loader
from saudagar.kernel import uncompiled

SOURCE = loader.SOURCES[0].read_text(encoding="utf-8")


@dataclass(frozen=True)
class Bug:
    """A text that stands in the core once, and what stands there instead."""

    name: str
    right: str
    wrong: str

    def planted(self):
        assert SOURCE.count(self.right) == 1, (
            f"{self.name}: {self.right!r} stands there {SOURCE.count(self.right)} times"
        )
        return SOURCE.replace(self.right, self.wrong)


BUGS = (
    Bug("hand limit off by one, listed", "self.hand_limit - cython.cast(", "self.hand_limit + 1 - cython.cast("),
    Bug("hand limit off by one, checked", "held < self.hand_limit and", "held <= self.hand_limit and"),
    Bug("camels ignored in the limit, listed", "        if camels > room:\n            camels = room\n", ""),
    Bug(
        "camels ignored in the limit, checked",
        "return held + cython.cast(cython.int, give >> 48) <= self.hand_limit",
        "return held <= self.hand_limit",
    ),
    Bug("bonus by tokens, not by cards", "= self.tier_of_count[count]", "= self.tier_of_count[tokens]"),
    Bug("tier not its own pile", "if tier and self._left(s[7], tier - 1):", "if tier and self._left(s[7], 0):"),
    Bug("no bonus from the last token", "self._left(s[7], tier - 1):", "self._left(s[7], tier - 1) > 1:"),
    Bug(
        "known not floored by a sale",
        "s[4 + seat] = _less(s[4 + seat], gone)",
        "s[4 + seat] = (s[4 + seat] - gone) & 0xFFFFFFFFFFFFFF",
    ),
    Bug("known not floored by an exchange", "_less(s[4 + seat], give) + take", "s[4 + seat] + take"),
    Bug(
        "seat not flipped after a bonus",
        "s[12] -= ((s[12] >> 24) & 0xFF) << 24\n        self._pass(s)",
        "s[12] -= ((s[12] >> 24) & 0xFF) << 24\n        self._pass(s)\n        s[12] ^= 1",
    ),
    Bug(
        "an empty pile counted again",
        "if tokens and self.token_count[after] == full:",
        "if self.token_count[after] == full:",
    ),
    Bug("a pile empty one token early", "self.token_count[after] == full:", "self.token_count[after] >= full - 1:"),
    Bug("refill ignores the stock", "            if gap > left:\n                gap = left\n", ""),
    Bug("a round of one pile more", ">= self.piles_to_end:", "> self.piles_to_end:"),
    Bug("the row is not broken", "        meta -= meta & 0xFF00\n", ""),
    Bug(
        "cap off by one, listed",
        "& 0xFF) >= self.cap:\n            return n",
        "& 0xFF) > self.cap:\n            return n",
    ),
    Bug("cap off by one, checked", ">= self.cap:\n            return False", "> self.cap:\n            return False"),
    Bug("same kind both ways", "if (give & hand & rest) != (give & hand):", "if (give & hand & rest) > (give & hand):"),
    Bug("equal herds take the camel token", "elif herd_b > herd_a:", "elif herd_b >= herd_a:"),
    Bug(
        "tie-break swapped",
        "return 8 + (1 if ((a >> 24) & 0xFF) > ((b >> 24) & 0xFF) else 2)",
        "return 8 + (2 if ((a >> 24) & 0xFF) > ((b >> 24) & 0xFF) else 1)",
    ),
    Bug("tie-break left out", "if ((a >> 16) & 0xFF) != ((b >> 16) & 0xFF):", "if False:"),
    Bug(
        "a bonus seen by the other seat",
        "(s[10 + other] >> (4 * i)) & 15 if over else 0",
        "(s[10 + other] >> (4 * i)) & 15",
    ),
    Bug(
        "the first of a kind drawn too often",
        "pick: cython.ulonglong = _below(rng, sums >> 48) + 1",
        "pick: cython.ulonglong = _below(rng, sums >> 48)",
    ),
    Bug("a bonus value drawn too often", "while pick >= here and", "while pick > here and"),
    Bug("biased below", "while (product & low) < rejected:", "while (product & low) < 0:"),
)


def grown(text):
    """The module of a text of the core, interpreted as the loader of the package would."""
    spec = importlib.util.spec_from_loader("saudagar.kernel._grown", loader=None)
    module = importlib.util.module_from_spec(spec)
    with uncompiled.standing_in():
        exec(compile(text, "_core.py", "exec"), module.__dict__)
    return module
