"""Two people who play each other, each with a browser of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute
from tests.browser.conftest import SCREENS, Server, Watched
from tests.browser.hands import Mouse, take_turn

MINE = "[data-testid=whose-turn].mine"


@contextmanager
def somebody(browser: Browser, server: Server, screen: str, **more: Any) -> Iterator[Page]:
    """A person's browser, at home; errors on its pages and requests to elsewhere fail the test."""
    width, height = SCREENS[screen]
    context = browser.new_context(viewport={"width": width, "height": height}, **{"locale": "en-GB", **more})
    context.add_init_script("localStorage.getItem('saudagar.speed') ?? localStorage.setItem('saudagar.speed', 'off')")
    page = context.new_page()
    page.set_default_timeout(10_000)
    watched = Watched(page, server.url)
    page.goto(server.url)
    yield page
    context.close()
    assert watched.troubles == []


@contextmanager
def people(browser: Browser, server: Server, *screens: str, **more: Any) -> Iterator[list[Page]]:
    """Several of them."""
    with ExitStack() as stack:
        yield [stack.enter_context(somebody(browser, server, screen, **more)) for screen in screens]


def invite(page: Page, *choices: str, name: str = "Anna") -> str:
    """Make an invitation through the page; returns its link."""
    page.get_by_test_id("play-friend").click()
    page.get_by_test_id("name-a").fill(name)
    for choice in choices:
        page.get_by_test_id(choice).click()
    page.get_by_test_id("make-invitation").click()
    page.get_by_test_id("waiting").wait_for()
    return page.get_by_test_id("invite-link").input_value()


def join(page: Page, link: str, name: str = "Bo") -> None:
    """Follow an invitation and sit down."""
    page.goto(link)
    page.get_by_test_id("join-name").fill(name)
    page.get_by_test_id("join-match").click()
    page.get_by_test_id("table").wait_for()


def sit_down(anna: Page, bo: Page, *choices: str) -> None:
    """From two home pages to the dealt table. Anna starts."""
    join(bo, invite(anna, "first-a", *choices))
    anna.locator(MINE).wait_for()


def both_move(one: Page, other: Page, times: int = 1) -> None:
    """Let each take that many turns, whoever is to begin."""
    for _ in range(2 * times):
        actor = to_move(one, other)
        take_turn(Mouse(actor))


def to_move(*pages: Page) -> Page:
    """Return the page whose turn it is."""
    for _ in range(100):
        for page in pages:
            if page.locator(MINE).is_visible():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


def cut(context: BrowserContext) -> list[WebSocketRoute]:
    """Put a cable between a browser's sockets and the server: `close()` on what is returned pulls it."""
    lines: list[WebSocketRoute] = []

    def plug(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    context.route_web_socket("**/live**", plug)
    return lines


def no_sockets(context: BrowserContext) -> None:
    """Let no WebSocket of this browser ever open, as some offices do."""
    context.add_init_script(
        "window.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 0) } close() {} }"
    )
