"""One way to play rounds for whoever searches, trains or measures: by the readable rules, or by the kernel.

Both implementations take and give the same values and draw chance in the same way, so that a program tested over one
runs over the other and gives the same result for the same seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import IllegalAction, ImpossibleChance
from ..rules import (
    EMPTY,
    Answer,
    Bonus,
    BonusDrawn,
    Bundle,
    BySeat,
    Card,
    Dealt,
    Refill,
    Refilled,
    Rng,
    Round,
    RoundResult,
    Ruleset,
    Seat,
)
from ..rules.cards import CAMEL, some
from .core import core as _core
from .engine import Kernel, seat_of
from .features import features
from .index import action_index
from .layout import META, packed

S = TypeVar("S")


class Simulator(Protocol, Generic[S]):
    """Plays rounds whose states are opaque values of type S; no method changes a state that it is given.

    Actions are numbers of the action index, in rising order wherever they are listed.
    """

    ruleset: Ruleset

    def start(self, first: Seat, rng: Rng) -> S:
        """Return a round set up at random."""
        ...

    def of_round(self, position: Round) -> S:
        """Return the state of a round."""
        ...

    def to_round(self, state: S) -> Round:
        """Return the round of a state."""
        ...

    def to_act(self, state: S) -> Seat | None:
        """Return the seat that must act; None while chance is owed and after the end."""
        ...

    def legal(self, state: S) -> Sequence[int]:
        """Return the numbers of the legal actions, rising."""
        ...

    def play(self, state: S, action: int) -> S:
        """Return the state after an action; chance stays owed. ValueError when it is not legal."""
        ...

    def resolve(self, state: S, answer: Answer) -> S:
        """Return the state after chance has answered. ValueError when it cannot."""
        ...

    def chance(self, state: S, rng: Rng) -> S:
        """Return the state after a random answer to what is owed; the state itself when nothing is."""
        ...

    def observe(self, state: S, seat: Seat) -> npt.NDArray[np.int16]:
        """Return the features of what a seat may know."""
        ...

    def result(self, state: S) -> RoundResult | None:
        """Return the result, None while the round runs."""
        ...


class ReferenceSimulator:
    """The readable rules as a `Simulator`: states are rounds."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._index = action_index(ruleset)

    def start(self, first: Seat, rng: Rng) -> Round:
        """Return a round set up at random."""
        rules = self.ruleset
        market, hands = some(CAMEL, rules.open_camels), [EMPTY, EMPTY]
        stock = rules.pack - market
        for _ in range(rules.market_size - rules.open_camels):
            card = draw(stock, rng)
            stock, market = stock - card, market + card
        for turn in range(2 * rules.deal):
            card = draw(stock, rng)
            stock, hands[turn & 1] = stock - card, hands[turn & 1] + card
        return Round.start(rules, first, Dealt(market, BySeat(*hands)))

    def of_round(self, position: Round) -> Round:
        """Return the round."""
        return position

    def to_round(self, state: Round) -> Round:
        """Return the round."""
        return state

    def to_act(self, state: Round) -> Seat | None:
        """Return the seat that must act; None while chance is owed and after the end."""
        return state.to_act

    def legal(self, state: Round) -> Sequence[int]:
        """Return the numbers of the legal actions, rising."""
        return sorted(map(self._index.id, state.seen_by(state.turn).legal_actions)) if state.to_act else []

    def play(self, state: Round, action: int) -> Round:
        """Return the round after an action. ValueError for no number, or when it is not legal."""
        try:
            return state.play(self._index.action(action))
        except IllegalAction as wrong:
            raise ValueError(str(wrong)) from wrong

    def resolve(self, state: Round, answer: Answer) -> Round:
        """Return the round after chance has answered. ValueError when it cannot."""
        try:
            return state.resolve(answer)
        except ImpossibleChance as wrong:
            raise ValueError(str(wrong)) from wrong

    def chance(self, state: Round, rng: Rng) -> Round:
        """Return the round after a random answer, card by card from the stock, or by value from the pile."""
        match state.owed:
            case Refill(count):
                stock, laid = state.stock, EMPTY
                for _ in range(count):
                    card = draw(stock, rng)
                    stock, laid = stock - card, laid + card
                return state.resolve(Refilled(laid))
            case Bonus(_, tier):
                pile = state.bonuses[self.ruleset.tiers.index(tier)]
                return state.resolve(BonusDrawn(pile[rng.below(len(pile))]))
        return state

    def observe(self, state: Round, seat: Seat) -> npt.NDArray[np.int16]:
        """Return the features of what a seat may know."""
        return features(state.seen_by(seat))

    def result(self, state: Round) -> RoundResult | None:
        """Return the result, None while the round runs."""
        return state.result


class KernelSimulator:
    """The kernel as a `Simulator`: states are tuples of its words."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.kernel = Kernel(ruleset)
        self._index = self.kernel.index
        self._game = self.kernel.game(0)
        self._ids = self._index.id_of_code
        self._codes = self._index.code_of_id

    def start(self, first: Seat, rng: Rng) -> tuple[int, ...]:
        """Return a round set up at random."""
        return self.of_round(ReferenceSimulator(self.ruleset).start(first, rng))

    def of_round(self, position: Round) -> tuple[int, ...]:
        """Return the words of a round."""
        return tuple(self.kernel.encode(position).tolist())

    def to_round(self, state: tuple[int, ...]) -> Round:
        """Return the round of some words."""
        return self.kernel.layout.decode(np.array(state, np.uint64))

    def to_act(self, state: tuple[int, ...]) -> Seat | None:
        """Return the seat that must act; None while chance is owed and after the end."""
        return None if state[META] >> 16 & 0xFFFFFF else seat_of(state[META] & 1)

    def legal(self, state: tuple[int, ...]) -> Sequence[int]:
        """Return the numbers of the legal actions, rising."""
        return sorted(int(self._ids[code]) for code in self._at(state).legal())

    def play(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        """Return the words after an action. ValueError for no number, or when it is not legal."""
        self._index.action(action)
        game = self._at(state)
        game.apply(int(self._codes[action]))
        return tuple(game.words())

    def resolve(self, state: tuple[int, ...], answer: Answer) -> tuple[int, ...]:
        """Return the words after chance has answered. ValueError when it cannot."""
        words = np.array(state, np.uint64)
        owed = state[META] >> 16 & 0xFF, state[META] >> 24 & 0xFF
        match answer:
            case Refilled(cards) if cards.size == owed[0] and owed[0] and cards <= _stock(state):
                return self._worked(words, lambda at: _core.lay(self.kernel.core, at, packed(cards)))
            case BonusDrawn(value) if owed[1]:
                place = self._nibble(value, owed[1] - 1, state)
                return self._worked(words, lambda at: _core.token(self.kernel.core, at, place))
        raise ValueError(f"chance cannot answer {answer} here")

    def chance(self, state: tuple[int, ...], rng: Rng) -> tuple[int, ...]:
        """Return the words after a random answer."""
        cards, tier = state[META] >> 16 & 0xFF, state[META] >> 24 & 0xFF
        if cards:
            stock, laid = _stock(state), EMPTY
            for _ in range(cards):
                card = draw(stock, rng)
                stock, laid = stock - card, laid + card
            return self.resolve(state, Refilled(laid))
        if tier:
            values = self.kernel.layout.left(state, tier - 1)
            return self.resolve(state, BonusDrawn(values[rng.below(len(values))]))
        return state

    def observe(self, state: tuple[int, ...], seat: Seat) -> npt.NDArray[np.int16]:
        """Return the features of what a seat may know."""
        out = np.zeros((1, self.kernel.features), np.int16)
        to = out if _core.COMPILED else out.tolist()
        words = np.array([state], np.uint64)
        seats = np.array([seat is Seat.B], np.uint8)
        given: tuple[Any, Any] = (words, seats) if _core.COMPILED else (words.tolist(), seats.tolist())
        _core.observe_batch(self.kernel.core, *given, to)
        row: npt.NDArray[np.int16] = np.asarray(to, np.int16)[0]
        return row

    def result(self, state: tuple[int, ...]) -> RoundResult | None:
        """Return the result, None while the round runs."""
        return self.to_round(state).result if state[META] >> 32 & 0xFF else None

    def _at(self, state: tuple[int, ...]) -> Any:
        self._game.load_unchecked(list(state))
        return self._game

    def _worked(self, words: npt.NDArray[np.uint64], work: Any) -> tuple[int, ...]:
        at = words if _core.COMPILED else words.tolist()
        work(at)
        return tuple(int(word) for word in at)

    def _nibble(self, value: int, tier: int, state: tuple[int, ...]) -> int:
        if value not in self.kernel.layout.left(state, tier):
            raise ValueError(f"no bonus token of value {value} is left on that pile")
        return self.kernel.layout.values.index(value)


def draw(stock: Bundle, rng: Rng) -> Bundle:
    """Return one card of a stock at random, as the kernel draws it: by counting through the kinds in their order."""
    pick = rng.below(stock.size)
    for card in Card:
        if pick < stock[card]:
            return some(card)
        pick -= stock[card]
    raise ValueError("the stock is empty")


def _stock(state: tuple[int, ...]) -> Bundle:
    return Bundle(tuple(state[1] >> 8 * place & 0xFF for place in range(7)))
