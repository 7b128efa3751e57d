"""What goes wrong once does not go on being wrong: the disk, the bots."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy.exc import OperationalError

from knobel.server import store as storing
from knobel.server.bots import Bots
from knobel.server.people import Known
from knobel.server.room import Room, TableConnection
from knobel.server.store import Entry, Log, Store, StoreError
from knobel.tables import commands
from knobel.tables.automatic import Timing
from knobel.tables.commands import Source
from knobel.tables.events import Moved, decode, encode
from knobel.tables.settings import Settings
from knobel.tables.state import fold

ANN = Source(1, "ann", "Ann")
LOCKED = OperationalError("INSERT", {}, Exception("database is locked"))


class Deaf:
    """A socket that takes everything."""

    async def send(self, data: bytes) -> None:
        """Take it."""

    async def close(self, code: int, reason: str) -> None:
        """Take it."""


class NoBots:
    """Bots that cannot even be started."""

    async def choose(self, *_: Any) -> str:
        raise OSError("no more processes")

    def prepare(self, *_: Any) -> None:
        """Nothing to do."""


def with_store(tmp_path: Path, story: Callable[[Store], Awaitable[None]]) -> None:
    async def told() -> None:
        store = await Store.open(str(tmp_path / "x.db"))
        try:
            async with asyncio.timeout(30):
                await story(store)
        finally:
            await store.close()

    asyncio.run(told())


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
        events = commands.open_table(ANN, Settings(game="knister", seats=2))
        events += commands.seat_bot(fold(events), ANN, 1, "random", ("random",))
        events += commands.start(fold(events), ANN)
        state = fold(events)
        assert state.play is not None
        events += commands.roll(state, ANN, state.play.at, None)
        await store.append(Log("AAAAAA"), [Entry(seq, 1, encode(event)) for seq, event in enumerate(events)])
        changed = asyncio.Event()
        room = Room("AAAAAA", store, cast("Bots", NoBots()), Timing(pace=0), lambda _: None)
        assert await room.live.load()
        stored = room.live._changed

        def note(live: Any) -> None:
            stored(live)
            changed.set()

        room.live._changed = note
        connection = TableConnection(Deaf(), Known("ann", "Ann"), room)
        await room.arrive(connection)
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
