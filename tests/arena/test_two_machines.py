"""A Ray cluster of two machines, both on this one, of which one dies in the middle: no pair is lost or counted twice."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from saudagar.arena import Contestant, Here, Journal, Pair, play_all
from saudagar.arena.cluster import Cluster
from saudagar.arena.journal import conditions
from saudagar.cluster import NoCluster
from saudagar.training.cluster import Cluster as SelfPlay

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own warnings are not ours to repair

ONE, TWO = Contestant.parse("heuristic"), Contestant.parse("greedy")


def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pairs: int, kill_after: int) -> list[Pair]:
    """Play pairs on two machines, pull the plug of one after so many, and check the journal."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster as Machines

    small = {"num_cpus": 1, "object_store_memory": 80_000_000}
    machines = Machines(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    try:
        second, found = machines.add_node(**small), list[Pair]()
        settings = conditions([ONE, TWO], 1, "standard", 1_000)
        with Journal(tmp_path / "journal", settings) as journal, Cluster(address=machines.address) as workers:
            assert workers.count == 2
            for _, chunk in play_all(workers, [(ONE, TWO)], pairs, 1, journal=journal):
                found += chunk
                if second and len(found) > kill_after:
                    machines.remove_node(second, allow_graceful=False)
                    second = None
        assert second is None
    finally:
        machines.shutdown()
    lines = [json.loads(line) for line in (tmp_path / "journal").read_text().splitlines()[1:]]
    assert Counter(line[2] for line in lines) == Counter(range(pairs))
    return found


@pytest.mark.long
def test_a_machine_that_dies_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What two machines played, of which one was killed, is what one process plays; the journal holds each pair once."""
    found = played(tmp_path, monkeypatch, 24, 6)
    with Here() as here:
        assert found == [pair for _, chunk in play_all(here, [(ONE, TWO)], 24, 1) for pair in chunk]


@pytest.mark.parametrize("cluster", [Cluster, SelfPlay])
def test_an_address_where_nobody_is_is_told_at_once(cluster: type[Cluster | SelfPlay]) -> None:
    """NoCluster names the address, instead of minutes of waiting."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: nobody answers
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(NoCluster, match=f"answers at {address}"), cluster(address=address):
            pass


def test_nothing_is_told_to_anybody_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever cluster is joined first, Ray's own statistics of use are off by then, unless somebody has said otherwise."""

    class Noted:
        @staticmethod
        def init(**_: Any) -> None:
            said.append(os.environ.get("RAY_USAGE_STATS_ENABLED"))
            raise ConnectionError("nobody is here")

    said: list[str | None] = []
    monkeypatch.setitem(sys.modules, "ray", Noted)
    for cluster in (SelfPlay, Cluster):
        for before, after in ((None, "0"), ("1", "1")):
            monkeypatch.delenv("RAY_USAGE_STATS_ENABLED", raising=False)
            if before:
                monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", before)
            with pytest.raises(NoCluster, match="nobody is here"), cluster(address="local"):
                pass
            assert said.pop() == after


@pytest.mark.long
def test_a_machine_that_dies_costs_nothing_at_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same over 400 pairs, with chunks of many pairs."""
    found = played(tmp_path, monkeypatch, 400, 100)
    with Here() as here:
        assert found == [pair for _, chunk in play_all(here, [(ONE, TWO)], 400, 1) for pair in chunk]
