"""Automatic actions at a table."""

import asyncio

from knobel.server.database.store import Store
from knobel.server.limits.write_budget import charged_household
from knobel.server.people.accounts import Account
from knobel.server.tables.live.room import Room
from knobel.tables import commands
from knobel.tables.settings import Settings
from tests.server.room_fixtures import ANN, Thinker, arrive, playing_room


def position(room: Room) -> int:
    assert room.log.head.play is not None
    return room.log.head.play.at


async def test_a_bot_decides_once_per_position(store: Store) -> None:
    thinker = Thinker("1s.1")
    room = await playing_room(store, Settings(game="knoeffel", seats=2), bots=thinker)
    connection = await arrive(room)
    await room.log.execute(lambda state: commands.roll(state, ANN, position(room), None))
    await room.log.execute(lambda state: commands.move(state, ANN, position(room), "1s.1"))
    await thinker.asked.wait()
    await room.rename(Account("ann", "Anna"))
    # By then the table has processed the later event.
    for _ in range(10):
        await asyncio.sleep(0)
    assert thinker.questions == 1
    room.remove_connection(connection)
    thinker.ready.set()


async def test_requests_of_a_table_count_for_its_household(store: Store) -> None:
    thinker = Thinker("1s.1")
    charged_household.set("192.0.2.1")
    room = await playing_room(store, Settings(game="knoeffel", seats=2), bots=thinker)
    connection = await arrive(room)
    # The next commands come from another household, a spectator's.
    charged_household.set("198.51.100.1")
    await room.log.execute(lambda state: commands.roll(state, ANN, position(room), None))
    await room.log.execute(lambda state: commands.move(state, ANN, position(room), "1s.1"))
    await thinker.asked.wait()
    assert thinker.whose == ("192.0.2.1", "ann", room.log.code)
    room.remove_connection(connection)
    thinker.ready.set()
