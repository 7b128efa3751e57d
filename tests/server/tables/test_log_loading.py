"""A table is loaded from its log."""

import pytest
from sqlalchemy import delete

from knobel.core import Chance
from knobel.presentation.log_reader import Unreadable
from knobel.server.database import schema
from knobel.server.database.store import Store
from knobel.server.tables.live.room import Room
from knobel.server.tables.log import log_loading
from knobel.server.tables.log.recent_events import MIN_RECENT_EVENTS
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.settings import Settings
from knobel.tables.state import TableState
from tests.server.room_fixtures import CODE, playing_room
from tests.server.tables.test_recent_events import again, on


async def test_a_loaded_table_is_as_before(store: Store) -> None:
    assert await log_loading.load(store, CODE) is None
    room = await playing_room(store, Settings(game="kniffeliger", seats=2))
    for _ in range(3 * MIN_RECENT_EVENTS):
        await room.log.execute(on)
    loaded = await log_loading.load(store, CODE)
    assert loaded is not None
    assert (loaded.opener, loaded.head) == ("ann", room.log.head)


async def test_damaged_logs_are_not_loaded(store: Store) -> None:
    room = await playing_room(store, Settings(game="kniffeliger", seats=2))
    for _ in range(5):
        await room.log.execute(on)
    await store.write((delete(schema.events).where(schema.events.c.seq == 4), []))
    with pytest.raises(Unreadable, match="event 4: Illegal"):
        await log_loading.load(store, CODE)
    await store.write((delete(schema.events).where(schema.events.c.seq == 0), []))
    with pytest.raises(Unreadable, match="a log opens with 'opened'"):
        await log_loading.load(store, CODE)


async def test_the_last_command_of_each_person_is_remembered(store: Store) -> None:
    """Other commands are forgotten after some time."""

    async def rolled(room: Room, name: str) -> int | None:
        def roll(state: TableState) -> Events:
            assert state.play is not None
            return commands.roll(state, Source(2, "ann", "Ann", name), state.play.at, None)

        return await room.log.execute(roll, "ann", name)

    async def wait(room: Room, events: int = 0) -> None:
        until = room.log.head.seq + events
        while (play := room.log.head.play) is None or room.log.head.seq < until or not isinstance(play.turn, Chance):
            await room.log.execute(on)

    room = await playing_room(store, Settings(game="knister", seats=1))
    for name, events in (("one", MIN_RECENT_EVENTS // 2), ("two", 0)):
        await wait(room, events)
        seq = await rolled(room, name)
    await wait(room, MIN_RECENT_EVENTS)
    for _ in range(3):
        room = await again(room, store)
        assert await rolled(room, "two") == seq
        assert room.log._recent.first_seq_of("ann", "one") is None
        await wait(room, 2 * MIN_RECENT_EVENTS)
