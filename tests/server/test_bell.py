"""The bell: whoever waits for a write is woken, in whichever loop and with whomever else; a group takes one wake a loop."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import apsw
import pytest

from saudagar.server.store import StoreError
from saudagar.server.store.bell import tell, together
from saudagar.server.store.writer import Writer
from saudagar.server.tasks import Tasks, written


@pytest.fixture
def writer() -> Iterator[Writer]:
    """A writer of numbers that may be there once."""
    db = apsw.Connection(":memory:")
    db.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
    one = Writer(db)
    yield one
    one.close()
    db.close()


def insert(number: int) -> Callable[[apsw.Connection], None]:
    """Return a write."""

    def work(db: apsw.Connection) -> None:
        db.execute("INSERT INTO numbers VALUES (?)", (number,))

    return work


def numbers(writer: Writer) -> set[int]:
    """Return what has been written."""
    with writer.lock:
        return {n for (n,) in writer._db.execute("SELECT n FROM numbers")}


def test_nobody_is_forgotten_by_two_loops_and_one_writer(writer: Writer) -> None:
    """2,000 askers in two threads' loops, a fifth of them cancelled at any moment, some refused: all end, all is written."""
    count, told = 1_000, [0, 0]

    async def ask(number: int, refused: bool) -> None:
        if not refused:
            await written(writer.submit(insert(number)))
            with writer.lock:  # written before it is acknowledged
                assert writer._db.execute("SELECT 1 FROM numbers WHERE n = ?", (number,)).fetchone()
            return
        with pytest.raises(StoreError, match="UNIQUE"):
            await written(writer.submit(insert(-1)))

    async def live(which: int) -> None:
        chance, tasks = random.Random(which), Tasks()

        async def asker(number: int) -> None:
            await asyncio.sleep(chance.random() * 0.2)
            refused = chance.random() < 0.01
            asking = asyncio.create_task(tasks.finish(ask(number, refused)))
            if chance.random() < 0.2:
                await asyncio.sleep(chance.random() * 0.004)
                asking.cancel()
                await asyncio.wait([asking])
                assert asking.cancelled() or asking.exception() is None
            else:
                await asking
            told[which] += 1
            if refused:
                await written(writer.submit(insert(number)))  # so that every number comes

        await asyncio.wait_for(asyncio.gather(*(asyncio.shield(asker(which * count + n)) for n in range(count))), 30)
        await asyncio.wait_for(asyncio.gather(*tasks._all), 30)  # what was begun for those who went away

    asyncio.run(written_once(writer, -1))
    threads = [threading.Thread(target=asyncio.run, args=(live(which),)) for which in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert told == [count, count]
    assert numbers(writer) == {-1, *range(2 * count)}


async def written_once(writer: Writer, number: int) -> None:
    """Write a number."""
    await written(writer.submit(insert(number)))


def test_a_group_wakes_each_loop_once(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """50 writes that come while the writer is busy are told of by one call from its thread."""
    calls: list[threading.Thread] = []

    async def live() -> None:
        loop = asyncio.get_running_loop()
        through: Any = loop.call_soon_threadsafe

        def counted(*args: Any) -> Any:
            calls.append(threading.current_thread())
            return through(*args)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        with writer.lock:
            first = asyncio.create_task(written_once(writer, 0))
            await asyncio.sleep(0.05)  # it waits for the lock
            others = [asyncio.create_task(written_once(writer, number)) for number in range(1, 51)]
            await asyncio.sleep(0)
        await asyncio.gather(first, *others)

    asyncio.run(live())
    assert len(calls) == 2
    assert numbers(writer) == set(range(51))


def test_a_loop_that_was_closed_holds_up_nobody() -> None:
    """The others of the group are told; and outside a group each is told at once."""
    gone, ended, alone = asyncio.new_event_loop(), Future[None](), Future[None]()

    async def wait(done: Future[None]) -> str:
        await written(done)
        return "told"

    async def live() -> list[str]:
        dead: asyncio.Future[None] = gone.create_future()
        lost = Future[None]()
        lost.add_done_callback(lambda _: tell(dead, None))
        gone.close()
        waiting = asyncio.create_task(wait(ended))
        await asyncio.sleep(0)

        def end() -> None:
            with together():
                lost.set_result(None)
                ended.set_result(None)
            alone.set_result(None)

        await asyncio.to_thread(end)
        return [await asyncio.wait_for(waiting, 5), await asyncio.wait_for(wait(alone), 5)]

    assert asyncio.run(live()) == ["told", "told"]
