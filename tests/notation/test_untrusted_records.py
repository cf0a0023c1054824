"""Records from anywhere: whatever the bytes are, a record or a RecordError comes out, soon and in little memory."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saudagar.errors import RecordError
from saudagar.notation import Record
from saudagar.notation.tgn import read_tgn

GOOD = Path(__file__).parents[2] / "conformance" / "records" / "good"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(GOOD.glob("*.tgn"))]
SOLD_OUT = (GOOD / "sold-out.tgn").read_text(encoding="utf-8")
LINES = sorted({line for text in TEXTS for line in text.splitlines()})


def refused_or_read(data: bytes) -> None:
    """Read bytes; nothing but RecordError may come out, and what is read is read back."""
    try:
        record = read_tgn(data)
    except RecordError:
        return
    assert Record.parse(str(record)) == record


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """Random bytes."""
    refused_or_read(data)


@given(st.text(max_size=100))
def test_any_text(text: str) -> None:
    """Random text, half a surrogate pair included, which cannot be written to a file but can be handed to `parse`."""
    with pytest.raises(RecordError):
        Record.parse(text)


def test_half_a_surrogate_pair_is_no_text() -> None:
    """Text that UTF-8 cannot express is refused as such."""
    with pytest.raises(RecordError, match="UTF-8"):
        Record.parse("tgn = 1\n_x = '\ud800'\n")


@given(st.lists(st.sampled_from(LINES), max_size=25).map("\n".join))
@settings(max_examples=150)
def test_lines_of_records_in_any_order(text: str) -> None:
    """Lines of good records, mixed."""
    refused_or_read(text.encode())


@given(st.data())
@settings(max_examples=300)
def test_a_good_record_with_a_slip(data: st.DataObject) -> None:
    """A good record in which a few bytes were removed, replaced or put in."""
    text = bytearray(data.draw(st.sampled_from(TEXTS)).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 3))
        text[place : place + length] = data.draw(
            st.binary(max_size=2) | st.sampled_from([b"?", b"/", b"K", b'"', b"\n"])
        )
    refused_or_read(bytes(text))


@given(st.text(alphabet='ab +-DGSCPLK/?123!{}[]%x"\\', max_size=20))
@settings(max_examples=200)
def test_any_move(text: str) -> None:
    """Any text in the place of a move."""
    move = text.replace("\\", "\\\\").replace('"', '\\"')
    refused_or_read(SOLD_OUT.replace("a -DD/2", move).encode())


HUGE = {
    "bytes": b"\0" * 400_000,
    "a long comment": b"#" * 299_000,
    "dots": b"tgn = 1\n_x" + b".a" * 140_000 + b" = 1\n",
    "dots in an inline table": b"tgn = 1\n_x = {a" + b".a" * 140_000 + b" = 1}\n",
    "quoted dots": b"tgn = 1\n_x" + b".'a'" * 70_000 + b" = 1\n",
    "dots with escapes": b"tgn = 1\n_x" + b'."\\"a"' * 45_000 + b" = 1\n",
    "dots with spaces": b"tgn = 1\n_x" + b' . "" ' * 45_000 + b" = 1\n",
    "dots in a header": b"tgn = 1\n[_x" + b".a" * 140_000 + b"]\n",
    "many headers": b"tgn = 1\n" + b"".join(b"[_a.b%d]\n" % number for number in range(20_000)),
    "brackets": b"tgn = 1\n_x = " + b"[" * 140_000 + b"]" * 140_000,
    "a few brackets": b"tgn = 1\n_x = " + b"[" * 100 + b"]" * 100,
    "inline tables": b"tgn = 1\n_x = " + b"{a=" * 70_000 + b"1" + b"}" * 70_000,
    "inline tables of dots": b"tgn = 1\n_x = " + (b"{a" + b".a" * 30 + b"=") * 200 + b"1" + b"}" * 200,
    "a long number": b"tgn = 1\n_x = " + b"9" * 290_000,
    "a long hexadecimal number": b"tgn = 1\n_x = 0x" + b"f" * 290_000,
    "a number of 65 bits": b"tgn = 1\n_x = 18446744073709551616",
    "quotes": b"tgn = 1\n_x = " + b'"' * 290_000,
    "escapes": b'tgn = 1\n_x = "' + b"\\\\" * 140_000,
    "empty lines": b"tgn = 1\n" + b"\n" * 290_000,
    "rounds": SOLD_OUT.encode() + b"[[round]]\n" * 25_000,
    "moves": SOLD_OUT.replace("]\nend", '"a +D/",\n' * 25_000 + "]\nend").encode(),
    "a long move": SOLD_OUT.replace("a -DD/2", "a -" + "D" * 250_000).encode(),
    "a long note": SOLD_OUT.replace("a -DD/2", "a -DD/2 " + "[%a 1]" * 40_000 + "x").encode(),
    "a long hand": SOLD_OUT.replace('"DD"', '"' + "?" * 250_000 + '"').encode(),
}


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_file_is_refused_soon(name: str) -> None:
    """Large, deep and long things are refused within two seconds, in a message that fits on a screen."""
    began = time.process_time()
    with pytest.raises(RecordError) as caught:
        read_tgn(HUGE[name])
    assert time.process_time() - began < 2
    assert len(str(caught.value)) < 2000


def test_what_may_be_nested_is_written_again() -> None:
    """Fields of one's own may be nested 31 deep, in brackets, tables and dots; a record with them is read back."""
    for deep in ("_x = " + "[" * 31 + "]" * 31, "_x = " + "{a=" * 31 + "1" + "}" * 31, "_x" + ".a" * 30 + " = 1"):
        record = Record.parse(SOLD_OUT.replace("seals", f"{deep}\nseals", 1))
        assert Record.parse(str(record)) == record


def test_the_line_of_an_error_is_right_in_any_layout() -> None:
    """Comments, strings over several lines and tables of one's own do not mislead the line counter."""
    text = SOLD_OUT.replace('a -C"', 'a -D"')
    layouts = {
        "as it is": text,
        "comment": "# moves = [\n# [[round]]\n" + text,
        "long string": text.replace("seals", "_x = '''\n[[round]]\nmoves = [\n\"a +D\"\n'''\nseals", 1),
        "own table": text + '\n[_x]\nmoves = [\n"no move",\n]\n',
        "own table before": text.replace("[[round]]", '[_x]\nfirst = 1\nmoves = ["no move"]\n\n[[round]]', 1),
        "spaces": text.replace("[[round]]", "  [[ round ]]  # one").replace("moves = [", "\tmoves   =   [ # all"),
    }
    for name, layout in layouts.items():
        with pytest.raises(RecordError) as caught:
            Record.parse(layout)
        wrong = next(number for number, line in enumerate(layout.split("\n"), 1) if 'a -D"' in line)
        assert (caught.value.line, caught.value.ply) == (wrong, 5), name
