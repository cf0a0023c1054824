"""Learning and looking back: the tutorial, the questions, the replay, records in and out, and what all of it weighs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from tests.browser.conftest import Server, Watched
from tests.browser.looks import LANGUAGES, cut_texts, finished_match, resize, too_large
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser
BUDGET = 120 * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this page."""
    running = Server(tmp_path_factory.mktemp("study"))
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A small phone without motion."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, locale="en-GB", service_workers="block", accept_downloads=True
    )
    context.add_init_script("localStorage.getItem('saudagar.speed') ?? localStorage.setItem('saudagar.speed', 'off')")
    opened = context.new_page()
    opened.set_default_timeout(20_000)
    watched = Watched(opened, server.url)
    opened.goto(server.url)
    yield opened
    context.close()
    assert watched.troubles == []


def test_the_tutorial_can_be_played_to_its_end(page: Page) -> None:
    """Every task accepts what its lamp shows; another allowed move is said to be one; each lesson ends well."""
    page.get_by_test_id("learn-open").click()
    lesson = page.get_by_test_id("lesson")
    lesson.wait_for()
    page.get_by_test_id("market-card").nth(1).click()
    page.keyboard.press("Enter")
    expect(lesson).to_have_attribute("data-progress", "other")
    names = []
    while lesson.is_visible():
        names.append(lesson.get_attribute("data-lesson"))
        for _ in range(10):
            if lesson.get_attribute("data-progress") == "done":
                break
            page.keyboard.press("n")
            page.keyboard.press("Enter")
            page.wait_for_timeout(80)
        expect(lesson).to_have_attribute("data-progress", "done")
        page.get_by_test_id("lesson-next").click()
        page.wait_for_function(
            "name => document.querySelector('[data-testid=lesson]')?.dataset.lesson !== name", arg=names[-1]
        )
    expect(page.get_by_test_id("tutorial-end")).to_be_visible()
    # The four actions and the end, then the tactics.
    assert names[:5] == ["take", "camels", "exchange", "sell", "precious"]
    assert {"flood", "many", "deny", "top", "bonus"} <= set(names)


def test_every_lesson_fits_a_small_phone_in_every_language(page: Page) -> None:
    """The table and what is said about it are on one screen of 360 by 640, and the skip button leads on."""
    found = {}
    for language in LANGUAGES:
        page.get_by_test_id("lang-select").select_option(language)
        page.wait_for_function("lang => document.documentElement.lang === lang", arg=language)
        page.get_by_test_id("learn-open").click()
        lesson = page.get_by_test_id("lesson")
        lesson.wait_for()
        if language == "hu":
            assert violations(page) == []
        while lesson.is_visible():
            name = lesson.get_attribute("data-lesson")
            tall, wide = too_large(page)
            found[language, name] = (max(0, tall), max(0, wide), cut_texts(page))
            page.get_by_test_id("lesson-next").click()
            page.wait_for_function(
                "name => document.querySelector('[data-testid=lesson]')?.dataset.lesson !== name", arg=name
            )
        page.evaluate("location.hash = '#/'")
        page.get_by_test_id("lang-select").wait_for()
    assert {where: each for where, each in found.items() if each != (0, 0, [])} == {}


def test_questions_are_answered_over_the_page(page: Page) -> None:
    """Each question opens; axe finds nothing."""
    page.get_by_test_id("faq-open").click()
    questions = page.get_by_test_id("faq").locator("details")
    questions.first.wait_for()
    assert questions.count() >= 10
    questions.nth(1).locator("summary").click()
    expect(questions.nth(1).locator("p")).to_be_visible()
    assert violations(page) == []


def test_a_match_is_replayed_shared_taken_along_and_brought_back(page: Page, tmp_path: Path) -> None:
    """Slider, keys, autoplay, the link to a moment, its picture, the record as a file, by the button and dropped."""
    state = finished_match(page)
    page.goto(f"{page.url.partition('#')[0]}#/m/{state['id']}/replay")
    replay, slider = page.get_by_test_id("replay"), page.get_by_test_id("slider")
    replay.wait_for()
    last = int(slider.get_attribute("max") or 0)
    moves = sum(entry["seat"] is not None for entry in state["log"])
    assert last == moves
    said = page.get_by_test_id("said")

    def at(moment: int) -> None:
        expect(replay).to_have_attribute("data-moment", str(moment))

    at(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(2)
    second = said.inner_text()
    page.keyboard.press("End")
    at(last)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    at(0)
    slider.fill("2")
    assert said.inner_text() == second
    assert page.url.endswith("/replay/2")
    page.reload()
    at(2)
    assert said.inner_text() == second
    page.get_by_test_id("autoplay").click()
    page.wait_for_function("() => +document.querySelector('[data-moment]').dataset.moment >= 3")
    page.get_by_test_id("autoplay").click()
    assert violations(page) == []
    for size in ("small phone", "phone", "tablet", "phone on its side", "desktop"):
        resize(page, size)
        tall, wide = too_large(page)
        assert (size, max(0, tall), max(0, wide), cut_texts(page)) == (size, 0, 0, [])
    page.get_by_test_id("flip").click()
    with page.expect_download() as picture:
        page.get_by_test_id("picture").click()
    png = Path(picture.value.path()).read_bytes()
    assert (png[:8], png[16:24]) == (b"\x89PNG\r\n\x1a\n", (1200).to_bytes(4) + (630).to_bytes(4))
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert record.suffix == ".tgn"
    resize(page, "small phone")
    page.evaluate("location.hash = '#/'")
    page.get_by_test_id("import").wait_for()
    wrong = tmp_path / "shopping.txt"
    wrong.write_text("milk, bread", encoding="utf-8")
    page.get_by_test_id("import-file").set_input_files(wrong)
    # What is wrong is said where it is seen, also on a phone whose button stands at the lower edge; and to ears.
    refused = page.get_by_test_id("import-wrong")
    expect(refused).to_contain_text("shopping.txt")
    expect(refused).to_be_in_viewport(ratio=1)
    expect(refused).to_have_role("alert")
    page.evaluate("scrollTo(0, 0)")
    page.get_by_test_id("import-file").set_input_files(wrong)
    expect(refused).to_be_in_viewport(ratio=1)
    page.get_by_test_id("import-file").set_input_files(record)
    at(0)
    assert int(slider.get_attribute("max") or 0) == last
    with page.expect_download() as again:
        page.get_by_test_id("download-record").click()
    assert Path(again.value.path()).read_bytes() == record.read_bytes()
    page.evaluate("location.hash = '#/'")
    page.get_by_test_id("import").wait_for()
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'match.tgn'));
            dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        record.read_text(encoding="utf-8"),
    )
    at(0)


def test_nothing_is_cut_off_in_a_language_a_third_longer(page: Page) -> None:
    """English stretched and accented shows what will not fit; and nothing on these pages was never translated."""
    state = finished_match(page)
    page.evaluate("localStorage.setItem('saudagar.lang', 'pseudo')")
    base, found = page.url.partition("#")[0], {}
    untranslated: dict[str, list[str]] = {}
    for name, path, ready in (
        ("home", "#/", "import"),
        ("new match", "#/new", "start-match"),
        ("tutorial", "#/learn", "lesson"),
        ("replay", f"#/m/{state['id']}/replay/5", "replay"),
        ("end", f"#/m/{state['id']}", "match-over"),
        ("nothing here", "#/nowhere", "trouble"),
    ):
        page.goto(base + path)
        page.reload()
        page.get_by_test_id(ready).wait_for()
        found[name] = (cut_texts(page), max(0, too_large(page)[1]))
        untranslated[name] = page.evaluate(
            """() => [...document.querySelectorAll('h1, h2, h3, p, button, label > span, legend, summary')]
                .map((each) => each.innerText.trim())
                .filter((text) => /[a-z]{4}/.test(text) && !/[\\u0080-\\uffff]/.test(text) && !/^(Asha|Meera|saudagar)/.test(text))"""
        )
    page.goto(base + "#/new")
    page.get_by_test_id("opponent-champion-1:novice").click()
    page.get_by_test_id("start-match").click()
    page.locator("[data-testid=whose-turn].mine").wait_for()
    found["table"] = (cut_texts(page), max(0, too_large(page)[1]))
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("sound-switch").wait_for()
    found["menu"] = (cut_texts(page), max(0, too_large(page)[1]))
    assert {name: each for name, each in found.items() if each != ([], 0)} == {}
    assert {name: texts for name, texts in untranslated.items() if texts} == {}


def test_the_first_load_of_a_table_is_light(browser: Browser, server: Server) -> None:
    """All that a browser fetches until a table stands, fonts aside, is at most 120 kB compressed, and from here alone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    page.goto(server.url)
    made = page.evaluate(
        """async () => (await (await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ opponent: 'champion-1:novice', names: { a: 'A', b: 'B' }, first: 'a' }) })).json()).id"""
    )
    fresh = context.new_page()
    answers: list[Response] = []
    fresh.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks what it is given
    fresh.goto(f"{server.url}#/m/{made}")
    fresh.get_by_test_id("market-card").first.wait_for()
    fresh.wait_for_load_state("load")
    asked = [answer for answer in answers if not answer.url.endswith(".woff2") and "since=" not in answer.url]
    weights = {answer.url.rpartition("/")[2]: len(gzip.compress(answer.body())) for answer in asked}
    context.close()
    assert [answer.url for answer in answers if not answer.url.startswith((server.url, "data:"))] == []
    assert sum(weights.values()) <= BUDGET, json.dumps(weights, indent=1)
    assert len(weights) > 5
