"""The docs site in a browser: it asks nobody else for anything, fits a phone and a desktop, and its search finds."""

from __future__ import annotations

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import Watched

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
PAGES = ("index", "tour", "rules", "reference/rules", "design/http", "library")
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The built site, on loopback."""
    out = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "docs.py"), "--out", str(out)],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    handler = functools.partial(Quiet, directory=str(out / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def opened(browser: Browser, address: str, size: str, colours: str = "light") -> tuple[Page, Watched]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if colours == "dark" else "light",
        is_mobile=size == "phone",
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    return page, Watched(page, address)


@pytest.mark.parametrize(("size", "colours"), [("phone", "light"), ("phone", "dark"), ("desktop", "light")])
def test_pages_fit_and_ask_nobody_else(browser: Browser, address: str, size: str, colours: str) -> None:
    """Nothing is wider than the window, no error, no request but to the site itself, and the palette is the game's."""
    page, watched = opened(browser, address, size, colours)
    for name in PAGES:
        page.goto(f"{address}{name}.html")
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide on a {size}"
        broken = page.evaluate(
            "Promise.all([...document.images].map((one) => one.decode().then(() => '', () => one.src)))"
            ".then((all) => all.filter(Boolean))"
        )
        assert broken == [], name
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(42, 31, 45)" if colours == "dark" else "rgb(246, 227, 215)")
    assert page.evaluate("document.fonts.check('16px \"Nunito Sans\"') && document.fonts.check('600 16px Yrsa')")
    assert watched.troubles == []
    page.context.close()


def test_search_finds_a_page(browser: Browser, address: str) -> None:
    """A word leads to the page about it, with an index and a worker that come from the site."""
    page, watched = opened(browser, address, "desktop")
    page.goto(f"{address}index.html")
    for _ in range(40):  # the site's script may not be listening yet
        page.keyboard.press("Control+k")
        page.wait_for_timeout(150)
        if page.locator("input:focus").count():
            break
    page.keyboard.type("envelope")
    page.get_by_role("link", name="Fair dealing").or_(page.get_by_text("How a round is dealt")).first.click()
    page.wait_for_url("**/fair-dealing.html**")
    assert watched.troubles == []
    page.context.close()


def test_light_and_dark_are_kept(browser: Browser, address: str) -> None:
    """The switch goes from the device's choice to light to dark, and the next page has what was chosen."""
    page, _ = opened(browser, address, "phone", "dark")
    page.goto(f"{address}rules.html")
    page.get_by_title("As your device has it; switch to light").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.goto(f"{address}tour.html")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.context.close()
