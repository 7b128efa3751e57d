"""A table with three hundred people."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.client import Person, Table, running, tell

SEATS = 300
ROUNDS = 25
PLAYED_HERE = 5
"""Number of rounds that this test plays; the benchmark plays all rounds."""


async def story(url: str, rounds: int = ROUNDS) -> list[float]:
    """Play rounds, and return for each the seconds from the last placement until all three hundred have received it.

    `benchmarks/round_close.py` measures with this function.
    """
    people = await asyncio.gather(*(Person(url).arrive(f"Kind {number}") for number in range(SEATS)))
    code = await people[0].open_table(game="knister", seats=SEATS)
    tables: list[Table] = []
    for start in range(0, SEATS, 50):
        tables += await asyncio.gather(*(person.join(code) for person in people[start : start + 50]))
    await asyncio.gather(*(table.do("sit") for table in tables[1:]))
    assert (await tables[0].do("start"))["type"] == "accepted"
    assert all(answer["type"] == "accepted" for table in tables for answer in table.answers.values())
    closing = []
    seats: dict[int, Table] = {}
    for number in range(rounds):
        await asyncio.gather(*(table.until(lambda t=table: t.turn["kind"] == "chance") for table in tables))
        seats = seats or {table.position["seat"]: table for table in tables if table.position is not None}
        assert len(seats) == SEATS
        roller = seats[number]
        assert (await roller.do("roll", at=roller.position["at"]))["type"] == "accepted"
        await asyncio.gather(*(table.until(lambda t=table: t.turn["kind"] == "decide") for table in tables))
        cell = tables[0].position["choices"][0]["action"]
        at = tables[0].position["at"]
        # Everybody places at the same time; the last person waits until all other placements are accepted.
        answers = await asyncio.gather(*(table.do("move", at=at, action=cell) for table in tables[1:]))
        assert {answer["type"] for answer in answers} == {"accepted"}
        last = time.perf_counter()
        await tables[0].do("move", at=at, action=cell)
        await asyncio.gather(*(table.until(lambda t=table: t.turn["kind"] != "decide") for table in tables))
        closing.append(time.perf_counter() - last)
    assert all(table.over == (rounds == ROUNDS) for table in tables)
    if rounds == ROUNDS:
        results = tables[0].position["results"]
        assert len(results) == SEATS
        assert all(table.position["results"] == results for table in tables)
        assert len({result["score"] for result in results}) == 1, "all placed alike"
    for table in tables:
        await table.close()
    for person in people:
        await person.leave()
    return closing


@pytest.mark.slow
def test_three_hundred_seats(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert len(tell(story(server.url, PLAYED_HERE))) == PLAYED_HERE
