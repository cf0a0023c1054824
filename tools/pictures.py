"""Take the pictures of the documents anew: `python tools/pictures.py` in the checkout's environment, after `make web`.

Shows the gallery's fixed states in a browser and writes docs/images/*.png; no match is played.
"""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import sys
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
STATIC = ROOT / "src" / "saudagar" / "server" / "static"
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS  # noqa: E402 - the tests' browser is the pictures' browser

SHOTS = {
    # name: size, colours, address, what stands there when it is ready, keys
    "table": ((1280, 800), "light", "?show=middle#/m/k3v9", "table", "tyu"),
    "phone": ((360, 640), "light", "?show=middle#/m/k3v9", "table", "12qw"),
    "lesson": ((390, 844), "light", "?show=middle#/learn", "lesson", ""),
    "replay": ((1280, 800), "dark", "?show=middle#/m/k3v9/replay/9", "replay", ""),
}
LESSONS_SKIPPED = 3
"""The fourth lesson is about selling: its three leather cards are chosen."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Hands out files without a word."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def main() -> None:
    """Write all pictures."""
    browser = os.environ.get("SAUDAGAR_BROWSER") or shutil.which("chromium") or "/usr/bin/chromium"
    IMAGES.mkdir(parents=True, exist_ok=True)
    handler = functools.partial(Quiet, directory=str(STATIC))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=browser, args=FLAGS)
        for name, ((width, height), colours, address, ready, keys) in SHOTS.items():
            page = opened.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if colours == "dark" else "light",
                device_scale_factor=1.25,
                locale="en-GB",
                service_workers="block",
            )
            page.set_default_timeout(120_000)
            page.add_init_script("localStorage.setItem('saudagar.speed', 'off')")
            page.goto(f"http://127.0.0.1:{server.server_port}/gallery.html{address}")
            page.get_by_test_id(ready).wait_for()
            for key in to_lesson(page) if name == "lesson" else keys:
                page.keyboard.press(key)
            page.wait_for_timeout(700)
            file = IMAGES / f"{name}.png"
            page.screenshot(path=file)
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB")
            page.close()
        opened.close()
    server.shutdown()


def to_lesson(page: Page) -> str:
    """Go to the lesson about selling; returns the keys that choose what it asks for."""
    for number in range(LESSONS_SKIPPED):
        page.get_by_test_id("lesson-next").click()
        page.get_by_text(f"{number + 2}/").first.wait_for()
    hand = page.get_by_test_id("hand-card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return "".join(key for key, card in zip("qwertyu", hand, strict=False) if card == "L")


if __name__ == "__main__":
    main()
