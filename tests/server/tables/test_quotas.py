"""Quotas of one person for shared resources are far above normal use."""

import asyncio
import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiosqlite
import pytest

from knobel.presentation.http_messages import NewTable
from knobel.presentation.messages import SeatBot
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.write_budget import charged_household
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Account
from knobel.server.process import ServerProcess
from knobel.server.runtime.settings import settings
from knobel.server.tables.creation import TableCreation
from knobel.server.tables.live.quotas import Quotas
from knobel.tables import commands
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from tests.server.client import Person, running, tell

LARGEST = 600_000
"""Bytes of log that one person may write in a burst."""


def test_repeatedly_filling_and_emptying_a_table(tmp_path: Path) -> None:
    async def story(url: str, database: str) -> None:
        person = await Person(url).arrive()
        ann = await person.join(await person.open_table(game="knister", seats=1))
        reasons = []
        while "rate_limited" not in reasons:
            for seats in (200, 1):
                reasons.append((await ann.do("setup", settings={"game": "knister", "seats": seats})).get("reason"))
                reasons.append((await ann.do("seat_bot", seat=None, level="random")).get("reason"))
            assert len(reasons) < 100
        async with aiosqlite.connect(database) as connection:
            ((size,),) = await connection.execute_fetchall("SELECT sum(length(data)) FROM events")
        assert size < LARGEST

    with running(tmp_path) as server:
        tell(story(server.url, str(server.options["database"])))


@pytest.mark.parametrize("whose", ["person", "household"])
async def test_seats_and_bots(whose: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several sessions do not increase the quota of a household."""
    monkeypatch.setattr(settings, f"{whose}_seats", 10)
    monkeypatch.setattr(settings, f"{whose}_bots", 4)
    process, people = ServerProcess(store, ServerOptions(), ConnectionLimits(100)), itertools.count()

    async def refused(owner: str, seats: int, bots: int) -> str | None:
        name = owner if whose == "person" else f"{owner} {next(people)}"
        charged_household.set(owner if whose == "household" else "192.0.2.7")
        new = NewTable(settings=Settings(game="knister", seats=seats), bots=["random"] * bots)
        try:
            await process.part(TableCreation).open_table(Account(name, name), new)
        except Refused as refusal:
            return refusal.reason
        return None

    assert await refused("192.0.2.7", 5, 3) is None
    assert await refused("192.0.2.7", 5, 2) == "too_many"
    assert await refused("192.0.2.7", 6, 0) == "too_many"
    assert await refused("192.0.2.7", 5, 1) is None
    assert await refused("192.0.2.7", 1, 0) == "too_many"
    at_once = await asyncio.gather(*(refused("192.0.2.9", 5, 0) for _ in range(5)))
    assert at_once.count(None) == 2, "tables that are being opened count too"
    assert await refused("192.0.2.8", 5, 4) is None, "what one has does not count for another"


async def test_bots_that_are_being_seated_count_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that fills a large table takes several writes."""
    monkeypatch.setattr(settings, "person_bots", 12)
    monkeypatch.setattr(commands, "MAX_BOTS_PER_COMMAND", 1)
    process, ann = ServerProcess(store, ServerOptions(), ConnectionLimits(100)), Account("ann", "Ann")
    new = NewTable(settings=Settings(game="knister", seats=5))
    rooms = [await process.part(TableCreation).open_table(ann, new) for _ in range(5)]
    connections: Any = [SimpleNamespace(account=ann) for _ in rooms]
    fill = SeatBot(id="fill", seat=None, level="random")

    async def refused(number: int) -> str | None:
        room = rooms[number]
        try:
            async with process.part(Quotas).executing(ann.id, room, fill):
                await room.execute(connections[number], fill)
        except Refused as refusal:
            return refusal.reason
        return None

    at_once = await asyncio.gather(*map(refused, range(5)))
    assert at_once[0] is None
    assert 4 <= sum(seat.level is not None for room in rooms for seat in room.log.head.seats) <= 12
    assert await refused(at_once.index("too_many")) is None, "what was counted twice for a moment is free again"
