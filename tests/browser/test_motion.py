"""Motion: it is only transforms and fades, blocks nobody, loses no tap, and keeps its pace on a slow phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect
from tests.browser.conftest import Server, Watched
from tests.browser.hands import cards, ply
from tests.browser.test_table import drag

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A phone with motion at its slowest, at a table of two people: every move is one's own."""
    server = Server(tmp_path_factory.mktemp("motion"))
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    context.add_init_script("localStorage.getItem('saudagar.speed') ?? localStorage.setItem('saudagar.speed', 'slow')")
    opened = context.new_page()
    opened.set_default_timeout(20_000)
    watched = Watched(opened, server.url)
    opened.goto(server.url)
    yield opened
    context.close()
    server.stop()
    assert watched.troubles == []


def start(page: Page) -> None:
    """Open a match that this side starts, against a computer that takes its time."""
    page.evaluate("location.hash = '#/new'")
    page.get_by_test_id("opponent-champion-1:novice").click()
    page.get_by_text("Guest", exact=True).last.click()
    page.get_by_test_id("start-match").click()
    page.locator("[data-testid=whose-turn].mine").wait_for()


WATCH = """() => {
    window.moving = [];
    const look = () => {
        for (const each of document.getAnimations()) {
            const target = each.effect?.target;
            for (const frame of each.effect?.getKeyframes?.() ?? []) {
                const known = ['offset', 'easing', 'composite', 'computedOffset'];
                for (const name of Object.keys(frame)) if (!known.includes(name)) window.moving.push([target?.className?.toString() ?? '', name]);
            }
        }
        if (window.moving.length < 5000) requestAnimationFrame(look);
    };
    look();
}"""


def take(page: Page) -> None:
    """Take the first good of the market, or its camels."""
    market = cards(page, "market-card")
    slot = next((i for i, card in enumerate(market) if card != "K"), 0)
    page.keyboard.press(str(slot + 1))
    page.keyboard.press("Enter")


TAPPED = """before => {
    if (+document.querySelector('[data-ply]').dataset.ply <= before) return null;
    const card = document.querySelector('[data-testid=hand-card]');
    const { x, y } = card.getBoundingClientRect();
    const hit = document.elementFromPoint(x + 14, y + 40);
    const flies = document.getAnimations().some((each) => each.playState === 'running');
    for (const name of ['pointerdown', 'pointerup']) hit.dispatchEvent(new PointerEvent(name, { bubbles: true, isPrimary: true }));
    hit.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    return { flies, hits: card.contains(hit) };
}"""
"""Once the table has moved on: taps where the first hand card is at this very moment, and says whether it flew then."""


def test_a_tap_during_a_flight_counts(page: Page) -> None:
    """While cards are still on their way the next choice is made, by key and by tap; nothing but cheap things moves."""
    start(page)
    page.evaluate(WATCH)
    before = ply(page)
    take(page)
    tapped = page.wait_for_function(TAPPED, arg=before).json_value()
    assert tapped == {"flies": True, "hits": True}
    hand = page.get_by_test_id("hand-card")
    expect(hand.first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("w")
    expect(hand.nth(1)).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before + 1", arg=before)
    # The choice outlasts the other's move.
    expect(hand.first).to_have_attribute("aria-pressed", "true")
    named = {tuple(each) for each in page.evaluate("window.moving")}
    assert named
    assert {name for _, name in named} <= {"transform", "opacity", "boxShadow", "backgroundColor", "translate", "scale"}


def test_a_choice_made_before_the_answer_came_is_kept(page: Page) -> None:
    """The line may tell of one's own move before its command is answered: what is tapped in between is not lost."""
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/act", lambda route: held.append((route, route.fetch())))
    start(page)
    before = ply(page)
    take(page)
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before", arg=before)
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("q")
    hand = page.get_by_test_id("hand-card")
    expect(hand.first).to_have_attribute("aria-pressed", "true")
    while not held:
        page.wait_for_timeout(20)
    [(route, answer)] = held
    with page.expect_response("**/act"):
        route.fulfill(response=answer)
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before + 1", arg=before)
    expect(hand.first).to_have_attribute("aria-pressed", "true")


def test_the_next_move_need_not_wait_for_an_answer(page: Page) -> None:
    """Where the line has told of a move and of the other's, one plays on; the answer that comes late changes nothing."""
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/act", lambda route: held.append((route, route.fetch())), times=1)
    start(page)
    before = ply(page)
    take(page)
    told = "before => +document.querySelector('[data-ply]').dataset.ply > before"
    page.wait_for_function(told, arg=before + 1)
    page.locator("[data-testid=whose-turn].mine").wait_for()
    while not held:
        page.wait_for_timeout(20)
    take(page)
    page.wait_for_function(told, arg=before + 2)
    now = ply(page)
    [(route, answer)] = held
    with page.expect_response("**/act"):
        route.fulfill(response=answer)
    page.wait_for_timeout(100)
    assert ply(page) >= now
    expect(page.get_by_test_id("notice")).to_have_count(0)


def test_without_motion_nothing_moves(page: Page) -> None:
    """Reduced motion, or speed "No motion": the same moves and signs, no flight; also after a drag."""
    page.emulate_media(reduced_motion="reduce")
    start(page)
    page.evaluate(WATCH)
    before = ply(page)
    slot = next(i for i, card in enumerate(cards(page, "market-card")) if card != "K")
    drag(page, page.get_by_test_id("market-card").nth(slot), page.locator(".mine .hand"))
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before", arg=before)
    assert [each for each in page.evaluate("window.moving") if each[1] == "translate"] == []
    running = "() => document.getAnimations().filter((each) => (each.effect.getTiming().duration ?? 0) > 20).length"
    assert page.evaluate(running) == 0
    expect(page.locator(".fresh").first).to_be_visible()


def test_frames_keep_coming_on_a_slow_phone(page: Page) -> None:
    """With the processor four times slower, cards in flight are drawn steadily: the middle frame takes under 34 ms."""
    start(page)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate(
        """() => {
            window.frames = [];
            let last = performance.now();
            const tick = (now) => {
                if (document.getAnimations().length) window.frames.push(now - last);
                last = now;
                requestAnimationFrame(tick);
            };
            requestAnimationFrame(tick);
        }"""
    )
    before = ply(page)
    take(page)
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before + 1", arg=before)
    page.wait_for_function("() => window.frames.length > 30")
    page.wait_for_function("() => !document.getAnimations().length")
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    frames = sorted(page.evaluate("window.frames"))
    assert frames[len(frames) // 2] < 34, [round(each) for each in frames]
