"""DUR-1: writers killed with SIGKILL under load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import Figures


@pytest.mark.parametrize("kills", [15, pytest.param(1_000, marks=pytest.mark.long)])
def test_killed_writers_lose_nothing_acknowledged(address: str, kills: int, figures: Figures) -> None:
    """DUR-1: after every kill all acknowledged moves are there, none twice, and retries are recognised."""
    program = Path(__file__).with_name("kills.py")
    words = [sys.executable, str(program), address, str(kills), "1"]
    root = Path(__file__).resolve().parents[2]
    path = os.pathsep.join(filter(None, [str(root / "src"), os.environ.get("PYTHONPATH")]))
    ran = subprocess.run(
        words, capture_output=True, text=True, timeout=3600, check=False, env={**os.environ, "PYTHONPATH": path}
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    figures(
        "DUR-1",
        f"{address.partition(':')[0]}: {kills} kills in {found['seconds']} s, {found['acknowledged']} acknowledged: 0 lost, "
        f"0 doubled; {found['stored_unacknowledged']} stored unacknowledged, each retry recognised",
    )
    assert found["acknowledged"] > kills
