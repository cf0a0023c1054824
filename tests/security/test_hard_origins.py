"""HARD-1: pages of other sites may neither command nor listen, whatever cookie their visitor has."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterator

import httpx
import pytest
from tests.conftest import Figures
from tests.server.serving import Served, served

PUBLIC = "https://play.example.org"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server behind a proxy with TLS on this machine."""
    words = ("--public-url", PUBLIC, "--trusted-proxies", "127.0.0.1")
    with served(tmp_path_factory.mktemp("public"), None, *words) as running:
        yield running


def begin(server: Served, **headers: str) -> tuple[str, str]:
    """Open a match; return its id and the guest's token."""
    body = {"names": {"a": "A", "b": "B"}}
    told = httpx.post(f"{server.url}/api/matches", json=body, headers=headers, timeout=10)
    assert told.status_code == 201, told.text
    cookie = told.headers["set-cookie"].partition(";")[0]
    return told.json()["id"], cookie


def upgrade(server: Served, match: str, **headers: str | None) -> tuple[int, bytes]:
    """Ask for a match's WebSocket; return the status of the answer and the rest of it."""
    return upgrade_at(server, f"/api/matches/{match}/live?seat=a", **headers)


def upgrade_at(server: Served, path: str, **headers: str | None) -> tuple[int, bytes]:
    """Ask for a WebSocket; return the status of the answer and the rest of it."""
    nonce = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = {
        "Host": f"127.0.0.1:{server.port}",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": nonce,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    told = f"GET {path} HTTP/1.1\r\n"
    told += "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
    with server.connect() as to:
        to.sendall(f"{told}\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer and (more := to.recv(65536)):
            answer += more
    return int(answer.split(b" ", 2)[1]), answer


FOREIGN = [
    None,
    "null",
    "",
    "https://evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1.evil.example:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example/127.0.0.1:{port}",
    "http://127.0.0.1:{port}@evil.example",
    "http://[::1",
]


def test_a_socket_of_another_site_is_refused_before_it_is_one(server: Served, figures: Figures) -> None:
    """HARD-1: foreign, missing and null origins get 403, no cookie 404, all before the upgrade; the own page 101."""
    match, cookie = begin(server)
    for origin in FOREIGN:
        told = origin.format(port=server.port) if origin is not None else None
        status, answer = upgrade(server, match, Origin=told, Cookie=cookie)
        assert status == 403, (told, answer)
        assert b"ply" not in answer
    own = f"http://127.0.0.1:{server.port}"
    assert upgrade(server, match, Origin=own, Cookie=cookie)[0] == 101
    assert upgrade(server, match, Origin=own)[0] == 404
    stale = cookie[:-3] + ("AAA" if not cookie.endswith("AAA") else "BBB")
    assert upgrade(server, match, Origin=own, Cookie=stale)[0] == 404
    for path in ("/", "/assets/x", "/api/matches", "/api/nothing", "/metrics"):
        assert upgrade_at(server, path, Origin=own, Cookie=cookie)[0] in (403, 404)
    figures("HARD-1", f"{len(FOREIGN)} foreign, missing and malformed origins and 2 cookies refused before the upgrade")


def test_only_pages_of_the_public_address_are_welcome(public: Served) -> None:
    """HARD-1: with a public address its origin alone counts, to the scheme and the port; other hosts are not served."""
    proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7", "Host": "play.example.org"}
    match, cookie = begin(public, **proxied)
    for origin in ("http://play.example.org", "https://play.example.org:8443", "https://evil.example", "null"):
        assert upgrade(public, match, Origin=origin, Cookie=cookie, **proxied)[0] == 403
        told = httpx.post(f"{public.url}/api/matches", json={}, headers={**proxied, "Origin": origin}, timeout=10)
        assert told.status_code == 403
    assert upgrade(public, match, Origin=PUBLIC, Cookie=cookie, **proxied)[0] == 101
    assert httpx.get(f"{public.url}/api/about", headers={"Host": "evil.example"}, timeout=10).status_code == 403


def test_over_tls_the_cookie_belongs_to_this_very_host(public: Served) -> None:
    """HARD-1: behind TLS it is __Host-, Secure, HttpOnly, SameSite; the one for plain HTTP opens nothing; HSTS is sent."""
    proxied = {"X-Forwarded-Proto": "https", "Host": "play.example.org"}
    told = httpx.post(f"{public.url}/api/matches", json={"names": {"a": "", "b": ""}}, headers=proxied, timeout=10)
    cookie = told.headers["set-cookie"]
    assert cookie.startswith("__Host-saudagar_guest=")
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "secure", "samesite=lax", "path=/"} <= parts
    assert not any(part.startswith("domain") for part in parts)
    assert "max-age" in told.headers["strict-transport-security"]
    token = cookie.partition("=")[2].partition(";")[0]
    assert len(token) == 43  # 256 bits
    address = f"{public.url}/api/matches/{told.json()['id']}"
    kept = {**proxied, "Cookie": f"__Host-saudagar_guest={token}"}
    assert httpx.get(address, headers=kept, timeout=10).status_code == 200
    planted = {**proxied, "Cookie": f"saudagar_guest={token}"}
    assert httpx.get(address, headers=planted, timeout=10).status_code == 404


def test_who_is_no_trusted_proxy_is_not_believed(server: Served) -> None:
    """HARD-1: forwarding headers of anybody else change nothing."""
    forged = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7", "Forwarded": "proto=https"}
    told = httpx.post(f"{server.url}/api/matches", json={"names": {"a": "", "b": ""}}, headers=forged, timeout=10)
    assert told.headers["set-cookie"].startswith("saudagar_guest=")
    assert "strict-transport-security" not in told.headers


def test_no_page_runs_a_script_of_anybody_else(server: Served) -> None:
    """HARD-2: the policy allows no inline script, no eval, no plug-in, no frame; every answer carries it."""
    for path in ("/", "/api/about", "/healthz", "/nothing", "/api/nothing"):
        told = httpx.get(f"{server.url}{path}", timeout=10)
        policy = dict(part.strip().partition(" ")[::2] for part in told.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'"
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert "script-src" not in policy  # so scripts follow default-src: files of this server, nothing else
        assert told.headers["x-content-type-options"] == "nosniff"
        assert told.headers["referrer-policy"] == "no-referrer"
        assert told.headers["cross-origin-opener-policy"] == "same-origin"
        if path.startswith("/api/"):
            assert told.headers["cache-control"] == "no-store"
