"""The schedule: which pairs are played in which order, and that they come back in that order."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future

from .contestant import Contestant
from .journal import Journal
from .pair import PLY_CAP, Pair
from .workers import Chunk, Workers, result_of

LARGEST = 64
SECONDS = 1.0

Pairing = tuple[Contestant, Contestant]


def play_all(
    workers: Workers,
    pairings: Sequence[Pairing],
    pairs: int,
    seed: int,
    *,
    ruleset: str = "standard",
    ply_cap: int = PLY_CAP,
    journal: Journal | None = None,
) -> Iterator[tuple[int, tuple[Pair, ...]]]:
    """Play `pairs` deals in every pairing; give (place of the pairing, pairs of a chunk) as they are done, in order.

    A chunk holds as many pairs as take about a second, and is played in every pairing before the next one. Pairs come
    in the order of their numbers, never in that of being done: whoever stops early has not preferred quick rounds, and
    has what any number of workers gives. What stands in the `journal` is not played again, and what is played is
    written there when it is done.
    """
    waiting: deque[tuple[int, int, Future[tuple[Pair, ...]]]] = deque()
    began, done, start, size = time.monotonic(), 0, 0, 1
    while start < pairs or waiting:
        while start < pairs and len(waiting) < 2 * workers.count + 1:
            stop = min(pairs, start + size)
            for place, (one, two) in enumerate(pairings):
                chunk = Chunk(one, two, start, stop, seed, ruleset, ply_cap)
                fresh = stop - start if journal is None else len(journal.missing(chunk))
                future = workers.submit(chunk) if journal is None else journal.submit(workers, chunk)
                waiting.append((place, fresh, future))
            start = stop
        place, fresh, future = waiting.popleft()
        played = result_of(future)
        yield place, played
        if not fresh:
            continue  # read, not played: it says nothing of how long a pair takes
        done += fresh
        seconds_a_pair = (time.monotonic() - began) * workers.count / done
        size = max(1, min(LARGEST, int(SECONDS / max(seconds_a_pair, 1e-6))))
