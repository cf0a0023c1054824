"""The small event and queue: nothing that was set is lost, whatever it coincides with."""

from __future__ import annotations

import asyncio

from saudagar.server.slim import SlimEvent, SlimQueue


def test_what_is_set_in_the_moment_of_giving_up_is_seen() -> None:
    """The time is over and, before whoever waits has woken up, there is news: it counts."""

    async def story() -> list[bool]:
        event = SlimEvent()
        waiting = asyncio.create_task(event.wait(0.001))
        await asyncio.sleep(0)
        assert event._waiters is not None
        (waiter,) = event._waiters
        while not waiter.done():
            await asyncio.sleep(0)
            if waiter.done() and not waiting.done():
                event.set()
        seen = await waiting
        event.clear()
        return [seen, await event.wait(0.001)]

    assert asyncio.run(story()) == [True, False]


def test_everybody_who_waits_is_woken_once() -> None:
    """Two wait, one gives up, one is cancelled: the others are woken, nobody stays behind."""

    async def story() -> tuple[list[bool], object]:
        event = SlimEvent()
        patient = [asyncio.create_task(event.wait(5)) for _ in range(3)]
        hasty = asyncio.create_task(event.wait(0.001))
        gone = asyncio.create_task(event.wait())
        await asyncio.sleep(0.01)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        event.set()
        told = [*await asyncio.gather(*patient), await hasty, await event.wait()]
        return told, event._waiters

    assert asyncio.run(story()) == ([True, True, True, False, True], None)


def test_a_queue_gives_its_things_in_order() -> None:
    """Also to who waited for them before they were there."""

    async def story() -> list[int]:
        queue = SlimQueue()
        assert queue.empty()
        taken = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        for number in range(5):
            queue.put_nowait(number)
        things = [await taken, *[await queue.get() for _ in range(4)]]
        assert queue.empty()
        return things

    assert asyncio.run(story()) == [0, 1, 2, 3, 4]
