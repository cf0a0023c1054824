"""Self-play as data: records that replay, tables that say what the rules say, and folders that can be taken up again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from saudagar.kernel import action_index
from saudagar.lab import encoder, tables
from saudagar.lab.selfplay import DataError, play_round
from saudagar.lab.shards import Folder, plan_of
from saudagar.notation import Record, parse_action, parse_position
from saudagar.rules import MINI, STANDARD, Seat, View

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples" / "data" / "heuristic-greedy.parquet"


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name, hidden ones too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def check(rows: list[dict[str, object]], name: str) -> None:
    """Each row says what the rules and the encoder say of its view; a round's rows agree on how it ended."""
    rules = {"mini": MINI, "standard": STANDARD}[name]
    index, coder, ends = action_index(rules), encoder("counts-1", rules), dict[object, set[object]]()
    for row in rows:
        view = parse_position(str(row["view"]), rules)
        assert isinstance(view, View)
        assert view.to_act is view.audience is Seat(row["seat"])
        action = parse_action(str(row["action"]))
        assert action in view.legal_actions
        assert row["legal"] == len(view.legal_actions)
        assert index.action(row["action_id"]) == action  # type: ignore[arg-type]
        assert row["observation"] == coder.encode(view).tolist()
        sign = 1 if row["seat"] == "a" else -1
        ends.setdefault(row["round"], set()).add((row["plies"], sign * row["margin"], sign * (row["outcome"] - 0.5)))  # type: ignore[operator]
    assert all(len(each) == 1 for each in ends.values())


def test_a_table_says_what_the_rules_say() -> None:
    """Views, legal actions, numbers, observations, ends: of every decision of some rounds."""
    plan = plan_of(("heuristic", "greedy"), ruleset="mini")
    rounds = [play_round(plan.players, number, 5, "mini") for number in range(6)]
    rows = tables.table(rounds, "mini").to_pylist()
    assert len(rows) == sum(len(told.choices) for told in rounds)
    check(rows, "mini")
    for told in rounds:
        assert told.players.a == ("heuristic-1" if told.number % 2 == 0 else "greedy-1")
        position = list(told.record.replay())[-1].after
        assert position.result == told.result  # type: ignore[union-attr]
        mine = [row for row in rows if row["round"] == told.number]
        assert [row["ply"] for row in mine] == list(range(1, len(mine) + 1))
        score = told.result.scores  # type: ignore[union-attr]
        assert {row["margin"] for row in mine if row["seat"] == "a"} == {score.a.total - score.b.total}


def test_records_are_read_back_and_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    """Each file replays through the rules; shards of another run on the same seed are the same, byte by byte."""
    plan = plan_of(("greedy",), rounds=5, seed=2, format="records", size=2, ruleset="mini")
    for name in ("one", "two"):
        assert list(Folder(tmp_path / name, plan).play(jobs=1)) == [2, 2, 1]
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    found = sorted((tmp_path / "one").rglob("*.tgn"))
    assert [path.stem for path in found] == [f"{number:08}" for number in range(5)]
    for path in found:
        record = Record.load(path)
        assert len(record.match().rounds) == 1
        assert all(step.note.values for step in record.replay())
    assert "saudagar selfplay greedy-1 --rounds 5 --seed 2" in (tmp_path / "one" / "README.md").read_text()


def test_a_folder_goes_on_with_more_rounds_and_refuses_others(tmp_path: Path) -> None:
    """Three rounds, then five: as if five had been asked for at once. Another seed or fewer rounds are refused."""
    shape = {"seed": 2, "format": "records", "size": 2, "ruleset": "mini"}
    list(Folder(tmp_path / "grown", plan_of(("greedy",), rounds=3, **shape)).play(jobs=1))
    grown = Folder(tmp_path / "grown", plan_of(("greedy",), rounds=5, **shape))
    assert grown.missing() == [1, 2]
    list(grown.play(jobs=1))
    list(Folder(tmp_path / "once", plan_of(("greedy",), rounds=5, **shape)).play(jobs=1))
    assert contents(tmp_path / "grown") == contents(tmp_path / "once")
    with pytest.raises(DataError, match="holds data with seed = 2, not 3"):
        Folder(tmp_path / "grown", plan_of(("greedy",), rounds=5, **{**shape, "seed": 3}))
    with pytest.raises(DataError, match="5 rounds already"):
        Folder(tmp_path / "grown", plan_of(("greedy",), rounds=4, **shape))


def test_selfplay_killed_in_the_middle_goes_on(tmp_path: Path) -> None:
    """`kill -9` once shards are there; the same plan then leaves the files of a run that was never stopped."""
    words = ["heuristic", "--rounds", "40", "--shard", "2", "--ruleset", "mini", "--jobs", "1"]
    killed = tmp_path / "killed"
    command = [sys.executable, "-m", "saudagar", "selfplay", *words, "--out", str(killed)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    with subprocess.Popen(command, **quiet) as program:  # type: ignore[call-overload]
        while len(list(killed.glob("shard-*"))) < 3:
            assert program.poll() is None
            time.sleep(0.001)
        os.killpg(program.pid, signal.SIGKILL)
    assert 3 <= len(list(killed.glob("shard-*"))) < 20
    (killed / ".part-00019-1").write_bytes(b"torn")
    plan = plan_of(("heuristic",), rounds=40, size=2, ruleset="mini")
    for folder in (killed, tmp_path / "once"):
        list(Folder(folder, plan).play(jobs=1))
    assert contents(killed) == contents(tmp_path / "once")


def test_the_published_sample_is_what_its_command_makes() -> None:
    """Schema and size; its first rounds played anew are equal, row by row, and every row holds by the rules."""
    sample = pq.read_table(SAMPLE)
    told = tables.schema("standard")
    assert sample.schema.names == told.names
    assert [str(each).replace("element", "item") for each in sample.schema.types] == [str(each) for each in told.types]
    assert sample.schema.metadata == told.metadata
    assert SAMPLE.stat().st_size < 1_000_000
    plan = plan_of(("heuristic", "greedy"))
    rounds = [play_round(plan.players, number, 1) for number in range(4)]
    again = tables.table(rounds, "standard")
    assert sample.slice(0, len(again)).combine_chunks().to_pylist() == again.to_pylist()
    check(sample.slice(0, 400).to_pylist(), "standard")
    assert sample["round"].unique().to_pylist() == list(range(200))


@pytest.mark.long
def test_the_whole_published_sample_is_what_its_command_makes(tmp_path: Path) -> None:
    """All two hundred rounds of it."""
    list(Folder(tmp_path, plan_of(("heuristic", "greedy"), rounds=200)).play())
    assert pq.read_table(tmp_path / "shard-00000.parquet").equals(pq.read_table(SAMPLE))
    check(pq.read_table(SAMPLE).to_pylist(), "standard")
