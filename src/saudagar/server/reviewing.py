"""The process that reviews records for a server: `python -m saudagar.server.reviewing`, started by the desk alone.

It reads a line of JSON for each wish and writes one for each thing it has to say. It ends with its input, so that it
never outlives the server.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import zlib
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..analysis.annotate import annotate
from ..analysis.depth import DEPTHS
from ..analysis.page import page
from ..analysis.plain import review_plain
from ..analysis.review import Review
from ..analysis.reviewer import Cancelled, Progress, analyse
from ..analysis.words import Words
from ..errors import SaudagarError
from ..notation import Record

LANGUAGES = ("en", "fr", "es", "hu")

Say = Callable[[dict[str, Any]], None]


@dataclass
class _Wish:
    id: str
    record: Record
    depths: list[str]


class Reviewing:
    """Reviews one record after the other. First values come before all else, even in the middle of a deep review."""

    def __init__(self, wishes: queue.SimpleQueue[dict[str, Any]], say: Say) -> None:
        self._told = wishes
        self._say = say
        self._wishes: OrderedDict[str, _Wish] = OrderedDict()
        self._unwanted = set[str]()

    def run(self) -> None:
        """Work for ever."""
        while True:
            self._hear(wait=not self._wishes)
            self._first_values()
            if self._wishes:
                self._review(next(iter(self._wishes.values())))

    def _hear(self, *, wait: bool) -> None:
        while True:
            try:
                told = self._told.get(block=wait)
            except queue.Empty:
                return
            wait = False
            if "cancel" in told:
                if self._wishes.pop(told["cancel"], None):
                    self._unwanted.add(told["cancel"])
                continue
            try:
                self._wishes[told["id"]] = _Wish(told["id"], Record.parse(told["record"]), told["depths"])
                self._unwanted.discard(told["id"])
            except SaudagarError as wrong:
                self._say({"id": told["id"], "wrong": str(wrong)})

    def _first_values(self) -> None:
        for wish in [each for each in self._wishes.values() if each.depths[:1] == ["quick"]]:
            self._review(wish)

    def _review(self, wish: _Wish) -> None:
        """Review a record to its next depth."""
        depth = wish.depths.pop(0)

        def told(progress: Progress) -> bool:
            self._say({"id": wish.id, "stage": depth, "done": progress.done, "of": progress.of})
            self._hear(wait=False)
            if depth != "quick":
                self._first_values()
            return wish.id not in self._unwanted

        try:
            review = analyse(wish.record, depth=DEPTHS[depth], told=told)
        except Cancelled:
            return
        except (SaudagarError, ValueError) as wrong:
            self._wishes.pop(wish.id, None)
            self._say({"id": wish.id, "wrong": str(wrong)})
            return
        if wish.id not in self._wishes:
            return
        said: dict[str, Any] = {"id": wish.id, "depth": depth, "result": json.dumps(review_plain(review))}
        if not wish.depths:
            del self._wishes[wish.id]
            said["files"] = {language: _files(wish.record, review, language) for language in LANGUAGES}
        self._say(said)


def _files(record: Record, review: Review, language: str) -> dict[str, str]:
    """Return what a review is handed out as in one language; packed, for most of it is never asked for."""
    words = Words(language, record.players)
    told = {"html": page(review, words), "tgn": str(annotate(record, review, words.narrator))}
    return {kind: b64encode(zlib.compress(text.encode())).decode() for kind, text in told.items()}


def main() -> None:
    """Serve wishes from the standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's own end is heard by the end of the input
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    wishes = queue.SimpleQueue[dict[str, Any]]()
    out = sys.stdout

    def say(told: dict[str, Any]) -> None:
        out.write(json.dumps(told, separators=(",", ":")) + "\n")
        out.flush()

    def listen() -> None:
        for line in sys.stdin:
            wishes.put(json.loads(line))
        os._exit(0)  # nobody is left to tell: whatever is being computed is of no use

    threading.Thread(target=listen, daemon=True).start()
    Reviewing(wishes, say).run()


if __name__ == "__main__":
    main()
