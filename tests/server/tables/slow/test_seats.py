"""Nobody has a seat in more than the allowed number of unfinished games over days."""

import asyncio
from collections import Counter
from pathlib import Path

from tests.server.client import Person, running, tell

MOST = 3


def test_seats_over_days_are_limited(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        host, guest = await Person(url).arrive(), await Person(url).arrive()
        over_days = {"game": "knister", "seats": 2, "days": 1}
        hosts = [host] + [await Person(url).arrive() for _ in range(4)]
        links = [(await each.open_private(**over_days))[1] for each in hosts for _ in range(2)]
        tables = await asyncio.gather(*(guest.join(link) for link in links))
        answers = await asyncio.gather(*(table.do("sit") for table in tables))
        assert Counter(answer.get("reason") for answer in answers) == {None: MOST, "too_many": len(links) - MOST}
        assert len((await guest.http.get("/api/slow-games")).json()) == MOST

        own = await guest.join((await guest.open_private(game="knister", seats=2))[1])
        assert (await own.do("setup", settings=over_days))["reason"] == "too_many", "nor by new settings"
        seated = next(table for table, answer in zip(tables, answers, strict=True) if "reason" not in answer)
        assert (await seated.do("stand"))["type"] == "accepted"
        assert (await own.do("setup", settings=over_days))["type"] == "accepted"

    with running(tmp_path, {"person_slow_tables": MOST}) as server:
        tell(story(server.url))
