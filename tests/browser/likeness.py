"""Likenesses: small pictures of the pages as they are meant to look, and what a program sees of a difference.

`python -m tests.browser.likeness` takes all of them anew into tests/browser/likenesses (look at them before committing).
They are half as wide and high as the screen, so that the smoothing of an edge, which another browser does otherwise,
is averaged away. All counting is done in the browser, which can read and write pictures already.
"""

from __future__ import annotations

import base64
import functools
import http.server
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).with_name("likenesses")
DIFFERENCES = ROOT / "build" / "likenesses"
SIZES = ((360, 640), (390, 844), (768, 1024), (844, 390), (1440, 900))
PARTS = tuple((language, theme) for language in ("en", "fr", "es", "hu") for theme in ("light", "dark"))
TABLES = tuple((*size, *look) for look in (("en", "light"), ("hu", "dark")) for size in SIZES)

SETTLED = """document.fonts.ready.then(() => new Promise((done) => {
  let calm = 0, frames = 0;
  const look = () => {
    const moving = document.getAnimations()
      .some((each) => each.playState === 'running' && each.effect.getComputedTiming().endTime !== Infinity);
    calm = moving ? 0 : calm + 1;
    frames += 1;
    if (calm > 3 || frames > 900) done(calm > 3);
    else requestAnimationFrame(look);
  };
  look();
}))"""
"""Until the letters have come and nothing has moved for a few frames: a new size may set cards in motion a frame later."""

EYE = """() => {
  const SLACK = 26, TILE = 12, SHARE = 0.06;
  const decode = async (base64, type) => createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type }));
  const drawn = (bitmap, width, height) => {
    const canvas = new OffscreenCanvas(width, height), pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(bitmap, 0, 0);
    return { canvas, pen, data: pen.getImageData(0, 0, width, height).data };
  };
  // Half the size: the mean of four pixels, by hand, so that no browser's way of scaling matters.
  window.halved = async (png) => {
    const bitmap = await decode(png, 'image/png');
    const { data } = drawn(bitmap, bitmap.width, bitmap.height);
    const width = bitmap.width >> 1, height = bitmap.height >> 1, out = new ImageData(width, height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let c = 0; c < 4; c += 1) {
          const at = (2 * y * bitmap.width + 2 * x) * 4 + c;
          out.data[(y * width + x) * 4 + c] = (data[at] + data[at + 4] + data[at + 4 * bitmap.width] + data[at + 4 * bitmap.width + 4] + 2) >> 2;
        }
    return out;
  };
  const text = async (blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let all = '';
    for (let i = 0; i < bytes.length; i += 8192) all += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(all);
  };
  const canvasOf = (image) => {
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').putImageData(image, 0, 0);
    return canvas;
  };
  const packed = async (png) => canvasOf(await halved(png)).convertToBlob({ type: 'image/webp', quality: 0.82 });
  window.kept = async (png) => text(await packed(png));
  // A pixel is the same when each of its colours lies within what the other picture has at most one pixel away, and a little beyond.
  window.compared = async (png, webp) => {
    // Packed and unpacked as the other was, so that both have lost the same.
    const mine = await createImageBitmap(await packed(png)), bitmap = await decode(webp, 'image/webp');
    const { width, height } = mine;
    const { canvas: seen, data: found } = drawn(mine, width, height);
    if (bitmap.width !== width || bitmap.height !== height)
      return { size: [width, height, bitmap.width, bitmap.height], tiles: 0, diff: await text(await seen.convertToBlob()) };
    const meant = drawn(bitmap, width, height).data;
    const outside = (one, other, x, y) => {
      const at = (y * width + x) * 4;
      const near = (c) => Math.abs(one[at + c] - other[at + c]) <= SLACK;
      if (near(0) && near(1) && near(2)) return false;
      for (let c = 0; c < 3; c += 1) {
        let low = 255, high = 0;
        for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j += 1)
          for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i += 1) {
            const value = other[(j * width + i) * 4 + c];
            if (value < low) low = value;
            if (value > high) high = value;
          }
        const value = one[at + c];
        if (value < low - SLACK || value > high + SLACK) return true;
      }
      return false;
    };
    const wide = Math.ceil(width / TILE), counts = new Map();
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (outside(found, meant, x, y) || outside(meant, found, x, y)) {
          const tile = Math.floor(y / TILE) * wide + Math.floor(x / TILE);
          counts.set(tile, (counts.get(tile) ?? 0) + 1);
        }
    const wrong = [...counts].filter(([, count]) => count > SHARE * TILE * TILE).map(([tile]) => tile);
    if (!wrong.length) return { size: null, tiles: 0, diff: null };
    const canvas = new OffscreenCanvas(2 * width + 8, height), pen = canvas.getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    pen.drawImage(mine, width + 8, 0);
    pen.strokeStyle = '#ff00d0';
    pen.lineWidth = 2;
    for (const tile of wrong)
      for (const left of [0, width + 8]) pen.strokeRect(left + (tile % wide) * TILE, Math.floor(tile / wide) * TILE, TILE, TILE);
    return { size: null, tiles: wrong.length, diff: await text(await canvas.convertToBlob()) };
  };
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Hands out files without a word, also when a page goes away before it has all of them."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def handle(self) -> None:
        """Answer, as far as anybody listens."""
        with suppress(ConnectionError):
            super().handle()


@contextmanager
def handed_out() -> Iterator[str]:
    """Serve the built pages on loopback without the game's server; yields the gallery's address."""
    static = str(resources.files("saudagar.server") / "static")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=static))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/gallery.html"
    server.shutdown()
    server.server_close()


class Studio:
    """Takes pictures of the gallery and compares them."""

    def __init__(self, browser: Browser, gallery: str) -> None:
        self.gallery = gallery
        self.stands = ("", "")
        self.context = browser.new_context(
            viewport={"width": 1024, "height": 900}, locale="en-GB", reduced_motion="reduce", service_workers="block"
        )
        self.context.add_init_script("localStorage.setItem('saudagar.speed', 'off')")
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.eye: Page = self.context.new_page()
        self.eye.evaluate(EYE)

    def _opened(self, address: str, language: str, theme: str, width: int, height: int) -> Page:
        """Return the page at an address of the gallery; what stands there already is not loaded again."""
        page = self.page
        page.emulate_media(color_scheme="light" if theme == "light" else "dark", reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        if self.stands != (address, language):
            page.goto(f"{self.gallery}?show=empty#/nowhere")
            page.evaluate("language => localStorage.setItem('saudagar.lang', language)", language)
            page.goto(self.gallery + address)
            page.get_by_test_id("table" if address else "gallery").wait_for()
            for key in "12qw" if address else "":
                page.keyboard.press(key)
            self.stands = address, language
        page.mouse.move(1, 1)
        page.evaluate(SETTLED)
        return page

    def parts(self, language: str, theme: str) -> bytes:
        """Return a picture of every part and state."""
        return self._opened("", language, theme, 1024, 900).screenshot(full_page=True)

    def table(self, width: int, height: int, language: str, theme: str) -> bytes:
        """Return a picture of the table in the middle of a round, with a choice made."""
        return self._opened("?show=middle#/m/k3v9", language, theme, width, height).screenshot()

    def keep(self, name: str, png: bytes) -> Path:
        """Make this picture the one that is meant."""
        told: str = self.eye.evaluate("png => kept(png)", base64.b64encode(png).decode())
        file = KEPT / f"{name}.webp"
        file.write_bytes(base64.b64decode(told))
        return file

    def differences(self, name: str, png: bytes) -> str:
        """Return what is not as it is meant to look, empty when all is; then a picture of it lies in build/likenesses."""
        meant = KEPT / f"{name}.webp"
        if not meant.exists():
            return f"there is no {meant.name}: python -m tests.browser.likeness"
        found: dict[str, Any] = self.eye.evaluate(
            "([png, webp]) => compared(png, webp)",
            [base64.b64encode(png).decode(), base64.b64encode(meant.read_bytes()).decode()],
        )
        if not found["diff"]:
            return ""
        DIFFERENCES.mkdir(parents=True, exist_ok=True)
        file = DIFFERENCES / f"{name}.png"
        file.write_bytes(base64.b64decode(found["diff"]))
        if found["size"]:
            return "{} by {} where {} by {} were meant, ".format(*found["size"]) + str(file.relative_to(ROOT))
        return f"{found['tiles']} spots of 24 by 24 pixels differ, {file.relative_to(ROOT)}"


def all_pictures(studio: Studio) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield every picture's name with what takes it."""
    for look in PARTS:
        yield "parts-{}-{}".format(*look), functools.partial(studio.parts, *look)
    for table in TABLES:
        yield "table-{}x{}-{}-{}".format(*table), functools.partial(studio.table, *table)


def main() -> None:
    """Take all pictures anew."""
    from tests.browser.conftest import FLAGS

    KEPT.mkdir(exist_ok=True)
    for old in KEPT.glob("*.webp"):
        old.unlink()
    with sync_playwright() as play, handed_out() as gallery:
        browser = play.chromium.launch(
            executable_path=os.environ.get("SAUDAGAR_BROWSER", "/usr/bin/chromium"), args=FLAGS
        )
        studio, total = Studio(browser, gallery), 0
        for name, taken in all_pictures(studio):
            file = studio.keep(name, taken())
            total += file.stat().st_size
            sys.stdout.write(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB\n")
        sys.stdout.write(f"{total // 1024} KiB in all\n")
        browser.close()


if __name__ == "__main__":
    main()
