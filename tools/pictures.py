"""Take the pictures of the documents anew: `python tools/pictures.py` in the checkout's environment, after `make web`.

Starts the real server with fixed deals, plays a few moves by the page, and writes docs/images/*.png.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS  # noqa: E402 - the tests' browser is the pictures' browser
from tests.browser.hands import Mouse, take_turn  # noqa: E402
from tests.browser.looks import finished_match  # noqa: E402

TURNS = 9


def main() -> None:
    """Write all pictures."""
    browser = os.environ.get("SAUDAGAR_BROWSER") or shutil.which("chromium") or "/usr/bin/chromium"
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        words = f"-m saudagar play --no-browser --port 0 --seed 8 --data {data}".split()
        server = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
        try:
            found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
            if not found:
                raise SystemExit("the server did not start")
            opened = play.chromium.launch(executable_path=browser, args=FLAGS)
            for name, width, height in (("table", 1280, 800), ("phone", 360, 640)):
                context = opened.new_context(
                    viewport={"width": width, "height": height}, device_scale_factor=1.5, locale="en-GB"
                )
                context.add_init_script("localStorage.setItem('saudagar.speed', 'off')")
                picture(context.new_page(), found[0], IMAGES / f"{name}.png")
                context.close()
            for name, scheme, width, height in (("lesson", "light", 390, 844), ("replay", "dark", 1280, 800)):
                context = opened.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,
                    device_scale_factor=1.5,
                    locale="en-GB",
                )
                context.add_init_script("localStorage.setItem('saudagar.speed', 'off')")
                {"lesson": lesson, "replay": replay}[name](context.new_page(), found[0], IMAGES / f"{name}.png")
                context.close()
            opened.close()
        finally:
            server.terminate()
            server.wait(10)


def lesson(page: Page, url: str, file: Path) -> None:
    """Write the lesson about selling, with the sale chosen."""
    page.goto(url)
    page.get_by_test_id("learn-open").click()
    for _ in range(3):
        page.get_by_test_id("lesson-next").click()
    for key in "wer":
        page.keyboard.press(key)
    shoot(page, file)


def replay(page: Page, url: str, file: Path) -> None:
    """Write a moment from the middle of a finished match."""
    page.goto(url)
    match = finished_match(page)
    page.goto(f"{url}#/m/{match['id']}/replay/18")
    page.get_by_test_id("replay").wait_for()
    shoot(page, file)


def picture(page: Page, url: str, file: Path) -> None:
    """Play a while, choose two cards of the market, and write what the page shows."""
    page.goto(url)
    page.get_by_test_id("home-play").click()
    mine = page.locator("[data-testid=whose-turn].mine")
    for _ in range(TURNS):
        mine.wait_for()
        take_turn(Mouse(page))
    mine.wait_for()
    goods = [card for card in page.get_by_test_id("market-card").all() if card.get_attribute("data-card") != "K"]
    for card in goods[:1]:
        card.click()
    shoot(page, file)


def shoot(page: Page, file: Path) -> None:
    """Write what a page shows, once it is at rest."""
    page.wait_for_timeout(700)
    page.screenshot(path=file)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
