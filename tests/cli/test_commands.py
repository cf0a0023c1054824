"""The other commands: what they print, and how they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.table.matches import whole_match

import saudagar
from saudagar.cli import play as play_command
from saudagar.notation import LANGUAGES, parse_position

from .conftest import Run

RECORDS = Path(__file__).parents[2] / "conformance" / "records"
GOOD, BAD = RECORDS / "good", RECORDS / "bad"
SMALL = "CKK DCK DD|CC 0|0 0.0.0.0.0.0 1.2/4 0x0|0x0 a"


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.tgn")), ids=lambda path: path.stem)
@pytest.mark.parametrize("extra", [(), ("--positions",), ("--json",)], ids=["plain", "positions", "json"])
def test_good_records_are_told(run: Run, path: Path, extra: tuple[str, ...]) -> None:
    """Exit code 0, one line a move, the positions where they are asked for, or one JSON document."""
    record = saudagar.Record.load(path)
    moves = [str(move.action) for rnd in record.rounds for move in rnd.moves]
    ran = run("replay", str(path), *extra)
    assert (ran.code, ran.err) == (0, "")
    if extra == ("--json",):
        told = json.loads(ran.out)
        assert [step["action"] for step in told["steps"]] == moves
        assert told["seals"] == list(record.seals)
        for step in told["steps"]:
            assert str(parse_position(step["before"], record.ruleset)) == step["before"]
        return
    told = ran.out.splitlines()
    assert [line.split()[2] for line in told if line[:4].strip().isdigit() and not line.startswith("    ")] == moves
    assert ran.out.rstrip().endswith(f"{record.winner or '*'} {record.seals.a}-{record.seals.b}")
    lines = [line.strip() for line in told if line.startswith("    ") and "|" in line]
    assert len(lines) == (len(moves) if extra else 0)
    for line in lines:
        assert str(parse_position(line, record.ruleset)) == line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_speaks_every_language(run: Run, tmp_path: Path, language: str) -> None:
    """A whole standard match told in each language leaves no hole unfilled."""
    path = tmp_path / "match.tgn"
    whole_match(0).record().save(path)
    ran = run("replay", str(path), "--lang", language)
    assert ran.code == 0
    assert "{" not in ran.out
    assert "event." not in ran.out


@pytest.mark.parametrize("path", sorted(BAD.glob("*.tgn")), ids=lambda path: path.stem)
def test_bad_records_are_a_finding(run: Run, path: Path) -> None:
    """Exit code 1, nothing on the output, and one complaint that begins with the program's name."""
    ran = run("replay", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("saudagar: ")
    assert len(ran.err) < 1100


def test_files_that_cannot_be_read_are_a_finding(run: Run, tmp_path: Path) -> None:
    """A file that is not there, a folder, and a path that cannot be: exit code 1 with the system's own words."""
    for path in (tmp_path / "none.tgn", tmp_path, tmp_path / ("x" * 300)):
        ran = run("replay", str(path))
        assert ran.code == 1
        assert ran.err.startswith("saudagar: ")


def test_perft_of_a_small_position(run: Run) -> None:
    """From an opening of the small game, 8 lines of one ply, counted by hand.

    Seat a takes the cloth (then D, C or K is laid), takes both camels (DC, DK or CK), or sells two diamonds (1 or 2).
    """
    ran = run("perft", SMALL, "1", "--ruleset", "mini", "--split", "--json")
    told = json.loads(ran.out)
    assert told["split"] == {"+K": 3, "+C": 3, "-DD": 2}
    assert told["nodes"] == 8
    plain = run("perft", SMALL, "1", "--ruleset", "mini", "--split")
    assert [line.split() for line in plain.out.splitlines()[:3]] == [["+K", "3"], ["+C", "3"], ["-DD", "2"]]
    assert plain.out.splitlines()[3].startswith("8 lines of 1 ply")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("perft", "nonsense", "1"), 1),
        (("perft", SMALL, "1"), 1),
        (("perft", SMALL.replace("DCK DD", "?3 DD"), "1", "--ruleset", "mini"), 1),
        (("perft", SMALL, "0", "--ruleset", "mini"), 2),
        (("perft", SMALL, "-1", "--ruleset", "mini"), 2),
        (("perft", SMALL, "9" * 30, "--ruleset", "mini"), 2),
        (("perft", SMALL, "0x" + "f" * 6000, "--ruleset", "mini"), 2),
        (("perft", SMALL, "x"), 2),
        (("perft", SMALL), 2),
        (("perft", SMALL, "1", "--ruleset", "chess"), 2),
        (("replay",), 2),
        (("replay", "a", "b"), 2),
        (("replay", "a", "--lang", "xx"), 2),
        (("nonsense",), 2),
        (("--nonsense",), 2),
        (("bench", "nonsense"), 2),
        (("bench", "rules", "--rounds", "0"), 2),
        (("bench", "rules", "--rounds", "-5"), 2),
        (("bench", "rules", "--rounds", "x"), 2),
        (("bench", "rules", "--seed", "9" * 30), 2),
        (("bench", "rules", "--seed", "0x" + "f" * 6000), 2),
        (("play", "--text", "--seals", "4"), 2),
        (("play", "--text", "--seed", "x"), 2),
        (("play", "--text", "--seed", "9" * 6000), 2),
        (("play", "--text", "--lang", "xx"), 2),
        (("play", "--text", "--opponent", "nobody"), 1),
        (("play", "--port", "99999"), 2),
        (("play", "--port", "-1"), 2),
        (("play", "--port", "http"), 2),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else str(value),
)
def test_wrong_usage_ends_with_2_and_findings_with_1(run: Run, words: tuple[str, ...], code: int) -> None:
    """Words that no command takes end with 2, things that are not as they should be with 1; both are told why."""
    ran = run(*words)
    assert ran.code == code
    assert ran.err + ran.out


def test_play_refuses_what_it_cannot_serve(run: Run, tmp_path: Path) -> None:
    """A host that is not there, a folder that is a file, a file that is no database: one sentence, exit code 1."""
    garbage, file = tmp_path / "garbage", tmp_path / "file"
    garbage.mkdir()
    (garbage / "matches.db").write_bytes(b"this is no database at all" * 50)
    file.write_text("a file")
    for words in (
        ("--data", str(garbage)),
        ("--data", str(file)),
        ("--data", str(file / "inside")),
        ("--data", str(tmp_path / "a"), "--host", "…", "--port", "0"),
        ("--data", str(tmp_path / "b"), "--host", "x" * 70, "--port", "0"),
        ("--data", str(tmp_path / "c"), "--host", "256.1.1.1", "--port", "0"),
    ):
        ran = run("play", "--no-browser", *words)
        assert ran.code == 1, words
        assert "saudagar: " in ran.err, words
    assert (garbage / "matches.db").read_bytes() == b"this is no database at all" * 50


def test_bench_measures_the_same_rounds(run: Run) -> None:
    """Five random rounds by the readable rules: figures that can be right, the same plies for the same seed."""
    one, two = (json.loads(run("bench", "rules", "--rounds", "5", "--seed", "3", "--json").out) for _ in range(2))
    assert one["plies"] == two["plies"]
    assert one["rounds"] == 5
    assert 100 < one["plies"] < 1500
    assert 10 < one["legal_actions_per_ply"] < 40
    assert one["rounds_per_cpu_second"] == pytest.approx(5 / one["cpu_seconds"], rel=0.2)
    assert "rounds" in run("bench", "rules", "--rounds", "2").out


def test_bench_network_plays_and_times_a_first_move(run: Run) -> None:
    """As many rounds as asked for, about; a first move takes a new process some time."""
    found = json.loads(run("bench", "network", "--rounds", "20", "--starts", "1", "--json").out)
    assert 10 <= found["rounds"] <= 30
    assert found["rounds_per_cpu_second"] == pytest.approx(found["rounds"] / found["cpu_seconds"], rel=0.2)
    assert found["first_move_network"]["clock_seconds"] > found["first_move_network"]["cpu_seconds"] / 64 > 0
    assert "a cold start" in run("bench", "network", "--rounds", "20", "--starts", "1").out


@pytest.mark.parametrize("words", [(), ("--help",), ("play", "--help"), ("replay", "--help"), ("bench", "--help")])
def test_help_is_there(run: Run, words: tuple[str, ...]) -> None:
    """Help ends with 0 and says what the command is for."""
    ran = run(*words)
    assert ran.code == 0
    assert "Usage" in ran.out


def test_the_version_is_told(run: Run) -> None:
    """`--version` prints the version of the package."""
    assert run("--version").out.strip() == saudagar.__version__


WORDS = st.sampled_from(
    [
        "replay",
        "perft",
        "bench",
        "rules",
        "--json",
        "--split",
        "--seed",
        "--rounds",
        "1",
        "-1",
        SMALL,
        "--ruleset",
        "mini",
        "--",
    ]
) | st.text(max_size=8).filter(lambda text: "\0" not in text)


@given(st.lists(WORDS, max_size=5))
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_words_end_with_a_code(run: Run, words: list[str]) -> None:
    """Whatever is typed ends with 0, 1 or 2 and without a traceback."""
    if words[:1] == ["play"]:
        return
    assert run(*words).code in (0, 1, 2)


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_any_terminal_can_show_it(encoding: str) -> None:
    """Where a terminal lacks a letter, another sign stands for it; closed pipes are no error."""
    words = [sys.executable, "-m", "saudagar", "replay", str(GOOD / "annotated.tgn"), "--lang", "hu"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    ran = subprocess.run(words, capture_output=True, env=environment, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ("gyémánt".encode() in ran.stdout) == (encoding == "utf-8")


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`saudagar replay … | head -1` ends quietly."""
    words = [sys.executable, "-m", "saudagar", "replay", str(GOOD / "two-rounds.tgn"), "--positions"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.close()
        assert program.wait(60) == 0
        assert program.stderr is not None
        assert program.stderr.read() == b""


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/saudagar"),
        ("linux", {"XDG_DATA_HOME": "", "HOME": "/h"}, "/h/.local/share/saudagar"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support/saudagar"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/saudagar"),
    ],
)
def test_matches_are_kept_where_the_system_keeps_data(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    """Each system has its own place for a user's data."""
    module = sys.modules[play_command.__module__]
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert module.data_folder() == Path(expected)
