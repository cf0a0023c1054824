"""Everybody can use every screen: axe finds nothing, nothing scrolls sideways, four languages fit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import SCREENS, Server, open_page
from tests.browser.hands import Mouse, play_match, take_turn

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """() => axe.run(document, {resultTypes: ['violations']})
    .then(found => found.violations.map(each => [each.id, each.nodes.map(node => node.html)]))"""


def violations(page: Page) -> list[object]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[object] = page.evaluate(RUN)
    return found


def wide(page: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    yield from open_page(browser, server, "phone", color_scheme=request.param, reduced_motion="reduce")


def start(page: Page, opponent: str = "opponent-champion-1:novice", seals: int = 1) -> None:
    page.get_by_test_id("new-match").click()
    page.get_by_test_id(opponent).click()
    page.get_by_test_id(f"seals-{seals}").click()
    page.get_by_test_id("start-match").click()


def test_axe_finds_no_violation_on_any_screen(themed: Page) -> None:
    """From home to the end of a match, with every dialog and an error, each screen is accessible."""
    page, found = themed, dict[str, list[object]]()

    def look(name: str) -> None:
        found[name] = violations(page)

    page.get_by_test_id("home-play").wait_for()
    look("home")
    page.get_by_test_id("new-match").click()
    page.get_by_test_id("start-match").wait_for()
    look("new match")
    page.goto(page.url.partition("#")[0])
    start(page)
    page.get_by_test_id("table").wait_for()
    page.locator("[data-testid=whose-turn].mine").wait_for()
    look("table")
    page.get_by_test_id("market-card").first.click()
    look("a choice")
    page.keyboard.press("Escape")
    for name, key in (("log", "l"), ("keys", "?")):
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        look(name)
        page.keyboard.press("Escape")
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("resign").wait_for()
    look("menu")
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").wait_for()
    look("resigning")
    page.keyboard.press("Escape")
    play_match(Mouse(page))
    look("end of the match")
    page.goto(page.url.partition("#")[0] + "#/m/nosuchmatch")
    page.get_by_test_id("trouble").wait_for()
    look("no such match")
    page.goto(page.url.partition("#")[0])
    start(page, "opponent-two", 2)
    page.get_by_test_id("handover").wait_for()
    look("hand-over")
    for _ in range(200):
        if page.get_by_test_id("round-over").is_visible():
            break
        if page.get_by_test_id("handover").is_visible():
            page.get_by_test_id("handover-ready").click()
            page.get_by_test_id("table").wait_for()
        take_turn(Mouse(page))
        page.locator("[data-testid=handover], [data-testid=round-over]").first.wait_for()
    look("end of the round")

    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("language", ["en", "fr", "es", "hu"])
def test_the_table_fits_a_phone_in_every_language(phone: Page, language: str) -> None:
    """At 360 by 640 the whole table is on the screen without scrolling, before and during a choice."""
    phone.get_by_test_id("lang-select").select_option(language)
    expect(phone.locator("html")).to_have_attribute("lang", language)
    start(phone)
    phone.locator("[data-testid=whose-turn].mine").wait_for()
    for _ in range(3):
        tall = phone.evaluate("document.documentElement.scrollHeight - document.documentElement.clientHeight")
        assert (tall, wide(phone)) == (0, 0)
        box = phone.get_by_test_id("action-button").bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640
        take_turn(Mouse(phone))
        phone.locator("[data-testid=whose-turn].mine").wait_for()
        phone.get_by_test_id("market-card").first.click()
        tall = phone.evaluate("document.documentElement.scrollHeight - document.documentElement.clientHeight")
        assert (tall, wide(phone)) == (0, 0)
        phone.keyboard.press("Escape")


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (768, 1024), (1280, 800), (1920, 1080), (320, 568)])
def test_no_screen_is_wider_than_the_window(phone: Page, size: tuple[int, int]) -> None:
    """From the smallest phone to a large desktop, and at twice the text size, nothing sticks out sideways."""
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    for zoom in ("100%", "200%"):
        phone.goto(phone.url.partition("#")[0])
        phone.evaluate("zoom => { document.documentElement.style.fontSize = zoom }", zoom)
        assert wide(phone) <= 0
        start(phone)
        phone.locator("[data-testid=whose-turn].mine").wait_for()
        assert wide(phone) <= 0


def test_targets_are_large_enough_for_a_thumb(phone: Page) -> None:
    """Every button on the phone's table is at least 44 pixels wide and high."""
    start(phone)
    phone.locator("[data-testid=whose-turn].mine").wait_for()
    small = phone.evaluate(
        """[...document.querySelectorAll('button, a, select')]
            .filter(each => each.offsetParent && each.getClientRects().length)
            .map(each => [each.ariaLabel || each.innerText, each.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
            .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert small == []
    assert set(SCREENS) == {"phone", "desktop"}
