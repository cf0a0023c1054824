"""The code of a match is read again: by a camera, from a picture, and what is no code is said so."""

from __future__ import annotations

import base64
import io
import struct
import zlib

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Server
from tests.browser.scoring import FIRST, Keeper, Opener

pytestmark = pytest.mark.browser

CAMERA = """source => new Promise(give => {
    const image = new Image();
    image.onload = () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
        const pen = canvas.getContext('2d');
        pen.fillStyle = '#7a6a5a';
        window.shown = false;
        setInterval(() => {
            pen.setTransform(1, 0, 0, 1, 0, 0);
            pen.fillRect(0, 0, 1280, 960);
            if (!window.shown) return;
            pen.translate(640, 480);
            pen.rotate(0.12);  // nobody holds a phone straight
            pen.drawImage(image, -380, -380, 760, 760);
        }, 50);
        window.asked = 0;
        window.track = canvas.captureStream(20).getTracks()[0];
        navigator.mediaDevices.getUserMedia = async () => (window.asked += 1, new MediaStream([window.track]));
        give();
    };
    image.src = source;
})"""
"""A camera that looks at a wall, and when `shown` at the picture, turned a little."""


@pytest.fixture(scope="module")
def picture(browser: Browser, shared: Server) -> bytes:
    """A photo of the code that a phone shows of a match of three rounds."""
    page = browser.new_page(device_scale_factor=2, viewport={"width": 360, "height": 640}, locale="en-GB")
    page.goto(f"{shared.url}score/")
    page.locator(FIRST).wait_for()
    keeper = Keeper(page, quick=True)
    keeper.match(2, names=("Zoë", "Őrs"))
    for totals in ((81, 64), (60, 70), (75, 74)):
        keeper.totals(*totals)
    keeper.tap("share")
    taken = page.get_by_test_id("qr").screenshot()
    page.close()
    return taken


def data(page: Page) -> None:
    page.evaluate("location.hash = '#/data'")
    page.get_by_test_id("photo").wait_for(state="attached")


def photo(page: Page, content: bytes) -> None:
    page.get_by_test_id("photo").set_input_files({"name": "p.png", "mimeType": "image/png", "buffer": content})


def taken(page: Page) -> None:
    """What was read is shown before it is taken over; then it is here."""
    expect(page.get_by_test_id("match-line")).to_contain_text("Zoë")
    page.get_by_test_id("take").click()
    expect(page.get_by_test_id("winner")).to_contain_text("Zoë")
    assert Keeper(page).seals() == (2, 1)


def test_a_camera_reads_the_code_of_another_phone(opened: Opener, picture: bytes) -> None:
    page = opened()
    page.evaluate(CAMERA, "data:image/png;base64," + base64.b64encode(picture).decode())
    data(page)
    page.get_by_test_id("scan").click()
    page.get_by_test_id("camera").wait_for()
    page.wait_for_function("document.querySelector('video').videoWidth > 0")
    page.evaluate("window.shown = true")
    taken(page)
    assert page.evaluate("window.track.readyState") == "ended"  # the camera is let go


def test_a_picture_of_the_code_is_read_and_other_pictures_are_refused(opened: Opener, picture: bytes) -> None:
    page = opened()
    data(page)
    photo(page, picture)
    taken(page)
    data(page)
    for content, reason in ((b"no picture", "No code"), (plain(300, 200), "No code")):
        photo(page, content)
        expect(page.get_by_test_id("refused")).to_contain_text(reason)
    # A code about something else: the link that another page shows.
    keeper = Keeper(page)
    page.evaluate("location.hash = '#/i/' + 'A'.repeat(60)")
    expect(page.get_by_test_id("refused")).to_contain_text("damaged")
    assert keeper.page.get_by_test_id("take").count() == 0


def test_a_camera_that_may_not_be_used_is_explained(opened: Opener) -> None:
    for name, words in (("NotAllowedError", "may not use the camera"), ("NotFoundError", "no camera")):
        page = opened()
        page.evaluate(
            "name => { navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', name) } }", name
        )
        data(page)
        page.get_by_test_id("scan").click()
        expect(page.get_by_test_id("scan-trouble")).to_contain_text(words)


def test_the_page_asks_for_the_real_camera(opened: Opener) -> None:
    """The server lets the score keeper, and no other page, use a camera."""
    page = opened()
    allowed = "document.featurePolicy?.allowsFeature('camera') ?? null"
    if page.evaluate(allowed) is not None:
        assert page.evaluate(allowed) is True
    assert "camera=(self)" in page.request.get(page.url.split("#")[0]).headers["permissions-policy"]
    assert "camera=()" in page.request.get(page.url.split("score")[0]).headers["permissions-policy"]


def plain(width: int, height: int) -> bytes:
    """A grey PNG."""
    out = io.BytesIO(b"")
    out.write(b"\x89PNG\r\n\x1a\n")
    rows = (b"\0" + b"\x80" * width) * height
    for kind, body in (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    ):
        out.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)))
    return out.getvalue()
