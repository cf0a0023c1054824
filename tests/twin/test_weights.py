"""The browser's network is the one that Python plays with, and the samples that hold it are of that network."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.twin.values import SAMPLE

from saudagar.players.network import WEIGHTS, network

WEB = Path(__file__).parents[2] / "web"


def test_the_build_takes_the_weights_that_ship() -> None:
    named = re.search(r"players/weights/([\w.-]+)", (WEB / "vite.config.ts").read_text())
    assert named is not None
    assert named[1] == WEIGHTS.name


def test_the_sample_was_made_with_these_weights() -> None:
    """Where this fails another network was put into the package: `python -m tests.twin.values` writes the sample anew."""
    with SAMPLE.open() as file:
        assert json.loads(file.readline())["network"] == network().digest
