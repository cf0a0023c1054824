"""Programs of people's own: their tokens on a page, and such a program across the table until it breaks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import SCREENS, Server, open_page
from tests.browser.friends import MINE
from tests.browser.hands import Mouse, ply, take_turn
from tests.browser.test_access import start, violations, wide

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
MORTAL = """import json, sys
asked = 0
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "mortal"}), flush=True)
    elif said["type"] == "go":
        asked += 1
        if asked > 2:
            sys.exit("I am tired")
        print(json.dumps({"type": "action", "id": said["id"], "action": said["legal"][0]}), flush=True)
"""


@pytest.fixture(scope="module")
def seating(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose keeper seats the example bot, and one that breaks when it is asked for the third time."""
    folder = tmp_path_factory.mktemp("bots")
    (folder / "mortal.py").write_text(MORTAL)
    seats = [f"Thirty={sys.executable} {ROOT / 'examples' / 'bots' / 'greedy.py'}"]
    seats.append(f"Mortal={sys.executable} {folder / 'mortal.py'}")
    running = Server(folder / "data", "--bot", seats[0], "--bot", seats[1])
    yield running
    running.stop()


@pytest.fixture(params=list(SCREENS))
def guest(request: pytest.FixtureRequest, browser: Browser, seating: Server) -> Iterator[Page]:
    yield from open_page(browser, seating, request.param)


def test_a_token_is_made_shown_once_and_ended(guest: Page) -> None:
    """From the page where friends are invited: a name, a scope, days; it opens the bot API until it is ended."""
    page, home = guest, guest.url.partition("#")[0]
    page.get_by_test_id("play-friend").click()
    page.get_by_test_id("bots-link").click()
    page.get_by_test_id("bot-make").click()
    expect(page.get_by_test_id("bot-made")).to_have_count(0)  # it has no name yet
    page.get_by_test_id("bot-name").fill("Robo")
    page.get_by_test_id("bot-scope-read").click()
    page.get_by_test_id("bot-days-7").click()
    assert (violations(page), wide(page)) == ([], 0)
    page.get_by_test_id("bot-make").click()
    token = page.get_by_test_id("bot-token").input_value()
    assert (violations(page), wide(page)) == ([], 0)

    def account() -> tuple[int, object]:
        answer = page.context.request.get(f"{home}api/bot/account", headers={"authorization": f"Bearer {token}"})
        return answer.status, answer.json()

    assert account() == (200, {"name": "Robo", "scopes": ["read"]})
    page.get_by_test_id("bot-done").click()
    page.reload()
    row = page.get_by_test_id("bot-row")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Robo · reads only")
    assert token not in page.content()
    assert wide(page) == 0
    row.get_by_test_id("bot-end").click()
    assert violations(page) == []
    page.get_by_test_id("bot-end-yes").click()
    expect(row).to_have_count(0)
    assert account()[0] == 401


def test_a_program_across_the_table(guest: Page) -> None:
    """The example bot answers every move of a person, by the page alone; its own name stands at its seat."""
    page = guest
    start(page, "opponent-bot:Thirty")
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_text("Thirty").first).to_be_visible()
    for _ in range(4):
        page.locator(MINE).wait_for()
        before = ply(page)
        take_turn(Mouse(page))
        page.wait_for_function(
            "before => Number(document.querySelector('[data-ply]')?.dataset.ply ?? 0) >= before + 2", arg=before
        )


def test_a_program_that_breaks_has_lost_and_the_page_says_so(browser: Browser, seating: Server) -> None:
    """When it is asked for the third time it is gone: the match is the person's, and the next one can begin."""
    for page in open_page(browser, seating, "phone"):
        start(page, "opponent-bot:Mortal", seals=2)
        for _ in range(20):
            page.locator(f"{MINE}, [data-testid=match-over]").first.wait_for()
            if page.get_by_test_id("match-over").is_visible():
                break
            take_turn(Mouse(page))
        over = page.get_by_test_id("match-over")
        expect(over).to_contain_text("The program Mortal gave no valid answer, and so loses the match.")
        assert violations(page) == []
