"""What the network says beyond the best action: all heads after an action, whole positions, and what chance may answer.

For analysis. Where players ask about one seat's knowledge, `Outlook.standing` looks at both hands: it measures luck,
and nothing that decides may use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ..rules import CAMEL, GOODS
from .core import core as _core
from .engine import Kernel
from .layout import (
    BONUS,
    BONUS_SUM,
    DRAWN,
    ENDING,
    EXCHANGES,
    KNOWN,
    META,
    NIBBLE,
    OWN,
    PURSE,
    REFILL,
    STOCK,
    TIER,
    TOKENS,
    State,
)
from .network import ONE
from .search import Searcher
from .slots import SLOTS

HAND = (1 << 48) - 1
"""The bits of a seat's word that hold its hand, without its herd."""
DEALS = 8_192
"""Deals behind the mean of a start: its standard error is then about a tenth of a per cent."""
_STARTS = dict[tuple[str, str], float]()


@dataclass(frozen=True, slots=True)
class Told:
    """What is expected after an action, as far as its seat knows."""

    win: float
    """The chance of winning the round; a full tie counts one half."""
    margin: float
    """Rupees ahead at the end of the round, camel token included."""
    camel: float
    """The chance of the larger herd at the end; equal herds count one half."""
    plies: float
    """Plies left in the round."""
    closes: float
    """The chance that the other seat's next action ends the round."""


class Chance(NamedTuple):
    """One answer that chance may give: how many equally likely ways there are, and the state after it."""

    ways: int
    state: State


@dataclass(frozen=True, slots=True)
class Sampled:
    """What was found by following some actions through the same worlds."""

    values: tuple[float, ...]
    """The mean chance of winning of each action."""
    errors: tuple[float, ...]
    """The standard error of each one's difference to the first."""
    worlds: int


class Outlook:
    """Asks a searcher's network about states; may be used by one thread at a time, as the searcher."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher
        self.kernel: Kernel = searcher.kernel

    def after(self, state: State, codes: Sequence[int]) -> list[State]:
        """Return the state after each action, chance still owed. The codes must be legal."""
        states = np.repeat(state[None], len(codes), axis=0)
        to = _in(states)
        _core.apply_batch(self.kernel.core, to, _in(np.asarray(codes, np.uint32)))
        _out(states, to)
        return list(states)

    def told(self, state: State, codes: Sequence[int]) -> list[Told]:
        """Return what is expected after each action of the seat to act, by the network alone; exact where it ends."""
        seat, afters = int(state[META]) & 1, self.after(state, codes)
        slots, wins = np.zeros((len(afters), SLOTS), np.uint8), list[int]()
        for place, after in enumerate(afters):
            line = np.zeros(96, np.uint8)
            to, words = _in(line), _in(after)
            _core.fill(self.kernel.core, words, seat, to)
            wins.append(_core.final(self.kernel.core, self._mind, words, seat))
            _out(line, to)
            slots[place] = line[:SLOTS]
        network = self.searcher.network
        heads = network.heads(slots)
        chances = network.chances(heads)
        found = []
        for place, after in enumerate(afters):
            if wins[place] >= 0:
                found.append(self._ended(after, seat, wins[place] / ONE))
                continue
            of = {name: float(chances[place, at]) / ONE for name, at in (("win", 0), ("camel", 2), ("closes", 4))}
            margin, plies = (float(heads[place, at]) / ONE * 16 for at in (1, 3))
            found.append(Told(of["win"], margin, of["camel"], max(1.0, plies), of["closes"]))
        return found

    def _ended(self, after: State, seat: int, win: float) -> Told:
        """What is known of a round that this action ends: hidden bonus tokens count their mean."""
        words = [int(word) for word in after]
        lead = self._rupees(words, seat, seat) - self._rupees(words, 1 - seat, seat)
        herds = (words[OWN + seat] >> 8 * CAMEL) - (words[OWN + 1 - seat] >> 8 * CAMEL)
        side = (herds > 0) - (herds < 0)
        return Told(win, lead + side * self.kernel.ruleset.camel_token, (1 + side) / 2, 0.0, 0.0)

    def _rupees(self, words: list[int], whose: int, seat: int) -> float:
        purse = words[PURSE + whose]
        sum_ = float(purse & 0xFFFF)
        owed = words[META] >> TIER & 0xFF if words[META] & 1 == whose else 0
        for tier in range(len(self.kernel.ruleset.bonuses)):
            left = self.kernel.layout.left(words, tier)
            drawn = [value for value in self._drawn(words[DRAWN + whose]) if self._tier(value) == tier]
            if whose == seat:
                sum_ += sum(drawn)
                unseen = [*left, *(v for v in self._drawn(words[DRAWN + 1 - seat]) if self._tier(v) == tier)]
                hidden = 0
            else:
                unseen, hidden = [*left, *drawn], len(drawn)
            hidden += owed == tier + 1
            sum_ += hidden * sum(unseen) / len(unseen) if unseen else 0.0
        return sum_

    def _drawn(self, word: int) -> list[int]:
        values = self.kernel.layout.values
        return [value for at, value in enumerate(values) for _ in range(word >> NIBBLE * at & 0xF)]

    def _tier(self, value: int) -> int:
        return next(at for at, (_, pile) in enumerate(self.kernel.ruleset.bonuses) if value in pile)

    @property
    def _mind(self) -> Any:
        return self.searcher._minds[0]  # noqa: SLF001 - one package: the searcher's memory to think with

    def standing(self, state: State) -> float:
        """Return seat A's chance of winning the round with both hands and all bonus tokens face up; 1, ½ or 0 after it.

        Chance must not be owed. The seat to act plays what is best for it. For measuring luck only: it sees what no
        seat may.
        """
        meta = int(state[META])
        codes, values = (None, None) if meta >> ENDING & 0xFF else self.searcher.weigh(_face_up(state))
        if values is None or codes is None or not len(values):
            return self.outcome(state)
        haste = np.where(codes >> 10 > 0, 1049 * (1 + (meta >> EXCHANGES & 0xFF)), 0)
        best = float(values[np.argmax(values - haste)]) / ONE
        return 1 - best if meta & 1 else best

    @cached_property
    def start(self) -> float:
        """The mean standing of the seat that starts a round, over `DEALS` deals; found in some half a second."""
        key = (self.kernel.ruleset.id, self.searcher.network.digest)
        if key not in _STARTS:
            sum_, game = 0.0, self.kernel.game(0x5A0D)
            for _ in range(DEALS):
                game.start(0)
                sum_ += self.standing(np.array(game.words(), np.uint64))
            _STARTS[key] = sum_ / DEALS
        return _STARTS[key]

    def outcome(self, state: State) -> float:
        """Return what seat A has won in a round that is over: 1, ½ after a full tie, 0."""
        winners = np.zeros(1, np.int32)
        to = _in(winners)
        _core.winner_batch(self.kernel.core, _in(state[None].copy()), to)
        _out(winners, to)
        return {0: 0.5, 1: 1.0, 2: 0.0}[int(winners[0]) & 3]

    def answers(self, state: State) -> list[Chance]:
        """Return everything that chance may answer to what is owed, with its ways; empty where nothing is owed.

        O(outcomes): a refill of five cards has at most 462.
        """
        meta = int(state[META])
        if tier := meta >> TIER & 0xFF:
            pile = self.kernel.ruleset.bonuses[tier - 1][1]
            places = [(at, int(state[BONUS]) >> NIBBLE * at & 0xF, value) for at, value in enumerate(self._values)]
            return [Chance(n, self.drawn(state, at)) for at, n, value in places if n and value in pile]
        refill = meta >> REFILL & 0xFF
        stock = [int(state[STOCK]) >> 8 * kind & 0xFF for kind in range(len(GOODS) + 1)]
        if not refill or refill > sum(stock):
            return []
        return [Chance(ways, self.laid(state, cards)) for ways, cards in _hands(stock, refill)]

    @property
    def _values(self) -> tuple[int, ...]:
        return self.kernel.layout.values

    def laid(self, state: State, cards: int) -> State:
        """Return the state after a refill (a bundle as a word, see layout.packed)."""
        after = state.copy()
        to = _in(after)
        _core.lay(self.kernel.core, to, cards)
        _out(after, to)
        return after

    def drawn(self, state: State, place: int) -> State:
        """Return the state after a bonus token whose value has this place in the layout's values was drawn."""
        after = state.copy()
        to = _in(after)
        _core.token(self.kernel.core, to, place)
        _out(after, to)
        return after

    def sample(self, state: State, codes: Sequence[int], worlds: int, seed: int, first: int = 0) -> Sampled:
        """Follow every action through the same worlds, from number `first` on; nothing hidden is used."""
        sums, squares, told = (np.zeros(len(codes), np.int64) for _ in range(3))
        self.searcher.sample(
            np.ascontiguousarray(state),
            np.asarray(codes, np.uint32),
            sums,
            squares,
            told,
            first=first,
            count=worlds,
            seed=seed & (1 << 64) - 1,
        )
        means = told / ONE / worlds
        # squares are of the difference to the first code: their mean less the square of the mean difference.
        spread = np.maximum(squares / float(ONE) ** 2 / worlds - (means - means[0]) ** 2, 0.0)
        errors = np.sqrt(spread / max(1, worlds - 1))
        return Sampled(tuple(map(float, means)), tuple(map(float, errors)), worlds)


def _face_up(state: State) -> State:
    """Return the state as if both seats had shown their hands and opened their bonus tokens."""
    words = [int(word) for word in state]
    other = 1 - (words[META] & 1)
    for seat in (0, 1):
        words[KNOWN + seat] = words[OWN + seat] & HAND
    purse = words[PURSE + other]
    words[PURSE + other] = (purse & (1 << BONUS_SUM) - 1) + (purse >> BONUS_SUM)
    words[DRAWN + other] = 0
    assert words[PURSE + other] & 0xFFFF < 1 << TOKENS  # noqa: S101 - a purse never holds that much
    return np.array(words, np.uint64)


def _hands(stock: list[int], count: int) -> list[tuple[int, int]]:
    """Return every bundle of so many cards of the stock as a word, with the number of ways to draw it."""
    found = [(1, 0, count)]
    for kind, there in enumerate(stock):
        found = [
            (ways * comb(there, n), word | n << 8 * kind, left - n)
            for ways, word, left in found
            for n in range(min(left, there) + 1)
            if left - n <= sum(stock[kind + 1 :])
        ]
    return [(ways, word) for ways, word, _ in found]


def _in(array: Any) -> Any:
    return array if _core.COMPILED else array.tolist()


def _out(array: Any, worked_on: Any) -> None:
    if worked_on is not array:
        array[...] = worked_on
