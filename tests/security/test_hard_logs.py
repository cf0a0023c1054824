"""What may not stand in a log, whatever happens: tokens, seeds, hands."""

from __future__ import annotations

import json
import logging
import secrets
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from tests.conftest import Figures
from tests.server.browsers import Browser, Loop
from tests.server.hands import new_match, post, show

from saudagar.server import Rooms, Store, create_app
from saudagar.server.logs import JsonLines, TextLines, masked


class Kept(logging.Handler):
    """Keeps every line in both formats."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.lines += [TextLines().format(record), JsonLines().format(record)]


@pytest.fixture
def kept() -> Iterator[Kept]:
    """A log of everything that the server says, down to the smallest thing."""
    handler, root = Kept(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    loggers = [logging.getLogger(name) for name in ("saudagar", "saudagar.server", "saudagar.requests")]
    before = [(logger, logger.level) for logger in loggers]
    root.setLevel(logging.DEBUG)
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)
    for logger, old in before:
        logger.setLevel(old)


def test_a_log_names_no_token_no_seed_and_no_hand(
    store: Store, loop: Loop, kept: Kept, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    """SEC-2: a round against the computer with refusals, and errors raised with everything secret in their words."""
    seed = secrets.token_bytes(32)
    client = Browser(create_app(Rooms(store, seeds=lambda: seed)), loop)
    state = new_match(client)
    hands = set()
    for turn in range(12):
        state = show(client, state, state["view"]["turn"])
        hands.add(state["view"]["position"])
        post(client, state, "act", action="-GGGGGG")
        post(client, {**state, "ply": 0}, "act", action="+D")
        state = post(client, state, "act", action=state["view"]["legal"][turn % len(state["view"]["legal"])]).json()
    token = client.http.cookies["saudagar_guest"]

    def fail(*_: object, **__: object) -> Any:
        raise RuntimeError(f"token {token} seed {seed.hex()} {seed!r} [{state['view']['position']}]")

    monkeypatch.setattr(store, "matches_of", fail)
    assert client.get("/api/matches").status_code == 500
    client.close()
    text = "\n".join(kept.lines)
    assert "RuntimeError" in text
    assert "/act 409" in text
    for secret in (token, seed.hex(), repr(seed), *hands):
        assert secret not in text
    figures("SEC-2", f"{len(kept.lines)} lines of log over 12 turns and an error full of secrets: none in them")


def test_masking_leaves_what_is_no_secret() -> None:
    """Ids of matches, words and numbers stay readable."""
    for text in (
        "match k3v9Ab_-xYz0 does not replay at ply 12",
        "GET /api/matches/k3v9Ab_-xYz0/act 409",
        "a [list] of 3",
    ):
        assert masked(text) == text
    assert masked(f"x {'A' * 43} y") == "x [token] y"
    assert masked(f"x {'0a' * 32} y") == "x [hex] y"
    assert masked("no [CKKKK ?32 CPL|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a]!") == "no [position]!"


def test_a_line_of_json_is_json() -> None:
    """Every line can be read by a machine, also one with a traceback and odd values."""
    try:
        int("no\nsuch number")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "a %s", ("b",), sys.exc_info())
    record.odd = object()
    line = JsonLines().format(record)
    told = json.loads(line)
    assert "\n" not in line
    assert (told["message"], told["level"]) == ("a b", "error")
    assert "ValueError" in told["trace"]
    assert "\n" in TextLines().format(record)
