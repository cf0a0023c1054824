"""The review page: from the end of a match to its curve, its decisions, its exercises, in every language and size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Server, Watched
from tests.browser.looks import LANGUAGES, cut_texts, finished_match, resize, too_large
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the page."""
    running = Server(tmp_path_factory.mktemp("review"))
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A phone without motion."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", service_workers="block")
    context.add_init_script("localStorage.setItem('saudagar.speed', 'off')")
    opened = context.new_page()
    opened.set_default_timeout(60_000)
    watched = Watched(opened, server.url)
    opened.goto(server.url)
    yield opened
    context.close()
    assert watched.troubles == []


def test_a_match_is_reviewed_and_looked_through(page: Page) -> None:
    """First values, the curve, a decision with its options and reasons, exercises; then it is broken off."""
    state = finished_match(page)
    page.goto(f"{page.url.partition('#')[0]}#/m/{state['id']}")
    page.get_by_test_id("review-open").click()
    review = page.get_by_test_id("review")
    curve = page.get_by_test_id("curve")
    curve.wait_for()
    assert review.get_attribute("data-reached") in ("quick", "middle", "full")
    # From here on nothing changes under the test's hands.
    page.get_by_test_id("review-cancel").click()
    expect(review).to_have_attribute("data-state", "cancelled")

    # The curve and the slider lead to the same moments.
    box = curve.bounding_box()
    assert box
    last = int(page.get_by_test_id("slider").get_attribute("max") or 0)
    curve.click(position={"x": box["width"] - 1, "y": 5})
    expect(review).to_have_attribute("data-moment", str(last))
    page.get_by_test_id("slider").fill("0")
    expect(page.get_by_test_id("decision")).to_have_attribute("data-ply", "1")

    # Hasty play has marked decisions: the entry leads to the board before the action, with what there was to do.
    marked = page.get_by_test_id("decisions").locator("button[data-mark='??']").first
    marked.click()
    decision = page.get_by_test_id("decision")
    rows = decision.locator("tbody tr")
    assert rows.count() >= 2
    expect(decision.locator("tr.played")).to_have_count(1)
    wins = [float(row.locator("td").first.inner_text().split()[0]) for row in rows.all()]
    assert wins == sorted(wins, reverse=True)
    assert "{" not in page.get_by_test_id("why").inner_text()
    for seat in "ab":
        assert page.get_by_test_id(f"sums-{seat}").locator("dd").count() >= 5
    assert violations(page) == []

    # An exercise hides what the player could not see, and tells only after the choice.
    page.get_by_test_id("practise").click()
    exercise = page.get_by_test_id("exercise")
    expect(page.get_by_test_id("decision")).to_have_count(0)
    exercise.locator("button[data-action]").first.click()
    expect(page.get_by_test_id("exercise-said")).to_be_visible()
    expect(page.get_by_test_id("decision")).to_be_visible()
    page.get_by_test_id("exercise-end").click()

    found = {}
    for language in LANGUAGES:
        page.evaluate("lang => localStorage.setItem('saudagar.lang', lang)", language)
        page.reload()
        page.get_by_test_id("curve").wait_for()
        page.get_by_test_id("decisions").locator("button[data-mark='??']").first.click()
        for size in ("small phone", "tablet", "desktop"):
            resize(page, size)
            found[language, size] = (max(0, too_large(page)[1]), cut_texts(page))
        assert "review." not in page.inner_text("main"), language
        assert "coach." not in page.inner_text("main"), language
    assert {where: each for where, each in found.items() if each != (0, [])} == {}
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert violations(page) == []
