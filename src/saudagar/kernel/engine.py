"""The kernel's doors: everything that comes in from outside is checked here, so that the core need not."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..rules import STANDARD, Action, Round, Ruleset, Seat, problems
from .core import core as _core
from .features import feature_names
from .index import ActionIndex, action_index
from .layout import META, WORDS, Layout, State
from .splitmix import SplitMix
from .tables import ROW, Tables, action_of, code_of, tables

Array = npt.NDArray[Any]
NOTHING = (1 << 32) - 1
"""In the place of a code: nothing is done in this game."""


def compiled() -> bool:
    """Return whether the core is compiled; if not, the same code runs as Python."""
    return bool(_core.COMPILED)


Policy: TypeAlias = "Callable[[Games, Array, Array, Array], None]"


class Kernel:
    """The rules of one ruleset on machine words. ValueError (`Unsuitable`) where its numbers do not fit.

    A code is how the kernel says an action (tables.py); `index` gives each action its number for ever.
    """

    def __init__(self, ruleset: Ruleset = STANDARD) -> None:
        self.ruleset = ruleset
        self.layout = Layout(ruleset)
        self.tables: Tables = tables(ruleset)
        self.core: Any = _core.Core(self.tables)

    @cached_property
    def index(self) -> ActionIndex:
        """The action index of the ruleset."""
        return action_index(self.ruleset)

    @property
    def width(self) -> int:
        """How many columns an array of legal codes needs: the most there can be, and room to copy rows."""
        return self.tables.numbers["most"] + ROW

    @property
    def features(self) -> int:
        """How many features describe what a seat may know."""
        return len(feature_names(self.ruleset))

    def encode(self, position: Round) -> State:
        """Return the thirteen words of a round. ValueError for another ruleset's, and for one that cannot be."""
        if position.ruleset != self.ruleset:
            raise ValueError(f"a round of {position.ruleset.id} for a kernel of {self.ruleset.id}")
        wrongs = problems(position)
        if wrongs:
            raise ValueError(f"this is no round of {self.ruleset.name}: {'; '.join(wrongs)}")
        words = self.layout.encode(position)
        if self.layout.decode(words) != position and position.exchanges <= 255:
            raise ValueError(f"this is no round that words can hold: {position!r}")
        return words

    def decode(self, state: Array) -> Round:
        """Return the round of thirteen words. ValueError where they are no round of this ruleset."""
        return self.checked(state)[1]

    def checked(self, state: Array) -> tuple[State, Round]:
        """Return the words and their round. ValueError, naming everything that is wrong, where they are none."""
        words = np.asarray(state)
        if words.shape != (WORDS,) or words.dtype != np.uint64:
            raise ValueError(f"a state is uint64[{WORDS}], not {words.dtype}{list(words.shape)}")
        try:
            found = self.layout.decode(words)
        except (ValueError, IndexError, KeyError) as wrong:
            raise ValueError(f"these words are no round of {self.ruleset.name}: {wrong}") from None
        wrongs = problems(found)
        if wrongs or (self.layout.encode(found) != words).any():
            raise ValueError(f"these words are no round of {self.ruleset.name}: {'; '.join(wrongs) or 'they disagree'}")
        return words, found

    def code(self, action: Action) -> int:
        """Return the code of an action. ValueError for one that no position of the ruleset allows."""
        self.index.id(action)
        return code_of(action, self.ruleset)

    def action(self, code: int) -> Action:
        """Return the action of a code. ValueError for a number that is none."""
        action = action_of(operator.index(code), self.ruleset)
        self.index.id(action)
        return action

    def game(self, seed: int, position: Round | None = None) -> Any:
        """Return one round of its own (`_core.Game`), the fastest to step from Python.

        It is dealt from the seed, or is the position given. ValueError for a position of another ruleset.
        """
        game = _core.Game(self.core, operator.index(seed) & (1 << 64) - 1)
        if position is not None:
            game.load_unchecked(self.encode(position).tolist())
        return game

    def games(self, count: int, seed: int = 0) -> Games:
        """Return `count` rounds side by side, dealt from streams split off the seed."""
        return Games(self, count, seed)

    def random_rounds(self, rounds: int, seed: int = 0, threads: int = 1) -> int:
        """Play whole rounds at random, all legal actions listed at every ply; return the plies of all of them.

        `threads` share the rounds; the interpreter's lock is released. The same three numbers give the same sum.
        ValueError for fewer rounds than 0 or threads than 1.
        """
        if not 0 <= rounds <= 1 << 40 or not 1 <= threads <= 1_024:
            raise ValueError("rounds are 0 to 2^40, threads 1 to 1,024")
        root = SplitMix(seed)
        shares = [(rounds * (part + 1) // threads - rounds * part // threads, root.bits()) for part in range(threads)]
        if threads == 1:
            return self._rounds(*shares[0])
        with ThreadPoolExecutor(threads) as pool:
            return sum(pool.map(lambda share: self._rounds(*share), shares))

    def _rounds(self, rounds: int, seed: int) -> int:
        stream, buffer = np.array([seed], np.uint64), np.zeros(self.width, np.uint32)
        return int(_core.random_rounds(self.core, rounds, _in(stream), _in(buffer)))


class Games:
    """Rounds side by side. Their states cannot be written from outside, so that each is always a round.

    Arrays to be filled are the caller's: C-contiguous, of the shape and type that each method names; ValueError
    otherwise. `NOTHING` in the place of a code leaves that game alone.
    """

    def __init__(self, kernel: Kernel, count: int, seed: int) -> None:
        if not 1 <= count <= 1 << 24:
            raise ValueError(f"there are 1 to 2^24 games, not {count}")
        self.kernel = kernel
        self.count = count
        self._states = np.zeros((count, WORDS), np.uint64)
        root = SplitMix(seed)
        self._streams = np.array([[root.bits()] for _ in range(count)], np.uint64)
        self.start(np.arange(count, dtype=np.uint8) & 1)

    @property
    def states(self) -> Array:
        """uint64[count, words]: all states, to be read only."""
        # A view that cannot be made writeable again, because what lies under it cannot be written.
        states: Array = np.asarray(self._states.data.toreadonly())
        return states

    @property
    def turns(self) -> Array:
        """uint8[count]: 0 or 1, the seat whose action is next or not yet complete."""
        turns: Array = (self._states[:, META] & 1).astype(np.uint8)
        return turns

    @property
    def over(self) -> Array:
        """bool[count]: whether the round has ended."""
        over: Array = (self._states[:, META] >> 32 & 0xFF) != 0
        return over

    def __getitem__(self, place: int) -> Round:
        """Return one game as a round. IndexError where there is none."""
        return self.kernel.layout.decode(self._states[operator.index(place)])

    def __setitem__(self, place: int, position: Round) -> None:
        """Put a round in the place of one game. ValueError for one that cannot be."""
        self._states[operator.index(place)] = self.kernel.encode(position)

    def start(self, firsts: Array) -> None:
        """Set up a new round in every game; `firsts` is uint8[count], 0 for seat A."""
        self._want(firsts, "firsts", np.uint8, (self.count,))
        states, streams = _in(self._states), _in(self._streams)
        _core.start_batch(self.kernel.core, states, streams, _in(firsts))
        self._back(states, streams)

    def restart(self, which: Array) -> None:
        """Set up a new round in each game that `which` (bool[count]) names; who starts follows from its stream."""
        self._want(which, "which", np.bool_, (self.count,))
        places = np.flatnonzero(which)
        if len(places) == 0:
            return
        states, streams = self._states[places], self._streams[places]
        # A bit of its own, which the deal that follows from the same stream does not show.
        firsts = (streams[:, 0] * np.uint64(0xD6E8FEB86659FD93) >> np.uint64(63)).astype(np.uint8)
        to, by = _in(states), _in(streams)
        _core.start_batch(self.kernel.core, to, by, _in(firsts))
        _out(states, to)
        _out(streams, by)
        self._states[places], self._streams[places] = states, streams

    def legal(self, codes: Array, counts: Array) -> None:
        """Fill `codes` (uint32[count, kernel.width]) with the legal codes of every game, `counts` (int32) their number.

        Entries beyond the count of a row are scribbled on.
        """
        self._want_lists(codes, counts)
        to, how_many = _in(codes), _in(counts)
        _core.legal_batch(self.kernel.core, _in(self._states), to, how_many)
        _out(codes, to)
        _out(counts, how_many)

    def choose(self, codes: Array, counts: Array, chosen: Array) -> None:
        """Fill `chosen` (uint32[count]) with one listed code of every game, each equally likely.

        `NOTHING` where none is listed.
        """
        self._want_lists(codes, counts)
        self._want(chosen, "chosen", np.uint32, (self.count,))
        _apart(codes, chosen)
        counts = counts.copy()
        if counts.min() < 0 or counts.max() > self.kernel.width:
            raise ValueError("counts must be those that `legal` gave")
        streams, to = _in(self._streams), _in(chosen)
        _core.choose_batch(streams, _in(codes), _in(counts), to)
        self._back(None, streams)
        _out(chosen, to)

    def apply(self, chosen: Array) -> None:
        """Carry out one code (uint32[count]) in every game; chance stays owed.

        ValueError, and nothing is done, if one of them is illegal.
        """
        chosen = self._check(chosen)
        states = _in(self._states)
        _core.apply_batch(self.kernel.core, states, _in(chosen))
        self._back(states, None)

    def chance(self) -> None:
        """Answer what each game owes, at random from its own stream."""
        states, streams = _in(self._states), _in(self._streams)
        _core.chance_batch(self.kernel.core, states, streams)
        self._back(states, streams)

    def step(self, chosen: Array, codes: Array, counts: Array, *, restart: bool = True) -> int:
        """Carry out one code in every game, answer chance, and list what is legal then; return how many rounds ended.

        With `restart` a new round follows each that ended, its starter drawn. ValueError, and nothing done, if a code
        is illegal.
        """
        self._want_lists(codes, counts)
        chosen = self._check(chosen)
        states, streams, to, how_many = _in(self._states), _in(self._streams), _in(codes), _in(counts)
        ended = _core.step_batch(self.kernel.core, states, streams, to, how_many, _in(chosen), restart)
        self._back(states, streams)
        _out(codes, to)
        _out(counts, how_many)
        return int(ended)

    def play(self, policy: Policy, limit: int = 1_000_000) -> int:
        """Play every game to its end, or for so many plies, by a policy; return the plies of all games together.

        `policy(games, codes, counts, chosen)` fills `chosen` with a legal code wherever `counts` is not 0; `choose` is
        the policy of playing at random. ValueError when it chooses an illegal code, or none.
        """
        codes, counts = np.zeros((self.count, self.kernel.width), np.uint32), np.zeros(self.count, np.int32)
        chosen = np.full(self.count, NOTHING, np.uint32)
        plies = 0
        self.chance()
        self.legal(codes, counts)
        for _ in range(limit):
            running = counts > 0
            if not running.any():
                break
            policy(self, codes, counts, chosen)
            chosen[~running] = NOTHING
            if (chosen[running] == NOTHING).any():
                raise ValueError("the policy has chosen nothing in a game that runs")
            plies += int(running.sum())
            self.step(chosen, codes, counts, restart=False)
        return plies

    def playout(self, limit: int = 1_000_000) -> Array:
        """Play every game at random to its end or for so many plies; return the plies of each."""
        plies, buffer = np.zeros(self.count, np.int64), np.zeros(self.kernel.width, np.uint32)
        states, streams, to = _in(self._states), _in(self._streams), _in(plies)
        _core.playout_batch(self.kernel.core, states, streams, _in(buffer), to, limit)
        self._back(states, streams)
        _out(plies, to)
        return plies

    def winners(self) -> Array:
        """Return who has won each round that is over (int32[count]).

        0 for nobody, 1 for seat A, 2 for seat B, plus 4 times what decided: 1 rupees, 2 bonus tokens, 3 goods tokens.
        """
        winners = np.zeros(self.count, np.int32)
        to = _in(winners)
        _core.winner_batch(self.kernel.core, _in(self._states), to)
        _out(winners, to)
        return winners

    def observe(self, seats: Array, out: Array) -> None:
        """Fill `out` (int16[count, kernel.features]) with what one seat (uint8[count]) of every game may know."""
        self._want(seats, "seats", np.uint8, (self.count,))
        self._want(out, "out", np.int16, (self.count, self.kernel.features))
        seats = seats.copy()
        if seats.max() > 1:
            raise ValueError("seats are 0 or 1")
        to = _in(out)
        _core.observe_batch(self.kernel.core, _in(self._states), _in(seats), to)
        _out(out, to)

    def _check(self, chosen: Array) -> Array:
        """Return a copy of the codes, which nobody can change between this check and their use."""
        self._want(chosen, "chosen", np.uint32, (self.count,))
        chosen = chosen.copy()
        wrong = _core.check_batch(self.kernel.core, _in(self._states), _in(chosen))
        if wrong >= 0:
            raise ValueError(f"code {chosen[wrong]} is not legal in game {wrong} [{self[wrong]}]")
        return chosen

    def _want_lists(self, codes: Array, counts: Array) -> None:
        self._want(codes, "codes", np.uint32, (self.count, self.kernel.width))
        self._want(counts, "counts", np.int32, (self.count,))
        _apart(codes, counts)

    def _want(self, array: object, name: str, kind: type, shape: tuple[int, ...]) -> None:
        if not (
            isinstance(array, np.ndarray)
            and (array.dtype == kind and array.shape == shape)
            and (array.flags.c_contiguous and array.flags.writeable)
        ):
            found = f"{array.dtype}{list(array.shape)}" if isinstance(array, np.ndarray) else type(array).__name__
            wanted = f"writeable C-contiguous {kind.__name__}{list(shape)}"
            raise ValueError(f"{name} must be {wanted}, not {found}")

    def _back(self, states: Any, streams: Any) -> None:
        if states is not None:
            _out(self._states, states)
        if streams is not None:
            _out(self._streams, streams)


def _apart(one: Array, other: Array) -> None:
    """Refuse arrays of which one would be written while the other is read or written."""
    if np.may_share_memory(one, other):
        raise ValueError("these arrays share memory")


def _in(array: Array) -> Any:
    """Return what the core works on: the array itself when compiled, plain lists when interpreted."""
    return array if _core.COMPILED else array.tolist()


def _out(array: Array, worked_on: Any) -> None:
    """Bring what an interpreted core has written back into the array."""
    if worked_on is not array:
        array[...] = worked_on


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def seat_of(turn: int) -> Seat:
    """Return the seat of a turn bit."""
    return Seat.B if turn else Seat.A
