"""Nothing that was tapped is lost: OFF-1 to OFF-6."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, expect
from playwright.sync_api import TimeoutError as TimeoutError_
from tests.browser.conftest import FLAGS, Server
from tests.browser.scoring import Keeper, Opener, export, import_
from tests.browser.test_score_broken import years

pytestmark = pytest.mark.browser

BLOCKER = """version => new Promise((give, refuse) => {
    const asked = indexedDB.open('saudagar-score', version);
    asked.onupgradeneeded = () => { if (version === 1) asked.result.createObjectStore('entries', { keyPath: 'id' }) };
    asked.onsuccess = () => { window.held = asked.result; give(asked.result.version) };
    asked.onerror = () => refuse(asked.error);
})"""


class Chromium:
    """A browser process of our own, on a profile that outlives it, so that it can be killed."""

    def __init__(self, profile: Path) -> None:
        program = os.environ.get("SAUDAGAR_BROWSER", "/usr/bin/chromium")
        command = [program, *FLAGS, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        told = profile / "DevToolsActivePort"
        told.unlink(missing_ok=True)
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while not (told.exists() and len(lines := told.read_text(encoding="utf-8").split()) == 2):
            assert time.monotonic() < end
            time.sleep(0.05)
        self.address = f"ws://127.0.0.1:{lines[0]}{lines[1]}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)


def connected(play: BrowserType, chromium: Chromium) -> Browser:
    """Connect to a browser; one that has only just started may not answer the first time."""
    for _ in range(3):
        try:
            return play.connect_over_cdp(chromium.address, timeout=10_000)
        except TimeoutError_:
            continue
    return play.connect_over_cdp(chromium.address, timeout=10_000)


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[list[Chromium]]:
    started: list[Chromium] = []
    yield started
    for each in started:
        if each.process.poll() is None:
            each.kill()


def test_off_1_a_killed_browser_loses_nothing_that_was_saved(
    browser: Browser, shared: Server, killed: list[Chromium], tmp_path: Path
) -> None:
    """kill -9 in the middle of an entry, after the page said "saved": every digit is there afterwards."""
    play = browser.browser_type
    first = Chromium(tmp_path / "profile")
    killed.append(first)
    page = connected(play, first).contexts[0].new_page()
    page.goto(f"{shared.url}score/")
    keeper = Keeper(page)
    keeper.match(2)
    keeper.totals(68, 71)
    keeper.tap("enter-round")
    keeper.digits(12)
    keeper.tap("done")
    keeper.digits(3)
    keeper.saved()
    address = page.url
    first.kill()
    second = Chromium(tmp_path / "profile")
    killed.append(second)
    page = connected(play, second).contexts[0].new_page()
    page.goto(address)
    expect(page.get_by_test_id("value-a")).to_have_text("12")
    expect(page.get_by_test_id("value-b")).to_have_text("3")
    page.get_by_test_id("back").click()
    assert Keeper(page).seals() == (0, 1)


def test_off_1_back_and_reload_keep_what_is_entered(opened: Opener) -> None:
    keeper = Keeper(opened())
    page = keeper.page
    keeper.match(2)
    keeper.tap("enter-round")
    keeper.digits(6)
    page.go_back()
    page.get_by_test_id("enter-round").wait_for()
    page.reload()
    keeper.tap("enter-round")
    expect(page.get_by_test_id("value-a")).to_have_text("6")
    page.goto(page.url.split("#")[0])
    page.get_by_test_id("match-line").click()
    expect(page.get_by_test_id("value-a")).to_have_text("6")


def test_off_1_two_tabs_are_one_book(opened: Opener) -> None:
    """What one tab enters the other shows; neither overwrites the other."""
    page = opened()
    keeper = Keeper(page, quick=True)
    keeper.match(3)
    other = page.context.new_page()
    other.goto(page.url)
    keeper.totals(50, 60)
    second = Keeper(other, quick=True)
    expect(other.get_by_test_id("seals-b")).to_have_text("1")
    second.totals(70, 60)
    expect(page.get_by_test_id("seals-a")).to_have_text("1")
    keeper.tap("enter-round")
    keeper.digits(4)
    second.tap("enter-round")
    expect(other.get_by_test_id("value-a")).to_have_text("4")


def test_off_2_wiped_storage_is_noticed_and_can_be_restored(opened: Opener, shared: Server) -> None:
    """The matches are gone, the mark says that there were some: explained, import offered; the running one survives."""
    keeper = Keeper(opened())
    page = keeper.page
    for _ in range(2):
        keeper.match(2)
        keeper.totals(68, 71)
    keeper.saved()
    text = export(page)
    page.evaluate("location.hash = '#/'")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": shared.url.rstrip("/"), "storageTypes": "indexeddb"})
    page.reload()
    expect(page.get_by_test_id("trouble-wiped")).to_be_visible()
    expect(page.get_by_test_id("match-line")).to_have_count(1)
    import_(page, text)
    expect(page.get_by_test_id("trouble-wiped")).to_have_count(0)
    page.evaluate("location.hash = '#/'")
    expect(page.get_by_test_id("match-line")).to_have_count(2)


def test_off_2_a_full_device_is_told_and_nothing_vanishes(opened: Opener) -> None:
    """The entry stays on the screen, in the mirror and in the rescue file; with room again it is stored."""
    keeper = Keeper(opened())
    page = keeper.page
    keeper.match(2)
    keeper.saved()
    # Chromium grants small writes whatever its quota says, so the store itself refuses here; a large one is refused below.
    page.evaluate(
        """() => { window.put = IDBObjectStore.prototype.put;
            IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') } }"""
    )
    keeper.totals(68, 71)
    expect(page.get_by_test_id("trouble-full")).to_be_visible()
    expect(page.get_by_test_id("saved")).to_have_attribute("data-saved", "unsaved")
    assert keeper.seals() == (0, 1)
    with page.expect_download() as rescue:
        keeper.tap("rescue")
    assert len(json.loads(Path(rescue.value.path()).read_text())["entries"]) == 2
    page.evaluate("() => { IDBObjectStore.prototype.put = window.put }")
    keeper.tap("try-again")
    expect(page.get_by_test_id("trouble-full")).to_have_count(0)
    keeper.saved()
    page.evaluate("localStorage.clear()")
    page.reload()
    assert keeper.seals() == (0, 1)


def test_off_2_a_quota_that_is_used_up_refuses_and_nothing_vanishes(opened: Opener, shared: Server) -> None:
    """The browser itself has no room for a thousand matches: told, kept in memory, stored when there is room again."""
    page = opened()
    session = page.context.new_cdp_session(page)
    origin = shared.url.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    import_(page, years(1000))
    expect(page.get_by_test_id("trouble-full")).to_be_visible()
    expect(page.get_by_test_id("imported")).to_contain_text("4000 new")
    page.evaluate("location.hash = '#/history'")
    page.get_by_test_id("more-matches").wait_for()
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.get_by_test_id("try-again").click()
    expect(page.get_by_test_id("trouble-full")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_test_id("more-matches").wait_for()


def test_off_3_importing_merges_and_conflicting_corrections_are_asked_about(opened: Opener) -> None:
    """One file three times; two phones that corrected the same round apart: both values are kept until one is chosen."""
    keeper = Keeper(opened())
    page = keeper.page
    keeper.match(2)
    keeper.totals(50, 60)
    match = page.url
    first = export(page)
    other = opened()
    for count in (1, 2, 3):
        import_(other, first)
        expect(other.get_by_test_id("imported")).to_contain_text("2 new" if count == 1 else "Nothing new")
    for each, total in ((page, 61), (other, 62)):
        each.evaluate("address => { location.hash = new URL(address).hash }", match)
        hands = Keeper(each)
        hands.tap("edit")
        hands.tap("key-back")
        hands.tap("key-back")
        hands.digits(total)
        hands.tap("done")
        assert hands.seals() == (1, 0)
    import_(page, export(other))
    page.evaluate("address => { location.hash = new URL(address).hash }", match)
    page.get_by_role("alert").wait_for()
    values = page.get_by_role("alert").get_by_role("button")
    assert sorted(re.findall(r"\d+:\d+", " ".join(values.all_inner_texts()))) == ["61:60", "62:60"]
    values.filter(has_text="62:60").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_test_id("round")).to_contain_text("62")
    page.evaluate("location.hash = '#/data'")
    page.get_by_test_id("undo-import").click()
    expect(page.get_by_test_id("undo-import")).to_have_count(0)


def test_off_4_an_old_tab_that_blocks_the_upgrade_is_told_of(opened: Opener, shared: Server) -> None:
    """Within five seconds; when it closes, the page goes on by itself, with the data of the old version."""
    page = opened(f"{shared.url}score/")
    keeper = Keeper(page)
    keeper.match(2)
    keeper.totals(50, 60)
    entries = json.loads(export(page))["entries"]
    context = page.context
    page.goto(f"{shared.url}favicon.svg")
    page.evaluate("new Promise(give => { indexedDB.deleteDatabase('saudagar-score').onsuccess = give })")
    page.evaluate("localStorage.clear()")
    assert page.evaluate(BLOCKER, 1) == 1
    page.evaluate(
        "entries => { const t = held.transaction('entries', 'readwrite'); entries.forEach(e => t.objectStore('entries').put(e)) }",
        entries,
    )
    new = context.new_page()
    start = time.monotonic()
    new.goto(f"{shared.url}score/")
    expect(new.get_by_test_id("trouble-blocked")).to_be_visible(timeout=5000)
    assert time.monotonic() - start < 5.5
    page.close()
    expect(new.get_by_test_id("trouble-blocked")).to_have_count(0)
    expect(new.get_by_test_id("match-line")).to_have_count(1)


def test_off_4_a_page_older_than_the_data_says_so(opened: Opener, shared: Server) -> None:
    page = opened()
    page.goto(f"{shared.url}favicon.svg")
    assert page.evaluate(BLOCKER, 99) == 99
    page.goto(f"{shared.url}score/")
    expect(page.get_by_test_id("trouble-newer")).to_be_visible()


def test_off_5_a_damaged_file_is_refused_with_its_reason(opened: Opener) -> None:
    keeper = Keeper(opened())
    page = keeper.page
    keeper.match(2)
    keeper.totals(50, 60)
    text = export(page)
    place = text.index('"total":50') + 8
    for bad, reason in (
        (text[:place] + "9" + text[place + 1 :], "damaged"),
        (text[:-30], "damaged"),
        ('{"format":"saudagar ledger 2"}', "newer version"),
        ('{"hello":1}', "no file of the score keeper"),
    ):
        import_(page, bad)
        expect(page.get_by_test_id("refused")).to_contain_text(reason)
    page.evaluate("location.hash = '#/'")
    expect(page.get_by_test_id("match-line")).to_have_count(1)


def test_off_6_dates_and_order_do_not_follow_zones_and_clocks(opened: Opener) -> None:
    """Entered at midnight in Kiritimati with a clock that jumps back: the same date and order in Pago Pago."""
    page = opened(timezone_id="Pacific/Kiritimati")
    page.clock.set_fixed_time("2026-12-31T10:30:00Z")  # 1 January, half past midnight there
    keeper = Keeper(page)
    keeper.match(3)
    keeper.totals(50, 60)
    page.clock.set_fixed_time("2020-03-29T01:30:00Z")
    keeper.totals(70, 61)
    page.clock.set_fixed_time("2031-03-30T01:30:00Z")
    keeper.totals(51, 62)
    text = export(page)
    page.evaluate("location.hash = '#/'")
    here = page.get_by_test_id("match-line").inner_text()
    other = opened(timezone_id="Pacific/Pago_Pago")
    import_(other, text)
    other.evaluate("location.hash = '#/'")
    assert other.get_by_test_id("match-line").inner_text() == here
    assert "Jan 1, 2027" in here
    other.get_by_test_id("match-line").click()
    expect(other.get_by_test_id("round")).to_have_count(3)
    totals = [" ".join(each.split()) for each in other.locator("[data-testid=round] .totals").all_inner_texts()]
    assert totals == ["51 62", "70 61", "50 60"]
