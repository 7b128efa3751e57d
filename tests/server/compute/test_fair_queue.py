"""The fair queue: each household, person and table waits for at most one item of every other."""

import asyncio

from knobel.server.compute import fair_queue
from knobel.server.compute.fair_queue import FairQueue, JobOwner, Priority


def put(queue: FairQueue[str], whose: str, *items: str, priority: Priority = Priority.NORMAL) -> None:
    """Append items for `household person table`."""
    for item in items:
        queue.put(JobOwner(*whose.split()), item, priority)


async def taken(queue: FairQueue[str], count: int) -> list[str]:
    return [(await queue.get())[1] for _ in range(count)]


async def test_people_and_their_tables_alternate() -> None:
    queue: FairQueue[str] = FairQueue(9)
    put(queue, "home ann A", "A0", "A1", "A2")
    put(queue, "home ann B", "B0", "B1", "B2")
    put(queue, "home ben C", "C0")
    assert await taken(queue, 3) == ["A0", "C0", "B0"]
    put(queue, "home cid D", "D0")
    put(queue, "home ben C", "C1")
    # Households not served yet come first, then those that waited longest.
    assert await taken(queue, 4) == ["D0", "C1", "A1", "B1"]
    assert sorted(queue.clear()) == ["A2", "B2"]
    assert queue.clear() == []


async def test_many_sessions_of_one_household_delay_another_by_one_item() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for number in range(210):
        put(queue, f"crowd person{number}", "theirs", "theirs")
    assert await taken(queue, 1) == ["theirs"]
    put(queue, "home ann", "1")
    put(queue, "home ben", "2")
    put(queue, "elsewhere cleo", "3")
    assert await taken(queue, 5) == ["1", "3", "theirs", "2", "theirs"]


async def test_repeated_requests_do_not_overtake_others() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for number in range(3):
        put(queue, f"crowd person{number}", "theirs")
    found = []
    for _ in range(4):
        put(queue, "home ann A", "own")
        whose, item = await queue.get()
        found.append(item)
        queue.done(whose)
    assert found == ["theirs", "own", "theirs", "own"]


async def test_urgent_jobs_go_first_without_starving_others() -> None:
    queue: FairQueue[str] = FairQueue(9)
    put(queue, "home ann", *["review"] * 3)
    put(queue, "home ann", *["hint"] * 5, priority=Priority.URGENT)
    put(queue, "elsewhere ben", "hint of ben", priority=Priority.URGENT)
    first = await taken(queue, 4)
    assert first == ["hint", "hint of ben", "hint", "review"]
    assert await taken(queue, 5) == ["hint", "hint", "hint", "review", "review"]
    assert len(queue) == 0


async def test_jobs_in_the_background_wait_for_all_others() -> None:
    queue: FairQueue[str] = FairQueue(9)
    queue.put(JobOwner("", ""), "luck", Priority.IDLE)
    queue.put(JobOwner("home", "ann"), "comparison", Priority.BACKGROUND)
    put(queue, "home ann", "review")
    put(queue, "home ann", *["hint"] * 4, priority=Priority.URGENT)
    assert await taken(queue, 7) == ["hint", "hint", "hint", "review", "hint", "comparison", "luck"]
    queue.put(JobOwner("", ""), "luck", Priority.IDLE)
    queue.put(JobOwner("home", "ann"), "comparison", Priority.BACKGROUND)
    assert queue.clear() == ["comparison", "luck"]


async def test_the_memory_of_turns_is_bounded() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for number in range(fair_queue.MAX_REMEMBERED_TURNS):
        put(queue, f"h{number} p", "item")
        await queue.get()
    put(queue, "latest p", "2")
    put(queue, f"h{number} p", "1")
    assert await taken(queue, 1) == ["2"]
    assert len(queue._rotations[Priority.NORMAL]._served) <= fair_queue.MAX_REMEMBERED_TURNS


async def test_takers_wait_for_an_item() -> None:
    queue: FairQueue[str] = FairQueue(9)
    taker = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    put(queue, "home ann A", "A0")
    assert await taker == (("home", "ann", "A"), "A0")
    assert queue.clear() == []


async def test_simultaneous_items_of_a_table_are_limited() -> None:
    queue: FairQueue[str] = FairQueue(2)
    put(queue, "home ann A", "A0", "A1", "A2", "A3")
    put(queue, "home ben B", "B0")
    assert await taken(queue, 3) == ["A0", "B0", "A1"]
    taker = asyncio.create_task(queue.get())
    for _ in range(3):
        await asyncio.sleep(0)
    assert not taker.done()
    assert len(queue) == 2
    queue.done(JobOwner("home", "ben", "B"))
    put(queue, "home ben B", "B1")
    assert (await taker)[1] == "B1"
    queue.done(JobOwner("home", "ann", "A"))
    assert await taken(queue, 1) == ["A2"]
