"""The stream of random numbers: written down, reproducible, unbiased."""

from __future__ import annotations

import ast
import hashlib
import hmac
import itertools
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import saudagar
from saudagar.dealers import Stream, rng

KEY = bytes(range(32))


def naive_bytes(key: bytes, label: str) -> itertools.chain[int]:
    """The bytes of a stream as docs/design/dealing.md describes them, written a second time."""

    def block(number: int) -> bytes:
        text = b"JD1/stream" + b"\0" + label.encode() + b"\0" + number.to_bytes(8, "big")
        return hmac.new(key, text, hashlib.sha256).digest()

    return itertools.chain.from_iterable(map(block, itertools.count()))


def naive_below(source: itertools.chain[int], n: int) -> int:
    """A number below n from these bytes: as few bytes as hold n − 1, drawn again where they would favour small ones."""
    width = next(width for width in itertools.count(1) if 256**width >= n)
    while True:
        number = int.from_bytes(bytes(itertools.islice(source, width)), "big")
        if number < 256**width - 256**width % n:
            return number % n


def test_the_first_bytes_are_those_of_hmac_sha256() -> None:
    """A vector for other programs: the first 16 bytes of the stream "deck" of the key 00 01 … 1f."""
    stream = Stream(KEY, "deck")
    expected = hmac.new(KEY, b"JD1/stream\0deck\0" + bytes(8), "sha256").digest()
    assert bytes(stream.below(256) for _ in range(16)) == expected[:16]


@given(
    key=st.binary(min_size=32, max_size=32), label=st.text(max_size=5), ns=st.lists(st.integers(1, 70_000), max_size=40)
)
@settings(max_examples=60)
def test_two_programs_agree(key: bytes, label: str, ns: list[int]) -> None:
    """The stream gives what a second telling of its description gives, for any key, label and numbers."""
    stream, source = Stream(key, label), naive_bytes(key, label)
    assert [stream.below(n) for n in ns] == [naive_below(source, n) for n in ns]


@pytest.mark.parametrize("n", [2, 3, 7, 52, 100, 200, 255])
def test_numbers_are_unbiased(n: int) -> None:
    """χ² of 20,000 numbers below n, n a power of two or not, stays where one stream in a million would not."""
    stream, draws = Stream(KEY, f"test {n}"), 20_000
    seen = Counter(stream.below(n) for _ in range(draws))
    assert set(seen) == set(range(n))
    chi = sum((seen[value] - draws / n) ** 2 / (draws / n) for value in range(n))
    freedom = n - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5 + 5


class _Counting(Stream):
    """A stream whose bytes are 0, 1, … 255, 0, 1, …"""

    def __init__(self) -> None:
        super().__init__(KEY, "")
        self.source = itertools.cycle(range(256))

    def _byte(self) -> int:
        return next(self.source)


@pytest.mark.parametrize("n", range(1, 257))
def test_rejection_leaves_every_number_the_same_share(n: int) -> None:
    """Fed each byte once, a number below n comes up exactly ⌊256 / n⌋ times: rejection, not remainder."""
    stream = _Counting()
    seen = Counter(stream.below(n) for _ in range(256 // n * n))
    assert set(seen.values()) == {256 // n}
    assert len(seen) == n


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    """Each of the 24 orders of four things comes up about as often as any other in 12,000 shuffles."""
    stream = Stream(KEY, "orders")
    seen = Counter(tuple(stream.shuffle("abcd")) for _ in range(12_000))
    assert len(seen) == 24
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 60


@given(st.lists(st.integers()))
def test_a_shuffle_keeps_its_things(things: list[int]) -> None:
    """Nothing is lost, nothing is added, and what was given is left as it was."""
    before = list(things)
    assert sorted(Stream(KEY, "x").shuffle(things)) == sorted(before)
    assert things == before


def test_streams_of_one_key_are_different_streams() -> None:
    """Another label or another key is another row of numbers."""
    rows = [
        tuple(Stream(key, label).below(256) for _ in range(32))
        for key in (KEY, bytes(32), KEY[::-1])
        for label in ("deck", "bonus3", "bonus4", "")
    ]
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_key_has_256_bits(length: int) -> None:
    """Shorter keys could not reach every deal; ValueError."""
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(bytes(length), "deck")


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_number_below_one(n: int) -> None:
    """ValueError instead of waiting for ever."""
    with pytest.raises(ValueError, match="below one"):
        Stream(KEY, "deck").below(n)


def test_a_seeded_source_is_the_same_everywhere() -> None:
    """`rng(seed)` follows from SHA-256 of the written number: equal seeds equal rows, other seeds other rows."""
    key = hashlib.sha256(b"saudagar/rng\0" + b"7").digest()
    source = naive_bytes(key, "rng")
    numbers = rng(7)
    assert [numbers.below(1000) for _ in range(50)] == [naive_below(source, 1000) for _ in range(50)]
    assert [rng(n).below(2**30) for n in (7, 8, -7)] != [rng(7).below(2**30)] * 3


def test_python_s_own_random_numbers_are_used_nowhere() -> None:
    """No module imports `random`: it is predictable, and not the same in every version of Python.

    NumPy's may shuffle what is learnt from and draw bootstraps, never anything that a round is made of.
    """
    folder = Path(saudagar.__file__).parent
    modules = sorted(folder.rglob("*.py"))
    assert len(modules) > 50
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not [name for name in names if name.split(".")[0] == "random"], path
            numpys = isinstance(node, ast.Attribute) and ast.unparse(node).startswith(("numpy.random", "np.random"))
            assert not numpys or path.parent.name in {"arena", "lab", "training"}, path
