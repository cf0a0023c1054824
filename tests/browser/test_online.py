"""Two browsers play each other: by a link, over bad lines, with a deal that both prove."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import Server
from tests.browser.friends import (
    MINE,
    both_move,
    cut,
    invite,
    join,
    no_sockets,
    people,
    sit_down,
    somebody,
    to_move,
)
from tests.browser.hands import Mouse, cards, ply, take_turn
from tests.browser.test_access import violations, wide

pytestmark = pytest.mark.browser


def hear(page: Page) -> list[dict[str, Any]]:
    """Note every State that a page is told, by whatever way."""
    told: list[dict[str, Any]] = []

    def note(text: str) -> None:
        found = json.loads(text)
        state = found.get("state", found)
        if isinstance(state, dict) and "audience" in state:
            told.append(state)

    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: note(str(frame))))
    page.on(
        "response",
        lambda answer: (
            note(answer.text()) if "/api/" in answer.url and "json" in answer.headers.get("content-type", "") else None
        ),
    )
    return told


def left_of(page: Page, seat: str) -> int:
    """Return the milliseconds that a clock on a page shows."""
    return int(page.get_by_test_id(f"clock-{seat}").get_attribute("data-left") or 0)


def test_a_round_between_two_browsers_is_played_and_proved(browser: Browser, server: Server) -> None:
    """By a link to the end of a round, over cut lines and a reload; both prove the deal, spectators see no hidden card."""
    with people(browser, server, "desktop", "phone", "phone") as (anna, bo, cara):
        lines = cut(anna.context)
        sit_down(anna, bo, "seals-1")
        assert bo.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        anna.get_by_test_id("online-panel").click()
        anna.get_by_test_id("make-watch-link").click()
        link = anna.get_by_test_id("watch-link").input_value()
        anna.keyboard.press("Escape")
        told = hear(cara)
        cara.goto(link)
        cara.get_by_test_id("watching").wait_for()
        expect(cara.get_by_test_id("face-down")).to_be_visible()

        both_move(anna, bo)
        # Whoever waits or watches may look back; the move that comes brings the present.
        actor = to_move(anna, bo)
        lookers = (cara, bo if actor is anna else anna)
        for looker in lookers:
            looker.keyboard.press("ArrowLeft")
            expect(looker.get_by_test_id("present")).to_be_visible()
        expect(cara.get_by_test_id("face-down")).to_be_visible()
        take_turn(Mouse(actor))
        for looker in lookers:
            expect(looker.get_by_test_id("present")).to_have_count(0)
        # Bo loads the page anew: the same cards, the same ply.
        held, at = sorted(cards(bo, "hand-card")), ply(bo)
        bo.reload()
        bo.get_by_test_id("table").wait_for()
        assert (sorted(cards(bo, "hand-card")), ply(bo)) == (held, at)
        # Anna's line is cut while Bo moves: she finds out by herself.
        if to_move(anna, bo) is anna:
            take_turn(Mouse(anna))
        bo.locator(MINE).wait_for()
        anna.context.set_offline(True)
        anna.evaluate(
            "window.seen = []; window.watcher = setInterval(() => window.seen.push(+document.querySelector('[data-ply]').dataset.ply), 20)"
        )
        lines[-1].close()
        take_turn(Mouse(bo))
        # After two seconds she is told, in words.
        expect(anna.get_by_text("You are offline")).to_be_visible()
        anna.context.set_offline(False)
        anna.locator(MINE).wait_for()
        assert ply(anna) == ply(bo)
        seen: list[int] = anna.evaluate("(clearInterval(window.watcher), window.seen)")
        assert seen == sorted(seen)

        for _ in range(120):
            if anna.get_by_test_id("match-over").is_visible() or bo.get_by_test_id("match-over").is_visible():
                break
            take_turn(Mouse(to_move(anna, bo)))
        for page in (anna, bo, cara):
            page.get_by_test_id("match-over").wait_for()
            expect(page.get_by_test_id("deal-result")).to_have_attribute("data-verdict", "proved")
            expect(page.get_by_test_id("deal-result")).not_to_contain_text("cannot say")
        assert len(told) > 10
        for state in told:
            assert (state["audience"], state["mine"]) == ("*", [])
            if state["view"]:
                assert [state["view"]["hands"][seat]["cards"] for seat in "ab"] == [None, None]
                assert state["view"]["legal"] == []
            if state["phase"] == "play":
                assert state["dealing"]["secret"] == ""


def test_the_links_explain_themselves(browser: Browser, server: Server) -> None:
    """One's own link, one that somebody has used, a withdrawn and a broken one: each says what it is, in plain words."""
    with people(browser, server, "phone", "phone", "phone") as (anna, bo, cara):
        link = invite(anna)
        other = anna.context.new_page()
        other.goto(link)
        other.get_by_test_id("join-own").wait_for()
        other.close()
        assert link.partition("#")[2].startswith("/i/")
        bo.goto(link)
        expect(bo.get_by_test_id("join")).to_contain_text("Anna")
        expect(bo.get_by_test_id("terms")).to_contain_text("No clock")
        join(bo, link)
        anna.get_by_test_id("table").wait_for()
        cara.goto(link)
        cara.get_by_test_id("join-closed").wait_for()
        # Who has joined gets to the table by the same link.
        bo.goto(link)
        bo.get_by_test_id("join-mine").wait_for()
        bo.get_by_role("link", name="To the table").click()
        bo.get_by_test_id("table").wait_for()
        # Before the first move nobody loses by leaving.
        bo.get_by_test_id("online-panel").click()
        bo.get_by_test_id("abort").click()
        bo.get_by_test_id("abort-confirm").click()
        for page in (anna, bo):
            page.get_by_test_id("aborted").wait_for()

        anna.goto(server.url)
        withdrawn = invite(anna)
        anna.get_by_test_id("withdraw").click()
        anna.get_by_test_id("withdraw-confirm").click()
        anna.get_by_test_id("aborted").wait_for()
        for dead in (withdrawn, f"{server.url}#/i/{'x' * 43}", f"{server.url}#/i/short"):
            cara.goto(server.url)
            cara.goto(dead)
            cara.get_by_test_id("join-closed").wait_for()


def test_phrases_presence_resigning_and_a_rematch(browser: Browser, server: Server) -> None:
    """What one says the other sees once; a mute hides it; who leaves is seen to leave; a rematch needs both."""
    with people(browser, server, "desktop", "phone") as (anna, bo):
        sit_down(anna, bo, "clock-match", "minutes-5")
        assert bo.get_by_test_id("clock-b").inner_text().startswith("5:00")
        expect(anna.get_by_test_id("presence-b")).to_have_attribute("data-here", "true")
        bo.get_by_test_id("online-panel").click()
        bo.get_by_test_id("say-hello").click()
        expect(anna.get_by_test_id("bubble")).to_have_attribute("data-phrase", "hello")
        anna.get_by_test_id("online-panel").click()
        anna.get_by_test_id("mute").check()
        anna.keyboard.press("Escape")
        expect(anna.get_by_test_id("bubble")).to_have_count(0, timeout=8000)
        bo.get_by_test_id("online-panel").click()
        bo.get_by_test_id("say-oops").click()
        expect(bo.get_by_test_id("bubble")).to_have_attribute("data-phrase", "oops")
        before = left_of(anna, "a")
        take_turn(Mouse(anna))
        bo.locator(MINE).wait_for()
        expect(anna.get_by_test_id("bubble")).to_have_count(0)
        left = [left_of(bo, "b")]
        expect(bo.get_by_test_id("clock-b")).not_to_contain_text("5:00", timeout=3000)
        left.append(left_of(bo, "b"))
        assert left[0] > left[1] > 290_000
        # Five seconds were added after Anna's move, and her clock stands.
        after = left_of(anna, "a")
        assert after > before
        assert left_of(anna, "a") == after

        address, table = bo.url, anna.url
        bo.goto(f"{server.url}#/")
        expect(bo.get_by_test_id("your-turn")).to_contain_text("Anna")
        assert bo.title().startswith("(1)")
        anna.goto(f"{server.url}#/")
        anna.get_by_test_id("play-friend").wait_for()
        expect(anna.get_by_test_id("your-turn")).to_have_count(0)
        anna.goto(table)
        # Loading a page anew is no absence; ten seconds are.
        expect(anna.get_by_test_id("presence-b")).to_have_attribute("data-here", "false", timeout=12_000)
        bo.goto(address)
        bo.locator(MINE).wait_for()
        bo.get_by_test_id("settings-toggle").click()
        bo.get_by_test_id("resign").click()
        bo.get_by_test_id("resign-confirm").click()
        for page in (anna, bo):
            page.get_by_test_id("match-over").wait_for()
            # A round that somebody gave up is proved all the same.
            expect(page.get_by_test_id("deal-result")).to_have_attribute("data-verdict", "proved")
        played = anna.url
        anna.get_by_test_id("rematch").click()
        expect(bo.get_by_test_id("rematch")).to_contain_text("Accept")
        bo.get_by_test_id("rematch").click()
        for page in (anna, bo):
            page.get_by_test_id("table").wait_for()
            assert page.url != played


def test_without_sockets_the_match_goes_on(browser: Browser, server: Server) -> None:
    """Where no WebSocket passes, both browsers deal, see each other's moves, and a killed server is found again."""
    with people(browser, server, "phone", "phone") as (anna, bo):
        for page in (anna, bo):
            no_sockets(page.context)
            page.reload()
        sit_down(anna, bo)
        both_move(anna, bo)
        server.stop(kill=True)
        server.start()
        both_move(anna, bo)
        to_move(anna, bo)
        assert ply(anna) == ply(bo) == 5


def test_a_forged_card_is_told_loudly(browser: Browser, server: Server) -> None:
    """A server that shows another card than it fixed at the deal is found out at once, by the browser itself."""
    with people(browser, server, "desktop", "phone") as (anna, bo):

        def forge(route: Route) -> None:
            answer = route.fetch()
            told = answer.json()
            for thing in told["things"]:
                if thing["place"] == 10:
                    thing["thing"] = "D" if thing["thing"] != "D" else "G"
            route.fulfill(response=answer, json=told)

        anna.route("**/proofs?**", forge)
        sit_down(anna, bo)
        anna.locator(".chip.alarm").wait_for()
        anna.get_by_test_id("online-panel").click()
        expect(anna.get_by_test_id("proof-alarm")).to_contain_text("not what was promised")
        assert violations(anna) == []
        bo.get_by_test_id("online-panel").click()
        expect(bo.get_by_test_id("proof-live")).to_have_attribute("data-count", "7")


def test_another_device_takes_over(browser: Browser, server: Server) -> None:
    """A link made once lets a second browser play the same matches; used, it explains itself."""
    with people(browser, server, "desktop", "phone", "phone") as (anna, bo, phone):
        sit_down(anna, bo, "clock-turn", "days-3")
        match = anna.url
        anna.goto(f"{server.url}#/device")
        anna.get_by_test_id("make-device-link").click()
        link = anna.get_by_test_id("device-link").input_value()
        phone.goto(link)
        phone.get_by_test_id("device-accept").click()
        phone.get_by_test_id("device-done").wait_for()
        phone.goto(match)
        phone.locator(MINE).wait_for()
        expect(phone.get_by_test_id("clock-a")).to_contain_text("2 days left")
        anna.goto(match)
        take_turn(Mouse(phone))
        bo.locator(MINE).wait_for()
        anna.wait_for_function("document.querySelector('[data-ply]')?.dataset.ply === '2'")
        bo.goto(link)
        bo.get_by_test_id("device-accept").click()
        bo.get_by_test_id("device-used").wait_for()


@pytest.mark.parametrize(("scheme", "languages"), [("light", ("hu", "fr")), ("dark", ("es", "en"))])
def test_every_screen_of_online_play_is_accessible(
    browser: Browser, server: Server, scheme: Any, languages: tuple[str, str]
) -> None:
    """Axe finds nothing and nothing sticks out, in four languages, at twice the text size too."""
    found: dict[str, list[object]] = {}

    def look(page: Page, name: str) -> None:
        found[name] = violations(page)
        for zoom in ("200%", "100%"):
            page.evaluate("zoom => { document.documentElement.style.fontSize = zoom }", zoom)
            assert wide(page) <= 0, (name, zoom)

    more = {"color_scheme": scheme, "reduced_motion": "reduce"}
    with (
        somebody(browser, server, "phone", **more, locale=languages[0]) as anna,
        somebody(browser, server, "phone", **more, locale=languages[1]) as bo,
    ):
        expect(anna.locator("html")).to_have_attribute("lang", languages[0])
        anna.get_by_test_id("play-friend").click()
        anna.get_by_test_id("make-invitation").wait_for()
        look(anna, "friend")
        anna.goto(server.url)
        link = invite(anna, "first-a", "clock-match")
        look(anna, "waiting")
        bo.goto(link)
        bo.get_by_test_id("join").wait_for()
        look(bo, "join")
        join(bo, link)
        anna.locator(MINE).wait_for()
        for page, language in zip((anna, bo), languages, strict=True):
            look(page, f"table {language}")
            page.get_by_test_id("online-panel").click()
            page.get_by_test_id("proof-live").wait_for()
            look(page, f"panel {language}")
            page.get_by_test_id("fair-more").click()
            page.get_by_test_id("fair-text").wait_for()
            look(page, f"fair dealing {language}")
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
        for address in ("#/fair", "#/device", f"#/i/{'x' * 43}", f"#/h/{'x' * 43}"):
            bo.goto(f"{server.url}{address}")
            bo.locator("h1").wait_for()
            look(bo, address[:8])
    assert {name: each for name, each in found.items() if each} == {}


def test_a_rated_match_is_told_to_both(browser: Browser, server: Server) -> None:
    """Asked for with the invitation, said before joining, and at the end what it changed, the same to both; then at home."""
    with people(browser, server, "desktop", "phone") as (anna, bo):
        link = invite(anna, "rated-yes", "seals-1")
        expect(anna.get_by_test_id("rated")).to_be_visible()
        bo.goto(link)
        expect(bo.get_by_test_id("rated")).to_be_visible()
        join(bo, link)
        bo.get_by_test_id("settings-toggle").click()
        bo.get_by_test_id("resign").click()
        bo.get_by_test_id("resign-confirm").click()
        told = [page.get_by_test_id("ratings").inner_text() for page in (anna, bo)]
        assert told[0] == told[1]
        found = re.findall(r"(\w+): (\d+) \(([+−]\d+)\)", told[0])
        assert [(name, change[0]) for name, _, change in found] == [("Anna", "+"), ("Bo", "−")]
        for page, (_, rating, _) in zip((anna, bo), found, strict=True):
            page.goto(f"{server.url}#/")
            expect(page.get_by_test_id("my-rating")).to_contain_text(rating)
