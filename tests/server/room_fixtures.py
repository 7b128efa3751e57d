"""Tables in this process, on a separate store, with clients that only receive."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

from knobel.server.compute.bot_service import BotService
from knobel.server.database.store import Log, Store
from knobel.server.people.accounts import Account
from knobel.server.tables.live.room import Room, RoomObserver
from knobel.server.tables.live.subscriptions import TableConnection
from knobel.server.tables.log.table_log import entry
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.due_actions import Timing
from knobel.tables.settings import Settings
from knobel.tables.state import fold
from tests.server.client import TIMEOUT_S
from tests.server.new_databases import make_file

CODE = "AAAAAA"
ANN = Source(1, "ann", "Ann")


def with_store(place: Path | str, story: Callable[[Store], Awaitable[object]]) -> None:
    """Run a scenario on a store in a folder, or on a database given by its address or name."""

    if isinstance(place, Path):
        make_file(place / "x.db")

    async def told() -> None:
        store = await Store.open(str(place / "x.db") if isinstance(place, Path) else place)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await story(store)
        finally:
            await store.close()

    asyncio.run(told())


class Deaf:
    """A socket whose client receives nothing."""

    is_writable = False

    def write(self, texts: list[bytes], /) -> None:
        """Ignore the messages."""

    def close(self, code: int, reason: str) -> None:
        """Ignore the call."""


class NoBots:
    """Bots that cannot be started."""

    async def choose(self, *_: Any) -> str:
        raise OSError("no more processes")

    def prepare(self, *_: Any) -> None:
        """Do nothing."""


class Thinker:
    """A bot that decides `action` when the test sets `ready`."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.asked, self.ready = asyncio.Event(), asyncio.Event()
        self.questions = 0
        self.whose: Any = None

    async def choose(self, *what: Any) -> str:
        self.questions += 1
        self.whose = what[-1]
        self.asked.set()
        await self.ready.wait()
        return self.action

    def prepare(self, *_: Any) -> None:
        """Do nothing."""


async def playing_room(
    store: Store,
    settings: Settings,
    *,
    bots: object = None,
    rolled: bool = False,
    changed: Callable[[], None] = lambda: None,
) -> Room:
    """Return a table with a running game of Ann against a bot, optionally after her first roll; nobody is present yet.

    `changed` is called whenever the table has stored more of its log.
    """
    events = commands.open_table(ANN, settings)
    if settings.seats > 1:
        events += commands.seat_bot(fold(events), ANN, None, "random", ("random",))
    events += commands.start(fold(events), ANN)
    play = fold(events).play
    assert play is not None
    if rolled:
        events += commands.roll(fold(events), ANN, play.at, None)
    await store.append(Log(CODE), [entry(seq, event) for seq, event in enumerate(events)])
    room = Room(CODE, store, cast("BotService", bots or NoBots()), Timing(pace=0), RoomObserver())
    assert await room.log.load()
    follow = room.log._on_change

    def followed(appended: bool) -> None:
        follow(appended)
        changed()

    room.log._on_change = followed
    return room


async def arrive(room: Room) -> TableConnection:
    """Let Ann connect to the table."""
    connection = TableConnection(Deaf(), Account("ann", "Ann"), room.subscriptions)
    room.add_connection(connection)
    return connection
