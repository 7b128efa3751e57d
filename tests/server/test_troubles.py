"""What goes wrong once does not go on being wrong: the disk, the bots' process."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy.exc import OperationalError

from knobel.server import botworker
from knobel.server import store as storing
from knobel.server.botworker import BotWorker
from knobel.server.store import Entry, Log, Store, StoreError
from knobel.tables.events import Moved, decode
from knobel.tables.settings import Settings
from tests.server.rooms import arrive, playing_room, with_store

LOCKED = OperationalError("INSERT", {}, Exception("database is locked"))


def fail_once(monkeypatch: pytest.MonkeyPatch, error: Exception, of: Callable[[str], bool]) -> list[str]:
    """Let the first write of such an event fail; the events at which that happened."""
    execute = storing._execute
    failed: list[str] = []

    async def failing(connection: Any, statement: Any, values: list[dict[str, Any]]) -> None:
        guilty = [value["data"] for value in values if "data" in value and of(value["data"])]
        if guilty and not failed:
            failed.extend(guilty)
            raise error
        await execute(connection, statement, values)

    monkeypatch.setattr(storing, "_execute", failing)
    return failed


@pytest.mark.parametrize("error", [LOCKED, ValueError("unheard of")], ids=["locked", "unheard of"])
def test_a_table_goes_on_after_a_write_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """The bot whose move could not be stored moves again, though nobody at the table does anything."""

    def moved_by_a_bot(data: str) -> bool:
        event = decode(data)
        return isinstance(event, Moved) and event.seat == 1

    failed = fail_once(monkeypatch, error, moved_by_a_bot)

    async def story(store: Store) -> None:
        changed = asyncio.Event()
        room = await playing_room(store, Settings(game="knister", seats=2), rolled=True, changed=changed.set)
        connection = await arrive(room)
        while not any(isinstance(h.event, Moved) and h.event.seat == 1 for h in room.live.happenings):
            changed.clear()
            await changed.wait()
        assert len(failed) == 1
        room.leave(connection)
        await room.live.settle()

    with_store(tmp_path, story)


def test_a_write_that_cannot_be_harms_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_once(monkeypatch, ValueError(), lambda _: True)

    async def story(store: Store) -> None:
        entry = [Entry(0, 1, "{}")]
        cannot = store.append(Log("AAAAAA"), [Entry(0, 1, cast("str", object()))])
        await asyncio.gather(*(store.append(Log(code), entry) for code in ("BBBBBB", "CCCCCC")))
        with pytest.raises(StoreError, match=r"cannot write to the database: ."):
            await cannot
        assert await store.count_tables() == 2

    with_store(tmp_path, story)


SLOW = """
import pickle, sys, time
read, write = sys.stdin.buffer, sys.stdout.buffer
while head := read.read(4):
    number, game, *_ = pickle.loads(read.read(int.from_bytes(head, "big")))
    time.sleep(float(game))
    data = pickle.dumps((number, "done", None))
    write.write(len(data).to_bytes(4, "big") + data)
    write.flush()
"""


async def slow_worker(monkeypatch: pytest.MonkeyPatch, patience: float) -> BotWorker:
    """A worker that thinks for as many seconds as the game's name says; it is ready."""
    start = asyncio.create_subprocess_exec

    async def started(program: str, *_: str, **pipes: Any) -> asyncio.subprocess.Process:
        return await start(program, "-c", SLOW, **pipes)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    bots = BotWorker()
    assert await bots.choose("0", {}, None, 0, "random") == "done"
    monkeypatch.setattr(botworker, "PATIENCE", patience)
    return bots


def test_a_worker_with_too_much_to_do_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bots = await slow_worker(monkeypatch, 1.0)
        process = bots._process
        questions = [bots.choose("0.3", {}, None, 0, "random") for _ in range(6)]
        answers = await asyncio.gather(*questions, return_exceptions=True)
        assert answers[0] == "done"
        assert isinstance(answers[-1], RuntimeError)
        assert bots._process is process
        await bots.close()

    asyncio.run(story())


def test_a_worker_that_hangs_is_replaced_and_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bots = await slow_worker(monkeypatch, 1.0)
        hanging = asyncio.create_task(bots.choose("600", {}, None, 0, "random"))
        await asyncio.sleep(0.5)
        waiting = asyncio.create_task(bots.choose("0", {}, None, 0, "random"))
        with pytest.raises(RuntimeError, match="does not answer"):
            await hanging
        with pytest.raises(RuntimeError, match="has ended"):
            await waiting
        assert await bots.choose("0", {}, None, 0, "random") == "done"
        await bots.close()

    asyncio.run(story())
