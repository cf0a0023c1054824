"""Whole matches against the greedy player, through the page alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import Hands, Keyboard, Mouse, play_match, server_state

from saudagar import Record

pytestmark = pytest.mark.browser


def start_against_greedy(hands: Hands) -> None:
    page = hands.page
    hands.press(page.get_by_test_id("new-match"))
    choice = page.get_by_test_id("opponent-champion-1:novice")
    if isinstance(hands, Mouse):
        choice.click()
    else:
        # A group of choices is one stop for Tab; the arrows walk in it.
        field = choice.locator("input")
        group = field.get_attribute("name")
        for _ in range(60):
            if page.evaluate("name => document.activeElement?.name === name", group):
                break
            page.keyboard.press("Tab")
        for _ in range(10):
            if field.is_checked():
                break
            page.keyboard.press("ArrowDown")
    expect(choice.locator("input")).to_be_checked()
    hands.press(page.get_by_test_id("start-match"))
    page.get_by_test_id("table").wait_for()


@pytest.mark.parametrize("way", [Mouse, Keyboard])
def test_a_whole_match_against_the_computer(page: Page, way: type[Mouse | Keyboard], tmp_path: Path) -> None:
    """A match to two seals is played to its end by clicks alone and by keys alone, and its record replays."""
    hands = way(page)
    start_against_greedy(hands)

    rounds = play_match(hands)

    assert rounds >= 2
    with page.expect_download() as download:
        hands.press(page.get_by_test_id("download-record"))
    file = tmp_path / "match.tgn"
    download.value.save_as(file)
    record = Record.load(file)
    assert record.winner is not None
    assert len(record.rounds) == rounds
    assert max(record.seals) == 2
    shown = [int(page.get_by_test_id(f"seals-{seat}").get_attribute("data-count") or -1) for seat in "ab"]
    assert shown == list(record.seals)


def test_a_rematch_starts_at_once_with_the_other_seat(desktop: Page) -> None:
    """After the match one press opens the next against the same player, which starts if the person did before."""
    hands = Mouse(desktop)
    start_against_greedy(hands)
    first = server_state(desktop)
    desktop.get_by_test_id("settings-toggle").click()
    desktop.get_by_test_id("resign").click()
    desktop.get_by_test_id("resign-confirm").click()
    desktop.get_by_test_id("match-over").wait_for()

    desktop.get_by_test_id("rematch").click()

    desktop.get_by_test_id("table").wait_for()
    now = server_state(desktop)
    assert now["id"] != first["id"]
    assert now["match"]["first"] != first["match"]["first"]
    assert now["seats"]["b"]["player"] == "champion-1:novice"
