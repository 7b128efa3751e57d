"""Nobody waits for more than one thing of anybody else's."""

import asyncio

from knobel.server.fair import FairQueue


def test_people_and_their_tables_take_turns() -> None:
    async def story() -> None:
        queue: FairQueue[str] = FairQueue()
        for number in range(3):
            queue.put("ann", "A", f"A{number}")
            queue.put("ann", "B", f"B{number}")
        queue.put("ben", "C", "C0")
        taken = [await queue.get() for _ in range(3)]
        assert taken == ["A0", "C0", "B0"]
        queue.put("cid", "D", "D0")
        queue.put("ben", "C", "C1")
        assert queue.clear() == ["A1", "D0", "C1", "B1", "A2", "B2"]
        assert queue.clear() == []

    asyncio.run(story())


def test_who_takes_waits_for_something() -> None:
    async def story() -> None:
        queue: FairQueue[str] = FairQueue()
        taker = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put("ann", "A", "A0")
        assert await taker == "A0"
        assert queue.clear() == []

    asyncio.run(story())
