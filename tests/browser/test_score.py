"""The score keeper in a real browser: whole matches without a server, from disk, by few taps, in little space."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Server
from tests.browser.scoring import FIRST, Keeper, Opener, four_matches
from tests.browser.test_access import violations, wide

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "src" / "saudagar" / "server" / "static"
LANGUAGES = ("en", "fr", "es", "hu")
FIRST_LOAD = 60_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_matches_with_the_server_stopped_after_the_first_load(
    language: str, opened: Opener, tmp_path: Path
) -> None:
    """By totals, by tokens, with both kinds of tie, a marathon; then the page is loaded anew and everything is there."""
    server = Server(tmp_path / "data")
    page = opened(f"{server.url}score", locale=language)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    server.stop(kill=True)
    page.reload()
    page.locator(FIRST).wait_for()
    expect(page.locator("html")).to_have_attribute("lang", language)
    four_matches(Keeper(page, quick=True))
    page.goto(f"{server.url}score/")
    expect(page.get_by_test_id("match-line")).to_have_count(4)
    for place in ("help", "history"):
        page.get_by_test_id(f"tab-{place}").click()
        page.get_by_test_id({"help": "search", "history": "statistics"}[place]).wait_for()


@pytest.mark.parametrize(
    "language", ["en", "hu", *(pytest.param(each, marks=pytest.mark.long) for each in ("fr", "es"))]
)
def test_the_single_file_does_the_same_from_disk(language: str, opened: Opener, tmp_path: Path) -> None:
    """`scorer.html` alone in a folder, opened by its file address."""
    alone = tmp_path / "my scores.html"
    shutil.copy(STATIC / "scorer.html", alone)
    page = opened(alone.as_uri(), locale=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    requests: list[str] = []
    page.on("request", lambda sent: requests.append(sent.url))
    four_matches(Keeper(page, quick=True))
    page.goto(alone.as_uri())
    expect(page.get_by_test_id("match-line")).to_have_count(4)
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []


def test_a_round_by_totals_takes_at_most_twelve_taps(opened: Opener) -> None:
    """Two totals of three digits each, from the match's page and back to it."""
    keeper = Keeper(opened())
    keeper.match(2)
    keeper.taps = 0
    keeper.totals(101, 98)
    assert keeper.taps <= 12
    assert keeper.seals() == (1, 0)


@pytest.mark.parametrize("language", ["en", "hu"])
def test_the_first_load_is_small(language: str, browser: Browser, shared: Server) -> None:
    """All that is asked for until the page can be used, each answer compressed, is at most 60 kB."""
    context = browser.new_context(locale=language, service_workers="block")
    page = context.new_page()
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright wants a plain function
    page.goto(f"{shared.url}score/", wait_until="commit")
    page.locator(FIRST).wait_for()
    needed = [answer for answer in answers if answer.ok and not answer.url.endswith((".woff2", ".png"))]
    sizes = {re.sub(r".*/", "", answer.url) or "page": len(gzip.compress(answer.body(), 9)) for answer in needed}
    context.close()
    assert len(sizes) > 3
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_totals_can_be_hidden_while_the_other_is_entered(opened: Opener) -> None:
    keeper = Keeper(opened())
    page = keeper.page
    keeper.match(2)
    keeper.tap("enter-round")
    keeper.tap("hide")
    keeper.digits(77)
    keeper.tap("done")
    expect(page.get_by_test_id("value-a")).to_have_text("••")
    keeper.digits(60)
    keeper.tap("done")
    expect(page.get_by_test_id("round")).to_contain_text("77")


def test_what_cannot_be_is_doubted_and_may_be_insisted_on(opened: Opener) -> None:
    """Nothing that was entered is lost by a doubt."""
    keeper = Keeper(opened())
    page = keeper.page
    keeper.match(2)
    keeper.tap("enter-round")
    keeper.digits(150)
    keeper.tap("done")
    keeper.digits(90)
    keeper.tap("done")
    expect(page.locator("[data-doubt=rupees]")).to_contain_text("224")
    expect(page.get_by_test_id("value-a")).to_have_text("150")
    keeper.tap("insist")
    assert keeper.seals() == (1, 0)
    keeper.tap("enter-round")
    keeper.tap("mode-tokens")
    keeper.tap("token-D-7")
    keeper.tap("done")
    keeper.tap("token-G-5")
    keeper.tap("done")
    assert [each.get_attribute("data-doubt") for each in page.locator("[data-doubt]").all()] == [
        "goods_skipped",
        "not_ended",
    ]


def test_any_round_can_be_corrected_and_everything_follows(opened: Opener) -> None:
    """Seals, starters and the end of the match are counted anew; undo leads back; an early end stands as it is."""
    keeper = Keeper(opened())
    page = keeper.page
    keeper.match(2)
    for totals in ((50, 60), (70, 60)):
        keeper.totals(*totals)
    assert keeper.seals() == (1, 1)
    keeper.tap("edit", 1)  # the first round stands last
    keeper.tap("key-back")
    keeper.tap("key-back")
    keeper.digits(65)
    keeper.tap("done")
    assert keeper.seals() == (2, 0)
    expect(page.get_by_test_id("winner")).to_contain_text("Anna")
    keeper.tap("undo")
    assert keeper.seals() == (1, 1)
    keeper.tap("undo")
    assert keeper.seals() == (0, 1)
    keeper.tap("finish")
    keeper.tap("finish-yes")
    expect(page.get_by_test_id("winner")).to_contain_text("Bo")
    keeper.tap("undo")
    expect(page.get_by_test_id("enter-round")).to_be_visible()
    keeper.tap("edit")
    page.locator("details summary").click()
    keeper.tap("remove-round")
    assert keeper.seals() == (0, 0)


def every_page(page: Page) -> dict[str, str]:
    """Return the places of the score keeper, with a sign that each is there; one match is under way."""
    keeper = Keeper(page, quick=True)
    keeper.match(2)
    keeper.totals(70, 70, (3, 3), (15, 17))
    match = page.url.split("#/")[1]
    keeper.tap("enter-round")
    keeper.digits(150)
    keeper.tap("done")
    keeper.digits(90)
    keeper.tap("done")
    page.get_by_test_id("doubts").wait_for()
    pages = {"": FIRST, "new": "[data-testid=start]", match: "[data-testid=enter-round]"}
    pages |= {f"{match}/count": "[data-testid=done]", "history": "[data-testid=statistics]"}
    return pages | {
        "help/setup": "[data-testid=search]",
        "data": "[data-testid=export]",
        "referee": "[data-testid=own]",
    }


def go(page: Page, place: str, sign: str) -> None:
    page.evaluate("place => { location.hash = `#/${place}` }", place)
    page.locator(sign).first.wait_for()


def test_axe_finds_nothing(opened: Opener) -> None:
    """On any page of the score keeper, every other one in the dark."""
    page, found = opened(), dict[str, object]()
    pages = every_page(page)
    found["doubts"] = violations(page)
    page.get_by_test_id("mode-tokens").click()
    page.get_by_test_id("token-D-7").first.click()
    for number, (place, sign) in enumerate(pages.items()):
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        go(page, place, sign)
        found[place] = violations(page)
    assert {name: each for name, each in found.items() if each} == {}


def test_nothing_sticks_out_in_any_language(opened: Opener) -> None:
    """On the smallest phone, and at twice the text size, no page is wider than the screen."""
    page, found = opened(), dict[str, int]()
    pages = every_page(page)
    for language in LANGUAGES:
        go(page, "", FIRST)
        page.get_by_test_id("lang-select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for place, sign in pages.items():
            go(page, place, sign)
            for size, zoom in ((320, "100%"), (360, "200%")):
                page.set_viewport_size({"width": size, "height": 640})
                page.evaluate("zoom => { document.documentElement.style.fontSize = zoom }", zoom)
                found[f"{language} {place} {size} {zoom}"] = wide(page)
            page.evaluate("document.documentElement.style.fontSize = ''")
    assert {name: over for name, over in found.items() if over > 0} == {}


def test_help_is_found_by_any_word(opened: Opener) -> None:
    """Also without its accents."""
    page = opened(locale="fr")
    page.get_by_test_id("tab-help").click()
    page.get_by_test_id("search").fill("egalite perdant")
    expect(page.get_by_test_id("faq-who_starts")).to_be_visible()
    expect(page.get_by_test_id("faq-pass")).to_have_count(0)
    page.get_by_test_id("search").fill("xyzzy")
    expect(page.locator("details")).to_have_count(0)


def test_a_result_goes_out_as_picture_text_table_play_and_code(opened: Opener) -> None:
    """And the code brings it to another phone, twice without doubling anything."""
    keeper = Keeper(opened(permissions=["clipboard-read", "clipboard-write"]))
    page = keeper.page
    keeper.match(1, names=("Zoë", "Őrs"))
    keeper.totals(81, 64)
    keeper.tap("share")
    with page.expect_download() as picture:
        keeper.tap("share-picture")
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    keeper.tap("share-text")
    assert "Zoë 1:0 Őrs (81:64)" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as table:
        keeper.tap("share-csv")
    assert Path(table.value.path()).read_text(encoding="utf-8").splitlines()[1].count(",") == 18
    link = page.get_by_test_id("share-bgstats").get_attribute("href") or ""
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    expect(page.get_by_test_id("qr")).to_be_visible()
    keeper.tap("share-code")
    address = page.evaluate("navigator.clipboard.readText()")
    other = opened()
    for _ in range(2):
        other.goto(address)
        other.get_by_test_id("take").click()
        expect(other.get_by_test_id("winner")).to_contain_text("Zoë")
        other.goto("about:blank")
    other.goto(address.split("#")[0])
    expect(other.get_by_test_id("match-line")).to_have_count(1)


def test_the_screen_stays_on_while_scoring(opened: Opener) -> None:
    page = opened()
    page.evaluate(
        """() => { window.locks = 0; navigator.wakeLock.request = async () => { window.locks += 1;
            return { release: async () => { window.locks -= 1 } } } }"""
    )
    keeper = Keeper(page)
    keeper.match(2)
    page.wait_for_function("window.locks === 1")
    keeper.tap("back")
    page.wait_for_function("window.locks === 0")


def test_an_iphone_is_shown_how_to_keep_it(opened: Opener) -> None:
    agent = (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/604.1"
    )
    page = opened(user_agent=agent)
    expect(page.get_by_test_id("ios-hint").locator("svg[role=img]")).to_be_visible()
    assert json.loads((STATIC / "score" / "manifest.webmanifest").read_text())["scope"] == "/score"


def test_both_sides_can_read_and_a_timer_runs_only_when_asked(opened: Opener) -> None:
    """Half the screen stands on its head, all of it fits the smallest phone; the timer counts from the last round."""
    keeper = Keeper(opened())
    page = keeper.page
    page.clock.install(time="2026-11-30T20:00:00Z")
    keeper.match(2)
    keeper.totals(68, 71)
    expect(page.get_by_role("timer")).to_have_count(0)
    keeper.tap("timer")
    page.clock.run_for(65_000)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"1:0\d"))
    keeper.tap("mirror")
    expect(page.locator(".other")).to_have_css("rotate", "180deg")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    keeper.tap("mirror")
    expect(page.get_by_test_id("round")).to_be_visible()
