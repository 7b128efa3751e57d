"""Two processes of one PostgreSQL make and play the deals of the day."""

import asyncio
from pathlib import Path
from typing import Any

from knobel.games import GAMES
from knobel.presentation.deal_days import shifted
from tests.server import services
from tests.server.client import Person, Server, everybody_leaves
from tests.server.cluster.test_several_processes import LONG_TIMEOUTS
from tests.server.deals.test_routes import DAY, at, begin, get


def commitments(day: Any) -> dict[str, str]:
    return {deal["game"]: deal["commitment"] for deal in day["deals"]}


def test_two_processes_double_nothing(postgres: services.Postgres, tmp_path: Path) -> None:
    database, servers = postgres.new(), []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        server = Server(tmp_path / name, LONG_TIMEOUTS, database=database)
        server.set_clock(at(DAY, 23.95))
        servers.append(server)

    async def story() -> None:
        ann = await Person(servers[0].url).arrive("Ann")
        phone = await ann.device(servers[1].url)
        today = [await get(device, "/today") for device in (ann, phone)]
        assert commitments(today[0]) == commitments(today[1])
        assert today[0]["next_commitments"].keys() == set(GAMES)
        # Both devices begin at once, several times, and it is one try.
        tables = await asyncio.gather(*(begin(device) for device in (ann, phone, ann, phone)))
        assert len({table.code for table in tables}) == 1
        await asyncio.gather(*(table.play() for table in tables[:2]))

        # The day changes at both processes, at requests of the same moment.
        for server in servers:
            server.set_clock(at(shifted(DAY, 1), 0.1))
        asked = await asyncio.gather(*(get(device, "/today") for device in (ann, phone) * 5))
        assert {day["day"] for day in asked} == {shifted(DAY, 1)}
        assert all(commitments(day) == today[0]["next_commitments"] for day in asked)
        over = await get(phone, f"/{DAY}")
        assert ([deal["players"] for deal in over["deals"]], over["streak"]) == ([1, 0, 0, 0, 0], 1)

    async def told() -> None:
        try:
            await story()
        finally:
            await everybody_leaves()

    try:
        for server in servers:
            server.start()
        asyncio.run(told())
    finally:
        complaints = [server.stop() for server in servers if server.process is not None]
    assert not any(complaints), complaints
