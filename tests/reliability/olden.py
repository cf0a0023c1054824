"""Files that earlier versions wrote, and how they were made. A file is written once and never again.

`store-3.db` was written by `python -m tests.reliability.olden` when the schema was 3.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

DATA = Path(__file__).parent / "data"
NEWER = DATA / "store-3.db"
GUESTS = ("o" * 43, "p" * 43)
"""The cookies of the two guests in it."""


def numbers(seat: str) -> dict[tuple[int, int], bytes]:
    """The numbers that a seat's browser remembers."""
    told = {}
    for round_ in range(1, 8):
        for attempt in range(1, 4):
            told[round_, attempt] = hashlib.sha256(f"{seat} {round_} {attempt}".encode()).digest()
    return told


def write(path: Path) -> None:
    """Write a file with five online matches: called off, waiting, being dealt, in play and over."""
    from tests.server.browsers import Browser, Loop
    from tests.server.pairs import act, invited, pair, play_match, playing

    from saudagar.server import Rooms, create_app, open_store

    loop, store = Loop(), open_store(f"sqlite:///{path}")
    app = create_app(Rooms(store))
    a, b = Browser(app, loop), Browser(app, loop)
    for browser, token in zip((a, b), GUESTS, strict=True):
        browser.http.cookies.set("saudagar_guest", token, domain="127.0.0.1", path="/")
    fields = {"ruleset": "mini", "seals": 1, "clock": {"kind": "match", "seconds": 600, "increment": 5}}
    invited(a)[0].send("abort")
    invited(a)
    dealing = pair(a, b, **fields)
    dealing[0].numbers.update(numbers("a"))
    dealing[0].commit(dealing[0].look())
    people = playing(a, b, ruleset="standard", seals=1, clock={"kind": "turn", "days": 3})
    for _ in range(6):
        act(people)
    people[0].say("hello")
    play_match(playing(a, b, **fields))
    store.close()
    loop.close()


if __name__ == "__main__":
    assert not NEWER.exists(), "it is there already"
    write(NEWER)
