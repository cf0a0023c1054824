"""The table under people's hands: it fits every screen, explains itself, can be dragged, asked, counted, read as text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.conftest import Server, Watched
from tests.browser.hands import Mouse, cards, ply, take_turn
from tests.browser.looks import LANGUAGES, SIZES, cut_texts, resize, too_large
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

HEARD = "window.heard = []; document.addEventListener('saudagar:sound', (event) => window.heard.push(event.detail))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this page."""
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A phone that can be touched, without motion."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True, service_workers="block"
    )
    context.add_init_script("localStorage.getItem('saudagar.speed') ?? localStorage.setItem('saudagar.speed', 'off')")
    context.add_init_script(HEARD)
    opened = context.new_page()
    opened.set_default_timeout(20_000)
    watched = Watched(opened, server.url)
    opened.goto(server.url)
    yield opened
    context.close()
    assert watched.troubles == []


def start(page: Page, opponent: str = "opponent-champion-1:novice") -> None:
    """Open a match that this side starts."""
    page.evaluate("location.hash = '#/new'")
    page.get_by_test_id(opponent).click()
    page.get_by_text("Guest", exact=True).or_(page.get_by_text("Asha", exact=True)).last.click()
    page.get_by_test_id("start-match").click()
    page.locator("[data-testid=whose-turn].mine, [data-testid=handover]").first.wait_for()


def looked_at(page: Page) -> list[str]:
    """The cards in the hand, the market's, and the sentence, as they are shown."""
    return ["".join(cards(page, "market")), "".join(cards(page, "hand")), page.get_by_test_id("last-move").inner_text()]


def test_a_line_of_the_log_shows_its_moment_and_leads_back(page: Page) -> None:
    """On a phone, by touch and by keys; every ply as it was seen then, nothing can be done there, and back."""
    start(page)
    seen = {ply(page): looked_at(page)}
    for _ in range(2):
        take_turn(Mouse(page))
        page.locator("[data-testid=whose-turn].mine").wait_for()
        seen[ply(page)] = looked_at(page)
    now = ply(page)
    page.get_by_test_id("log-toggle").tap()
    lines = page.locator("dialog [data-testid=log] button")
    expect(lines).to_have_count(now)
    assert violations(page) == []
    lines.last.tap()
    expect(page.get_by_test_id("table")).to_have_attribute("data-ply", "1")
    assert looked_at(page)[:2] == seen[1][:2]
    page.get_by_test_id("market-card").first.tap()
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    assert violations(page) == []
    for each in range(2, now + 1):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_test_id("table")).to_have_attribute("data-ply", str(each))
        if each in seen:
            assert looked_at(page) == seen[each]
    page.get_by_test_id("present").tap()
    expect(page.locator("[data-testid=whose-turn].mine")).to_be_visible()
    expect(page.get_by_test_id("present")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("present")).to_be_visible()
    page.keyboard.press("Escape")
    assert looked_at(page) == seen[now]


REST = "card => Promise.all(card.getAnimations().map((each) => each.finished.catch(() => null)))"


def middle(locator: Locator) -> tuple[float, float]:
    """Return the middle of an element that has come to rest."""
    locator.evaluate(REST)
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, card: Locator, goal: Locator) -> None:
    """Drag a card with the mouse to the middle of a part of the table."""
    (x, y), (to_x, to_y) = middle(card), middle(goal)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()


def test_the_whole_table_is_on_every_screen(page: Page) -> None:
    """Nothing scrolls and nothing is cut off, from 360 by 640 to a desktop, before and with a choice, in any language."""
    start(page)
    found = {}
    for language in LANGUAGES:
        page.get_by_test_id("settings-toggle").click()
        page.get_by_test_id("lang-select").select_option(language)
        page.wait_for_function("lang => document.documentElement.lang === lang", arg=language)
        page.keyboard.press("Escape")
        for size in SIZES:
            resize(page, size)
            for keys in ("", "1", "2", "q"):
                if keys:
                    page.keyboard.press(keys)
                tall, wide = too_large(page)
                found[language, size, keys] = (max(0, tall), max(0, wide), cut_texts(page))
            page.keyboard.press("Escape")
    assert {where: each for where, each in found.items() if each != (0, 0, [])} == {}


def test_cards_and_tokens_explain_themselves(page: Page) -> None:
    """To a resting mouse, to a long press that is then no tap, and to the key for it."""
    start(page)
    slip = page.get_by_test_id("explanation")
    card = page.get_by_test_id("market-card").first
    card.hover()
    expect(slip).to_be_visible()
    page.mouse.move(2, 2)
    expect(slip).to_be_hidden()
    for place in ("[data-bonus='3']", "[data-place=stock]", ".pile.kind-L"):
        page.locator(place).first.hover()
        expect(slip).to_be_visible()
        page.mouse.move(2, 2)
    x, y = middle(card)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(slip).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_have_attribute("aria-pressed", "false")
    page.touchscreen.tap(x, y)
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(slip).to_be_hidden()
    card.focus()
    page.keyboard.press("i")
    expect(slip).to_be_visible()
    assert violations(page) == []


def test_cards_can_be_dragged(page: Page) -> None:
    """A good dragged to the own side is taken; a hand card dragged to the market is chosen, and can be put back."""
    start(page, "opponent-two")
    page.get_by_test_id("handover-ready").click()
    page.locator("[data-testid=whose-turn].mine").wait_for()
    hand = page.get_by_test_id("hand-card").first
    before = ply(page)
    drag(page, hand, page.get_by_test_id("market-card").nth(2))
    expect(hand).to_have_attribute("aria-pressed", "true")
    assert ply(page) == before
    page.keyboard.press("Escape")
    # Let go where it came from, a card stays as it was.
    drag(page, hand, page.get_by_test_id("hand-card").last)
    expect(hand).to_have_attribute("aria-pressed", "false")
    slot = next(i for i, card in enumerate(cards(page, "market-card")) if card != "K")
    drag(page, page.get_by_test_id("market-card").nth(slot), page.locator(".mine .hand"))
    page.get_by_test_id("handover").wait_for()


def test_the_lamp_gives_a_hint_with_a_reason(page: Page) -> None:
    """The advised cards are chosen, the reason is said, one press does it; the end says that hints were used."""
    start(page)
    before = ply(page)
    page.get_by_test_id("hint").click()
    advice = page.get_by_test_id("advice")
    expect(advice).to_contain_text("%", timeout=60_000)
    expect(page.get_by_test_id("action-button")).to_be_enabled()
    assert ply(page) == before
    page.keyboard.press("Escape")
    expect(advice).to_be_hidden()
    page.keyboard.press("n")
    expect(advice).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before", arg=before)
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("match-over")).to_contain_text("Played with hints")


def test_between_people_there_is_no_lamp(page: Page) -> None:
    """Pass-and-play is a match between people."""
    start(page, "opponent-two")
    page.get_by_test_id("handover-ready").click()
    page.locator("[data-testid=whose-turn].mine").wait_for()
    expect(page.get_by_test_id("hint")).to_have_count(0)


def test_the_last_move_is_shown_again(page: Page) -> None:
    """The table goes back by one move and forward again; a key in between belongs to the present."""
    start(page)
    page.keyboard.press("n")
    page.get_by_test_id("advice").wait_for()
    before = ply(page)
    page.keyboard.press("Enter")
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before + 1", arg=before)
    now = ply(page)
    page.get_by_test_id("again").click()
    page.wait_for_function("now => +document.querySelector('[data-ply]').dataset.ply < now", arg=now)
    page.wait_for_function("now => +document.querySelector('[data-ply]').dataset.ply === now", arg=now)
    page.keyboard.press("b")
    page.wait_for_function("now => +document.querySelector('[data-ply]').dataset.ply < now", arg=now)
    page.keyboard.press("1")
    assert ply(page) == now
    expect(page.get_by_test_id("market-card").first).to_have_attribute("aria-pressed", "true")


def test_moves_can_be_asked_about_before_they_are_made(page: Page) -> None:
    """With the setting on, the first press asks and the second acts; another choice takes the question back."""
    start(page)
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("confirm-switch").click()
    page.keyboard.press("Escape")
    before, button = ply(page), page.get_by_test_id("action-button")
    page.keyboard.press("n")
    page.get_by_test_id("advice").wait_for()
    button.click()
    expect(button).to_contain_text("Press again")
    assert ply(page) == before
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(button).not_to_contain_text("Press again")
    page.get_by_test_id("advice").wait_for()
    button.click()
    button.click()
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before", arg=before)


def test_sounds_wait_for_a_gesture_and_can_be_switched_off(page: Page) -> None:
    """Nothing sounds before the first key; then a choice does and a move does; muted, nothing does."""
    page.reload()
    start(page)
    page.reload()
    page.locator("[data-testid=whose-turn].mine").wait_for()
    assert page.evaluate("window.heard") == []
    page.keyboard.press("n")
    page.get_by_test_id("advice").wait_for()
    assert "choose" in page.evaluate("window.heard")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.heard.some((sound) => ['card', 'camels', 'coin', 'bonus'].includes(sound))")
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("volume").fill("20")
    page.get_by_test_id("sound-switch").click()
    page.keyboard.press("Escape")
    page.evaluate("window.heard = []")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    assert page.evaluate(
        "[window.heard, localStorage.getItem('saudagar.volume'), localStorage.getItem('saudagar.muted')]"
    ) == [
        [],
        "20",
        "yes",
    ]


def test_counting_adds_up(page: Page) -> None:
    """Every kind's parts sum up to the pack; at the start nothing is sold."""
    start(page)
    page.keyboard.press("c")
    rows = page.get_by_test_id("counting").locator("li")
    expect(rows).to_have_count(7)
    pack = dict(zip("DGSCPLK", (6, 6, 6, 8, 8, 10, 11), strict=True))
    for i, (kind, whole) in enumerate(pack.items()):
        numbers = [int(word) for word in rows.nth(i).inner_text().replace("\n", " ").split() if word.isdigit()]
        unseen, of, rest = numbers[0], numbers[1], numbers[2:]
        assert (of, unseen + sum(rest)) == (whole, whole), kind
    assert violations(page) == []


def test_the_table_can_be_played_as_text(page: Page) -> None:
    """Headings, lists and one field: a move is typed, another chosen from the list, a wrong one explained."""
    start(page)
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("face-text").click()
    page.keyboard.press("Escape")
    table = page.get_by_test_id("text-table")
    expect(table).to_be_visible()
    assert violations(page) == []
    before = ply(page)
    field, button = page.get_by_test_id("text-input"), page.get_by_test_id("action-button")
    field.fill("+Z")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("no move")
    field.fill("-DDDDDD")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("do not hold")
    action = page.evaluate(
        "async () => { const list = await (await fetch('/api/matches')).json();"
        " return (await (await fetch(`/api/matches/${list.matches[0].id}`)).json()).view.legal[0] }"
    )
    field.fill(action.lower())
    field.press("Enter")
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before", arg=before)
    page.locator("[data-testid=whose-turn].mine").wait_for()
    before = ply(page)
    page.get_by_test_id("text-select").select_option(index=1)
    button.click()
    page.wait_for_function("before => +document.querySelector('[data-ply]').dataset.ply > before", arg=before)
    for size in ("small phone", "desktop"):
        resize(page, size)
        assert (too_large(page)[1] <= 0, cut_texts(page)) == (True, [])


QUIET = """async () => {
    const post = async (path, body) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
    const quiet = new Set(['event.exchanged', 'event.sold', 'event.no_bonus']);
    for (let n = 0; n < 80; n += 1) {
        const before = await post('/api/matches', { opponent: 'random-1', names: { a: 'Asha', b: 'Random' }, seals: 1, ruleset: 'standard', first: 'a' });
        const action = before.view.legal.find((each) => /^-[CPL]$/.test(each)) ?? before.view.legal.find((each) => /^[+].*-/.test(each));
        const at = `/api/matches/${before.id}`;
        await post(`${at}/act`, { seat: 'a', ply: before.ply, key: `quiet-${n}-key`, action });
        const told = await (await fetch(`${at}?seat=a&since=${before.ply + 1}`)).json();
        if (told.ply === before.ply + 2 && told.log.at(-1).messages.every(({ key }) => quiet.has(key))) return before;
    }
    throw new Error('the computer never answered quietly');
}"""
"""Opens matches until a quiet move of this side was answered by a quiet one; returns the State before both."""


def test_a_quiet_move_is_taken_back_against_the_computer(page: Page) -> None:
    """Offered where nothing was turned up; the table is as it was before both moves, and the end of the match tells of it."""
    before = page.evaluate(QUIET)
    page.evaluate("id => { location.hash = `#/m/${id}`; }", before["id"])
    page.locator("[data-testid=whose-turn].mine").wait_for()
    page.get_by_test_id("takeback").click()
    page.wait_for_function("() => +document.querySelector('[data-ply]').dataset.ply >= 4")
    assert sorted(cards(page, "market-card")) == sorted(before["view"]["market"])
    assert sorted(cards(page, "hand-card")) == sorted(before["view"]["hands"]["a"]["cards"])
    expect(page.get_by_test_id("takeback")).to_have_count(0)
    page.get_by_test_id("settings-toggle").click()
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("match-over")).to_contain_text("taken back")
