"""The game as OpenSpiel knows it, with explicit chance: every card is a chance node of its own.

`load()` gives the standard game, `load("mini")` the small one, small enough for OpenSpiel's exact algorithms.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
import pyspiel

from ..kernel import Kernel
from ..kernel.core import core
from ..kernel.layout import BONUS, META, NIBBLE, REFILL, STOCK, TIER
from ..rules import CAMEL, RULESETS, Bundle, BySeat, Card, Dealt, Round, Ruleset, Seat, View, bundle
from .encoders import encoder

KINDS = 7
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
MOST_PLIES = 400
"""A round that is longer ends as a tie; none that was seen came near."""


def _type(ruleset: Ruleset) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"saudagar_{ruleset.name.replace('-', '_')}",
        long_name=f"saudagar, {ruleset.name} rules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )


LETTERS = [f"/{kind.letter}" for kind in Card]


class SaudagarGame(pyspiel.Game):  # type: ignore[misc]
    """A round of a ruleset; seat A starts, seat A is player 0."""

    def __init__(self, ruleset: Ruleset, params: Any = None) -> None:
        self.ruleset = ruleset
        self.kernel = Kernel(ruleset)
        super().__init__(
            _type(ruleset),
            pyspiel.GameInfo(
                num_distinct_actions=self.kernel.index.size,
                max_chance_outcomes=max(KINDS, len(self.kernel.layout.values)),
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MOST_PLIES,
            ),
            params or {},
        )

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer; there is one kind."""
        return Observer(self)

    def new_initial_state(self) -> SaudagarState:
        """Return the round before its deal."""
        return SaudagarState(self)


class Observer:
    """What a player may know as numbers (encoder `scaled-1`) and as its position line; zeros before the deal."""

    def __init__(self, game: SaudagarGame) -> None:
        self._encoder = encoder("scaled-1", game.ruleset)
        self.tensor = np.zeros(self._encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SaudagarState, player: int) -> None:
        """Write a player's numbers into the tensor."""
        view = state.view(player)
        self.tensor[:] = 0 if view is None else self._encoder.encode(view)

    def string_from(self, state: SaudagarState, player: int) -> str:
        """Return a player's position line."""
        return state.observation_string(player)


class _Table:
    """What a state points at: the shared kernel, and the round of its own. OpenSpiel clones states by deep copies."""

    def __init__(self, ruleset: Ruleset, kernel: Kernel, game: Any = None) -> None:
        self.ruleset, self.kernel, self.game = ruleset, kernel, game

    def __deepcopy__(self, memo: Any) -> _Table:
        return _Table(self.ruleset, self.kernel, copy(self.game))


class SaudagarState(pyspiel.State):  # type: ignore[misc]
    """A round, in the middle of its deal or later."""

    def __init__(self, game: SaudagarGame) -> None:
        super().__init__(game)
        self._table = _Table(game.ruleset, game.kernel)
        rules = game.ruleset
        self._dealt: list[int] = []
        """Cards dealt so far: the market's, then seat A's, then seat B's."""
        self._laid = 0
        """The cards of a refill that have come so far, packed."""
        self._left = [rules.pack[kind] for kind in Card]
        self._left[CAMEL] -= rules.open_camels
        self._needed = rules.market_size - rules.open_camels + 2 * rules.deal
        self._told: tuple[list[str], list[str]] = ([], [])
        """What each seat has seen, line by line: its information state."""
        self._plies = 0
        self._owing, self._to_play = 0, CHANCE

    @property
    def _rules(self) -> Ruleset:
        return self._table.ruleset

    @property
    def _kernel(self) -> Kernel:
        return self._table.kernel

    def current_player(self) -> int:
        """Return 0 or 1, or that chance answers, or that the round is over."""
        return self._to_play

    def _owes(self) -> int:
        """Return 1 for cards of a refill, 2 for a bonus token, 0 for nothing."""
        meta = self._meta
        if self._table.game.over:
            return 0
        if meta >> TIER & 0xFF:
            return 2
        refill = meta >> REFILL & 0xFF
        return 1 if refill and refill <= _total(self._words[STOCK]) else 0

    def _legal_actions(self, _player: int) -> list[int]:
        ids = self._kernel.index.id_of_code
        found = ids[self._table.game.legal()]
        found.sort()
        listed: list[int] = found.tolist()
        return listed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each answer with its chance: a kind of card (0–6), or the place of a bonus value."""
        if self._owing == 2:
            pile = self._rules.bonuses[(self._meta >> TIER & 0xFF) - 1][1]
            word = self._words[BONUS]
            counts = [
                (place, word >> NIBBLE * place & 0xF if value in pile else 0)
                for place, value in enumerate(self._kernel.layout.values)
            ]
        else:
            counts = list(enumerate(self._stock()))
        total = sum(count for _, count in counts)
        return [(place, count / total) for place, count in counts if count]

    def _stock(self) -> list[int]:
        if self._table.game is None:
            return self._left
        word = self._words[STOCK]
        return [(word >> 8 * kind & 0xFF) - (self._laid >> 8 * kind & 0xFF) for kind in range(KINDS)]

    def _apply_action(self, action: int) -> None:
        if self._table.game is None:
            self._deal(action)
        elif self._owing == 2:
            seat = self._meta & 1
            self._resolve(token=action)
            value = self._kernel.layout.values[action]
            self._told[seat].append(f"/{value}")
            self._told[1 - seat].append("/?")
        elif self._owing:
            self._laid += 1 << 8 * action
            for told in self._told:
                told.append(LETTERS[action])
            if _total(self._laid) == self._meta >> REFILL & 0xFF:
                self._resolve(cards=self._laid)
                self._laid = 0
        else:
            line, game = f"{'ab'[self._meta & 1]}{self._kernel.index.action(action)}", self._table.game
            for told in self._told:
                told.append(line)
            game.apply(int(self._kernel.index.code_of_id[action]))
            self._plies += 1
            self._refresh()
            if self._meta >> REFILL & 0xFF and not self._owing:
                self._table.game.chance()  # the stock has run out: the market stays as it is, and nothing is drawn
                self._refresh()

    def _deal(self, kind: int) -> None:
        self._left[kind] -= 1
        self._dealt.append(kind)
        if len(self._dealt) < self._needed:
            return
        cards, rules = [Card(each) for each in self._dealt], self._rules
        shown = rules.market_size - rules.open_camels
        market = bundle(cards[:shown]) + bundle([CAMEL] * rules.open_camels)
        hands = BySeat(*(bundle(cards[shown + at * rules.deal : shown + (at + 1) * rules.deal]) for at in (0, 1)))
        start = Round.start(rules, Seat.A, Dealt(market, hands))
        self._table.game = self._kernel.game(0, start)
        self._refresh()
        for at, seat in enumerate(Seat):
            self._told[at].append(str(start.seen_by(seat)))

    def _resolve(self, cards: int = 0, token: int | None = None) -> None:
        words = _array(self._words) if core.COMPILED else self._words
        if token is None:
            core.lay(self._kernel.core, words, cards)
        else:
            core.token(self._kernel.core, words, token)
        self._table.game.load_unchecked([int(word) for word in words])
        self._refresh()

    def _refresh(self) -> None:
        self._words: list[int] = self._table.game.words()
        self._meta = self._words[META]
        self._owing, game = self._owes(), self._table.game
        if self._owing:
            self._to_play = CHANCE
        else:
            self._to_play = TERMINAL if game.over or self._plies >= MOST_PLIES else self._meta & 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player != int(pyspiel.PlayerId.CHANCE):
            return str(self._kernel.index.action(action))
        if self._owing == 2:
            return f"/{self._kernel.layout.values[action]}"
        return f"/{Card(action).letter}"

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._to_play == TERMINAL

    def returns(self) -> list[float]:
        """Return 1 and −1 for who has won and lost, else zeros."""
        winner = self._table.game.winner() & 3 if self._table.game is not None and self._table.game.over else 0
        return [[0.0, 0.0], [1.0, -1.0], [-1.0, 1.0]][winner]

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything a player has seen, in its order: the deal as it saw it, then every action and answer."""
        return " ".join(self._told[self.current_player() if player is None else player])

    def observation_string(self, player: int | None = None) -> str:
        """Return the position line as a player sees it; empty before the deal."""
        view = self.view(self.current_player() if player is None else player)
        return "" if view is None else str(view)

    def view(self, player: int) -> View | None:
        """Return what a player may know; None before the deal."""
        if self._table.game is None:
            return None
        return self._kernel.layout.decode(_array(self._words)).seen_by(tuple(Seat)[player])

    def __str__(self) -> str:
        if self._table.game is None:
            return "deal " + str(Bundle.__str__(bundle([Card(each) for each in self._dealt])))
        laid = bundle([Card(k) for k in range(KINDS) for _ in range(self._laid >> 8 * k & 0xFF)])
        return f"{self._kernel.layout.decode(_array(self._words))}" + (f" /{laid}" if laid else "")


def _total(word: int) -> int:
    """Return the sum of the seven counts of a word: the product's highest byte adds them up."""
    return (word * 0x01010101010101 >> 48) & 0xFF


def _array(words: list[int]) -> Any:
    return np.array(words, np.uint64)


def load(name: str = "standard") -> SaudagarGame:
    """Return the game of a ruleset by its name. ValueError, with the names there are, for an unknown one."""
    if name not in RULESETS:
        raise ValueError(f"no ruleset is called {name!r}; there are {', '.join(RULESETS)}")
    return SaudagarGame(RULESETS[name])


def _factory(ruleset: Ruleset) -> Any:
    return lambda params=None: SaudagarGame(ruleset, params)


def register() -> None:
    """Let `pyspiel.load_game("saudagar_standard")` and its siblings find the games."""
    for ruleset in RULESETS.values():
        if _type(ruleset).short_name not in pyspiel.registered_names():
            pyspiel.register_game(_type(ruleset), _factory(ruleset))
