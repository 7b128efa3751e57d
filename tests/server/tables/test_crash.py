"""A server is killed while tables play: no accepted command is lost or executed twice, and all tables go on."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import aiosqlite
import pytest
import websockets

from tests.server.client import Person, Server, Table, running, tell

GAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
MIDGAME_EVENTS = 30
"""Number of events after which tables count as being in the middle of their games."""


async def sit_down(people: list[Person], number: int) -> tuple[Table, Table]:
    one, two = people[2 * number], people[2 * number + 1]
    code = await one.open_table(game=GAMES[number % len(GAMES)], seats=2)
    first, second = await one.join(code), await two.join(code)
    assert (await second.do("sit"))["type"] == "accepted"
    assert (await first.do("start"))["type"] == "accepted"
    return first, second


async def play_until_cut_off(table: Table) -> None:
    try:
        await table.play()
    except (websockets.ConnectionClosed, OSError):
        assert table.seq > 0


async def play_again(table: Table) -> None:
    await table.connect()
    await table.play()


async def story(server: Server, number_of_tables: int) -> None:
    people = await asyncio.gather(*(Person(server.url).arrive(f"P{number}") for number in range(2 * number_of_tables)))
    pairs = await asyncio.gather(*(sit_down(people, number) for number in range(number_of_tables)))
    tables = [table for pair in pairs for table in pair]
    playing = [asyncio.create_task(play_until_cut_off(table)) for table in tables]
    await asyncio.gather(*(table.reached(MIDGAME_EVENTS) for table in tables))
    server.kill()
    await asyncio.gather(*playing)
    assert not all(table.over for table in tables), "the server died too late to show anything"
    accepted = {
        table: {number for number, answer in table.answers.items() if answer["type"] == "accepted"} for table in tables
    }
    await asyncio.to_thread(server.start)
    await asyncio.gather(*(play_again(table) for table in tables))
    for pair in pairs:
        assert pair[0].over
        assert pair[1].over
        assert pair[0].position["results"] == pair[1].position["results"]
    await check_logs(server, tables, accepted)
    for table in tables:
        await table.close()
    for person in people:
        await person.leave()


async def check_logs(server: Server, tables: list[Table], accepted: dict[Table, set[str]]) -> None:
    """Check that every accepted command is in the stored log exactly once."""
    async with aiosqlite.connect(str(server.options["database"])) as connection:
        for table in tables:
            code = table.path.split("/")[3]
            query = 'SELECT seq, data FROM events WHERE "table" = ? ORDER BY seq'
            rows = list(await connection.execute_fetchall(query, (code,)))
            assert [row[0] for row in rows] == list(range(len(rows)))
            events = [json.loads(row[1]) for row in rows]
            ids = Counter(
                (event.get("by"), event["id"]) for event in events if "id" in event and event["kind"] != "over"
            )
            assert all(count == 1 for count in ids.values())
            done = accepted[table] | {
                number for number, answer in table.answers.items() if answer["type"] == "accepted"
            }
            assert {(table.person.id, number) for number in done} <= set(ids)


@pytest.mark.parametrize("tables", [len(GAMES), pytest.param(20, marks=pytest.mark.slow)])
def test_tables_survive_a_kill(tmp_path: Path, tables: int) -> None:
    with running(tmp_path) as server:
        tell(story(server, tables))
