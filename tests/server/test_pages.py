"""How the built pages are handed out: what may be kept, and what a browser must ask for again."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount
from tests.server.browsers import Browser, Loop

from saudagar.server.app import Pages
from saudagar.server.guard import Guard

FILES = {
    "index.html": "<!doctype html>",
    "sw.js": "addEventListener('install', () => undefined)",
    "app.webmanifest": "{}",
    "icon-192.png": "png",
    "assets/network-abc.bin": "numbers",
    "assets/worker-abc.js": "1",
}


@pytest.fixture
def pages(tmp_path: Path, loop: Loop) -> Browser:
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    app = Starlette(routes=[Mount("/", Pages(directory=tmp_path, html=True))], middleware=[Middleware(Guard)])
    return Browser(app, loop)


def test_the_service_worker_is_asked_for_again_and_rules_the_whole_site(pages: Browser) -> None:
    """It lies at the root, so that it may rule every page, and is never kept, so that a new version is found at once."""
    answer = pages.get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].partition(";")[0] in {"text/javascript", "application/javascript"}
    assert "etag" in answer.headers
    # Workers and the manifest may come from here alone.
    assert answer.headers["content-security-policy"].startswith("default-src 'self';")


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("/", "text/html", False),
        ("/app.webmanifest", "application/manifest+json", False),
        ("/icon-192.png", "image/png", False),
        ("/assets/network-abc.bin", "application/octet-stream", True),
        ("/assets/worker-abc.js", "text/javascript", True),
    ],
)
def test_only_names_with_a_hash_are_kept(pages: Browser, path: str, kind: str, kept: bool) -> None:
    answer = pages.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert ("immutable" in answer.headers["cache-control"]) is kept


def test_texts_are_packed_for_those_who_can_unpack_them(pages: Browser) -> None:
    """A script comes as gzip where that is accepted, whole and plain where it is not; what is packed already stays as it is."""
    plain = pages.get("/assets/worker-abc.js", headers={"accept-encoding": "identity"})
    packed = pages.get("/assets/worker-abc.js", headers={"accept-encoding": "br, gzip"})
    assert plain.content == packed.content == b"1"
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert packed.headers["etag"] == plain.headers["etag"]
    assert "immutable" in packed.headers["cache-control"]
    again = pages.get(
        "/assets/worker-abc.js", headers={"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
    )
    assert again.status_code == 304
    weights = pages.get("/assets/network-abc.bin", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in weights.headers
    assert pages.get("/", headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"
