"""Programs of the server's keeper: chosen like a player of the house, and lost by what they do wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.browsers import Browser, Loop
from tests.server.hands import key
from tests.table.matches import seed

from saudagar.bots import NoProgram
from saudagar.server import Rooms, Store, create_app
from saudagar.server.programs import Programs

ROOT = Path(__file__).parents[2]
GOOD = f"{sys.executable} {ROOT / 'examples' / 'bots' / 'greedy.py'}"
BAD = f"{sys.executable} {ROOT / 'tests' / 'bots' / 'hostile.py'} exit mark"


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    """One that plays, and one that ends when it is asked to."""
    opened = Programs([f"Thirty lines={GOOD}", f"quitter={BAD}"])
    opened.start()
    yield opened
    opened.close()


@pytest.fixture
def browser(store: Store, loop: Loop, programs: Programs) -> Iterator[Browser]:
    """A guest's browser at a server that seats them."""
    opened = Browser(create_app(Rooms(store, seeds=lambda: seed(4), programs=programs)), loop)
    yield opened
    opened.close()


def begun(browser: Browser, opponent: str, **more: object) -> dict:
    told = browser.post(
        "/api/matches", json={"names": {"a": "Ann", "b": "x"}, "opponent": opponent, "first": "a", **more}
    )
    assert told.status_code == 201, told.text
    return told.json()


def after(browser: Browser, state: dict) -> dict:
    """Move as the first action allowed, and wait for the other's turn to be over."""
    address = f"/api/matches/{state['id']}"
    told = browser.post(
        f"{address}/act", json={"seat": "a", "ply": state["ply"], "key": key(), "action": state["view"]["legal"][0]}
    ).json()
    until = time.monotonic() + 30
    while told["phase"] == "play" and told["view"]["turn"] == "b" and time.monotonic() < until:
        told = browser.get(address, params={"since": told["step"]}).json()
    return told


def test_a_program_is_offered_by_its_name_and_plays(browser: Browser) -> None:
    """After the players of the house; it has moved when the turn is back."""
    offered = [each["id"] for each in browser.get("/api/about").json()["players"]]
    assert offered[-2:] == ["bot:Thirty lines", "bot:quitter"]
    state = begun(browser, "bot:Thirty lines")
    assert state["seats"]["b"]["player"] == "bot:Thirty lines"
    state = after(browser, state)
    assert (state["ply"], state["view"]["turn"]) == (3, "a")
    assert after(browser, state)["ply"] == 5


def test_a_program_that_does_wrong_has_lost(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """It resigns the match, and the log tells the story."""
    state = after(browser, begun(browser, "bot:quitter"))
    assert (state["phase"], state["match"]["resigned"], state["match"]["winner"]) == ("match_over", "b", "a")
    assert "quitter forfeits (ended): it ended with exit code 7" in caplog.text
    again = browser.post(f"/api/matches/{state['id']}/rematch", json={"seat": "a", "ply": state["ply"], "key": key()})
    assert again.status_code == 201


@pytest.mark.parametrize("asked", [{"opponent": "bot:nobody"}, {"opponent": "bot:quitter", "ruleset": "mini"}])
def test_what_is_not_there_is_refused(browser: Browser, asked: dict) -> None:
    """A program that there is not, and rules that it does not know."""
    told = browser.post("/api/matches", json={"names": {"a": "", "b": ""}, **asked})
    assert told.status_code == 400


@pytest.mark.parametrize(
    "seat", ["mine", "=./x.py", f"master={GOOD}", f"friend={GOOD}", f"a/b={GOOD}", "mine=nothing-here"]
)
def test_what_is_no_seat_is_refused(seat: str) -> None:
    """No command, no name, a name that somebody else has, no such program."""
    with pytest.raises(NoProgram):
        Programs([seat])
