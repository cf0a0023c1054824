"""The calm table: little beside the cards for the eye, everything as before for the ear."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.conftest import Server
from tests.browser.friends import MINE, both_move, people, sit_down
from tests.browser.looks import SIZES
from tests.browser.test_access import violations
from tests.browser.test_states import at_rest

pytestmark = pytest.mark.browser


def seen(found: Locator) -> bool:
    """Whether there is anything to see of an element: what is for ears alone is a pixel."""
    box = found.bounding_box()
    return bool(box and box["width"] > 1 and box["height"] > 1)


def names(page: Page) -> list[bool]:
    return [seen(name) for name in page.locator(".who .name").all()]


def test_the_calm_table_shows_the_cards_and_tells_the_rest(browser: Browser, server: Server) -> None:
    """Key z hides names, log, phrases and ornaments, and is remembered; ears are told as before; the menu brings all back."""
    with people(browser, server, "phone", "desktop", reduced_motion="reduce") as (anna, bo):
        sit_down(anna, bo, "seals-2")
        assert names(bo) == [True, True]
        assert seen(bo.locator("aside.log"))
        for page in (anna, bo):
            page.keyboard.press("z")
            expect(page.get_by_role("status").filter(has_text="Calm table")).to_have_count(1)
            assert names(page) == [False, False]
            assert not any(seen(each) for each in page.locator(".frieze, aside.log, .log-toggle, .awning").all())
            assert page.get_by_test_id("market-card").count() == 5
        assert violations(anna) == violations(bo) == []
        assert bo.get_by_test_id("whose-turn").locator("[aria-hidden]").inner_text() == "Their turn"
        assert "Anna" in (bo.get_by_test_id("whose-turn").text_content() or "")
        assert "Anna" not in bo.get_by_test_id("table").get_by_test_id("action-button").inner_text()

        both_move(anna, bo)
        bo.get_by_test_id("online-panel").click()
        bo.get_by_test_id("say-hello").click()
        bubble = anna.get_by_test_id("bubble")
        expect(bubble).to_have_attribute("data-phrase", "hello")
        assert not seen(bubble)
        assert bubble.locator("xpath=ancestor::*[@aria-live='polite']").count() == 1
        region = anna.get_by_test_id("last-move")
        assert (region.text_content() or "").startswith("Bo")
        assert not seen(region)
        assert region.locator("xpath=ancestor::*[@aria-live='polite']").count() == 1
        expect(anna.get_by_role("region", name="Bo", exact=True)).to_have_count(1)

        anna.reload()
        anna.locator(MINE).wait_for()
        assert names(anna) == [False, False]
        for language in ("en", "fr", "es", "hu"):
            anna.evaluate("code => localStorage.setItem('saudagar.lang', code)", language)
            anna.reload()
            anna.locator(MINE).wait_for()
            for size in SIZES:
                assert at_rest(anna, size) == (0, 0, []), (language, size)
        anna.evaluate("localStorage.setItem('saudagar.lang', 'en')")
        anna.reload()
        anna.locator(MINE).wait_for()
        anna.keyboard.press("?")
        expect(
            anna.get_by_role("dialog").locator("dl > div").filter(has_text="calm table").locator("kbd")
        ).to_have_text("z")
        anna.keyboard.press("Escape")
        anna.keyboard.press("l")
        expect(anna.get_by_role("dialog")).to_contain_text("Bo")
        anna.keyboard.press("Escape")
        anna.get_by_test_id("settings-toggle").click()
        anna.get_by_test_id("calm-switch").click()
        anna.keyboard.press("Escape")
        assert names(anna) == [True, True]
        expect(anna.get_by_role("status").filter(has_text="Calm table")).to_have_count(0)

        anna.goto(f"{server.url}#/learn")
        anna.get_by_test_id("lesson").wait_for()
        anna.keyboard.press("z")  # a lesson shows all there is: the key leaves the next match alone
        assert anna.evaluate("localStorage.getItem('saudagar.calm')") == "no"
