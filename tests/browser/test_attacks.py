"""Impatient, clumsy and hostile hands: nothing breaks, nothing happens twice, nothing is shown that should be hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.hands import Mouse, cards, ply, take_turn
from tests.browser.test_access import wide

pytestmark = pytest.mark.browser

MY_TURN = "[data-testid=whose-turn].mine"
STATE = """() => fetch('/api/matches').then(a => a.json())
    .then(j => fetch(`/api/matches/${j.matches[0].id}?seat=a`)).then(a => a.json())"""


PLAY_ROUND = """async id => {
  const look = seat => fetch(`/api/matches/${id}?seat=${seat}`).then(a => a.json())
  let state = await look('a')
  while (state.phase === 'play') {
    const seat = state.view.turn
    const { legal } = (await look(seat)).view
    const action = legal.find(text => text[0] === '-') ?? legal.find(text => text.length === 2)
    const body = JSON.stringify({ seat, ply: state.ply, action, key: `${id}-${state.ply}` })
    const headers = { 'content-type': 'application/json' }
    state = await fetch(`/api/matches/${id}/act`, { method: 'POST', headers, body }).then(a => a.json())
  }
  return state.phase
}"""


def start(
    page: Page, opponent: str = "opponent-champion-1:novice", seals: int = 1, names: tuple[str, str] = ("", "")
) -> None:
    page.get_by_test_id("new-match").click()
    page.get_by_test_id(opponent).click()
    page.get_by_test_id(f"seals-{seals}").click()
    page.get_by_test_id("name-a").fill(names[0])
    if opponent == "opponent-two":
        page.get_by_test_id("name-b").fill(names[1])
    page.get_by_test_id("start-match").click()
    page.locator(f"{MY_TURN}, [data-testid=handover]").first.wait_for()


def choose(page: Page) -> None:
    """Choose something that can be taken."""
    market = cards(page, "market-card")
    slot = market.index("K") if "K" in market else 0
    page.get_by_test_id("market-card").nth(slot).click()
    expect(page.get_by_test_id("action-button")).to_be_enabled()


def log(page: Page) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = page.evaluate(STATE)["log"]
    return entries


@pytest.mark.parametrize("how", ["double click", "Enter held", "clicks without pause"])
def test_an_impatient_hand_moves_once(desktop: Page, how: str) -> None:
    """However the action button is hammered, one move is sent and only one happens."""
    start(desktop)
    sent: list[str] = []
    desktop.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
    at = ply(desktop)
    choose(desktop)

    if how == "double click":
        desktop.get_by_test_id("action-button").dblclick()
    elif how == "Enter held":
        for _ in range(12):
            desktop.keyboard.down("Enter")
        desktop.keyboard.up("Enter")
    else:
        desktop.get_by_test_id("action-button").evaluate("button => { for (let i = 0; i < 9; i++) button.click() }")

    desktop.wait_for_function("at => +document.querySelector('[data-ply]').dataset.ply >= at + 2", arg=at)
    desktop.wait_for_timeout(200)
    assert len(sent) == 1
    assert [entry["seat"] for entry in log(desktop) if entry["ply"] > at] == ["a", "b"]


def test_a_held_key_chooses_once(desktop: Page) -> None:
    """A card's key held down does not flicker between chosen and not."""
    start(desktop)
    for _ in range(6):
        desktop.keyboard.down("1")
    desktop.keyboard.up("1")
    expect(desktop.get_by_test_id("market-card").first).to_have_attribute("aria-pressed", "true")


def test_the_language_wished_last_wins(phone: Page) -> None:
    """Ten changes of the language without pause end in the last one, on the page and after a reload."""
    select = phone.get_by_test_id("lang-select")
    for language in ["fr", "es", "hu", "en", "fr", "hu", "es", "fr", "en", "es"]:
        select.select_option(language)
    expect(phone.locator("html")).to_have_attribute("lang", "es")
    expect(select).to_have_value("es")
    phone.reload()
    expect(phone.locator("html")).to_have_attribute("lang", "es")


def test_back_and_forward_between_matches(phone: Page) -> None:
    """The browser's own buttons lead through matches and home; each table shows its own cards and can be played on."""
    start(phone)
    take_turn(Mouse(phone))
    phone.locator(MY_TURN).wait_for()
    first, held = phone.url, sorted(cards(phone, "hand-card"))
    phone.goto(phone.url.partition("#")[0] + "#/")
    start(phone)
    second = phone.url
    assert first != second

    while phone.url != first:
        phone.go_back()
    phone.locator(MY_TURN).wait_for()
    assert sorted(cards(phone, "hand-card")) == held
    phone.get_by_test_id("settings-toggle").click()
    phone.get_by_role("dialog").wait_for()
    while phone.url != second:
        phone.go_forward()
    phone.locator(MY_TURN).wait_for()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    at = ply(phone)
    take_turn(Mouse(phone))
    phone.locator(MY_TURN).wait_for()
    assert ply(phone) == at + 2


@pytest.mark.parametrize(
    "address", ["#/m/%", "#/m/%00", "#/m/..%2F..%2Fabout", "#/m/<img src=x onerror=alert(1)>", "#/x"]
)
def test_no_address_breaks_the_page(phone: Page, address: str) -> None:
    """An address that leads nowhere says so, and offers a way home."""
    phone.goto(phone.url.partition("#")[0] + address)
    phone.get_by_test_id("trouble").wait_for()
    phone.get_by_test_id("trouble").get_by_role("link").click()
    phone.get_by_test_id("home-play").wait_for()


@pytest.mark.parametrize(
    "names",
    [
        ("<b id=x>&amp;{name}", "</script><h1>"),
        ("Wolfeschlegelsteinhause", "Иоаннова-Преображенская"),
        ("👍🏽🇭🇺 Őri", "דנה ושירה"),
        ("\u202enam\u202c", "مرحبا 12"),
    ],
    ids=["html", "long", "emoji", "directions"],
)
def test_any_name_is_only_a_name(phone: Page, names: tuple[str, str]) -> None:
    """Markup, length, emoji and right-to-left writing change nothing but the name shown, on every screen."""
    start(phone, "opponent-two", names=names)
    assert wide(phone) <= 0
    plain = [re.sub("[\u202a-\u202e\u2066-\u2069]", "", name) for name in names]
    assert any(name in phone.get_by_role("heading").inner_text() for name in plain)
    phone.get_by_test_id("handover-ready").click()
    phone.get_by_test_id("table").wait_for()
    assert wide(phone) <= 0
    assert phone.locator("#x").count() == 0
    title = phone.locator("h1").text_content() or ""
    assert all(name in title for name in plain)
    assert "\u202e" not in title
    tall = phone.evaluate("document.documentElement.scrollHeight - document.documentElement.clientHeight")
    assert tall <= 24
    phone.goto(phone.url.partition("#")[0] + "#/")
    phone.get_by_test_id("home-play").wait_for()
    assert wide(phone) <= 0


def test_a_reload_never_shows_a_hand_that_is_to_be_hidden(phone: Page) -> None:
    """Two people at one device: after a reload, a double press and the way back, the hands stay hidden until asked for."""
    start(phone, "opponent-two", 2)
    for _ in range(3):
        expect(phone.get_by_test_id("hand-card")).to_have_count(0)
        phone.reload()
        phone.get_by_test_id("handover").wait_for()
        expect(phone.get_by_test_id("hand-card")).to_have_count(0)
        phone.get_by_test_id("handover-ready").dblclick()
        phone.get_by_test_id("table").wait_for()
        take_turn(Mouse(phone))
        phone.get_by_test_id("handover").wait_for()


def test_a_late_answer_does_not_open_the_other_hand(desktop: Page) -> None:
    """The answer to a second press that comes only after the move opens nothing: the next person is still to press."""
    start(desktop, "opponent-two", 2)
    held: list[Route] = []

    def hold(route: Route) -> None:
        # The first answer comes; later ones wait until the move is made.
        if not held and not desktop.get_by_test_id("table").count():
            route.fallback()
        held.append(route)

    desktop.route(re.compile(r"/api/matches/[^/]+\?seat="), hold)
    desktop.get_by_test_id("handover-ready").evaluate("button => { button.click(); button.click(); button.click() }")
    desktop.get_by_test_id("table").wait_for()
    take_turn(Mouse(desktop))
    desktop.get_by_test_id("handover").wait_for()
    for route in held[1:]:
        route.fallback()
    desktop.wait_for_timeout(300)
    assert desktop.get_by_test_id("handover").is_visible()
    expect(desktop.get_by_test_id("hand-card")).to_have_count(0)


def test_reload_at_the_end_of_a_round_and_of_the_match(phone: Page) -> None:
    """The ledger survives a reload, at the end of a round and at the end of the match."""
    start(phone, "opponent-two", seals=2)
    address = phone.url
    for _ in range(3):
        phase = phone.evaluate(PLAY_ROUND, address.rpartition("/")[2])
        phone.reload()
        phone.get_by_test_id(phase.replace("_", "-")).wait_for()
        account = phone.get_by_role("table").first.inner_text()
        phone.reload()
        phone.get_by_test_id(phase.replace("_", "-")).wait_for()
        assert phone.get_by_role("table").first.inner_text() == account
        if phase == "match_over":
            return
        phone.get_by_test_id("next-round").click()
        phone.get_by_test_id("handover").wait_for()


def test_no_line_for_a_while(phone: Page) -> None:
    """Without a line the page says so within seconds; with the line the sign goes and the match goes on, at once."""
    start(phone)
    phone.context.set_offline(True)
    lost = phone.locator(".said.trouble")
    lost.wait_for(timeout=9000)
    choose(phone)
    at = ply(phone)
    phone.wait_for_timeout(2000)
    phone.context.set_offline(False)
    lost.wait_for(state="detached", timeout=3000)
    phone.get_by_test_id("action-button").click()
    phone.wait_for_function("at => +document.querySelector('[data-ply]').dataset.ply >= at + 2", arg=at)


def test_resigning_at_once(phone: Page) -> None:
    """A match resigned before the first move ends at once, names the winner and offers a rematch; home lists it."""
    start(phone, seals=2)
    phone.get_by_test_id("settings-toggle").click()
    phone.get_by_test_id("resign").click()
    phone.get_by_test_id("resign-confirm").click()
    phone.get_by_test_id("match-over").wait_for()
    assert wide(phone) <= 0
    phone.get_by_test_id("rematch").dblclick()
    phone.get_by_test_id("table").wait_for()
    phone.goto(phone.url.partition("#")[0] + "#/")
    phone.get_by_test_id("home-play").wait_for()
    expect(phone.locator("a[href^='#/m/']")).to_have_count(2)


def test_two_tabs_act_at_once(desktop: Page) -> None:
    """Two tabs send a move from the same position at once: one happens, the other tab is told and shows the truth."""
    start(desktop)
    other = desktop.context.new_page()
    other.goto(desktop.url)
    other.locator(MY_TURN).wait_for()
    at = ply(desktop)
    for page in (desktop, other):
        choose(page)
    for page in (desktop, other):
        page.evaluate("document.querySelector('[data-testid=action-button]').click()")
    for page in (desktop, other):
        page.wait_for_function("at => +document.querySelector('[data-ply]').dataset.ply === at + 2", arg=at)
    assert [entry["seat"] for entry in log(desktop) if entry["ply"] > at] == ["a", "b"]
    assert sorted(cards(other, "hand-card")) == sorted(cards(desktop, "hand-card"))
    other.close()
