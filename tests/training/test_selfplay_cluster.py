"""Self-play on a Ray cluster: the same network, though a worker is killed. Collected where Ray is installed."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from tests.training.test_training import SMALL, go

from saudagar.training import Run
from saudagar.training.cluster import Cluster

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]  # Ray's own warnings are not ours to repair


def test_a_cluster_trains_the_same_network_though_a_worker_is_killed(tmp_path):
    """Two workers, one of which is killed in the middle of a share: the network of a run on threads, to the bit."""
    killed: list[int] = []

    def kill() -> None:
        for _ in range(3000):
            busy = workers_of_ray()
            if busy:
                os.kill(busy[0], signal.SIGKILL)
                killed.append(busy[0])
                return
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    settings = type(SMALL)(generations=4, rows=60_000, batch=256, steps=4, window=2, rivals=2, contest=1_000, keep=1)
    run = Run(tmp_path / "there", settings)
    with Cluster("local", num_cpus=2) as workers:
        killer.start()
        run.go(workers)
    killer.join()
    assert killed
    here = Run(tmp_path / "here", settings)
    go(here, 2)
    assert run.network.digest == here.network.digest


def workers_of_ray() -> list[int]:
    """The processes of this user that play a share: Ray writes the name of the function over their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"ray::selfplay_there" in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found
