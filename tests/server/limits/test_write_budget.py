"""The limit of a household's database writes is sufficient for a class."""

import asyncio
import sqlite3
from pathlib import Path

import httpx
import pytest

from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.write_budget import ROW_BYTES, WriteBudget, charged_household
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import AccountRegistry
from knobel.server.process import ServerProcess
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.rate_limiter import RateLimiter
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused
from knobel.tables.settings import Settings
from tests.server.client import Person, Server, running, tell
from tests.server.room_fixtures import Thinker, arrive, playing_room

LIMIT = 400_000
SMALL = {
    "household_write_bytes": LIMIT,
    "game_reserve_bytes": LIMIT // 4,
}
LARGE_TABLE = {"settings": {"game": "knister", "seats": 500}, "bots": ["random"] * 400}


def refused(writes: WriteBudget, *, in_game: bool) -> bool:
    try:
        writes.check(in_game=in_game)
    except Refused:
        return True
    return False


def test_charges_can_become_debt() -> None:
    now = 0.0
    limiter = RateLimiter(100, 1, lambda: now)
    assert limiter.remaining("ann") == 100
    limiter.charge("ann", 130)
    assert limiter.remaining("ann") == -30
    assert not limiter.take("ann")
    now = 40
    assert limiter.remaining("ann") == 10
    limiter.charge("ann", 5)
    now = 1_000
    limiter.charge("ann", 10)
    assert limiter.remaining("ann") == 90, "what came back meanwhile is at most the burst"


def test_running_games_have_a_reserved_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "household_write_bytes", 1_000)
    monkeypatch.setattr(settings, "game_reserve_bytes", 250)
    writes = WriteBudget()

    def write(characters: int) -> None:
        writes.charge([(None, [{"data": "x" * (characters - ROW_BYTES)}])])

    write(2_000)
    assert not refused(writes, in_game=False), "the server's own work"
    charged_household.set("192.0.2.7")
    write(700)
    assert not refused(writes, in_game=False)
    write(100)
    assert refused(writes, in_game=False)
    assert not refused(writes, in_game=True)
    write(250)
    assert refused(writes, in_game=True)
    assert writes.is_used_up
    charged_household.set("192.0.2.8")
    assert not refused(writes, in_game=False)


async def test_each_process_grants_its_share_of_the_write_budget(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    limiter, accounts = (
        store.budget.limiter,
        ServerProcess(store, ServerOptions(), ConnectionLimits(10)).part(AccountRegistry),
    )
    monkeypatch.setattr(limiter, "_clock", lambda: 0.0)
    charged = []
    for processes in 1, 4:
        charged_household.set(f"192.0.2.{processes}")
        monkeypatch.setattr(process_share, "processes", processes)
        await accounts.create("Ann", "en", "")
        charged.append(settings.household_write_bytes - limiter.remaining(charged_household.get()))
    assert charged[0] > 2 * ROW_BYTES
    assert charged[1] == pytest.approx(4 * charged[0], rel=0.1)


async def test_bots_pause_without_write_budget(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "budget_retry_s", 0.01)
    thinker = Thinker("a1")
    room = await playing_room(store, Settings(game="knister", seats=2), bots=thinker, rolled=True)
    charged_household.set("192.0.2.7")
    store.budget.limiter.charge("192.0.2.7", settings.household_write_bytes + 1_000_000)
    await arrive(room)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await thinker.asked.wait()
    store.budget.limiter.charge("192.0.2.7", -2_000_000)
    await thinker.asked.wait()


def test_large_tables_of_a_household(tmp_path: Path) -> None:
    """Large tables are refused after the budget is spent.

    A running game continues, and other households are not affected.
    """

    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive()
        table = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
        presence = [await Person(server.url).arrive() for _ in range(10)]
        answers: list[httpx.Response] = [await person.http.post("/api/tables", json=LARGE_TABLE) for person in presence]
        assert answers[0].status_code == 201
        assert (answers[-1].status_code, answers[-1].json()["reason"]) == (429, "rate_limited")
        assert (await ann.http.patch("/api/session", json={"name": "Zoe"})).json()["reason"] == "rate_limited"
        assert (await table.do("setup", settings={"game": "knister", "seats": 2}))["reason"] == "rate_limited"
        await table.play()
        ben = Person(server.url)
        ben.http.headers["X-Forwarded-For"] = "198.51.100.1"
        await ben.arrive()
        await ben.open_table(**LARGE_TABLE["settings"])  # type: ignore[arg-type]
        with sqlite3.connect(str(server.options["database"])) as database:
            ((size,),) = database.execute("SELECT sum(length(data)) FROM events")
        database.close()
        assert size < 1.5 * LIMIT

    with running(tmp_path, SMALL, proxy=["127.0.0.1"]) as server:
        tell(story(server))


async def test_names_of_a_person(own_server: Server) -> None:
    ann, ben = await Person(own_server.url).arrive(), await Person(own_server.url).arrive()
    statuses: list[int] = []
    # On a slow machine further changes become possible meanwhile.
    while statuses[-1:] != [429]:
        answer = await ann.http.patch("/api/session", json={"name": f"Ann {len(statuses)}"})
        statuses.append(answer.status_code)
    assert statuses[:20] == [200] * 20
    assert (await ben.http.patch("/api/session", json={"name": "Ben"})).status_code == 200
