"""Passkeys in a real browser with an authenticator of its own: added, used by another browser, removed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from tests.browser.conftest import SCREENS, Server, Watched
from tests.browser.test_access import start, violations, wide

pytestmark = pytest.mark.browser

KIND = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
NONE = {"offered": False, "site": None, "passkeys": []}
"""What a server says that has not the package for it."""


class Device:
    """A browser of its own with an authenticator, at a server by the name localhost."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable", {"enableUI": False})
        self.id = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": KIND})["authenticatorId"]

    def go(self, address: str = "#/device") -> None:
        self.page.goto(f"{self.url}{address}")
        self.page.locator("h1").wait_for()

    def passkeys(self) -> list[dict[str, Any]]:
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]
        return list(found)

    def receive(self, passkeys: list[dict[str, Any]]) -> None:
        """As a password manager brings them from another device."""
        for passkey in passkeys:
            self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": passkey})

    def matches(self) -> list[str]:
        told = self.page.evaluate("fetch('/api/matches').then(answer => answer.json())")
        return [each["id"] for each in told["matches"]]


@contextmanager
def device(browser: Browser, server: Server, screen: str, locale: str = "en-GB") -> Iterator[Device]:
    width, height = SCREENS[screen]
    context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(15_000)
    url = server.url.replace("127.0.0.1", "localhost")
    watched = Watched(page, url)
    yield Device(page, url)
    assert [each for each in watched.troubles if f"elsewhere: {server.url}" not in each] == []
    context.close()


def look(page: Page, name: str) -> None:
    """Nothing for axe to find, nothing sticks out; a picture, where somebody wants to look."""
    if folder := os.environ.get("SAUDAGAR_PICTURES"):
        page.screenshot(path=Path(folder) / f"passkeys-{name}.png", full_page=True)
    assert (violations(page), wide(page)) == ([], 0), name


def test_a_passkey_opens_the_same_matches_in_another_browser(browser: Browser, server: Server) -> None:
    """Added on a desktop, used on a phone; with matches of its own that one is asked first; removed, it opens nothing."""
    with device(browser, server, "desktop") as mine, device(browser, server, "phone") as phone:
        page, other = mine.page, phone.page
        mine.go("")
        start(page)
        page.get_by_test_id("table").wait_for()
        (match,) = mine.matches()
        mine.go("")
        page.get_by_test_id("device-open").click()
        page.get_by_test_id("passkey-add").click()
        expect(page.get_by_test_id("passkey-row")).to_contain_text("Chrome, Linux")
        expect(page.get_by_test_id("passkey-said")).to_be_visible()
        look(page, "added")
        page.get_by_test_id("passkey-add").click()
        expect(page.get_by_test_id("passkey-failed")).to_contain_text("has a passkey for these matches already")
        expect(page.get_by_test_id("passkey-row")).to_have_count(1)
        expect(page.get_by_test_id("passkey-add")).to_be_focused()

        phone.go("")
        other.get_by_test_id("device-open").click()
        expect(other.get_by_test_id("passkey-sign-in")).to_be_visible()
        expect(other.get_by_test_id("device-nobody")).to_be_visible()
        expect(other.locator("[data-testid=passkey-add], [data-testid=make-device-link]")).to_have_count(0)
        look(other, "newcomer")
        phone.receive(mine.passkeys())
        other.get_by_test_id("passkey-sign-in").click()
        other.get_by_test_id("device-done").wait_for()
        look(other, "done")
        assert phone.matches() == [match]

        with device(browser, server, "phone") as third:
            third.go("")
            start(third.page)
            third.page.get_by_test_id("table").wait_for()
            (own,) = third.matches()
            third.go()
            third.receive(phone.passkeys())
            third.page.get_by_test_id("passkey-sign-in").click()
            third.page.get_by_test_id("passkey-replace").wait_for()
            look(third.page, "replace")
            third.page.keyboard.press("Escape")
            assert third.matches() == [own]

            phone.go("#/")
            other.get_by_test_id("device-open").click()
            other.get_by_test_id("passkey-remove").click()
            other.get_by_test_id("passkey-remove-yes").wait_for()
            look(other, "remove")
            other.get_by_test_id("passkey-remove-yes").click()
            expect(other.get_by_test_id("passkey-row")).to_have_count(0)
            expect(other.get_by_role("heading", name="Passkey", exact=True)).to_be_focused()
            third.page.get_by_test_id("passkey-sign-in").click()
            expect(third.page.get_by_test_id("passkey-failed")).to_contain_text("opens nothing here any more")
            assert third.matches() == [own]
            assert phone.matches() == [match], "whoever is signed in stays so"
            look(third.page, "removed")


def test_the_page_fits_in_every_language_and_says_where_it_cannot_be(browser: Browser, server: Server) -> None:
    """On a phone and a desktop; at a number instead of a name it says so, and leads to localhost."""
    with device(browser, server, "phone") as mine:
        mine.go("")
        start(mine.page)
        mine.page.get_by_test_id("table").wait_for()
        mine.go()
        mine.page.get_by_test_id("passkey-add").click()
        mine.page.get_by_test_id("passkey-row").wait_for()
        for language in ("en", "fr", "es", "hu"):
            mine.page.evaluate("language => localStorage.setItem('saudagar.lang', language)", language)
            for screen, (width, height) in SCREENS.items():
                mine.page.set_viewport_size({"width": width, "height": height})
                mine.page.reload()
                mine.page.get_by_test_id("passkey-row").wait_for()
                expect(mine.page.locator("html")).to_have_attribute("lang", language)
                look(mine.page, f"{language}-{screen}")
            mine.page.goto(f"{server.url}#/device")
            mine.page.evaluate("language => localStorage.setItem('saudagar.lang', language)", language)
            mine.page.set_viewport_size({"width": 360, "height": 640})
            mine.page.reload()
            mine.page.get_by_test_id("passkey-nowhere").wait_for()
            look(mine.page, f"{language}-number")
            mine.go()
        mine.page.route("**/api/passkeys", lambda route: route.fulfill(json={**NONE, "guest": True}))
        with mine.page.expect_response("**/api/passkeys"):
            mine.page.reload()
        expect(mine.page.get_by_test_id("make-device-link")).to_be_visible()
        expect(mine.page.get_by_test_id("passkeys")).to_have_count(0)
        mine.page.unroute("**/api/passkeys")
        for missing, told in (
            ("Object.defineProperty(window, 'isSecureContext', { value: false })", "passkey-nowhere"),  # http
            ("delete window.PublicKeyCredential", "passkey-unable"),
        ):
            page = mine.page.context.new_page()
            page.add_init_script(missing)
            page.goto(f"{mine.url}#/device")
            page.get_by_test_id(told).wait_for()
            expect(page.get_by_test_id("passkey-sign-in")).to_have_count(0)
            page.close()
        mine.page.goto(f"{server.url}#/device")
        mine.page.get_by_test_id("passkey-localhost").click()
        mine.page.wait_for_url(f"{mine.url}#/device")
        mine.page.get_by_test_id("passkey-sign-in").wait_for()
        mine.page.goto(f"{server.url}#/")
        start(mine.page)
        mine.page.get_by_test_id("table").wait_for()
        numbered = mine.matches()
        mine.page.goto(f"{server.url}#/device")
        mine.page.get_by_test_id("passkey-localhost").click()
        mine.page.get_by_test_id("device-accept").click()
        mine.page.get_by_test_id("device-replace").click()
        mine.page.get_by_test_id("device-done").wait_for()
        assert mine.page.url.startswith(mine.url)
        assert mine.matches() == numbered
