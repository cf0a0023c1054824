"""Bad arrays for games side by side: a clear error, nothing written, nothing changed, and never a crash."""

import numpy as np
import pytest

from saudagar.kernel import Kernel
from saudagar.kernel.engine import NOTHING
from saudagar.rules import STANDARD, TakeCamels

KERNEL = Kernel(STANDARD)
COUNT, WIDTH, FEATURES = 4, KERNEL.width, KERNEL.features


class Arrays:
    """Four games and right arrays for all that can be asked of them."""

    def __init__(self):
        self.games = KERNEL.games(COUNT, seed=5)
        self.codes = np.zeros((COUNT, WIDTH), np.uint32)
        self.counts = np.zeros(COUNT, np.int32)
        self.chosen = np.zeros(COUNT, np.uint32)
        self.firsts = np.zeros(COUNT, np.uint8)
        self.seats = np.zeros(COUNT, np.uint8)
        self.out = np.zeros((COUNT, FEATURES), np.int16)
        self.games.legal(self.codes, self.counts)
        self.games.choose(self.codes, self.counts, self.chosen)

    def call(self, method):
        given = {name: getattr(self, name) for name in CALLS[method]}
        return getattr(self.games, method)(*given.values())


CALLS = {
    "start": ("firsts",),
    "legal": ("codes", "counts"),
    "choose": ("codes", "counts", "chosen"),
    "apply": ("chosen",),
    "step": ("chosen", "codes", "counts"),
    "observe": ("seats", "out"),
}
ARGUMENTS = [(method, name) for method, names in CALLS.items() for name in names]


def spoiled(right):
    """Everything that is not the array that is wanted, by what is wrong with it."""
    frozen = right.copy()
    frozen.flags.writeable = False
    wide = np.zeros((*right.shape[:-1], 2 * right.shape[-1]), right.dtype)
    return {
        "one row less": right[:-1].copy(),
        "one row more": np.concatenate([right, right[:1]]),
        "one column less": right[..., :-1].copy(),
        "a dimension more": right[None].copy(),
        "no dimension": np.array(0, right.dtype),
        "empty": np.zeros(0, right.dtype),
        "wider numbers": right.astype(np.int64),
        "other sign": right.astype(np.uint32 if right.dtype.kind == "i" else np.int32),
        "floats": right.astype(np.float64),
        "objects": right.astype(object),
        "other byte order": right.astype(right.dtype.newbyteorder()) if right.itemsize > 1 else right.astype(np.int8),
        "not contiguous": wide[..., ::2],
        "backwards": right[::-1],
        "by columns": np.asfortranarray(right) if right.ndim > 1 else np.zeros((right.size, 2), right.dtype)[:, 0],
        "read only": frozen,
        "a list": right.tolist(),
        "bytes": right.tobytes(),
        "a memoryview": memoryview(right),
        "nothing": None,
        "a number": 7,
    }


@pytest.mark.parametrize(("method", "name"), ARGUMENTS)
def test_an_array_that_is_not_the_one_wanted_is_refused(method, name):
    """ValueError that names the argument, its type and its shape; the games and the other arrays are as before."""
    for wrong, array in spoiled(getattr(Arrays(), name)).items():
        arrays = Arrays()
        setattr(arrays, name, array)
        before = snapshot(arrays)
        with pytest.raises(ValueError, match=rf"^{name} must be writeable C-contiguous \w+\[[\d, ]+\], not ") as found:
            arrays.call(method)
        assert str(found.value).split(", not ")[1], wrong
        assert snapshot(arrays) == before, f"{method} {name} {wrong}"


def snapshot(arrays):
    """All bytes of the games and of the arrays."""
    own = [getattr(arrays, name) for name in ("codes", "counts", "chosen", "firsts", "seats", "out")]
    rows = [arrays.games.states, arrays.games._streams, *own]
    return [row.tobytes() if isinstance(row, np.ndarray) else repr(row) for row in rows]


@pytest.mark.parametrize("method", CALLS)
def test_the_right_arrays_are_taken(method):
    """Or the test above would prove nothing."""
    arrays = Arrays()
    arrays.call(method)


ILLEGAL = (7, 8, 15, 16, 55, 56, 57, 1000, 1023, 1024 + 1023, 1 << 20, 1 << 31, 2**32 - 2)


@pytest.mark.parametrize("code", ILLEGAL)
@pytest.mark.parametrize("method", ["apply", "step"])
def test_one_illegal_code_stops_the_whole_batch(method, code):
    """ValueError with the code, the game and its line; no game has moved, no list was written."""
    for place in (0, COUNT - 1):
        arrays = Arrays()
        arrays.chosen[place] = code
        before = snapshot(arrays)
        with pytest.raises(ValueError, match=rf"code {code} is not legal in game {place} \[.+\]"):
            arrays.call(method)
        assert snapshot(arrays) == before


def test_a_legal_code_of_another_game_is_refused():
    """What one seat may do is not what another may: the first code that is not in a game's own list."""
    arrays = Arrays()
    others = sorted(
        set(arrays.codes[1, : arrays.counts[1]].tolist()) - set(arrays.codes[0, : arrays.counts[0]].tolist())
    )
    arrays.chosen[0] = others[0]
    with pytest.raises(ValueError, match="in game 0"):
        arrays.games.apply(arrays.chosen)


def test_no_code_is_legal_while_chance_is_owed_or_after_the_end():
    """All are refused, the one that was just played among them; "nothing" leaves the game alone."""
    arrays = Arrays()
    camels = [position for position in range(COUNT) if arrays.games[position].market[6]]
    place = camels[0]
    arrays.chosen[:] = NOTHING
    arrays.chosen[place] = KERNEL.code(TakeCamels())
    before = arrays.games.states.copy()
    arrays.games.apply(arrays.chosen)
    others = [row for row in range(COUNT) if row != place]
    assert (arrays.games.states[others] == before[others]).all()
    with pytest.raises(ValueError, match="not legal"):
        arrays.games.apply(arrays.chosen)
    arrays.games.chance()
    arrays.games.playout()
    assert arrays.games.over.all()
    for code in (0, 1, 10, 1 << 10):
        arrays.chosen[:] = code
        with pytest.raises(ValueError, match="not legal"):
            arrays.games.apply(arrays.chosen)


@pytest.mark.parametrize("number", [-1, WIDTH + 1, 2**31 - 1, -(2**31)])
def test_counts_that_legal_did_not_give_are_refused(number):
    """More codes than there are columns, or fewer than none, would be read out of bounds."""
    arrays = Arrays()
    arrays.counts[2] = number
    before = snapshot(arrays)
    with pytest.raises(ValueError, match="counts must be those"):
        arrays.call("choose")
    assert snapshot(arrays) == before


def test_a_count_of_none_chooses_nothing():
    """`NOTHING`, which `apply` and `step` take as leaving the game alone."""
    arrays = Arrays()
    arrays.counts[1] = 0
    arrays.call("choose")
    assert arrays.chosen[1] == NOTHING
    assert (np.delete(arrays.chosen, 1) != NOTHING).all()
    before = arrays.games.states.copy()
    arrays.call("step")
    assert (arrays.games.states[1] == before[1]).all()
    assert (np.delete(arrays.games.states != before, 1, axis=0).any(axis=1)).all()


@pytest.mark.parametrize("seat", [2, 3, 255])
def test_a_third_seat_sees_nothing(seat):
    """ValueError, and nothing is written."""
    arrays = Arrays()
    arrays.seats[3] = seat
    before = snapshot(arrays)
    with pytest.raises(ValueError, match="seats are 0 or 1"):
        arrays.call("observe")
    assert snapshot(arrays) == before
