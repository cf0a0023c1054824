"""Files and disks: OFF-1, OFF-3, OFF-5 and OFF-6 for the ledger."""

import doctest
import random
import resource
from datetime import UTC, datetime, timedelta

import pytest
from tests.conformance.files import load
from tests.score import shared

from saudagar import score
from saudagar.errors import LedgerError
from saudagar.score import Count, Journal, Ledger, from_text, tally, to_text

HISTORIES = [shared.ledger(entries) for entries, _ in load("ledger-many")["ledgers"]]
MATCH = "m1aaaaaaaaaa"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def played():
    ledger = Ledger().start(("Anna", "Bő"), first="a", match=MATCH, when=NOON)
    ledger = ledger.settle(MATCH, Count.of_total(68), Count.of_total(71), when=NOON)
    return ledger.settle(MATCH, Count.of_tokens({"D": [7, 7]}, [3], camel=True), Count.of_total(20), when=NOON)


def test_off_1_a_stop_in_the_middle_of_a_line_loses_that_line_alone(tmp_path):
    """Whatever part of the last line is on disk, all lines before it are read, and the next one is written whole."""
    journal = Journal(tmp_path / "ledger.jsonl")
    entries = list(played())
    assert journal.add(entries[:2]) == 2
    whole = journal.path.read_bytes()
    journal.add(entries[2:])
    last = journal.path.read_bytes()[len(whole) :]
    for cut in (1, len(last) // 2, len(last) - 1):
        journal.path.write_bytes(whole + last[:cut])
        assert journal.read() == Ledger(entries[:2])
        assert journal.add(entries) == 1
        assert journal.read() == Ledger(entries)


def test_off_1_a_damaged_line_in_the_middle_is_told_never_dropped(tmp_path):
    journal = Journal(tmp_path / "ledger.jsonl")
    journal.add(played())
    lines = journal.path.read_bytes().split(b"\n")
    journal.path.write_bytes(b"\n".join([lines[0], lines[1][:40], *lines[2:]]))
    with pytest.raises(LedgerError, match="line 2"):
        journal.read()
    with pytest.raises(LedgerError):
        journal.add(played())


def test_off_2_a_full_disk_is_an_error_and_what_was_written_before_stays(tmp_path):
    """A line for which there is no room is refused aloud, and written once there is."""
    journal = Journal(tmp_path / "ledger.jsonl")
    entries = list(played())
    journal.add(entries[:2])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.path.stat().st_size + 100, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            journal.add(entries)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert journal.read() == Ledger(entries[:2])
    assert journal.add(entries) == 1
    assert journal.read() == Ledger(entries)


@pytest.mark.parametrize("seed", range(20))
def test_off_3_importing_is_a_union(seed):
    """Any histories, in any order, any number of times: nothing lost, nothing double."""
    rng = random.Random(seed)
    ledger = rng.choice(HISTORIES)
    entries = list(ledger)
    parts = [Ledger(each for each in entries if rng.random() < 0.6) for _ in range(3)]
    merged = Ledger()
    for part in [*parts, *parts, Ledger(entries), *rng.sample(parts, 3)]:
        merged = merged.merge(from_text(to_text(part)))
    assert merged == ledger
    assert [told.to_json() for told in tally(merged)] == [told.to_json() for told in tally(ledger)]


def test_off_3_the_same_id_with_another_content_is_refused():
    ledger = played()
    changed = [entry.to_json() for entry in ledger]
    changed[1]["n"] = 9
    with pytest.raises(LedgerError, match="two different entries"):
        ledger.merge([type(next(iter(ledger))).from_json(changed[1])])


def test_off_5_a_file_with_one_changed_byte_is_refused_or_says_the_same():
    """Every byte of a file, changed in one bit or cut off there."""
    ledger = played()
    raw = to_text(ledger).encode()
    refused = 0
    for place in range(len(raw)):
        changed = bytearray(raw)
        changed[place] ^= 1 << (place % 7)
        try:
            assert from_text(changed.decode(errors="replace")) == ledger
        except LedgerError as wrong:
            refused += 1
            assert str(wrong)
    assert refused > 0.98 * len(raw)
    with pytest.raises(LedgerError, match="damaged"):
        from_text(raw[:-20].decode())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "damaged"),
        ("[]", "no ledger"),
        ('{"format":"saudagar ledger 2","entries":[]}', "later version"),
        ('{"format":"saudagar ledger 1"}', "damaged"),
        ("[" * 100_000, "damaged"),
    ],
)
def test_off_5_what_is_no_ledger_is_refused_with_its_reason(text, said):
    with pytest.raises(LedgerError, match=said):
        from_text(text)


def test_off_6_a_wrong_clock_changes_no_order_and_no_date():
    """Entries are ordered by number; the date is the one that the players' clock showed when they began."""
    ledger = Ledger().start(("Anna", "Bo"), first="a", match=MATCH, when=NOON)
    ledger = ledger.settle(MATCH, Count.of_total(50), Count.of_total(60), when=NOON - timedelta(days=400))
    ledger = ledger.settle(MATCH, Count.of_total(70), Count.of_total(60), when=NOON + timedelta(days=4000))
    ledger = ledger.settle(MATCH, Count.of_total(50), Count.of_total(60), when=NOON)
    (told,) = tally(ledger)
    assert [rnd.settled.totals for rnd in told.rounds] == [(50, 60), (70, 60), (50, 60)]
    assert told.winner == "b"
    assert told.day == next(iter(ledger)).day


def test_taking_back_leads_to_where_one_was():
    """Every entry can be taken back, one after the other; the match itself last, and it is only hidden."""
    ledger = played()
    first, second = (each.round for each in list(ledger)[1:])
    edited = ledger.settle(MATCH, Count.of_total(80), Count.of_total(71), round=first)
    assert tally(edited)[0].seals == (2, 0)
    back = edited.undo(MATCH)
    assert tally(back)[0].to_json() == tally(ledger)[0].to_json()
    assert [rnd.id for rnd in tally(back.undo(MATCH))[0].rounds] == [first]
    assert tally(back.undo(MATCH).undo(MATCH))[0].rounds == ()
    empty = back.undo(MATCH).undo(MATCH).undo(MATCH)
    assert tally(empty) == []
    assert len(tally(empty, deleted=True)) == 1
    with pytest.raises(LedgerError, match="nothing to take back"):
        empty.undo(MATCH)
    assert second not in {rnd.id for told in tally(empty, deleted=True) for rnd in told.rounds}


def test_the_example_in_the_docstring_runs():
    found = doctest.testmod(score)
    assert found.attempted > 3
    assert found.failed == 0
