"""Take the pictures of the documents anew: `python tools/pictures.py` in the checkout's environment, after `make web`.

Shows the gallery's fixed states, and the review of a match between two levels of the computer, in a browser, and writes
docs/images/*.png. Names of pictures after the command take only those.
"""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
STATIC = ROOT / "src" / "saudagar" / "server" / "static"
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS  # noqa: E402 - the tests' browser is the pictures' browser

import saudagar as sg  # noqa: E402 - as the next line

SHOTS = {
    # name: size, colours, address, what stands there when it is ready, keys
    "table": ((1280, 800), "light", "?show=middle#/m/k3v9", "table", "tyu"),
    "phone": ((360, 640), "light", "?show=middle#/m/k3v9", "table", "12qw"),
    "lesson": ((390, 844), "light", "?show=middle#/learn", "lesson", ""),
    "home": ((390, 844), "light", "?show=middle#/", "home-play", ""),
    "ledger": ((390, 844), "light", "?show=round-over#/m/k3v9", "next-round", ""),
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
        wanted = sys.argv[1:] or [*SHOTS, "review"]
        for name, ((width, height), colours, address, ready, keys) in SHOTS.items():
            if name not in wanted:
                continue
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
            keep(page, name)
        if "review" in wanted:
            review(opened)
        opened.close()
    server.shutdown()


def keep(page: Page, name: str) -> None:
    """Write what the page shows and close it."""
    file = IMAGES / f"{name}.png"
    page.screenshot(path=file)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB")
    page.close()


def review(opened: Browser) -> None:
    """The review of a match, as the page that `saudagar analyse --html` writes."""
    table = sg.Table(sg.Match(), names=sg.BySeat("Anna", "Meera"), dealer=sg.FairDealer(bytes([7] * 32)))
    players, numbers = sg.BySeat(sg.player("haggler"), sg.player("trader")), sg.rng(7)
    while table.match.winner is None:
        if seat := table.to_act:
            table.act(seat, players[seat].choose(table.view(seat), sg.Limit(), numbers).action)
        else:
            table.next_round(sg.Seat.A)
    with tempfile.TemporaryDirectory() as folder:
        record, written = Path(folder) / "match.tgn", Path(folder) / "review.html"
        table.record().save(record)
        analyse = [sys.executable, "-m", "saudagar", "analyse", str(record), "--html", str(written)]
        subprocess.run(analyse, check=True, stdout=subprocess.DEVNULL)
        page = opened.new_page(viewport={"width": 1000, "height": 720}, color_scheme="light", locale="en-GB")
        page.goto(written.as_uri())
        keep(page, "review")


def to_lesson(page: Page) -> str:
    """Go to the lesson about selling; returns the keys that choose what it asks for."""
    for number in range(LESSONS_SKIPPED):
        page.get_by_test_id("lesson-next").click()
        page.get_by_text(f"{number + 2}/").first.wait_for()
    hand = page.get_by_test_id("hand-card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return "".join(key for key, card in zip("qwertyu", hand, strict=False) if card == "L")


if __name__ == "__main__":
    main()
