"""What the network tells adds up: a seat's chance after its action and the other's before its own are about one."""

from __future__ import annotations

import numpy as np
import pytest

from saudagar.kernel import Kernel, SplitMix, compiled
from saudagar.kernel.network import ONE
from saudagar.players.network import network
from saudagar.rules import STANDARD
from saudagar.training.selfplay import Share


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_chances_of_both_seats_add_up_to_one(seed):
    """In rounds of the network against itself, across each ply: to within 1.5 % in the mean; and the bias is less than 1 %.

    `python benchmarks/calibration.py` prints the whole curve.
    """
    assert compiled()
    net = network()
    rows = Share(net, net, SplitMix(seed).bits(), 40_000).play(Kernel(STANDARD))
    told = rows.facts[:, 6] / ONE  # the best action's, which was chosen
    follows = np.diff(rows.facts[:, 3]) == -1
    sums = told[:-1][follows] + told[1:][follows]
    assert len(sums) > 30_000
    assert abs(sums.mean() - 1) < 0.015
    assert abs(told.mean() - (rows.facts[:, 5] / 2).mean()) < 0.01
