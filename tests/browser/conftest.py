"""A real server in its own process and a real browser, for the tests of the pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.scoring import FIRST, Opener

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
expect.set_options(timeout=20_000)  # a busy machine may need more than Playwright's five seconds
SCREENS = {"phone": (360, 640), "desktop": (1280, 800)}


class Server:
    """`saudagar play` in a process of its own, on loopback; can be killed and started again on the same matches."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data, self.more = data, more
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "saudagar", "play", "--no-browser", "--port", str(self.port), "--seed", "7"]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), *self.more], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server said {line!r}"
        self.url, self.port = found[0], int(found[1])

    def stop(self, *, kill: bool = False) -> int:
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        code = self.process.wait(10)
        assert self.process.stdout
        self.process.stdout.close()
        return code


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        opened = play.chromium.launch(
            executable_path=os.environ.get("SAUDAGAR_BROWSER", "/usr/bin/chromium"), args=FLAGS
        )
        yield opened
        opened.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data")
    yield running
    if running.process.poll() is None:
        running.stop()


class Watched:
    """A page whose errors and foreign requests fail the test."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", lambda sent: self._look(sent.url, url))

    def _look(self, sent: str, url: str) -> None:
        if not sent.startswith((url, "data:", "blob:")):
            self.troubles.append(f"asks elsewhere: {sent}")


@pytest.fixture(params=list(SCREENS))
def page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """A page on a phone and on a desktop screen, with the computer's pauses off."""
    yield from open_page(browser, server, request.param)


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    yield from open_page(browser, server, "phone")


@pytest.fixture
def desktop(browser: Browser, server: Server) -> Iterator[Page]:
    yield from open_page(browser, server, "desktop")


def open_page(browser: Browser, server: Server, screen: str, **more: object) -> Iterator[Page]:
    width, height = SCREENS[screen]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more)  # type: ignore[arg-type]
    context.add_init_script("localStorage.getItem('saudagar.speed') ?? localStorage.setItem('saudagar.speed', 'off')")
    opened = context.new_page()
    opened.set_default_timeout(10_000)
    watched = Watched(opened, server.url)
    opened.goto(server.url)
    yield opened
    context.close()
    assert watched.troubles == []


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of the score keeper that do not stop it."""
    running = Server(tmp_path_factory.mktemp("score"))
    yield running
    running.stop()


@pytest.fixture
def opened(browser: Browser, shared: Server) -> Iterator[Opener]:
    """Opens a fresh phone at the score keeper; errors of its page fail the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_(url: str | None = None, **more: Any) -> Page:
        width, height = SCREENS["phone"]
        context = browser.new_context(viewport={"width": width, "height": height}, **{"locale": "en-GB", **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(url or f"{shared.url}score/")
        page.locator(FIRST).wait_for()
        return page

    yield open_
    for context in contexts:
        context.close()
    assert troubles == []
