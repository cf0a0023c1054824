"""HARD-2: texts that want to be markup or script, wherever somebody else's text is shown; nothing runs, nothing is reported."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import SCREENS, Server
from tests.conftest import Figures

pytestmark = pytest.mark.browser

CORPUS: list[str] = json.loads(Path(__file__).with_name("hostile.json").read_text(encoding="utf-8"))
WATCH = """
window.reported = []
document.addEventListener('securitypolicyviolation', e => reported.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`))
"""
NEW = """([a, b]) => fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ names: { a, b } }) }).then(answer => answer.json())"""
MARKUP = (
    "script:not([src]), iframe, base, object, embed, [onerror], [onload], [onfocus], [ontoggle], a[href^='javascript']"
)
RECORD = """tgn = 1
ruleset = "mini-fc774f90"
seals = 1
players = [{names}]
result = "b 0-1"

[[round]]
first = "a"
market = "DKK"
deal = ["DK", "DC"]
moves = ["a +K/CC", "b -C", "a +D/C", "b +C/"]
end = "stock_empty"
herds = [3, 0]
score = ["0+0+2", "3+0+0"]
"""


def quiet(page: Page) -> None:
    """Nothing has run, nothing was refused by the policy, and no markup has come out of a text."""
    assert page.evaluate("window.ran") is None
    assert page.evaluate("window.reported") == []
    assert page.evaluate("Object.prototype.ran") is None
    assert page.locator(f"body :is({MARKUP})").count() == 0


def shown(text: str) -> str:
    """A name as it is shown: without signs of direction, spaces as one."""
    return " ".join(re.sub("[\u202a-\u202e\u2066-\u2069]", "", text).split())


@pytest.fixture
def watched(browser: Browser, server: Server) -> Any:
    """A page that notes every report of the policy, every dialog and every request to elsewhere."""
    width, height = SCREENS["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(30_000)
    wrong: list[str] = []
    page.on("dialog", lambda dialog: (wrong.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("pageerror", lambda error: wrong.append(f"error {error}"))
    page.on(
        "request", lambda sent: None if sent.url.startswith((server.url, "data:", "blob:")) else wrong.append(sent.url)
    )
    page.goto(server.url)
    page.get_by_test_id("home-play").wait_for()
    yield page
    context.close()
    assert wrong == []


def test_hard_2_no_text_of_somebody_else_becomes_markup(watched: Page, server: Server, figures: Figures) -> None:
    """HARD-2: every text of the corpus as both names, at the table, in the list, in a record, its file's name, and a link."""
    page, looked = watched, 0
    names = [text for text in CORPUS if len(text) <= 40]
    for first, second in zip(names, [*names[1:], names[0]], strict=True):
        state = page.evaluate(NEW, [first, second])
        assert (state["seats"]["a"]["name"], state["seats"]["b"]["name"]) == (shown(first), shown(second))
        looked += 1
    page.goto(f"{server.url}#/m/{state['id']}")
    page.get_by_test_id("handover-ready").click()
    page.get_by_test_id("table").wait_for()
    assert shown(names[-1]) in (page.locator("h1").text_content() or "")
    quiet(page)
    page.goto(f"{server.url}#/")
    page.get_by_text(shown(names[-1])).first.wait_for()
    quiet(page)
    text = page.locator("body").inner_text()
    assert sum(shown(name) in text for name in names) == len(names)

    for place, text in enumerate(CORPUS):
        if place % 2:
            page.goto(f"{server.url}#/{'iwmh'[place % 4]}/{text}")
        else:
            page.evaluate("text => { location.hash = `#/m/${text}` }", text)
        page.locator("main, [data-testid=trouble]").first.wait_for()
        quiet(page)
        looked += 1

    for place, text in enumerate(CORPUS):
        page.goto(f"{server.url}#/")
        record = RECORD.format(names=f"{json.dumps(text)}, {json.dumps(CORPUS[place - 1])}")
        if place % 3 == 2:  # no record at all: the refusal tells of the text
            record = text + "\n" + record
        name = re.sub(r"[/\0]", "_", text)
        page.locator("input[type=file]").set_input_files(
            {"name": f"{name}.tgn", "mimeType": "application/toml", "buffer": record.encode()}
        )
        page.wait_for_function("() => location.hash === '#/record' || document.querySelector('[role=alert]')")
        quiet(page)
        looked += 1
    figures(
        "HARD-2", f"{looked} texts as names, links, records and their files' names in Chromium: 0 scripts, 0 reports"
    )


def test_hard_2_the_policy_would_have_told(watched: Page) -> None:
    """The control: a handler that is put into the page by force is stopped, and reported."""
    watched.evaluate("""() => {
      const image = document.createElement('img')
      try { image.setAttribute('onerror', 'window.ran = 1') } catch { /* which the policy wants, too */ }
      image.src = 'data:,'
      document.body.append(image)
    }""")
    watched.wait_for_function("() => window.reported.length > 0")
    assert watched.evaluate("window.ran") is None
