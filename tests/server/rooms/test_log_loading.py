"""Tables are read from their bookmarks, and from the beginning if no bookmark is readable."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from knobel.core import Chance
from knobel.server.database import schema
from knobel.server.rooms import log_loading
from knobel.server.rooms.recent_events import KEPT
from knobel.server.rooms.room import Room
from knobel.server.storage.log_reader import Unreadable
from knobel.server.storage.people import PeopleStore
from knobel.server.storage.store import Store
from knobel.server.storage.verify import Checked, problems
from knobel.tables import bookmark, commands
from knobel.tables.commands import Events, Source
from knobel.tables.settings import Settings
from knobel.tables.state import TableState
from tests.server.client import Person, everybody_leaves, running
from tests.server.room_fixtures import CODE, playing_room, with_store
from tests.server.rooms.test_recent_events import again, on


async def played(store: Store, events: int = 3 * KEPT) -> TableState:
    """Return a table with many events."""
    room = await playing_room(store, Settings(game="kniffeliger", seats=2))
    for _ in range(events):
        await room.live.execute(on)
    return room.live.head


async def loaded(store: Store) -> log_loading.Loaded:
    found = await log_loading.load(store, CODE)
    assert found is not None
    return found


async def wrong(store: Store) -> list[str]:
    async with store._engine.connect() as connection:
        return [problem async for problem in problems(connection, Checked())]


async def put(store: Store, text: str | None) -> None:
    await store.write((update(schema.tables).values(bookmark=text), []))


def test_a_table_is_read_from_its_bookmark(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        state = await played(store)
        found = await loaded(store)
        assert (found.opener, found.head) == ("ann", state)
        assert state.seq - KEPT < found.marked <= state.seq
        # Events long before the bookmark are not even read.
        await store.write((delete(schema.events).where(schema.events.c.seq < found.marked - KEPT), []))
        assert (await loaded(store)).head == state
        # A bookmark describes the state that a log leads to, and does not replace the log.
        await store.write((delete(schema.events).where(schema.events.c.seq >= found.marked - 1), []))
        with pytest.raises(Unreadable, match=f"event {found.marked - 1} is missing"):
            await log_loading.load(store, CODE)

    with_store(tmp_path, story)


def test_a_terminating_server_writes_bookmarks(tmp_path: Path) -> None:
    async def story(url: str) -> str:
        ann = await Person(url).arrive()
        code = await ann.open_table(game="knister", seats=1)
        table = await ann.join(code)
        await table.do("start")
        wish = table.wish()
        assert wish is not None
        await table.do(wish[0], **wish[1])
        await everybody_leaves()
        return code

    async def look(database: str, code: str) -> None:
        store = await Store.open(database)
        found = await log_loading.load(store, code)
        assert found is not None
        assert found.marked == found.head.seq > 2
        assert await wrong(store) == []
        await store.close()

    with running(tmp_path) as server:
        code = asyncio.run(story(server.url))
    asyncio.run(look(str(server.options["database"]), code))


def test_the_last_command_of_each_person_is_remembered(tmp_path: Path) -> None:
    """This also holds if bookmarks lie after the commands and the other commands are in the part that is read."""

    async def story(store: Store) -> None:
        async def rolled(room: Room, name: str) -> int | None:
            def roll(state: TableState) -> Events:
                assert state.play is not None
                return commands.roll(state, Source(2, "ann", "Ann", name), state.play.at, None)

            return await room.live.execute(roll, "ann", name)

        async def wait(room: Room, events: int = 0) -> None:
            until = room.live.head.seq + events
            while (
                (play := room.live.head.play) is None or room.live.head.seq < until or not isinstance(play.turn, Chance)
            ):
                await room.live.execute(on)

        room = await playing_room(store, Settings(game="knister", seats=1))
        for name, events in (("one", KEPT // 2), ("two", 0)):
            await wait(room, events)
            seq = await rolled(room, name)
        await wait(room, KEPT)
        for _ in range(3):
            room = await again(room, store)
            assert await rolled(room, "two") == seq
            await wait(room, 2 * KEPT)

    with_store(tmp_path, story)


@pytest.mark.usefixtures("complaints")
def test_unreadable_bookmarks_are_ignored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(store: Store) -> None:
        state = await played(store)
        text = await store.bookmark(CODE)
        assert text is not None
        await put(store, text.replace(bookmark.stamp(), "other rules"))
        assert (await loaded(store))[1::2] == (state, -1)
        assert not caplog.messages
        await put(store, text[:-9])
        assert (await loaded(store))[1::2] == (state, -1)
        assert caplog.messages == [f"the bookmark of table {CODE} cannot be read; its log is"]

    with_store(tmp_path, story)


def test_wrong_bookmarks_are_detected(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await played(store)
        assert await wrong(store) == []
        text = await store.bookmark(CODE)
        assert text is not None
        await put(store, text.replace('"host":"ann"', '"host":"ben"'))
        marked = (await loaded(store)).marked
        assert await wrong(store) == [
            f"table {CODE}: the bookmark at event {marked} says what does not follow from the log"
        ]

    with_store(tmp_path, story)


def test_rewritten_logs_lose_their_bookmarks(tmp_path: Path) -> None:
    """A process with an outdated log might otherwise store a name that was removed."""

    async def story(store: Store) -> None:
        room = await playing_room(store, Settings(game="knister", seats=2))
        for _ in range(2 * KEPT):
            await room.live.execute(on)
        assert await store.bookmark(CODE) is not None
        await PeopleStore(store).rewrite(CODE, "ann", ())
        for _ in range(2 * KEPT):
            await room.live.execute(on)
        assert await store.bookmark(CODE) is None
        assert (await loaded(store))[1::2] == (room.live.head, -1)

    with_store(tmp_path, story)
