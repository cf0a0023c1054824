"""The gallery: every part in every state, in every language, light and dark, as facts a program can see."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from tests.browser.conftest import Server
from tests.browser.likeness import SETTLED
from tests.browser.looks import LANGUAGES, cut_texts, too_large
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser
KINDS = "DGSCPLK"


@pytest.fixture(scope="module")
def gallery(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The gallery as the server hands it out; one page for all tests, with an error of the page failing the test."""
    server = Server(tmp_path_factory.mktemp("gallery"))
    context: BrowserContext = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.url}gallery.html")
    page.get_by_test_id("gallery").wait_for()
    yield page
    context.close()
    server.stop()
    assert errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_part_fits_in_every_language(gallery: Page, theme: str) -> None:
    """On a phone and on a desktop nothing is cut off and nothing is wider than the window."""
    gallery.emulate_media(color_scheme="light" if theme == "light" else "dark")
    found = {}
    for width in (360, 1440):
        gallery.set_viewport_size({"width": width, "height": 900})
        for language in LANGUAGES:
            gallery.get_by_test_id("lang-select").select_option(language)
            gallery.wait_for_function("lang => document.documentElement.lang === lang", arg=language)
            gallery.evaluate(SETTLED)
            found[width, language] = (cut_texts(gallery), max(0, too_large(gallery)[1]))
    assert {where: each for where, each in found.items() if each != ([], 0)} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_part_can_be_read_and_named(gallery: Page, theme: str) -> None:
    """axe finds neither too little contrast nor a nameless control."""
    gallery.emulate_media(color_scheme="light" if theme == "light" else "dark")
    gallery.set_viewport_size({"width": 1024, "height": 900})
    assert violations(gallery) == []


def pixels(png: bytes) -> list[list[int]]:
    """Return the brightness of a PNG's pixels, row by row; of the kind that browsers make: 8 bits, RGB or RGBA."""
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    step = {2: 3, 6: 4}[png[25]]
    data, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, rows, above = zlib.decompress(data), list[list[int]](), bytes(width * step)
    for y in range(height):
        line = bytearray(raw[y * (width * step + 1) + 1 : (y + 1) * (width * step + 1)])
        way = raw[y * (width * step + 1)]
        for x in range(width * step):
            left, up, corner = (line[x - step], above[x], above[x - step]) if x >= step else (0, above[x], 0)
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda each: abs(guess - each))
            line[x] = (line[x] + (0, left, up, (left + up) // 2, paeth)[way]) & 255
        rows.append([line[x] for x in range(0, width * step, step)])
        above = bytes(line)
    return rows


def test_cards_differ_without_their_colours(gallery: Page) -> None:
    """At the size of a phone, in grey, any two kinds differ clearly in at least a tenth of their area."""
    gallery.emulate_media(color_scheme="light")
    gallery.set_viewport_size({"width": 1024, "height": 900})
    gallery.add_style_tag(content="html { filter: grayscale(1) }")
    cards = gallery.locator("[data-part=card]")
    pictures = {kind: pixels(cards.nth(i).screenshot()) for i, kind in enumerate(KINDS)}
    alike = {}
    for one, other in combinations(KINDS, 2):
        rows = list(zip(pictures[one], pictures[other], strict=True))
        pairs = [pair for row in rows for pair in zip(*row, strict=True)]
        different = sum(abs(a - b) > 40 for a, b in pairs) / len(pairs)
        if different < 0.1:
            alike[one + other] = round(different, 3)
    assert alike == {}
