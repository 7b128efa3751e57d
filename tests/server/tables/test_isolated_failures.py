"""A single failure of the disk or of a bot has no lasting effect."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, cast

import pytest
from sqlalchemy.exc import OperationalError

from knobel.server.database.engine import StoreError
from knobel.server.database.sqlite_writer import SqliteWriter
from knobel.server.database.store import Entry, Log, Store
from knobel.server.database.transaction import Step
from knobel.server.tables.live import bot_turns
from knobel.server.tables.live.subscriptions import TableConnection
from knobel.tables.events import Moved, Renamed, decode
from knobel.tables.settings import Settings
from tests.server.room_fixtures import arrive, playing_room

LOCKED = OperationalError("INSERT", {}, Exception("database is locked"))


def fail_once(monkeypatch: pytest.MonkeyPatch, error: Exception, of: Callable[[str], bool]) -> list[str]:
    """Make the first write of such an event fail, and return the events that failed."""
    commit = SqliteWriter.commit
    failed: list[str] = []

    async def failing(writer: SqliteWriter, steps: Iterable[Step]) -> None:
        group = list(steps)
        guilty = [value["data"] for step in group for value in step.values if "data" in value and of(value["data"])]
        if guilty and not failed:
            failed.extend(guilty)
            raise error
        await commit(writer, group)

    monkeypatch.setattr(SqliteWriter, "commit", failing)
    return failed


@pytest.mark.usefixtures("complaints")
@pytest.mark.parametrize("error", [LOCKED, ValueError("unheard of")], ids=["locked", "unheard of"])
async def test_a_table_goes_on_after_a_write_that_failed(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """The bot moves again after its move could not be stored, without any command at the table."""

    def moved_by_a_bot(data: str) -> bool:
        event = decode(data)
        return isinstance(event, Moved) and event.seat == 1

    failed = fail_once(monkeypatch, error, moved_by_a_bot)
    changed = asyncio.Event()
    room = await playing_room(store, Settings(game="knister", seats=2), rolled=True, changed=changed.set)
    connection = await arrive(room)
    while not any(isinstance(h.event, Moved) and h.event.seat == 1 for h in room.log.recent):
        changed.clear()
        await changed.wait()
    assert len(failed) == 1
    room.remove_connection(connection)
    await room.log.settle()


@pytest.mark.usefixtures("complaints")
async def test_a_person_learns_that_a_table_keeps_the_old_name(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_once(monkeypatch, LOCKED, lambda data: isinstance(decode(data), Renamed))
    room = await playing_room(store, Settings(game="knister", seats=2))
    connection = await arrive(room)
    reasons: list[str] = []
    monkeypatch.setattr(TableConnection, "refuse", lambda _, __, refusal: reasons.append(refusal.reason))
    connection.account.name = "Anna"
    await room.rename(connection.account)
    assert (reasons, room.log.head.seats[0].name) == (["storage"], "Ann")
    await room.rename(connection.account)
    assert (reasons, room.log.head.seats[0].name) == (["storage"], "Anna")
    room.remove_connection(connection)
    await room.log.settle()


async def test_a_write_that_cannot_be_harms_no_other(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_once(monkeypatch, ValueError(), lambda _: True)
    entry = [Entry(0, 1, "{}")]
    cannot = store.append(Log("AAAAAA"), [Entry(0, 1, cast("str", object()))])
    codes = [letter * 6 for letter in "BCDEFGH"]
    await asyncio.gather(*(store.append(Log(code), entry) for code in codes))
    with pytest.raises(StoreError, match=r"cannot write to the database: ."):
        await cannot
    assert await store.count_tables() == len(codes)


@pytest.mark.usefixtures("complaints")
async def test_where_bots_fail_another_plays_and_never_at_random(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick_move(game: Any, view: Any, seat: int) -> str:
        return str(game.legal(view, seat)[seat + 6])

    monkeypatch.setattr(bot_turns, "quick_move", quick_move)
    changed = asyncio.Event()
    room = await playing_room(store, Settings(game="knister", seats=2), rolled=True, changed=changed.set)
    connection = await arrive(room)
    play = room.log.head.play
    assert play is not None
    expected = play.game.legal(play.game.view(play.state, 1), 1)[7]
    while not (moves := [h.event.action for h in room.log.recent if isinstance(h.event, Moved)]):
        changed.clear()
        await changed.wait()
    assert moves == [expected]
    room.remove_connection(connection)
