"""Hands that keep score: each does what a thumb would, and counts its taps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

FIRST = "[data-testid=new-match]"
Opener = Callable[..., Page]
"""Opens a fresh phone at the score keeper: by its own address, or by another and with settings of the browser."""


class Keeper:
    """Taps buttons of the score keeper. `taps` counts them; a `quick` one does not wait for what moves to rest."""

    def __init__(self, page: Page, *, quick: bool = False) -> None:
        self.page = page
        self.quick = quick
        self.taps = 0

    def tap(self, name: str, place: int = 0) -> None:
        button = self.page.get_by_test_id(name).nth(place)
        if self.quick:
            button.dispatch_event("click")
        else:
            button.click()
        self.taps += 1

    def match(
        self, seals: int, first: str = "a", *, names: tuple[str, str] = ("Anna", "Bo"), tie: str = "replay"
    ) -> None:
        """Start a match from any page."""
        self.page.evaluate("location.hash = '#/new'")
        self.page.get_by_test_id("name-a").fill(names[0])
        self.page.get_by_test_id("name-b").fill(names[1])
        for choice in (f"seals-{seals}", f"first-{first}"):
            self.page.get_by_test_id(choice).click()
        if tie != "replay":
            self.page.locator("details summary").first.click()
            self.page.get_by_test_id(f"tie-{tie}").click()
        self.tap("start")
        self.page.get_by_test_id("enter-round").wait_for()

    def digits(self, number: int) -> None:
        for digit in str(number):
            self.tap(f"key-{digit}")

    def totals(self, a: int, b: int, *ties: tuple[int, int]) -> None:
        """Enter a round by totals, with the counts that ties ask for."""
        self.tap("enter-round")
        self.page.get_by_test_id("key-1").or_(self.page.get_by_test_id("token-D-7").first).wait_for()
        if not self.page.get_by_test_id("key-1").is_visible():
            self.tap("mode-totals")
        rounds = self.page.url
        for left, right in ((a, b), *ties):
            self.digits(left)
            self.tap("done")
            self.digits(right)
            self.tap("done")
        expect(self.page).not_to_have_url(rounds)

    def tokens(self, a: dict[str, int], b: dict[str, int], *, ran_out: bool = False) -> None:
        """Enter a round by tokens: how many of each button `token-…` to take."""
        self.tap("enter-round")
        self.tap("mode-tokens")
        for seat, held in (("a", a), ("b", b)):
            self.tap(f"seat-{seat}")
            for name, count in held.items():
                for _ in range(count):
                    # Equal tokens stand in the order mine, the other's, free: the last one is free.
                    self.page.get_by_test_id(f"token-{name}").last.dispatch_event("click")
        if ran_out:
            self.tap("stock-empty")
        self.tap("done")
        self.page.get_by_test_id("round").first.wait_for()

    def seals(self) -> tuple[int, int]:
        """Return the seals as the page shows them."""
        return tuple(int(self.page.get_by_test_id(f"seals-{seat}").last.inner_text()) for seat in "ab")  # type: ignore[return-value]

    def saved(self) -> None:
        """Wait until everything is on the disk."""
        expect(self.page.get_by_test_id("saved")).to_have_attribute("data-saved", "saved")


SOLD_OUT = {"D-7": 2, "D-5": 3, "G-6": 2, "G-5": 3, "S-5": 5}
"""All tokens of three piles: 29 + 27 + 25 rupees."""
REST = {"C-5": 1, "C-3": 2, "P-5": 1, "bonus-3": 1, "camel": 1}
"""5 + 6 + 5 + 3 + 5 rupees from the tops of their piles."""


def four_matches(keeper: Keeper) -> None:
    """Score a match by totals, one by tokens, one with both kinds of tie, and a marathon."""
    page = keeper.page
    keeper.match(2)
    keeper.totals(68, 71)
    expect(page.get_by_test_id("next-starter")).to_contain_text("Anna")
    keeper.totals(80, 71)
    expect(page.get_by_test_id("next-starter")).to_contain_text("Bo")
    assert keeper.seals() == (1, 1)
    keeper.totals(60, 59)
    expect(page.get_by_test_id("winner")).to_contain_text("Anna")

    keeper.match(1, "b")
    keeper.tokens(SOLD_OUT, REST)
    expect(page.get_by_test_id("winner")).to_contain_text("Anna")
    text = page.get_by_test_id("round").inner_text()
    assert "81" in text
    assert "24" in text

    keeper.match(2, "b")
    keeper.totals(70, 70, (3, 2))
    assert keeper.seals() == (1, 0)
    keeper.totals(70, 70, (3, 3), (15, 17))
    assert keeper.seals() == (1, 1)
    keeper.totals(70, 70, (3, 3), (15, 15))
    assert keeper.seals() == (1, 1)
    # Bo began the first, lost and began the second, won: Anna began the third, so Bo begins the fourth.
    expect(page.get_by_test_id("next-starter")).to_contain_text("Bo")
    keeper.totals(50, 70)
    expect(page.get_by_test_id("winner")).to_contain_text("Bo")

    keeper.match(3)
    for a, b in ((60, 50), (50, 60), (60, 50), (50, 60)):
        keeper.totals(a, b)
    assert keeper.seals() == (2, 2)
    keeper.totals(75, 74)
    assert keeper.seals() == (3, 2)
    expect(page.get_by_test_id("winner")).to_contain_text("Anna")
    keeper.saved()


def export(page: Page) -> str:
    page.evaluate("location.hash = '#/data'")
    with page.expect_download() as download:
        page.get_by_test_id("export").click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def import_(page: Page, text: str) -> None:
    page.evaluate("location.hash = '#/data'")
    page.get_by_test_id("import").set_input_files(
        {"name": "s.json", "mimeType": "application/json", "buffer": text.encode()}
    )
