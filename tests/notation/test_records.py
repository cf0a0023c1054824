"""Records: what is written is read back, whoever kept it and whatever its owner added."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.matches import any_action, open_table, play_on, whole_match

from saudagar.errors import RecordError
from saudagar.notation import DealtHand, Record, Unknown
from saudagar.rules import (
    AUDIENCES,
    MINI,
    SIX_EACH,
    SPECTATOR,
    STANDARD,
    Audience,
    BySeat,
    Dealt,
    FullTie,
    Match,
    Refilled,
    Ruleset,
    Seat,
    bundle,
)
from saudagar.table import Phase, Table


def _named(value: object) -> str:
    return value.name if isinstance(value, Ruleset) else str(value)


MATCHES = [
    (number, ruleset, seals)
    for ruleset, numbers in ((STANDARD, 2), (SIX_EACH, 1), (MINI, 6))
    for seals in (1, 2, 3)
    for number in range(numbers)
]


@pytest.mark.parametrize(("number", "ruleset", "seals"), MATCHES, ids=_named)
def test_a_played_match_is_read_back(number: int, ruleset: Ruleset, seals: int) -> None:
    """`Record.parse(str(record)) == record` for whole matches of every ruleset and length, with the table's result."""
    table = whole_match(number, ruleset, seals)
    record = table.record(day=dt.date(2026, 11, 30))
    again = Record.parse(str(record))
    assert again == record
    assert again.match() == table.match


@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
@pytest.mark.parametrize(("number", "ruleset", "seals"), MATCHES[::2], ids=_named)
def test_a_keeper_s_record_is_read_back(number: int, ruleset: Ruleset, seals: int, audience: Audience) -> None:
    """A record as one audience could have kept it is a record too, says who kept it, and leads to the same result."""
    record = whole_match(number, ruleset, seals).record()
    kept = record.seen_by(audience)
    again = Record.parse(str(kept))
    assert again == kept
    assert again.keeper is audience
    assert (again.winner, again.seals) == (record.winner, record.seals)


@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
@pytest.mark.parametrize("ruleset", [STANDARD, MINI], ids=lambda rules: rules.name)
def test_a_keeper_s_steps_are_what_that_audience_saw(ruleset: Ruleset, audience: Audience) -> None:
    """Replaying a keeper's record shows, ply by ply, exactly the views that this audience had of the truth."""
    record = whole_match(1, ruleset, 2).record()
    truth = [(step.before.seen_by(audience), step.after.seen_by(audience)) for step in record.replay()]
    seen = [(step.before, step.after) for step in Record.parse(str(record.seen_by(audience))).replay()]
    assert seen == truth


@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
@pytest.mark.parametrize("plies", [1, 2, 13, 31, 44])
def test_an_unfinished_round_is_read_back(plies: int, audience: Audience) -> None:
    """A record may stop in the middle of a round; the bonus values that its keeper could not know are `?`."""
    table = play_on(open_table(plies), plies, plies)
    record = table.record()
    assert record.rounds[-1].ending is None or table.phase is not Phase.PLAY
    assert Record.parse(str(record)) == record
    kept = record.seen_by(audience)
    assert Record.parse(str(kept)) == kept
    for move, told in zip(record.rounds[-1].moves, kept.rounds[-1].moves, strict=True):
        closed = record.rounds[-1].ending is None and "/" in str(move) and str(move)[-1].isdigit()
        assert isinstance(told.chance, Unknown) == (closed and move.seat is not audience)


def test_hidden_cards_are_nowhere_in_a_keeper_s_record() -> None:
    """Two truths that differ only in what seat A cannot know are one and the same record when A keeps it."""
    deals = [Dealt(bundle("DDKKK"), BySeat(bundle("GGGSS"), bundle(hidden))) for hidden in ("CCCPP", "LLLLL", "DGSCP")]
    told = set()
    for dealt in deals:
        table = Table(Match(first=Seat.A), dealer=_Script(dealt))
        told.add(str(table.record().seen_by(Seat.A)))
    assert len(told) == 1
    assert "?????" in told.pop()


class _Script:
    """A dealer that knows one deal."""

    def __init__(self, dealt: Dealt) -> None:
        self.dealt = dealt

    def deal(self, ruleset: Ruleset) -> Dealt:
        return self.dealt

    def first(self) -> Seat:
        return Seat.A

    def answer(self, owed: object) -> Refilled:
        raise AssertionError(owed)


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize("plies", [0, 1, 20])
def test_a_resigned_match_is_read_back(plies: int, seat: Seat) -> None:
    """Who resigned stands in the record, and the other seat is its winner whatever the seals are."""
    table = play_on(open_table(7), 7, plies)
    table.resign(seat)
    record = table.record()
    assert (record.resigned, record.winner) == (seat, seat.other)
    for audience in AUDIENCES:
        kept = record.seen_by(audience)
        assert Record.parse(str(kept)) == kept
    assert Record.parse(str(record)) == record


def test_a_match_resigned_between_rounds_is_read_back() -> None:
    """Resigning after a finished round leaves that round's seal in the result."""
    table = open_table(3, MINI)
    while table.phase is Phase.PLAY:
        play_on(table, table.ply, 1)
    table.resign(Seat.B)
    record = Record.parse(str(table.record()))
    assert record == table.record()
    assert record.winner is Seat.A
    assert len(record.rounds) == 1


def test_the_keeper_of_a_spectator_s_record_is_nobody_at_the_table() -> None:
    """Where both hands were dealt unseen, the steps are a spectator's views."""
    kept = whole_match(0, STANDARD, 1).record().seen_by(SPECTATOR)
    assert kept.keeper is SPECTATOR
    assert next(iter(kept.replay())).before.hands == BySeat(None, None)


def test_a_hand_of_camels_hides_nothing() -> None:
    """Dealt camels are laid open: a seat that was dealt nothing else has no unknown cards."""
    assert str(DealtHand(bundle("KK"), 3)) == "KK???"
    assert str(DealtHand(bundle("KKKKK"))) == "KKKKK"
    assert str(DealtHand(bundle())) == "-"


TEXTS = st.text(st.characters(blacklist_categories=("Cs",)), max_size=12)
SCALARS = (
    TEXTS
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.dates()
    | st.times().map(lambda time: time.replace(fold=0))
    | st.datetimes(timezones=st.none() | st.just(dt.UTC)).map(lambda time: time.replace(fold=0))
)
OWN = st.dictionaries(
    TEXTS.map("_{}".format),
    st.recursive(
        SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
    ),
    max_size=3,
)


@given(own=OWN, inner=OWN, names=st.tuples(TEXTS, TEXTS))
@settings(max_examples=60)
def test_names_and_fields_of_one_s_own_are_kept_as_they_are(own: dict, inner: dict, names: tuple[str, str]) -> None:
    """Any names, and any TOML values under names that start with `_`, come back equal and of the same type."""
    table = open_table(1, MINI)
    bare = table.record()
    rounds = tuple(type(rnd)(rnd.first, rnd.market, rnd.deal, rnd.moves, own=inner) for rnd in bare.rounds)
    record = Record(MINI, players=BySeat(*names), rounds=rounds, own=own)
    again = Record.parse(str(record))
    assert again == record
    assert repr(again.own) == repr(record.own)
    assert tomllib.loads(str(record))["players"] == [*names]


@pytest.mark.parametrize("ruleset", [STANDARD, SIX_EACH, MINI], ids=lambda rules: rules.name)
def test_files_are_utf_8_with_one_move_a_line(ruleset: Ruleset, tmp_path: Path) -> None:
    """A saved record is loaded again, stays under 20 kB, and holds each move on a line of its own."""
    record = whole_match(0, ruleset, 2).record()
    path = tmp_path / "मेला.tgn"
    record.save(path)
    assert Record.load(path) == record
    text = path.read_text(encoding="utf-8")
    assert len(text) < 20_000
    moves = [str(move) for rnd in record.rounds for move in rnd.moves]
    assert [line.strip().strip('",') for line in text.splitlines() if line.startswith("  ")] == moves


@pytest.mark.parametrize("spelling", ["\ufeff", "\r\n"])
def test_windows_line_ends_are_read_and_a_byte_order_mark_is_refused_in_words(spelling: str) -> None:
    """TOML allows CR LF; a byte order mark is no TOML and gives a RecordError like all else."""
    record = whole_match(0, MINI, 1).record()
    if spelling == "\r\n":
        assert Record.parse(str(record).replace("\n", spelling)) == record
    else:
        with pytest.raises(RecordError) as caught:
            Record.parse(spelling + str(record))
        assert caught.value.line == 1


def test_tied_rounds_are_read_back() -> None:
    """A round that nobody won is followed by another that its other seat starts; the record of that match is whole."""
    for number in range(400):
        table = play_on(open_table(number, MINI, 3), number, choose=any_action)
        if any(table.match.seal_of(played) is None for played in table.match.rounds):
            record = table.record()
            assert Record.parse(str(record)) == record
            tied = next(i for i, played in enumerate(record.match().rounds) if played.result.winner is None)
            assert record.ruleset.full_tie is FullTie.REPLAY
            assert record.rounds[tied + 1].first is record.rounds[tied].first.other
            return
    raise AssertionError("no round was tied")
