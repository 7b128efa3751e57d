"""Two processes of one PostgreSQL make and play the deals of the day."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knobel.games import GAMES
from knobel.presentation.deal_days import shifted
from tests.server.client import Person, Server, two
from tests.server.cluster.test_several_processes import LONG_TIMEOUTS
from tests.server.deals.test_routes import DAY, at, begin, get


def commitments(day: Any) -> dict[str, str]:
    return {deal["game"]: deal["commitment"] for deal in day["deals"]}


@pytest.fixture
def servers(postgres_address: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with two(tmp_path, LONG_TIMEOUTS, database=postgres_address, clock=at(DAY, 23.95)) as servers:
        yield servers


@pytest.mark.slow
async def test_two_processes_double_nothing(servers: tuple[Server, Server]) -> None:
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
