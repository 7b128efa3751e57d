"""Batching of concurrent reads."""

import asyncio
from collections.abc import Mapping

import pytest

from knobel.server.database.batched_reads import MAX_KEYS, BatchedRead


class Shelf:
    """Reads letters, and records the keys of each batch; every read waits until the test releases it."""

    def __init__(self) -> None:
        self.reads: list[list[str]] = []
        self.go_on = asyncio.Semaphore(0)
        self.trouble: Exception | None = None

    async def read(self, keys: list[str]) -> Mapping[str, str]:
        self.reads.append(keys)
        await self.go_on.acquire()
        if self.trouble is not None:
            raise self.trouble
        return {key: key.upper() for key in keys if key.isalpha()}


async def asking(batched: BatchedRead[str, str], keys: str) -> list[asyncio.Task[str | None]]:
    tasks = [asyncio.create_task(batched.get(key)) for key in keys]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


async def test_simultaneous_reads_are_batched() -> None:
    shelf = Shelf()
    batched = BatchedRead(shelf.read)
    tasks = await asking(batched, "a")
    tasks += await asking(batched, "ab1b")
    for _ in range(2):
        shelf.go_on.release()
    assert await asyncio.gather(*tasks) == ["A", "A", "B", None, "B"]
    # The second `a` was requested later, and its value may have changed.
    assert shelf.reads == [["a"], ["a", "b", "1"]]
    tasks = await asking(batched, "c")
    shelf.go_on.release()
    assert await asyncio.gather(*tasks) == ["C"]


async def test_batches_have_a_maximum_size() -> None:
    shelf = Shelf()
    batched = BatchedRead(shelf.read)
    tasks = [asyncio.create_task(batched.get(str(number))) for number in range(MAX_KEYS + 1)]
    for _ in range(2):
        shelf.go_on.release()
    await asyncio.gather(*tasks)
    assert [len(read) for read in shelf.reads] == [MAX_KEYS, 1]


async def test_a_cancelled_reader_does_not_cancel_the_batch() -> None:
    shelf = Shelf()
    batched = BatchedRead(shelf.read)
    gone, here = await asking(batched, "aa")
    gone.cancel()
    shelf.go_on.release()
    assert await here == "A"
    assert gone.cancelled()


async def test_an_error_reaches_all_readers_of_a_batch() -> None:
    shelf = Shelf()
    batched = BatchedRead(shelf.read)
    shelf.trouble = OSError("no disk")
    tasks = await asking(batched, "ab")
    shelf.go_on.release()
    for task in tasks:
        with pytest.raises(OSError, match="no disk"):
            await task
    shelf.trouble = None
    shelf.go_on.release()
    assert await batched.get("a") == "A"
