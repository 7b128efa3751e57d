"""Entries in cups: many people at the same time, at several processes, all get in without a second attempt."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import insert

from knobel.clock import now_ms
from knobel.server.cups.messages import NewCup
from knobel.server.cups.opening import deals_of, new_cup
from knobel.server.cups.store import Cup, CupStore
from knobel.server.database import schema
from knobel.server.database.guards import Unmet
from knobel.server.database.store import Store
from tests.server import services
from tests.server.room_fixtures import with_store

PEOPLE = 100
HOUR_MS = 3_600_000


async def opened(store: Store, people: int) -> Cup:
    """Store a cup, and people named by their numbers."""
    rows = [{"id": f"p{number}", "name": f"p{number}", "seen": 1} for number in range(people)]
    await store.write((insert(schema.people), rows))
    return await another(store)


async def another(store: Store) -> Cup:
    now = now_ms()
    cup = new_cup(NewCup(title="", game="knister", deals=1, closes=now + HOUR_MS), "p0", now)
    await CupStore(store).add(cup, deals_of(cup))
    return cup


@pytest.fixture
def second_attempts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sizes of the groups of writes that were not stored at the first attempt."""
    sizes = []
    original = Store._write_apart

    async def write_apart(store: Store, group: list[Any], error: Exception) -> None:
        sizes.append(len(group))
        await original(store, group, error)

    monkeypatch.setattr(Store, "_write_apart", write_apart)
    return sizes


async def test_everybody_enters_at_the_same_time(any_store: Store, second_attempts: list[int]) -> None:
    cup, cups = await opened(any_store, PEOPLE), CupStore(any_store)
    entering = (cups.enter(cup.code, f"p{number}", now_ms(), PEOPLE) for number in range(PEOPLE))
    assert all(await asyncio.gather(*entering))
    entries = await cups.entries(cup.code)
    assert [entry.number for entry in entries] == list(range(1, PEOPLE + 1))
    assert len({entry.person for entry in entries}) == PEOPLE
    assert second_attempts == []


def test_several_processes_and_cups(postgres: services.Postgres, second_attempts: list[int]) -> None:
    """Processes lock the cups in the same order, so they never wait for each other in a circle."""
    database, people = postgres.new(), 60

    async def story(store: Store) -> None:
        first = await opened(store, people)
        codes = [first.code, *[(await another(store)).code for _ in range(3)]]
        others = [await Store.open(database) for _ in range(3)]
        processes = [CupStore(each) for each in (store, *others)]
        try:
            # Each process begins with another cup.
            entering = [
                processes[number % 4].enter(codes[(number + shift) % 4], f"p{number}", now_ms(), people)
                for shift in range(4)
                for number in range(people)
            ]
            assert all(await asyncio.gather(*entering))
        finally:
            for other in others:
                await other.close()
        entries = [await processes[0].entries(code) for code in codes]
        assert all([entry.number for entry in each] == list(range(1, people + 1)) for each in entries)
        assert second_attempts == []

    with_store(database, story)


async def test_people_enter_once_and_up_to_the_limit(any_store: Store) -> None:
    cup, cups = await opened(any_store, 12), CupStore(any_store)
    entering = (cups.enter(cup.code, f"p{number % 12}", now_ms(), 10) for number in range(24))
    assert sum(await asyncio.gather(*entering)) == 10
    assert [entry.number for entry in await cups.entries(cup.code)] == list(range(1, 11))
    assert not await cups.enter(cup.code, "p0", now_ms(), 500)
    assert not await cups.enter("AAAAA", "p11", now_ms(), 500)
    assert not await cups.enter(cup.code, "p11", cup.closes, 500), "it is closed"
    assert await cups.entry(cup.code, "p11") is None
    # An entry that the host has removed leaves its place to another person, but not its number.
    assert await cups.remove(cup.code, 10)
    assert await cups.enter(cup.code, "p11", now_ms(), 10)
    assert await cups.entry(cup.code, "p11") == (11, False)
    with pytest.raises(Unmet):
        await cups.take_back(cup.code, 10, 10)
    assert await cups.remove(cup.code, 9)
    assert await cups.take_back(cup.code, 10, 10)
    assert [entry.number for entry in await cups.entries(cup.code) if not entry.removed] == [*range(1, 9), 10, 11]
