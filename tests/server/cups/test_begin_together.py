"""A class begins a deal of a cup at the same time: all get in, and they share the reads of the database."""

import asyncio
import re
from collections import Counter
from typing import Any

import pytest

from knobel.clock import now_ms
from knobel.server.database.store import Store
from tests.server.client import TIMEOUT_S
from tests.server.in_process import arrive, serving
from tests.slow import slow_except

PEOPLE = 40
REGULAR = re.compile(r"FROM (here|listed|notes|processes)\b")
"""Statements by which processes learn of each other all the time."""


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return the statements that read, and how often each was executed."""
    counted = Counter[str]()
    original = Store._rows

    async def rows(store: Store, *query: Any) -> list[Any]:
        counted[str(query[0])] += 1
        return await original(store, *query)

    monkeypatch.setattr(Store, "_rows", rows)
    return counted


@pytest.mark.parametrize("database", slow_except("postgresql", games=("sqlite", "postgresql")), indirect=True)
async def test_a_class_begins_at_the_same_time(database: str, reads: Counter[str]) -> None:
    async with serving(await Store.open(database), database) as app, asyncio.timeout(TIMEOUT_S):
        people = [await arrive(app) for _ in range(PEOPLE)]
        new = {"title": "", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000}
        cup = (await people[0].post("/api/cups", json=new)).json()["code"]
        # One of the class has deleted their data after the first try, so that devices matter too.
        gone = await arrive(app)
        assert (await gone.post(f"/api/cups/{cup}/deals/1")).is_success
        assert (await gone.delete("/api/person")).is_success
        reads.clear()
        keys = [{"idempotency-key": f"request-{number}"} for number in range(PEOPLE)]
        begun = await asyncio.gather(
            *(person.post(f"/api/cups/{cup}/deals/1", headers=key) for person, key in zip(people, keys, strict=True))
        )
        assert Counter(answer.status_code for answer in begun) == {201: PEOPLE}
        assert len({answer.json()["code"] for answer in begun}) == PEOPLE
        found = (await people[0].get(f"/api/cups/{cup}")).json()
        assert sorted(row["number"] for row in found["rows"]) == list(range(1, PEOPLE + 1))
        assert found["deals"][0]["running"] == PEOPLE
        asked = sum(number for query, number in reads.items() if not REGULAR.search(query))
        # Each would read nine times alone.
        assert asked < 2 * PEOPLE, reads.most_common(5)
