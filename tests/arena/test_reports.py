"""Duels, round robins and worker processes, and the command that tells them."""

from __future__ import annotations

import importlib
import json
import multiprocessing
import signal
import subprocess
import sys
import time

import pytest

from saudagar.arena import Chunk, Contestant, Duel, Pair, Played, Processes, RoundRobin, Thinking, WorkerLost, pairings
from saudagar.arena.workers import result_of
from saudagar.cluster import NoCluster
from saudagar.rules import Seat

COMMAND = [sys.executable, "-m", "saudagar", "arena"]
A, B, C = (Contestant.parse(name) for name in ("greedy", "random", "heuristic"))


def pair(number: int, first: float, second: float, margins: tuple[int, int] = (0, 0)) -> Pair:
    """A pair with these points of player one; seat A begins both rounds."""
    rounds = tuple(
        Played(seat, Seat.A, points, margin, 40, finished=True)
        for seat, points, margin in zip(Seat, (first, second), margins, strict=True)
    )
    return Pair(number, rounds, Thinking(40, 0.02), Thinking(40, 0.08))  # type: ignore[arg-type]


def arena(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=120, check=False)


def test_the_figures_of_a_duel_by_hand() -> None:
    """Three pairs with 2, 1 and ½ points: 3½ of 6 rounds; the beginner won 1, 1, 0 and 0, 1, 1 − ½ of them."""
    figures = Duel(A, B, [pair(0, 1, 1, (10, 2)), pair(1, 1, 0, (4, -4)), pair(2, 0, 0.5, (-6, 0))]).figures()
    assert figures["a_round_win_rate"] == pytest.approx(3.5 / 6)
    assert figures["pentanomial"] == [0, 1, 1, 0, 1]
    assert figures["margin_mean"] == pytest.approx(1.0)
    assert figures["first_seat_win_rate"] == pytest.approx(3.5 / 6)
    assert figures["plies_mean"] == 40
    assert figures["cpu_ms_per_move"] == {"a": 0.5, "b": 2.0}
    assert figures["unfinished"] == 0


def test_a_circle_is_seen() -> None:
    """Three players who beat each other in turn have the same rating, and the circle is named."""
    three = [A, B, C]
    won, lost = [pair(n, 1, 1) for n in range(20)], [pair(n, 0, 0) for n in range(20)]
    found = RoundRobin(three, [won, lost, won], seed=1)
    assert pairings(three) == [(A, B), (A, C), (B, C)]
    assert [rating.elo for rating in found.ratings] == pytest.approx([0, 0, 0], abs=1e-6)
    assert found.cycles == ((A, B, C),)
    assert all(abs(found.surprise(duel)) > 3 for duel in found.duels)


def test_a_pairing_that_is_ahead_waits_for_the_others() -> None:
    """Stopped in the middle, the figures are over the deals that everybody has played."""
    pairs = [pair(n, 1, 0) for n in range(5)]
    found = RoundRobin([A, B, C], [pairs, pairs[:4], pairs[:3]], seed=1)
    assert found.deals == 3
    assert {len(duel.pairs) for duel in found.duels} == {3}


@pytest.fixture(scope="module")
def by_jobs() -> list[dict[str, object]]:
    """One duel on one and on two workers."""
    words = ("heuristic", "random", "--pairs", "7", "--seed", "3", "--ruleset", "mini", "--json")
    return [json.loads(arena(*words, "--jobs", jobs).stdout) for jobs in ("1", "2")]


def test_the_number_of_workers_changes_nothing(by_jobs: list[dict[str, object]]) -> None:
    """All figures but the time it took are the same on one worker and on two."""
    one, two = ({key: value for key, value in each.items() if key != "cpu_ms_per_move"} for each in by_jobs)
    assert one == two


def test_the_document_names_what_it_promises(by_jobs: list[dict[str, object]]) -> None:
    """The names that docs/arena.md promises."""
    found = by_jobs[0]
    assert (found["a"], found["b"], found["pairs"], found["seed"]) == ("heuristic", "random", 7, 3)
    assert found.keys() >= {"a_round_win_rate", "ci95", "elo", "elo_ci95", "plies_mean", "cpu_ms_per_move"}
    assert found.keys() >= {"pentanomial", "samples", "movetime", "version", "unfinished", "margin_mean"}
    assert found["names"] == {"heuristic": "heuristic-1", "random": "random-1"}


def test_a_person_reads_a_table_and_a_sentence() -> None:
    ran = arena("greedy", "random", "--pairs", "12", "--jobs", "1")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "rounds won" in ran.stdout
    assert "greedy wins " in ran.stdout
    assert "of the rounds against random." in ran.stdout


def test_a_round_robin_tells_ratings_and_who_beat_whom() -> None:
    words = ("random", "greedy", "heuristic", "--pairs", "6", "--ruleset", "mini", "--jobs", "2")
    found = json.loads(arena(*words, "--json").stdout)
    assert len(found["pairings"]) == 3
    assert {rating["player"] for rating in found["ratings"]} == {"random", "greedy", "heuristic"}
    assert "6 pairs each" in arena(*words).stdout


def test_a_sequential_test_stops_at_the_pair_that_decides() -> None:
    """The same pair on one worker and on two, though by then more have been played."""
    words = ("greedy", "random", "--sprt", "0,200", "--ruleset", "standard", "--json")
    one, two = (json.loads(arena(*words, "--jobs", jobs).stdout) for jobs in ("1", "2"))
    assert one["sprt"] == two["sprt"]
    assert one["pairs"] == two["pairs"] < 100
    assert one["sprt"]["verdict"] == "H1"
    assert one["sprt"]["llr"] > 2.944


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("heuristic",), 2, "two at least"),
        (("heuristic", "greedy", "--pairs", "0"), 2, "whole number"),
        (("heuristic", "greedy", "--samples", "-3"), 2, "whole number"),
        (("heuristic", "greedy@x"), 2, "greedy@x"),
        (("heuristic", "greedy", "--samples", "5", "--movetime", "5"), 2, "give one"),
        (("heuristic", "greedy", "--sprt", "10,0"), 2, "0,10"),
        (("heuristic", "greedy", "random", "--sprt", "0,10"), 2, "two players"),
        (("heuristic", "greedy", "greedy"), 2, "once"),
        (("heuristic", "nobody"), 1, "greedy-1, heuristic-1"),
    ],
)
def test_wrong_words_are_explained(words: tuple[str, ...], code: int, told: str) -> None:
    ran = arena(*words)
    assert ran.returncode == code
    assert told in ran.stderr + ran.stdout
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("whose", ["arena", "training"])
def test_without_ray_the_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch, whose: str) -> None:
    there = importlib.import_module(f"saudagar.{whose}.cluster")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"pip install 'saudagar\[cluster\]'"):
        there.Cluster()


def test_a_worker_that_dies_is_told() -> None:
    """Killed in the middle of its work, it makes a clear error, and the others are ended."""
    with Processes(1) as workers:
        future = workers.submit(Chunk(C, C, 0, 2_000, seed=1))
        (child,) = multiprocessing.active_children()
        child.kill()
        with pytest.raises(WorkerLost, match="worker process ended"):
            result_of(future)


def test_ctrl_c_tells_what_was_done() -> None:
    """Interrupted, the command prints its figures, says so, ends with 130, and leaves no worker behind.

    A worker that lived on would hold the output open, so that reading it would find no end.
    """
    words = [*COMMAND, "heuristic", "greedy", "--pairs", "100000", "--jobs", "2"]
    for patience in (3, 12, 40):  # a busy machine may need long for the first pair
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            try:
                time.sleep(patience)
                program.send_signal(signal.SIGINT)
                out, err = program.communicate(timeout=60)
            finally:
                program.kill()  # where the tests run in the background of a shell the signal may be ignored
        if out:
            break
    assert (program.returncode, err) == (130, "")
    assert "Interrupted" in out
    assert "heuristic" in out
