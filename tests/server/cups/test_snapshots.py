"""Snapshots of cups: one read for many watchers, and nobody's own games are missing."""

import asyncio
import gzip
from typing import Any

import pytest
from sqlalchemy import insert

from knobel.clock import now_ms
from knobel.server.cups import snapshots
from knobel.server.cups.messages import NewCup
from knobel.server.cups.opening import deals_of, new_cup
from knobel.server.cups.seasons import season_view
from knobel.server.cups.snapshots import CupSnapshots
from knobel.server.cups.store import CupStore
from knobel.server.database import schema
from knobel.server.database.store import Store
from knobel.server.deals.store import DealStore, first_try
from knobel.server.people.store import PeopleStore
from tests.server.in_process import arrive, serving

PEOPLE = ("ann", "ben", "eve")


async def test_many_watchers_cause_one_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []
    original = CupStore.entries

    async def entries(store: CupStore, code: str) -> Any:
        reads.append(code)
        return await original(store, code)

    monkeypatch.setattr(CupStore, "entries", entries)
    now, cups = now_ms(), CupStore(store)
    await store.write((insert(schema.people), [{"id": name, "name": name, "seen": 1} for name in PEOPLE]))
    cup = new_cup(NewCup(title="", game="knister", deals=2, closes=now + 3_600_000), "eve", now)
    await cups.add(cup, deals_of(cup))
    shared = CupSnapshots(cups, DealStore(store), PeopleStore(store))
    found = await asyncio.gather(*(shared.recent(cup, None) for _ in range(50)))
    assert len(reads) == 1
    assert all(data is found[0] for data in found)
    # Who has just entered or begun a game, perhaps at another process, sees it at once; so do the others then.
    await cups.enter(cup.code, "ann", now, 500)
    assert await shared.recent(cup, "ben") is found[0]
    data = await shared.recent(cup, "ann")
    assert [row.name for row in data.rows] == ["ann"]
    assert await shared.recent(cup, "ben") is data
    await store.write(first_try(cup.deal_ids[0], "ann", "AAAAAA", now))
    assert (await shared.recent(cup, "ben")).running[1] == 0
    assert (await shared.recent(cup, "ann")).running[1] == 1
    assert (await shared.recent(cup, "ben")).running[1] == 1
    assert len(reads) == 3
    await shared.read(cup)
    assert len(reads) == 4, "changes are never shown from a snapshot"


async def test_files_and_seasons_are_made_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many people ask at the same time, and one after the other."""
    made: list[str] = []

    def counted(name: str, original: Any) -> Any:
        def make(*arguments: Any, **named: Any) -> Any:
            made.append(name)
            return original(*arguments, **named)

        return make

    for name in ("standings_file", "season_data"):
        monkeypatch.setattr(snapshots, name, counted(name, getattr(snapshots, name)))
    monkeypatch.setattr("knobel.server.runtime.snapshots.MIN_AGE_MS", 3_600_000)

    now, cups = now_ms(), CupStore(store)
    await store.write((insert(schema.people), [{"id": name, "name": name, "seen": 1} for name in PEOPLE]))
    cup = new_cup(NewCup(title="", game="knister", deals=2, closes=now + 3_600_000), "eve", now)
    await cups.add(cup, deals_of(cup))
    await cups.enter(cup.code, "ann", now, 500)
    shared = CupSnapshots(cups, DealStore(store), PeopleStore(store))
    for _ in range(2):
        files = await asyncio.gather(*(shared.file(cup, "csv", named=True) for _ in range(20)))
        assert all(file is files[0] for file in files)
    assert b"ann" in files[0]
    assert b"ann" not in await shared.file(cup, "csv", named=False)
    for _ in range(2):
        seasons = await asyncio.gather(*(shared.season(cup) for _ in range(20)))
        assert all(season is seasons[0] for season in seasons)
    assert made == ["standings_file", "standings_file", "season_data"]
    assert [(row.name, row.you) for row in season_view(seasons[0], "ann", named=False).rows] == [("ann", True)]
    assert [(row.name, row.you) for row in season_view(seasons[0], "ben", named=False).rows] == [(None, False)]


async def test_a_failed_read_is_not_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now, cups = now_ms(), CupStore(store)
    cup = new_cup(NewCup(title="", game="knister", deals=1, closes=now + 3_600_000), "eve", now)
    await store.write((insert(schema.people), [{"id": "eve", "name": "eve", "seen": 1}]))
    await cups.add(cup, deals_of(cup))
    shared = CupSnapshots(cups, DealStore(store), PeopleStore(store))
    with monkeypatch.context() as patch:
        patch.setattr(cups, "entries", fail)
        with pytest.raises(ConnectionError):
            await shared.recent(cup, None)
    assert (await shared.recent(cup, None)).cup == cup


async def fail(*_: Any) -> None:
    raise ConnectionError


async def test_the_table_is_compressed_once_for_all_visitors(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: list[bytes] = []
    original = gzip.compress

    def compress(data: bytes, compresslevel: int) -> bytes:
        compressed.append(data)
        return original(data, compresslevel)

    monkeypatch.setattr(gzip, "compress", compress)
    monkeypatch.setattr("knobel.server.runtime.snapshots.MIN_AGE_MS", 3_600_000)
    async with serving(store) as app:
        host, player, stranger = [await arrive(app) for _ in range(3)]
        new = {"title": "x" * 60, "game": "knister", "deals": 20, "closes": now_ms() + 3_600_000}
        address = f"/api/cups/{(await host.post('/api/cups', json=new)).json()['code']}"
        assert (await player.post(f"{address}/entry")).is_success
        stranger.cookies.clear()
        answers = [(await stranger.get(address)).json() for _ in range(20)]
        assert len(compressed) == 1
        assert all(answer == answers[0] for answer in answers)
        assert (await player.get(address)).json()["entry"] == 1
        assert answers[0]["entry"] is None
        # A change is seen, compressed once again.
        assert (await host.patch(address, json={"title": "y" * 60})).is_success
        compressed.clear()
        assert {(await stranger.get(address)).json()["title"] for _ in range(5)} == {"y" * 60}
        assert len(compressed) == 1
