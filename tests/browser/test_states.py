"""Every screen in every state that the gallery holds, on five sizes of screen: nothing sticks out, whoever's turn it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.likeness import SETTLED, handed_out
from tests.browser.looks import cut_texts, resize, too_large

pytestmark = pytest.mark.browser
FIVE = ("small phone", "phone", "tablet", "phone on its side", "desktop")
TABLES = ("opening", "late", "theirs", "online-low", "watching")
"""Tables must not scroll; the middle of a round, with choices, is looked at by test_table.py."""
PAGES = {
    "hand-over": "?show=shared#/m/k3v9",
    "round over": "?show=round-over#/m/k3v9",
    "match over": "?show=match-over#/m/k3v9",
    "waiting": "?show=waiting#/m/k3v9",
    "dealing": "?show=dealing#/m/k3v9",
    "void deal": "?show=broken#/m/k3v9",
    "without a network": "?show=offline#/",
    "home": "?show=home#/",
    "new match": "?show=home#/new",
    "friend": "?show=home#/friend",
    "missing": "?show=home#/m/none",
}


@pytest.fixture(scope="module")
def gallery(browser: Browser) -> Iterator[tuple[Page, str]]:
    """One page in Hungarian, the longest of the four languages, without motion; its errors fail the test."""
    with handed_out() as address:
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        context.add_init_script(
            "localStorage.setItem('saudagar.speed', 'off'); localStorage.setItem('saudagar.lang', 'hu')"
        )
        page, errors = context.new_page(), list[str]()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page, address
        context.close()
        assert errors == []


def opened(gallery: tuple[Page, str], address: str) -> Page:
    """Return the page in one of the gallery's states."""
    page, base = gallery
    page.goto(f"{base}?show=none#/nowhere")
    page.goto(base + address)
    page.locator("h1, h2").first.wait_for(state="attached")
    if address.removeprefix("?show=").partition("#")[0] in TABLES:
        page.get_by_test_id("market-card").first.wait_for()
    page.evaluate(SETTLED)
    return page


def at_rest(page: Page, size: str, *, may_scroll: bool = False) -> tuple[int, int, list[str]]:
    """Return what is too high, too wide and cut off once the page has laid itself out, which on a busy machine takes a while."""
    resize(page, size)
    found = 0, 0, list[str]()
    for _ in range(20):
        tall, wide = too_large(page)
        found = 0 if may_scroll else max(0, tall), max(0, wide), cut_texts(page)
        if found == (0, 0, []):
            break
        page.wait_for_timeout(50)
    return found


def test_no_table_scrolls_in_any_state(gallery: tuple[Page, str]) -> None:
    """At the start, at the end, while the other thinks, with a clock running out, for those who watch."""
    found = {}
    for state in TABLES:
        page = opened(gallery, f"?show={state}#/m/k3v9")
        for size in FIVE:
            found[state, size] = at_rest(page, size)
    assert {where: each for where, each in found.items() if each != (0, 0, [])} == {}


def test_no_page_is_wider_than_its_screen_in_any_state(gallery: tuple[Page, str]) -> None:
    """Pages may be long, never wide; no text is cut."""
    found = {}
    for name, address in PAGES.items():
        page = opened(gallery, address)
        for size in FIVE:
            found[name, size] = at_rest(page, size, may_scroll=True)
    assert {where: each for where, each in found.items() if each != (0, 0, [])} == {}


def test_a_void_deal_offers_both_ways_out(gallery: tuple[Page, str]) -> None:
    """Where the other did not open their part: to deal again, or to take the win; both as buttons with names."""
    page = opened(gallery, PAGES["void deal"])
    for choice in ("deal-again", "take-win"):
        expect(page.get_by_test_id(choice)).to_be_enabled()
        assert page.get_by_test_id(choice).inner_text().strip()
