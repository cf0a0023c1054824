"""The browser's network is the one that Python plays with, and the samples that hold it are of that network."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.twin.levels import SAMPLE as LEVELS_SAMPLE
from tests.twin.levels import TABLE, table
from tests.twin.values import SAMPLE

from saudagar.players.network import WEIGHTS, network
from saudagar.players.trader import EARLY, early

WEB = Path(__file__).parents[2] / "web"


def test_the_build_takes_the_weights_that_ship() -> None:
    named = re.findall(r"players/weights/([\w.-]+)", (WEB / "vite.config.ts").read_text())
    assert named == [WEIGHTS.name, EARLY.name]


def test_the_sample_was_made_with_these_weights() -> None:
    """Where this fails another network was put into the package: `python -m tests.twin.values` writes the sample anew."""
    with SAMPLE.open() as file:
        assert json.loads(file.readline())["network"] == network().digest


def test_the_browser_has_the_same_table_of_levels() -> None:
    """Where this fails a level was changed: `python -m tests.twin.levels` writes the browser's table and sample anew."""
    assert json.loads(TABLE.read_text(encoding="utf-8")) == table()
    with LEVELS_SAMPLE.open() as file:
        assert json.loads(file.readline()) == {"network": network().digest, "early": early().digest}
