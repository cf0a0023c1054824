"""Tournaments from a file, the journal that lets them go on, and the page that tells them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from saudagar.arena import (
    Contestant,
    Here,
    Journal,
    JournalError,
    Pair,
    Played,
    RoundRobin,
    Sprt,
    Thinking,
    Tournament,
    TournamentError,
    pairings,
    play_all,
)
from saudagar.arena.journal import conditions
from saudagar.arena.page import page
from saudagar.cli.arena import arena
from saudagar.players import Limit
from saudagar.rules import Seat

COMMAND = [sys.executable, "-m", "saudagar", "arena"]
A, B, C = (Contestant.parse(name) for name in ("greedy", "random", "heuristic"))
SETTINGS = conditions([A, B], 1, "mini", 1_000)


def pair(number: int, first: float, second: float) -> Pair:
    rounds = tuple(
        Played(seat, Seat.A, points, 3, 40, finished=True) for seat, points in zip(Seat, (first, second), strict=True)
    )
    return Pair(number, rounds, Thinking(40, 0.02), Thinking(40, 0.08))  # type: ignore[arg-type]


# The file ------------------------------------------------------------------------------------------------------------


def test_a_file_says_a_tournament() -> None:
    """Every field that docs/arena.md names; a player's own limit goes before everybody's."""
    found = Tournament.read(
        'title = "Cup"\nplayers = ["greedy", "champion@50ms", {name = "champion", label = "deep", samples = 900}]\n'
        'pairs = 12\nseed = 5\nsamples = 30\nruleset = "six-each"\nply_cap = 200\n'
    )
    assert (found.title, found.pairs, found.seed, found.ruleset, found.ply_cap) == ("Cup", 12, 5, "six-each", 200)
    assert [(each.label, each.name) for each in found.contestants] == [
        ("greedy", "greedy"),
        ("champion@50ms", "champion"),
        ("deep", "champion"),
    ]
    assert [each.limit for each in found.contestants] == [Limit(samples=30), Limit(seconds=0.05), Limit(samples=900)]
    assert Tournament.read('players = ["greedy", "random"]\nsprt = [0, 10]').test == Sprt(0, 10)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("players = ", "Invalid value"),
        ("pairs = 3", "missing required field `players`"),
        ('players = ["greedy"]', "length >= 2"),
        ('players = ["greedy", "greedy"]', "'greedy' stands there twice"),
        ('players = ["greedy", "random"]\npears = 3', "unknown field `pears`"),
        ('players = ["greedy", "random"]\npairs = 0', "`pairs`"),
        ('players = ["greedy", "random"]\nsamples = 1\nmovetime = 1', "two limits of the same thing"),
        ('players = ["greedy", "random", "heuristic"]\nsprt = [0, 10]', "a test of two players"),
        ('players = ["greedy", "random"]\nsprt = [10, 0]', "the lower first"),
        ('players = ["greedy", "random@x"]', "is no player"),
        ('players = ["greedy", "random"]\nruleset = "other"', "'other'"),
    ],
)
def test_a_wrong_file_is_told_by_what_is_wrong(text: str, told: str) -> None:
    """TournamentError names the field or the player."""
    with pytest.raises(TournamentError, match=told.replace("(", r"\(")):
        Tournament.read(text)


# The journal ---------------------------------------------------------------------------------------------------------


def keep(path: Path, count: int) -> list[Pair]:
    with Journal(path, SETTINGS) as journal, Here() as here:
        return [p for _, chunk in play_all(here, [(A, B)], count, 1, ruleset="mini", journal=journal) for p in chunk]


def test_a_journal_cut_off_at_any_byte_loses_only_what_was_cut(tmp_path: Path) -> None:
    """Whole lines count, a torn one is played again; the result is that of one sitting, every pair once."""
    path = tmp_path / "journal"
    whole = keep(path, 3)
    data = path.read_bytes()
    header = data.index(b"\n") + 1
    for cut in (0, 7, header - 1, header, *range(header + 1, len(data), 37), len(data) - 1, len(data)):
        path.write_bytes(data[:cut])
        with Journal(path, SETTINGS) as journal:
            assert len(journal) == max(0, data[:cut].count(b"\n") - 1)
        assert keep(path, 3) == whole
        assert Counter(json.loads(line)[2] for line in path.read_bytes().splitlines()[1:]) == Counter(range(3))


def test_zeros_at_the_end_are_cut_away_but_a_damaged_line_is_refused(tmp_path: Path) -> None:
    """A loss of power may leave zeros behind the last line; damage before whole lines is no accident of the end."""
    path = tmp_path / "journal"
    whole = keep(path, 3)
    data = path.read_bytes()
    path.write_bytes(data + bytes(100))
    assert keep(path, 3) == whole
    assert path.read_bytes() == data
    lines = data.splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], b"[1,\n", *lines[2:]]))
    with pytest.raises(JournalError, match=r"line 2 of .* is damaged"):
        Journal(path, SETTINGS)


def test_a_journal_of_another_tournament_or_of_somebody_at_work_is_refused(tmp_path: Path) -> None:
    """Another seed, other players, another program that writes, a file that is none: JournalError says which."""
    path = tmp_path / "journal"
    with Journal(path, SETTINGS), pytest.raises(JournalError, match="another program is writing"):
        Journal(path, SETTINGS)
    with pytest.raises(JournalError, match="seed = 1, this tournament has 2"):
        Journal(path, {**SETTINGS, "seed": 2})
    (tmp_path / "letter").write_text("Dear reader,\n")
    with pytest.raises(JournalError, match="no journal"):
        Journal(tmp_path / "letter", SETTINGS)
    assert (tmp_path / "letter").read_text() == "Dear reader,\n"


def test_more_pairs_go_on_from_what_was_played(tmp_path: Path) -> None:
    """A journal of three pairs gives the first three of eight; only five are played."""
    path, played = tmp_path / "journal", list[int]()

    class Counting(Here):
        def submit(self, chunk):  # type: ignore[no-untyped-def]
            played.extend(range(chunk.start, chunk.stop))
            return super().submit(chunk)

    keep(path, 3)
    with Journal(path, SETTINGS) as journal, Counting() as here:
        found = [p for _, chunk in play_all(here, [(A, B)], 8, 1, ruleset="mini", journal=journal) for p in chunk]
    assert played == [3, 4, 5, 6, 7]
    with Here() as here:
        assert found == [p for _, chunk in play_all(here, [(A, B)], 8, 1, ruleset="mini") for p in chunk]


def test_a_tournament_killed_in_the_middle_goes_on(tmp_path: Path) -> None:
    """`kill -9` to the whole group while it plays; the same command then gives what one sitting gives."""
    file, journal = tmp_path / "cup.toml", tmp_path / "cup.journal"
    file.write_text('players = ["heuristic", "greedy", "random"]\npairs = 30\nseed = 4\nruleset = "mini"\n')
    command = [*COMMAND, "--file", str(file), "--jobs", "1", "--json"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    with subprocess.Popen(command, **quiet) as first:  # type: ignore[call-overload]
        while not journal.exists() or journal.read_bytes().count(b"\n") < 12:
            assert first.poll() is None
            time.sleep(0.002)
        os.killpg(first.pid, signal.SIGKILL)
    assert 12 <= journal.read_bytes().count(b"\n") < 91
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "goes on" in told.stderr
    lines = Counter(tuple(json.loads(line)[:3]) for line in journal.read_text().splitlines()[1:])
    assert len(lines) == 90
    assert set(lines.values()) == {1}
    found = Tournament.load(file)
    with Here() as here:
        played: list[list[Pair]] = [[], [], []]
        for place, chunk in play_all(here, pairings(found.contestants), 30, 4, ruleset="mini"):
            played[place] += chunk
    once, twice = RoundRobin(found.contestants, played, 4).figures(), json.loads(told.stdout)
    for figures in (once, twice):
        for each in figures["pairings"]:  # type: ignore[attr-defined]
            del each["cpu_ms_per_move"]
    assert {name: twice[name] for name in once} == once


def test_a_file_stands_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players or figures beside a file are wrong usage, and the answer says which."""
    (tmp_path / "cup.toml").write_text('players = ["greedy", "random"]')
    assert arena("greedy", file=tmp_path / "cup.toml", seed=3) == 2
    assert "players, --seed: what is played stands in the file" in capsys.readouterr().err


# The page ------------------------------------------------------------------------------------------------------------


class Texts(HTMLParser):
    """The texts of the cells of a page, and what it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.cells, self.loads, self.tags = list[str](), list[str](), Counter[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.loads += [value or "" for name, value in attrs if name in {"src", "href", "srcset", "data"}]
        if tag in {"td", "th"}:
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1] += data


def test_the_page_tells_the_figures_and_loads_nothing() -> None:
    """Shares by hand: A wins 3 of 4 rounds against B, C wins all; names are text, whatever they are."""
    odd = Contestant("<script>x</script>", "heuristic")
    played = [[pair(0, 1, 1), pair(1, 1, 0)], [pair(0, 0, 0), pair(1, 0, 0)], [pair(0, 0, 0), pair(1, 0, 0)]]
    found = RoundRobin([A, B, odd], played, seed=1)
    read = Texts()
    read.feed(page(found, conditions([A, B, odd], 1, "mini", 1_000), title="Cup & saucer"))
    assert read.loads == []
    assert read.tags["script"] == 0
    assert read.tags["svg"] == 3
    assert any(cell.startswith("75.0") for cell in read.cells)
    assert any(cell.startswith("25.0") for cell in read.cells)
    assert sum(cell.startswith("100.0±") for cell in read.cells) == 2
    assert "0.50" in read.cells
    assert "<script>x</script>" in read.cells
