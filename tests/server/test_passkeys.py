"""Passkeys: a guest adds one, another browser signs in with it, and whatever is not quite right changes nothing."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from tests.conftest import Figures
from tests.server.authenticator import HERE, PRESENT, Authenticator, packed, unpacked
from tests.server.browsers import Browser, Loop
from tests.server.hands import new_match

from saudagar.server import Rooms, Store, create_app
from saudagar.server.passkeys import MOST, SECONDS

KEYS = "/api/passkeys"
Opens = Callable[[], Browser]


@pytest.fixture
def now() -> list[float]:
    """The time of the server, to be set."""
    return [1_800_000_000.0]


@pytest.fixture
def opens(store: Store, loop: Loop, now: list[float]) -> Iterator[Opens]:
    """Opens browsers at a server whose name is localhost."""
    app = create_app(Rooms(store, clock=lambda: now[0]), hosts=frozenset({"localhost", "127.0.0.1"}))
    opened: list[Browser] = []

    def browser() -> Browser:
        opened.append(Browser(app, loop))
        opened[-1].http.base_url = HERE
        return opened[-1]

    yield browser
    for each in opened:
        each.close()


def asked(browser: Browser, verb: str) -> dict[str, Any]:
    told = browser.post(f"{KEYS}/{verb}", json={"name": "Anna"} if verb == "add" else {})
    assert told.status_code == 200, told.text
    return dict(told.json())


def added(browser: Browser, authenticator: Authenticator) -> dict[str, Any]:
    told = browser.post(KEYS, json=authenticator.make(asked(browser, "add")))
    assert told.status_code == 201, told.text
    return dict(told.json())


def listed(browser: Browser) -> list[dict[str, Any]]:
    return list(browser.get(KEYS).json()["passkeys"])


def matches(browser: Browser) -> list[str]:
    return [each["id"] for each in browser.get("/api/matches").json()["matches"]]


@pytest.mark.parametrize("counts", [True, False])
def test_another_browser_becomes_the_same_guest(opens: Opens, now: list[float], counts: bool) -> None:
    """The same matches and the same cookie; again and again, whether or not the authenticator counts."""
    mine, key = opens(), Authenticator(counts=counts)
    match = new_match(mine)["id"]
    told = added(mine, key)
    assert told == {"id": packed(key.passkeys[0].id), "name": "Firefox, Linux", "made": now[0], "used": None}
    for _ in range(3):
        other = opens()
        now[0] += 10
        answer = other.post(f"{KEYS}/take", json=key.show(asked(other, "ask")))
        assert (answer.status_code, answer.json()) == (200, {"matches": 1}), answer.text
        assert matches(other) == [match]
        assert other.http.cookies["saudagar_guest"] == mine.http.cookies["saudagar_guest"]
        assert listed(other) == listed(mine) == [{**told, "used": now[0]}]


def test_what_an_authenticator_is_asked(opens: Opens) -> None:
    """A discoverable passkey, the user verified if possible, no attestation, none twice; handles are new and tell nothing."""
    mine, key = opens(), Authenticator()
    assert mine.post(f"{KEYS}/add", json={}).status_code == 409, "nobody yet: there is nothing to open"
    new_match(mine)
    added(mine, key)
    first, second = asked(mine, "add"), asked(mine, "add")
    assert first["rp"]["id"] == "localhost"
    assert first["attestation"] == "none"
    assert first["user"]["name"] == "Anna"
    chosen = first["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "preferred")
    assert [each["id"] for each in first["excludeCredentials"]] == [packed(key.passkeys[0].id)]
    assert -7 in [each["alg"] for each in first["pubKeyCredParams"]]
    assert len({each[name] for each in (first, second) for name in ("challenge",)}) == 2
    handles = {unpacked(each["user"]["id"]) for each in (first, second)}
    assert {len(handle) for handle in handles} == {32}
    assert len(handles) == 2
    use = asked(opens(), "ask")
    assert (use["rpId"], use["userVerification"], use["allowCredentials"]) == ("localhost", "preferred", [])
    assert len(unpacked(use["challenge"])) == 32


def test_a_browser_with_matches_is_asked_first(opens: Opens) -> None:
    """As with a link: 409, and the same answer of the authenticator still works once it may replace them."""
    mine, other, key = opens(), opens(), Authenticator()
    match, lost = new_match(mine)["id"], new_match(other)["id"]
    added(mine, key)
    shown = key.show(asked(other, "ask"))
    refused = other.post(f"{KEYS}/take", json=shown)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_empty")
    assert matches(other) == [lost]
    assert other.post(f"{KEYS}/take", json={**shown, "replace": True}).json() == {"matches": 1}
    assert matches(other) == [match]
    again = mine.post(f"{KEYS}/take", json=key.show(asked(mine, "ask")))
    assert again.status_code == 200, "whoever is that guest already is asked nothing"


def test_a_removed_passkey_opens_nothing_at_once(opens: Opens) -> None:
    """Even for an answer that was signed before; nobody else can remove it, and the others stay."""
    mine, other, key, second = opens(), opens(), Authenticator(), Authenticator()
    new_match(mine)
    told, stays = added(mine, key), added(mine, second)
    early = key.show(asked(other, "ask"))
    assert opens().post(f"{KEYS}/remove", json={"id": told["id"]}).status_code == 404
    new_match(other)
    assert other.post(f"{KEYS}/remove", json={"id": told["id"]}).status_code == 404
    assert len(listed(mine)) == 2
    assert mine.post(f"{KEYS}/remove", json={"id": told["id"]}).json() == {"removed": True}
    assert mine.post(f"{KEYS}/remove", json={"id": told["id"]}).status_code == 404
    for shown in (early, key.show(asked(other, "ask"))):
        assert other.post(f"{KEYS}/take", json={**shown, "replace": True}).status_code == 404
    assert listed(mine) == [stays]
    assert opens().post(f"{KEYS}/take", json=second.show(asked(other, "ask"))).status_code == 200


def test_of_answers_that_come_together_one_wins(opens: Opens) -> None:
    """Eight with one challenge, to keep a passkey and to sign in."""
    mine, other, key = opens(), opens(), Authenticator(counts=False)
    new_match(mine)
    options = asked(mine, "add")
    told = mine.together([(KEYS, Authenticator().make(options)) for _ in range(8)])
    assert sorted(each.status_code for each in told) == [201] + [404] * 7
    assert len(listed(mine)) == 1
    added(mine, key)
    options = asked(other, "ask")
    told = other.together([(f"{KEYS}/take", key.show(options)) for _ in range(8)])
    assert sorted(each.status_code for each in told) == [200] + [404] * 7


def test_a_guest_has_so_many(opens: Opens, loop: Loop) -> None:
    """One more is refused, before the authenticator is bothered and after."""
    mine = opens()
    new_match(mine)
    early = Authenticator().make(asked(mine, "add"))
    for _ in range(MOST):
        added(mine, Authenticator())
    told = mine.post(f"{KEYS}/add", json={})
    assert (told.status_code, told.json()["error"]["code"]) == (409, "too_many")
    assert mine.post(KEYS, json=early).status_code == 404
    assert len(listed(mine)) == MOST


def test_challenges_are_rationed(opens: Opens) -> None:
    """Of many from one address at once thirty are given out."""
    told = [opens().post(f"{KEYS}/ask", json={}).status_code for _ in range(35)]
    assert (told.count(200), told.count(429)) == (30, 5)


def test_hard_3_what_is_not_quite_right_is_refused_without_effect(
    opens: Opens, store: Store, now: list[float], figures: Figures
) -> None:
    """HARD-3: wrong, replayed, late, of another origin, site, guest or purpose; to keep a passkey and to sign in."""
    mine, other, key, foreign = opens(), opens(), Authenticator(), Authenticator()
    match, own = new_match(mine)["id"], new_match(other)["id"]
    added(mine, key)
    added(other, foreign)
    before = [store.passkeys_of(each.guest) for each in _rows(store)]
    asks, takes = asked(mine, "add"), asked(other, "ask")
    new = Authenticator()
    good = new.make(asks)
    keeps = {
        "another origin": new.make(asks, origin="https://evil.example"),
        "another port": new.make(asks, origin="http://localhost:8338"),
        "another site": new.make(asks, rp="evil.example"),
        "another kind": new.make(asks, type="webauthn.get"),
        "a made-up challenge": new.make(asks, challenge=packed(secrets.token_bytes(32))),
        "the challenge of a sign-in": new.make(asks, challenge=takes["challenge"]),
        "the challenge of another guest": new.make(asked(other, "add")),
        "another id": {**good, "id": packed(bytes(32))},
        "no attestation": {**good, "attestation": "AAAA"},
        "no text": {**good, "client": "AAAA"},
        "one field more": {**good, "guest": "x"},
    }
    for word, body in keeps.items():
        told = mine.post(KEYS, json=body)
        assert told.status_code in (400, 403, 404), (word, told.text)
    right = key.show(takes, passkey=key.passkeys[0])
    signs = key.passkeys[0].signs
    wrong_key = ec.generate_private_key(ec.SECP256R1())
    last = right["signature"][-4:]
    shows = {
        "another key": key.show(takes, key=wrong_key),
        "another origin": key.show(takes, origin="https://evil.example"),
        "another scheme": key.show(takes, origin="ftp://localhost:8337"),
        "another site": key.show(takes, rp="evil.example"),
        "another kind": key.show(takes, type="webauthn.create"),
        "nobody there": key.show(takes, flags=0),
        "another handle": key.show(takes, user=foreign.passkeys[0].user),
        "a made-up handle": key.show(takes, user=bytes(32)),
        "a made-up challenge": key.show(takes, challenge=packed(secrets.token_bytes(32))),
        "the challenge of a registration": key.show(takes, challenge=asks["challenge"]),
        "an unknown passkey": {**right, "id": packed(bytes(32))},
        "another's passkey": {**right, "id": packed(foreign.passkeys[0].id)},
        "another signature": {**right, "signature": right["signature"][:-4] + ("AAAA" if last != "AAAA" else "BBBB")},
        "no handle": {name: value for name, value in right.items() if name != "user"},
        "no base64": {**right, "id": "AAAAA"},
    }
    for word, body in shows.items():
        for replace in (False, True):
            told = other.post(f"{KEYS}/take", json={**body, "replace": replace})
            assert told.status_code in (400, 403, 404), (word, told.text)
            assert "set-cookie" not in told.headers, word
    assert [store.passkeys_of(each.guest) for each in _rows(store)] == before
    assert (matches(mine), matches(other)) == ([match], [own])
    # What was right all the time still is, once; a count that does not rise is a copied authenticator.
    assert mine.post(KEYS, json=good).status_code == 201
    assert mine.post(KEYS, json=good).status_code == 404
    key.passkeys[0].signs = signs
    third = opens()
    right = key.show(takes, flags=PRESENT, passkey=key.passkeys[0])
    assert third.post(f"{KEYS}/take", json=right).status_code == 200, "verified is preferred, not required"
    assert opens().post(f"{KEYS}/take", json=right).status_code == 404
    key.passkeys[0].signs -= 1
    copied = opens()
    assert copied.post(f"{KEYS}/take", json=key.show(asked(copied, "ask"), passkey=key.passkeys[0])).status_code == 403
    late_add, late = new.make(asked(mine, "add")), asked(copied, "ask")
    now[0] += SECONDS + 1
    assert mine.post(KEYS, json=late_add).status_code == 404
    assert copied.post(f"{KEYS}/take", json=key.show(late, passkey=key.passkeys[0])).status_code == 404
    total = len(keeps) + 2 * len(shows) + 5
    figures("HARD-3", f"passkeys: {total} answers that are wrong, replayed, late or another's: refused without effect")


def test_the_store_keeps_nothing_that_signs_in(opens: Opens, store: Store) -> None:
    """HARD-3: neither a guest's token, nor a user handle, nor a challenge is in any row."""
    mine, key = opens(), Authenticator()
    new_match(mine)
    added(mine, key)
    options = asked(mine, "add")
    secret = [mine.http.cookies["saudagar_guest"].encode(), key.passkeys[0].user, unpacked(options["challenge"])]
    secret += [options["challenge"].encode(), unpacked(options["user"]["id"])]
    found = [
        value if isinstance(value, bytes) else str(value).encode()
        for table in ("match", "token", "passkey")
        for row in store._db.execute(f"SELECT * FROM {table}")  # type: ignore[attr-defined]
        for value in row
    ]
    assert len(found) > 20
    assert not [word for word in secret for value in found if word in value]


def test_no_line_of_a_log_tells_what_signs_in(opens: Opens, caplog: pytest.LogCaptureFixture) -> None:
    """SEC-2: of everything that is sent when one is added, used, refused or removed, nothing; down to the smallest line."""
    for name in ("", "saudagar", "saudagar.server", "saudagar.requests"):
        caplog.set_level(logging.DEBUG, logger=name)
    mine, other, key = opens(), opens(), Authenticator()
    new_match(mine)
    options = asked(mine, "add")
    sent = [key.make(options)]
    told = mine.post(KEYS, json=sent[0]).json()
    challenge = asked(other, "ask")
    sent += [key.show(challenge, origin="https://evil.example"), key.show(challenge)]
    assert [other.post(f"{KEYS}/take", json=body).status_code for body in sent[1:]] == [403, 200]
    mine.post(f"{KEYS}/remove", json={"id": told["id"]})
    assert "/api/passkeys/take 403" in caplog.text
    secret = {value for body in sent for name, value in body.items() if name != "name"}
    secret |= {options["challenge"], challenge["challenge"], options["user"]["id"], mine.http.cookies["saudagar_guest"]}
    assert len(secret) > 10
    assert not [word for word in secret if word in caplog.text]


@pytest.mark.parametrize(
    ("host", "origin", "hosts", "origins", "site"),
    [
        ("localhost:8337", HERE, {"localhost"}, (), "localhost"),
        ("127.0.0.1:8337", "http://127.0.0.1:8337", {"127.0.0.1"}, (), None),
        ("[::1]:8337", "http://[::1]:8337", {"::1"}, (), None),
        ("anything.example", "https://anything.example", None, (), None),
        ("play.example", "https://play.example", {"play.example"}, ("https://play.example",), "play.example"),
        ("127.0.0.1:8337", "https://play.example", {"127.0.0.1"}, ("https://play.example",), "play.example"),
        ("play.lan", "http://play.lan", {"play.lan"}, ("http://play.lan",), None),
        ("b.example", "https://b.example", None, ("https://a.example", "https://b.example"), "b.example"),
        ("192.168.1.4", "https://192.168.1.4", {"192.168.1.4"}, ("https://192.168.1.4",), None),
    ],
)
def test_the_site_is_what_the_server_knows_itself_to_be(
    store: Store, loop: Loop, host: str, origin: str, hosts: set[str] | None, origins: tuple[str, ...], site: str | None
) -> None:
    """By a name of its own, or that it was told to have; no passkeys at numbers, without https, or under any name."""
    app = create_app(Rooms(store), hosts=None if hosts is None else frozenset(hosts), origins=frozenset(origins))
    browser = Browser(app, loop)
    head = {"host": host, "origin": origin}
    assert browser.get(KEYS, headers=head).json() == {"offered": True, "site": site, "guest": False, "passkeys": []}
    told = browser.post(f"{KEYS}/ask", json={}, headers=head)
    if site is None:
        assert (told.status_code, told.json()["error"]["code"]) == (404, "not_offered")
    else:
        assert told.json()["rpId"] == site
        wrong = browser.post(f"{KEYS}/ask", json={}, headers={"host": host, "origin": "https://evil.example"})
        assert wrong.status_code == 403
    browser.close()


def test_without_the_package_nothing_is_offered(opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list says so, and the other routes answer 404."""
    mine = opens()
    new_match(mine)
    monkeypatch.setattr("saudagar.server.passkeys.installed", lambda: False)
    assert mine.get(KEYS).json() == {"offered": False, "site": "localhost", "guest": True, "passkeys": []}
    for verb in ("add", "ask"):
        told = mine.post(f"{KEYS}/{verb}", json={})
        assert (told.status_code, told.json()["error"]["code"]) == (404, "not_offered")


def _rows(store: Store) -> list[Any]:
    from saudagar.server.store import rows

    return [rows.passkey_of(row) for row in store._db.execute("SELECT * FROM passkey")]  # type: ignore[attr-defined]


def test_an_answer_fits_into_a_request(opens: Opens) -> None:
    """With the longest id that there is (1023 bytes) it is refused for its size or taken, but never fails."""
    mine, key = opens(), Authenticator()
    new_match(mine)
    body = key.make(asked(mine, "add"))
    assert len(json.dumps(body)) < 1_500
    assert mine.post(KEYS, json={**body, "id": "A" * 2_999}).status_code in (400, 403)
    assert mine.post(KEYS, json={**body, "id": "A" * 4_096}).status_code in (400, 413)
