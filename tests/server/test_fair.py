"""Nobody waits for more than one thing of anybody else's."""

import asyncio

from knobel.server.fair import FairQueue


def test_people_and_their_tables_take_turns() -> None:
    async def story() -> None:
        queue: FairQueue[str] = FairQueue(9)
        for number in range(3):
            queue.put("ann", "A", f"A{number}")
            queue.put("ann", "B", f"B{number}")
        queue.put("ben", "C", "C0")
        taken = [(await queue.get())[2] for _ in range(3)]
        assert taken == ["A0", "C0", "B0"]
        queue.put("cid", "D", "D0")
        queue.put("ben", "C", "C1")
        assert [(await queue.get())[2] for _ in range(4)] == ["A1", "D0", "C1", "B1"]
        assert sorted(queue.clear()) == ["A2", "B2"]
        assert queue.clear() == []

    asyncio.run(story())


def test_who_takes_waits_for_something() -> None:
    async def story() -> None:
        queue: FairQueue[str] = FairQueue(9)
        taker = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put("ann", "A", "A0")
        assert await taker == ("ann", "A", "A0")
        assert queue.clear() == []

    asyncio.run(story())


def test_of_one_table_only_so_much_is_taken_at_once() -> None:
    async def story() -> None:
        queue: FairQueue[str] = FairQueue(2)
        for number in range(4):
            queue.put("ann", "A", f"A{number}")
        queue.put("ben", "B", "B0")
        assert [(await queue.get())[2] for _ in range(3)] == ["A0", "B0", "A1"]
        taker = asyncio.create_task(queue.get())
        for _ in range(3):
            await asyncio.sleep(0)
        assert not taker.done()
        assert len(queue) == 2
        queue.done("ben", "B")
        queue.put("ben", "B", "B1")
        assert await taker == ("ben", "B", "B1")
        queue.done("ann", "A")
        assert (await queue.get())[2] == "A2"

    asyncio.run(story())
