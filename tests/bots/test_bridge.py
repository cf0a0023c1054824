"""The bridge: two programs play each other on a server in a process of its own, each behind a bridge of its own."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bots.conftest import EXAMPLES
from tests.server.serving import Served, served

from saudagar.bots import Command
from saudagar.bots.bridge import Bridge, BridgeError, Server, invitation_of
from saudagar.cli import main

GOOD = Command.of([sys.executable, str(EXAMPLES / "greedy.py")])
BAD = Command.of([sys.executable, str(Path(__file__).with_name("hostile.py")), "illegal", "mark"])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server."""
    with served(tmp_path_factory.mktemp("server")) as opened:
        yield opened


def token(running: Served, name: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        main(["bot", "token", name, "--server", running.url, "--json"])
    assert left.value.code == 0
    return str(json.loads(capsys.readouterr().out)["token"])


def bridged(server: Server, command: Command) -> tuple[threading.Thread, list[str]]:
    """Play one match in a thread; returns what is said."""
    said: list[str] = []
    thread = threading.Thread(target=Bridge(server, command, said.append).run, args=(1,), daemon=True)
    thread.start()
    return thread, said


@pytest.mark.parametrize(
    ("second", "story"), [pytest.param(GOOD, "", marks=pytest.mark.long), (BAD, "forfeits (illegal_action)")]
)
def test_two_programs_play_a_match(
    running: Served, second: Command, story: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dealt together by the server's part for bots, to the end; what one does wrong costs it the match."""
    one, two = (Server(running.url, token(running, name, capsys)) for name in ("one", "two"))
    made = one.post("matches", seals=1)
    two.post("accept", invitation=invitation_of(f"{running.url}/#/i/{made['invitation']}"))
    threads = [bridged(one, GOOD), bridged(two, second)]
    for thread, _ in threads:
        thread.join(60)
        assert not thread.is_alive()
    (_, first), (_, other) = threads
    assert f"match {made['id']}: seat a against two (bot)" in first
    assert f"match {made['id']}: seat b against one (bot)" in other
    winner = next(line for line in first if "won by" in line or "no winner" in line)
    if story:
        assert any(story in line for line in other)
        assert winner.endswith("won by seat a")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--server", "nonsense", "--token", "x"], "is no address of a server"),
        (["--server", "http://127.0.0.1:9", "--token", "x"], "cannot be reached"),
        (["--server", "{url}", "--token", "x" * 43], "with a token that is good"),
    ],
)
def test_a_bridge_that_leads_nowhere(
    running: Served, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An address that is none, nobody there, a token that opens nothing: a line each, exit code 1."""
    with pytest.raises(SystemExit) as left:
        main(["bot", "bridge", *(word.format(url=running.url) for word in words), "cat"])
    assert left.value.code == 1
    assert told in capsys.readouterr().err


def test_what_is_no_invitation() -> None:
    """A link to something else."""
    with pytest.raises(BridgeError):
        invitation_of("https://play.example.org/#/m/abc")
