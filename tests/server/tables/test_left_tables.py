"""A table without people becomes idle in every state of its game, so that idle tables take no processor time."""

import asyncio
import gc
import time
import weakref
from pathlib import Path
from typing import Any

import pytest

from knobel.bots import LEVELS
from knobel.clock import monotonic_ms
from knobel.games import GAMES
from knobel.presentation.http_messages import NewTable
from knobel.server.database.sqlite_writer import SqliteWriter
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Account
from knobel.server.process import ServerProcess
from knobel.server.tables.creation import TableCreation
from knobel.server.tables.live.registry import EVICT_AFTER_MS, RoomRegistry
from knobel.server.tables.live.room import Room
from knobel.tables.events import Moved
from knobel.tables.settings import Settings
from tests.processes import processor_seconds
from tests.server.client import Person, Table, complaining, everybody_leaves, tell
from tests.server.room_fixtures import CODE, Thinker, arrive, playing_room
from tests.server.services import family

PACE = 0.2
"""Thinking time of bots, so that tables wait for a timer."""
WINDOW = 2.0
"""Length in seconds of the interval in which processor time is measured."""
AT_REST = 0.02
"""Maximum processor load of an idle server, as a share of one core."""


def share(pids: list[int], window: float) -> float:
    """Return the processor load of processes during the next `window` seconds, as a share of one core."""
    began, before = time.monotonic(), sum(map(processor_seconds, pids))
    time.sleep(window)
    return (sum(map(processor_seconds, pids)) - before) / (time.monotonic() - began)


async def play_for_a_while(table: Table, *, to_a_bot: bool) -> None:
    """Play into the middle of the game, until bots decide or the person may act."""
    own = 0
    while own < 4 or bool(table.wish()) is to_a_bot:
        wish = table.wish()
        if wish is None:
            await table.receive()
        else:
            await table.do(wish[0], **wish[1])
            own += 1
    assert not table.over


async def leave_in_the_middle(url: str, number: int) -> None:
    """Play against a bot and leave, by closing or by losing the connection, on the person's turn or on the bot's."""
    level = tuple(LEVELS)[number % len(LEVELS)]
    person = await Person(url).arrive()
    code = await person.open_table(game=tuple(GAMES)[number % len(GAMES)], seats=2, bots=(level,), start=True)
    table = await person.join(code)
    await play_for_a_while(table, to_a_bot=number % 4 < 3)
    if number % 2:
        assert table.socket is not None
        table.socket.transport.abort()
    else:
        await table.close()


async def leave_all(url: str, tables: int) -> None:
    await asyncio.gather(*(leave_in_the_middle(url, number) for number in range(tables)))
    await everybody_leaves()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time of others is read from /proc")
@pytest.mark.parametrize("tables", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_tables_left_during_a_game_become_idle(tmp_path: Path, tables: int) -> None:
    with complaining(tmp_path, bot_pace=PACE) as server:
        tell(leave_all(server.url, tables))
        for pid in family(server.pid):
            # Bots may finish their decisions, and load or compile their data.
            patience = processor_seconds(pid) + (10 if pid == server.pid else 300)
            while share([pid], WINDOW) > AT_REST:
                assert processor_seconds(pid) < patience


async def at_rest() -> None:
    """Wait until the table has no running task."""
    while busy := [task for task in asyncio.all_tasks() if task.get_name().endswith(CODE)]:
        await asyncio.wait(busy)


def moves_of_the_bot(room: Room) -> int:
    return sum(isinstance(h.event, Moved) and h.event.seat == 1 for h in room.log.recent)


async def test_a_left_table_with_a_timer_becomes_idle(store: Store) -> None:
    room = await playing_room(store, Settings(game="knister", seats=1, seconds=3600))
    connection = await arrive(room)
    # By then the table waits for its timer.
    for _ in range(10):
        await asyncio.sleep(0)
    room.remove_connection(connection)
    await at_rest()


@pytest.mark.parametrize(("action", "moves"), [("c3", 1), ("nonsense", 0)])
async def test_a_left_table_with_a_thinking_bot_becomes_idle(store: Store, action: str, moves: int) -> None:
    """A person who returns immediately finds the bot's decision; if it failed, the bot is asked again."""
    thinker = Thinker(action)
    room = await playing_room(store, Settings(game="knister", seats=2), rolled=True, bots=thinker)
    connection = await arrive(room)
    await thinker.asked.wait()
    room.remove_connection(connection)
    thinker.ready.set()
    await at_rest()
    assert thinker.questions == 1
    assert moves_of_the_bot(room) == moves
    thinker.asked.clear()
    connection = await arrive(room)
    if not moves:
        await thinker.asked.wait()
    room.remove_connection(connection)
    await at_rest()
    assert thinker.questions == 2 - moves


@pytest.mark.usefixtures("complaints")
async def test_a_left_table_without_storage_becomes_idle(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    changed, read = asyncio.Event(), asyncio.Event()
    room = await playing_room(store, Settings(game="knister", seats=2), rolled=True, changed=changed.set)

    async def cannot_write(*_: Any) -> None:
        raise OSError("the disk is gone")

    async def cannot_read(*_: Any) -> list[str]:
        read.set()
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(SqliteWriter, "commit", cannot_write)
        broken.setattr(store, "read_log", cannot_read)
        connection = await arrive(room)
        await read.wait()
        room.remove_connection(connection)
        await at_rest()
    assert not moves_of_the_bot(room)
    await arrive(room)
    while not moves_of_the_bot(room):
        changed.clear()
        await changed.wait()


async def test_tables_are_not_found_during_their_eviction(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    process = ServerProcess(store, ServerOptions(), ConnectionLimits(100))
    settings = Settings(game="knister", seats=1)
    code = (await process.part(TableCreation).open_table(Account("ann", "Ann"), NewTable(settings=settings))).log.code
    now = monotonic_ms() + EVICT_AFTER_MS + 1
    for module in ("tables.live.registry", "tables.live.presence"):
        monkeypatch.setattr(f"knobel.server.{module}.monotonic_ms", lambda: now)
    room = await process.part(RoomRegistry).get(code)
    process.part(RoomRegistry).evict_idle_rooms()
    assert await process.part(RoomRegistry).get(code) is room


async def test_evicted_tables_are_freed_immediately(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    process = ServerProcess(store, ServerOptions(), ConnectionLimits(100))
    settings = Settings(game="knister", seats=1)
    room = await process.part(TableCreation).open_table(Account("ann", "Ann"), NewTable(settings=settings))
    connection = await arrive(room)
    room.remove_connection(connection)
    await room.log.settle()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name().startswith("table ")))
    left = weakref.ref(room.log)
    del room, connection
    now = monotonic_ms() + EVICT_AFTER_MS + 1
    monkeypatch.setattr("knobel.server.tables.live.registry.monotonic_ms", lambda: now)
    gc.collect()
    gc.disable()
    try:
        process.part(RoomRegistry).evict_idle_rooms()
        assert not process.rooms
        assert left() is None
    finally:
        gc.enable()
