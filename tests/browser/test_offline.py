"""Without a network: matches on this device go on when the server is stopped, and new versions wait for the home page."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount
from tests.browser.conftest import Server, Watched
from tests.browser.hands import Mouse, play_match, ply, take_turn

from saudagar import Record
from saudagar.players import LEVELS, STYLE_NAMES
from saudagar.server import Rooms, open_store
from saudagar.server.api import Api
from saudagar.server.app import Pages
from saudagar.server.guard import Guard
from saudagar.server.run import listen

pytestmark = pytest.mark.browser
MY_TURN = "[data-testid=whose-turn].mine"
READY = "ready-offline"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", accept_downloads=True)
    opened.add_init_script("localStorage.getItem('saudagar.speed') ?? localStorage.setItem('saudagar.speed', 'off')")
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """A page that has everything it needs to play without its server."""
    opened = context.new_page()
    opened.set_default_timeout(15_000)
    watched = Watched(opened, server.url)
    opened.goto(server.url)
    opened.get_by_test_id(READY).wait_for()
    yield opened
    assert watched.troubles == []


def begin(page: Page, opponent: str, seals: int = 1) -> None:
    """Start a match on this device from the home page."""
    page.get_by_test_id("new-match").click()
    where = page.get_by_test_id("where-device")
    page.locator("[data-testid=where-device], [data-testid=offline-note]").first.wait_for()
    if where.is_visible():
        where.click()
    page.get_by_test_id(opponent).click()
    page.get_by_test_id(f"seals-{seals}").click()
    page.get_by_test_id("start-match").click()
    page.locator("[data-testid=table], [data-testid=handover]").first.wait_for()


def downloaded(page: Page) -> Record:
    """Return the record that the page hands out."""
    with page.expect_download() as asked:
        page.get_by_test_id("download-record").click()
    assert re.fullmatch(r"saudagar-\d{4}-\d\d-\d\d-[0-9a-f]{6}\.tgn", asked.value.suggested_filename)
    return Record.load(Path(asked.value.path()))


def test_a_match_against_the_computer_without_a_server(page: Page, server: Server) -> None:
    """Begun, reloaded and finished after the server has stopped, with a hint; sent to it when it is back, once."""
    server.stop(kill=True)
    page.reload()
    expect(page.get_by_test_id("offline-note")).to_be_visible()
    page.get_by_test_id("home-play").click()
    page.locator(MY_TURN).wait_for()
    assert "#/m/device-" in page.url
    take_turn(Mouse(page))
    page.locator(MY_TURN).wait_for()
    at = ply(page)
    page.reload()
    page.locator(MY_TURN).wait_for()
    assert ply(page) == at
    page.get_by_test_id("hint").click()
    page.get_by_test_id("advice").wait_for()
    page.keyboard.press("Escape")
    # Two tabs of the same match: the other follows, and the computer acts once.
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(MY_TURN).wait_for()
    take_turn(Mouse(page))
    page.locator(MY_TURN).wait_for()
    other.wait_for_function("at => +document.querySelector('[data-ply]')?.dataset.ply === at", arg=ply(page))
    assert ply(page) == at + 2
    other.close()
    page.goto(server.url)
    begin(page, "opponent-champion-1:apprentice")
    assert play_match(Mouse(page)) == 1
    record = downloaded(page)
    assert record.winner is not None
    assert record.keeper is None
    page.get_by_test_id("send-match").click()
    expect(page.get_by_test_id("send-trouble")).to_be_visible(timeout=30_000)
    server.start()
    page.get_by_test_id("send-match").click()
    page.get_by_test_id("open-sent").click()
    page.get_by_test_id("match-over").wait_for()
    assert "device-" not in page.url
    there = page.evaluate("async () => (await (await fetch('/api/matches')).json()).matches")
    assert [(each["winner"], each["phase"]) for each in there] == [(record.winner.value, "match_over")]
    page.goto(server.url)
    page.get_by_test_id("on-device").first.wait_for()


def test_two_people_without_a_server(page: Page, server: Server) -> None:
    """Pass-and-play: a whole round, hands hidden between the two, the replay of it, and its removal."""
    server.stop(kill=True)
    # Whoever needs weights that are not here is not offered; the others are. (A page asks when it opens, and once.)
    page.evaluate(
        """async () => { for (const name of await caches.keys()) { const cache = await caches.open(name);
            for (const { url } of await cache.keys()) if (url.endsWith('.bin')) await cache.delete(url); } }"""
    )
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.reload()
    page.get_by_test_id("new-match").click()
    page.get_by_test_id("opponent-heuristic-1").wait_for()
    expect(page.get_by_test_id("opponent-champion-1:novice")).to_have_count(0)
    page.go_back()
    begin(page, "opponent-two")
    assert page.get_by_test_id("hand-card").count() == 0
    assert play_match(Mouse(page)) == 1
    record = downloaded(page)
    page.get_by_test_id("replay-open").click()
    expect(page.locator("[data-testid=replay]")).to_be_visible()
    page.go_back()
    page.get_by_test_id("remove-match").click()
    page.get_by_test_id("remove-yes").click()
    page.get_by_test_id("home-play").wait_for()
    expect(page.get_by_test_id("on-device")).to_have_count(0)
    assert record.players.a != record.players.b


def test_every_player_of_this_device_acts(page: Page, server: Server) -> None:
    """The server's levels are offered here too, and one who looks ahead; each answers a move in the page, the server hears nothing."""
    asked: list[str] = []
    page.get_by_test_id("new-match").click()
    page.get_by_test_id("where-device").click()
    page.get_by_test_id("opponent-lookout-1").wait_for()
    names = page.locator("[data-testid^=opponent-]").evaluate_all("all => all.map(each => each.dataset.testid)")
    levels = [f"opponent-champion-1:{name}" for name, level in LEVELS.items() if not level.samples]
    assert names == [*levels, "opponent-lookout-1", "opponent-two"]
    assert page.get_by_test_id("style").locator("option, input").count() >= len(STYLE_NAMES)
    page.on("request", lambda sent: asked.append(sent.url) if "/api/matches/" in sent.url else None)
    # Those that judge with the early network, with the whole one, and by looking ahead.
    for name in (names[0], names[4], names[8], names[9]):
        page.goto(server.url)
        begin(page, name)
        page.locator(MY_TURN).wait_for()
        at = ply(page)
        take_turn(Mouse(page))
        page.locator(f"{MY_TURN}, [data-testid=match-over]").first.wait_for()
        assert ply(page) >= at + 2
    assert asked == []


def test_a_full_device_says_so_and_loses_nothing(page: Page, server: Server) -> None:
    """Where the browser has no room, the move is not made and the table stands as it stood."""
    begin(page, "opponent-two")
    page.get_by_test_id("handover-ready").click()
    page.get_by_test_id("table").wait_for()
    at = ply(page)
    page.evaluate(
        """() => { IDBObjectStore.prototype.added = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = function () { throw new DOMException('full', 'QuotaExceededError'); }; }"""
    )
    page.get_by_test_id("market-card").first.click()
    if page.get_by_test_id("action-button").is_disabled():
        page.get_by_test_id("market-card").nth(4).click()
    page.get_by_test_id("action-button").click()
    expect(page.get_by_test_id("notice")).to_contain_text("no room left")
    assert ply(page) == at
    page.evaluate("() => { IDBObjectStore.prototype.add = IDBObjectStore.prototype.added; }")
    page.get_by_test_id("action-button").click()
    page.get_by_test_id("handover").wait_for()


@contextmanager
def served(static: Path) -> Iterator[str]:
    """Serve a copy of the built pages that a test may change; yields the address."""
    shutil.copytree(Path(str(resources.files("saudagar.server") / "static")), static)
    store = open_store("sqlite://")
    pages = Mount("/", Pages(directory=static, html=True))
    app = Starlette(routes=[*Api(Rooms(store)).routes(), pages], middleware=[Middleware(Guard)])
    sock = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{sock.getsockname()[1]}/"
    server.should_exit = server.force_exit = True
    thread.join(10)
    store.close()


def changed(static: Path, mark: str) -> None:
    """Make another version of the built pages: a service worker that says so."""
    worker = static / "sw.js"
    text = worker.read_text()
    worker.write_text(re.sub(r"const VERSION = '[^']*'", f"const VERSION = '{mark}'", text))


def caches(page: Page) -> list[str]:
    names: list[str] = page.evaluate("async () => (await caches.keys()).sort()")
    return names


def test_a_new_version_waits_for_the_home_page(browser: Browser, tmp_path: Path) -> None:
    """It is fetched during a match and changes nothing there, nor in another tab; the home page lets it in, and says so."""
    static = tmp_path / "static"
    with served(static) as url:
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.goto(url)
        page.get_by_test_id(READY).wait_for()
        (first,) = caches(page)
        begin(page, "opponent-two")
        page.evaluate("() => { window.kept = true; }")
        changed(static, "second")
        page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
        page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration()).waiting !== null")
        assert page.evaluate("() => window.kept")
        assert caches(page) == sorted([first, "saudagar-second"])
        home = context.new_page()
        home.goto(url)
        home.get_by_test_id("update-use").click()
        expect(home.get_by_test_id("update-note")).to_contain_text("another tab")
        assert page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).waiting !== null")
        page.close()
        home.get_by_test_id("update-use").click()
        home.get_by_test_id("updated-note").wait_for()
        expect(home.get_by_test_id("update-note")).to_have_count(0)
        assert home.evaluate("async () => (await navigator.serviceWorker.getRegistration()).waiting === null")
        # The match is where it was.
        home.get_by_test_id("on-device").first.click()
        home.get_by_test_id("handover").wait_for()
        context.close()


def test_it_can_be_installed(page: Page, server: Server) -> None:
    """A manifest with a name, a start, icons of both sizes and one that can be masked; a worker that rules the start page."""
    link = page.locator("link[rel=manifest]").get_attribute("href")
    assert link is not None
    answer = page.request.get(server.url + link.lstrip("/"))
    manifest: dict[str, Any] = json.loads(answer.text())
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("saudagar", "/", "standalone")
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        drawn = page.evaluate(
            """async src => { const image = new Image(); image.src = src; await image.decode();
                return [image.naturalWidth, image.naturalHeight]; }""",
            icon["src"],
        )
        assert icon["sizes"] == "any" or icon["sizes"] == f"{drawn[0]}x{drawn[1]}"
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in problems if each["errorId"] != "in-incognito"] == []
    scope = page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).scope")
    assert scope == server.url
