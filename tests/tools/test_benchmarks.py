"""The scripts of benchmarks/ still run: figures in the documents name them, and whoever reads those may want to check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from saudagar.players.trader import EARLY

ROOT = Path(__file__).parents[2]
WEIGHTS = str(EARLY.with_name("network-1.npz"))
FEW: dict[str, list[str]] = {
    "answer": [WEIGHTS, "--pairs", "1", "--samples", "8"],
    "bands": ["--rounds", "1", "--worlds", "2", "4", "--levels", "novice"],
    "calibration": ["--rounds", "4", "--searched", "1", "--samples", "8"],
    "environments": ["0.01"],
    "levels": ["--only", "styles", "--styles", "haggler", "--pairs", "2", "--kept", "kept.json"],
    "marks": ["--decisions", "1", "--worlds", "8", "--depth", "quick"],
    "peeker": ["--pairs", "1", "--samples", "8"],
    "peers": ["0.01"],
    "plans": ["3@8", "5@8", "--pairs", "1"],
    "regret": ["--positions", "2", "--worlds", "4", "--samples", "8", "--seeds", "1", "--plans", "as it is"],
    "verdicts": ["--rounds", "1", "--worlds", "2", "4"],
    "yardstick": ["greedy", "random", "--deals", "1"],
}
"""Every script with as little to do as it takes."""
NO_SCRIPTS = {"mirrored"}
"""What others of them share."""


def test_every_script_is_run_here() -> None:
    """None is forgotten, and none that has gone is asked for."""
    assert {path.stem for path in (ROOT / "benchmarks").glob("*.py")} == FEW.keys() | NO_SCRIPTS


@pytest.mark.parametrize("name", FEW)
def test_it_runs_and_prints_figures(name: str, tmp_path: Path) -> None:
    """With the smallest numbers, in a folder of its own; what it prints holds at least one figure."""
    script = ROOT / "benchmarks" / f"{name}.py"
    ran = subprocess.run(
        [sys.executable, str(script), *FEW[name]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert any(sign.isdigit() for sign in ran.stdout), ran.stdout
