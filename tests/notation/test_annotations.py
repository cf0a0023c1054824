"""Annotations: a mark, a comment and named values beside a move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saudagar.errors import NotationError
from saudagar.notation import Annotation, Move, Record, parse_annotation
from saudagar.rules import Seat, Take
from saudagar.rules.cards import Card

PLAIN = st.characters(blacklist_categories=("Cs",), blacklist_characters="{}[]\n\r")
COMMENTS = st.text(PLAIN, max_size=30).map(str.strip)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
ANNOTATIONS = st.builds(
    Annotation,
    mark=st.sampled_from(["", "!!", "!", "!?", "?!", "?", "??"]),
    comment=COMMENTS,
    values=st.lists(st.tuples(NAMES, st.text(PLAIN, max_size=12)), max_size=3).map(tuple),
)


@given(ANNOTATIONS)
def test_what_is_written_is_read_back(note: Annotation) -> None:
    """`parse_annotation(str(note)) == note`, any letters of any script in it."""
    assert parse_annotation(str(note)) == note


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("", Annotation()),
        ("?!", Annotation("?!")),
        ("!!", Annotation("!!")),
        ("{why}", Annotation("", "why")),
        ("{ why not }", Annotation("", "why not")),
        ("[%eval 0.44]", Annotation("", "", (("eval", "0.44"),))),
        ("?! {why} [%eval 0.44] [%by me]", Annotation("?!", "why", (("eval", "0.44"), ("by", "me")))),
        ("?!{why}[%eval 0.44]", Annotation("?!", "why", (("eval", "0.44"),))),
        ("{[%eval 1]}", Annotation("", "[%eval 1]")),
        ("[%a {x}]", Annotation("", "", (("a", "{x}"),))),
    ],
)
def test_the_parts_of_an_annotation(text: str, note: Annotation) -> None:
    """A mark, a comment in braces, values in brackets, in this order; spaces between them are free."""
    assert parse_annotation(text) == note


@pytest.mark.parametrize(
    "text",
    [
        "!!!",
        "???",
        "good",
        "{open",
        "closed}",
        "{a} {b}",
        "[%eval 1] {late}",
        "{why} ?!",
        "[eval 1]",
        "[%Eval 1]",
        "[%eval]",
        "[%1 1]",
        "{{a}}",
        "{a\nb}",
        "{a\rb}",
        "[%a x\ny]",
        "{a} x",
    ],
)
def test_what_is_no_annotation_is_refused(text: str) -> None:
    """Only a NotationError is raised, line breaks inside of the parts included."""
    with pytest.raises(NotationError) as caught:
        parse_annotation(text)
    assert caught.value.text == text


@given(st.text(max_size=40) | st.text(alphabet="!?{}[]%a \n\r\x1c", max_size=16))
def test_any_text_is_an_annotation_or_a_notation_error(text: str) -> None:
    """Nothing but a NotationError comes out of text that is no annotation, and what is read is read back."""
    try:
        note = parse_annotation(text)
    except NotationError:
        return
    assert parse_annotation(str(note)) == note


@pytest.mark.parametrize(
    "parts",
    [("!!!",), ("", "a{"), ("", "a\nb"), ("", " a"), ("", "", (("A", "1"),)), ("", "", (("a", "]"),))],
)
def test_an_annotation_that_could_not_be_read_back_cannot_be_made(parts: tuple) -> None:
    """ValueError for marks, comments and values that have no written form."""
    with pytest.raises(ValueError, match=r"mark|comment|annotation"):
        Annotation(*parts)


def test_an_empty_annotation_is_false_and_adds_nothing_to_a_move() -> None:
    """A move without a note is written without a trailing space."""
    assert not Annotation()
    assert str(Move(Seat.A, Take(Card.DIAMOND))) == "a +D"
    assert str(Move(Seat.A, Take(Card.DIAMOND), None, Annotation("?"))) == "a +D ?"


@given(ANNOTATIONS)
def test_notes_come_back_from_a_record(note: Annotation) -> None:
    """A note beside a move of a record survives writing and reading the file."""
    record = Record.parse(ROUND.format(move=f"b +D/K {note}".strip().replace("\\", "\\\\").translate(ESCAPES)))
    assert record.rounds[0].moves[0].note == note
    assert Record.parse(str(record)) == record


ESCAPES = {code: f"\\u{code:04x}" for code in [*range(32), 34, 127]}
ROUND = """tgn = 1
ruleset = "standard-12eb2002"
result = "* 0-0"

[[round]]
first = "b"
market = "DDKKK"
deal = ["GGGSS", "CCCPP"]
moves = ["{move}"]
"""
