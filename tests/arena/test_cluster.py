"""Workers on a Ray cluster: the same results, and a worker that dies is replaced. Collected where Ray is installed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from saudagar.arena import Contestant, Here, Pair, PlayerFailed, play_all
from saudagar.arena.cluster import Cluster
from saudagar.arena.workers import Chunk

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]  # Ray's own warnings are not ours to repair

ONE, TWO = Contestant.parse("heuristic"), Contestant.parse("greedy")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A cluster of two workers on this machine."""
    with Cluster(address="local", num_cpus=2) as workers:
        yield workers


def flat(played: Iterator[tuple[int, tuple[Pair, ...]]]) -> list[Pair]:
    return [pair for _, chunk in played for pair in chunk]


def test_a_cluster_plays_what_one_process_plays_though_a_worker_is_killed(cluster: Cluster) -> None:
    """Two workers play 80 pairs, one is killed in the middle of a chunk; no pair is lost, doubled or different."""
    assert cluster.count == 2
    killed: list[int] = []

    def kill() -> None:
        for _ in range(400):
            busy = [pid for pid in workers_of_ray() if pid not in killed]
            if busy:
                os.kill(busy[0], signal.SIGKILL)
                killed.append(busy[0])
                return
            time.sleep(0.02)

    found, killer = list[Pair](), threading.Thread(target=kill)
    for _, chunk in play_all(cluster, [(ONE, TWO)], 80, 1):
        found += chunk
        if len(found) > 8 and not killer.ident:
            killer.start()
    killer.join()
    assert killed
    with Here() as here:
        assert found == flat(play_all(here, [(ONE, TWO)], 80, 1))


def test_a_failing_player_is_told_across_machines(cluster: Cluster) -> None:
    """The error of a player comes back as it is, not as one of Ray's."""
    future = cluster.submit(Chunk(ONE, Contestant("x", "nobody"), 0, 1, seed=1))
    error = future.exception(timeout=60)
    assert "no player is called 'nobody'" in str(error)
    assert not isinstance(error, PlayerFailed)


def workers_of_ray() -> list[int]:
    """The processes of this user that run a chunk: Ray writes the name of the function over their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"ray::play_there" in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found
